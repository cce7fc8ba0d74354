//! Games of this workspace as the tools see them: referee, board, opening book.

mod games;
mod list;

pub use list::GAMES;
