//! Shared code of the integration tests: access to the workspace, its programs and its recorded
//! games.
//!
//! Each file of `tests/` has one topic. The cargo that runs the tests builds the programs: the bots
//! in the release profile, all other programs in the profile of the tests.

mod listing;
mod plans;
mod process_pipe;
mod programs;
mod records;
mod unless_unchanged;
mod workspace;

pub use listing::games_with_lists;
pub use plans::{NoCompiler, plan_against_random};
pub use process_pipe::{ProcessPipe, TIMEOUT};
pub use programs::{bot, cargo, program_of, run, text, tool, zoo};
pub use records::{recorded_games, records_of};
pub use unless_unchanged::unless_unchanged;
pub use workspace::{copy_all, copy_workspace, metadata, root, tracked_files};
