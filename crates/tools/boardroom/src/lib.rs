//! Replay, play and analyse in the browser.
//!
//! A [`AnyGame`](games::AnyGame) is a game whatever its positions are, a [`GameLine`] one that is under way:
//! every position from the start on. [`replay`] makes of a record what the page draws, and
//! [`single_page`] a page of its own that opens from disk. [`router`] is the server: the page, embedded
//! in the program, and beneath it an interface of JSON.
//!
//! The rules are the arena's and the games'; the page knows none. Everything particular to one game
//! stands in its file under `games/`.

mod api;
mod assets;
mod board;
mod chance;
mod engines;
mod figures;
mod frame;
mod game_line;
pub mod games;
mod info;
mod inline;
mod matches;
mod page;
mod record;
mod record_cache;
mod replay;
mod session;
mod sessions;
mod thinking;
mod words;

pub use api::{Hosts, Settings, router};
pub use assets::weights;
pub use frame::{Arrow, Ending, Frame, Frames, LegalMove, MoveKind};
pub use game_line::{BadPlay, GameLine};
pub use info::GameInfo;
pub use page::{PageError, single_page};
pub use record_cache::{RecordFileError, read_records};
pub use replay::{Replay, ReplayError, ReplayPly, ReplaySummary, replay, summary};
pub use thinking::{Task, Thought};
