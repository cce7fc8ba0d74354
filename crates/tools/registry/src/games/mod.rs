//! One module per game: the official referee, and what else the tools need of the game.

pub(crate) mod breakthrough;
pub(crate) mod jungle;
pub(crate) mod lamistra;
pub(crate) mod lines_of_action;
pub(crate) mod stratego;
