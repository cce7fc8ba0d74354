//! What the tests across crates share: the workspace, its programs, and its recorded games.
//!
//! Each file of `tests/` holds one idea. The programs are built by the cargo that runs the tests, in
//! the profiles in which they are needed: bots for release, everything else as the tests are.

mod leash;
mod listing;
mod plans;
mod programs;
mod records;
mod unless_unchanged;
mod workspace;

pub use leash::{Leash, PATIENCE};
pub use listing::{games_by_bot, games_with_lists};
pub use plans::{NoCompiler, plan_against_random};
pub use programs::{bot, program_of, run, text, tool, zoo};
pub use records::{recorded_games, records_of};
pub use unless_unchanged::unless_unchanged;
pub use workspace::{copy_workspace, metadata, root, tracked_files};
