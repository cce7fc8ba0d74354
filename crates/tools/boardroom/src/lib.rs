//! Replay, play and analyse games in the browser.
//!
//! [`AnyGame`](games::AnyGame) is a game independent of its position type, and [`GameLine`] is a
//! game from its start position with all moves and positions up to now. [`replay`] converts a
//! record into frames for the page, and [`single_page`] writes games and page into one HTML file
//! that opens from disk. [`router`] is the server: the embedded page, and a JSON API under `/api`.
//!
//! The crates of the games and the arena implement the rules; the page contains no rules. All code
//! specific to one game is in its file under `games/`.

mod api;
mod assets;
mod board;
mod bot_search;
mod engines;
mod figures;
mod frame;
mod game_line;
pub mod games;
mod info;
mod inline;
mod matches;
mod page;
mod position_line;
mod random;
mod record;
mod record_cache;
mod replay;
mod search_results;
mod session;
mod sessions;
mod words;

pub use api::{Hosts, Settings, router};
pub use assets::asset_sizes;
pub use frame::{Arrow, Ending, Frame, Frames, LegalMove, MoveKind};
pub use game_line::{BadPlay, GameLine};
pub use info::GameInfo;
pub use page::{PageError, single_page};
pub use record_cache::{RecordFileError, read_records};
pub use replay::{Replay, ReplayError, ReplayPly, ReplaySummary, replay, summary};
pub use search_results::{PvView, Task};
