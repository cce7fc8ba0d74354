//! What programs of other people that let bots play expect of one game.

pub(crate) mod brutaltester;
pub(crate) mod psyleague;
