//! One module per game: the official referee, and what else the tools need of the game.

pub(crate) mod {{crate}};
