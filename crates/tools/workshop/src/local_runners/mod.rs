//! Output formats of one game for external local runners: cg-brutaltester and psyleague.

pub(crate) mod brutaltester;
pub(crate) mod psyleague;
