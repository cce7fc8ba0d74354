//! The board room without a server: what its API does, as functions.
//!
//! [`PositionRequest`] leads to a position, [`AnalysisRequest`] to an engine analysis,
//! [`NewSession`] to a [`Session`], a game against a bot. [`replay`] converts a record into frames
//! for the page, and [`RecordedGames`] are those of a file. The server of the crate `boardroom`
//! adds clients, threads and the store. [`run`] is a program that responds to one request, which
//! `cargo cg site` compiles to WebAssembly: nothing here needs threads, processes or files.
//!
//! This crate names no game. The registry knows their boards and bots.

mod analysis;
mod finished_game;
mod game_analysis;
mod info;
mod new_session;
mod position;
mod problem;
mod program;
mod record_file;
mod replay;
mod request;
mod saved_session;
mod session;
mod session_view;

pub mod random;
pub mod words;

pub use analysis::{Analysis, AnalysisEnd, AnalysisRequest, Iteration, default_lines};
pub use finished_game::game_of_visitor;
pub use game_analysis::{GameAnalysis, GameAnalysisRequest};
pub use info::{GameInfo, Variant};
pub use new_session::NewSession;
pub use position::{
    Army, ArrangedPosition, PositionRequest, PositionView, find_game, game_infos, random_army,
};
pub use problem::{Problem, ProblemKind};
pub use program::run;
pub use record_file::{RecordFileError, RecordedGames, read_records};
pub use replay::{Replay, ReplayError, ReplayPly, ReplaySummary, player, replay, summary};
pub use saved_session::SavedSession;
pub use session::{Purpose, Refusal, Session, SessionSearch};
pub use session_view::{Hint, PlayedMove, SessionView};
