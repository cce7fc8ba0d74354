//! Games as the board room shows them: positions as pictures, moves with labels, views of players
//! who do not see everything, and bots that play and analyse.
//!
//! A game implements [`Board`] and names a [`Bot`]: a [`SearchBot`] where its engine is one for the
//! crate `search`. [`Drawn`] makes it a [`BoardGame`], which is independent of the position type. A
//! [`GameLine`] is a game from its start position with all moves and positions up to now.

mod arrangement;
mod board;
mod board_game;
mod bot;
mod comparison;
mod eight_by_eight;
mod frame;
mod game_line;
mod info;
mod position_line;
mod search_bot;
mod search_results;

pub use arrangement::{Arrange, Arrangement};
pub use board::{Board, MoveDescription};
pub use board_game::{BoardGame, Drawn};
pub use bot::Bot;
pub use eight_by_eight::{files, ranks, square_index};
pub use frame::{
    Arrow, EMPTY, Ending, Fight, Frame, Frames, HIDDEN, LegalMove, MoveKind, OpenAttack, Picture,
    Reserve, Trace, cells, owned,
};
pub use game_line::{BadPlay, GameLine};
pub use info::{BoardInfo, Kind, SetupInfo, Terrain, letters, numbers_down};
pub use position_line::PositionLine;
pub use search_bot::{SearchBot, TT_BYTES, multi_pv};
pub use search_results::{Comparison, PvInfo, PvView, Task};
