//! Merges one binary crate and everything it depends on into one source file.
//!
//! A judge such as CodinGame takes a bot as one pasted file; people write it as a workspace. [`bundle()`] goes from the
//! second to the first, on the syntax tree:
//!
//! 1. `graph`: cargo says which crates, editions and features make up the binary; what the judge provides stays out.
//! 2. `load` and `settle`: each crate becomes one tree, its `cfg`s decided, its docs and tests dropped.
//! 3. `names`: what every scope names, so that a path is rewritten only where its first word is a crate.
//! 4. `rewrite` and `tokens`: `crate::x` and `dep::x` get the places they have in the merged file.
//! 5. `merge`, `layout` and `notice`: libraries become modules in dependency order, below the licence notices they ask for.
//! 6. `prune`: what the program does not use is left out, as the compiler tells.
//! 7. `pack`: a text that is still too long loses its white space.
//!
//! A [`Compiler`] then checks the text as a bare file, the way the judge sees it.
//!
//! The feature `cli`, on by default, adds the commands; a caller of the library leaves it out.

mod attributes;
mod budget;
mod builtins;
mod bundle;
mod captures;
mod cfg;
#[cfg(feature = "cli")]
pub mod cli;
mod commit;
mod compiler;
mod conditional;
mod edition_2015;
mod editions;
mod embed;
mod entry;
mod environment;
mod error;
mod exports;
mod features;
mod graph;
mod imports;
mod include;
mod interrupt;
mod judge;
mod judge_crates;
mod layout;
mod let_chains;
mod level;
mod load;
mod lookup;
mod macro_names;
mod map;
mod merge;
mod names;
mod notice;
mod origins;
mod pack;
mod packages;
mod passed;
mod patterns;
mod procedural;
mod process;
mod profile;
mod progress;
mod prune;
mod rewrite;
mod scope;
mod settle;
mod shorten;
mod sources;
mod tokens;
#[cfg(feature = "cli")]
mod treemap;
mod trial;
mod use_tree;
mod verbatim;
mod verify;
mod write;

pub use budget::{Kind, Part, budget};
pub use bundle::{Bundle, Inlined, JUDGE_CRATES, Request, Unused, bundle, utf16_units};
pub use commit::commit_of;
pub use compiler::Compiler;
pub use entry::Entry;
pub use error::{BundleError, CompileError};
pub use judge::{Edition, Judge, Provided, Size, Toolchain, Unit, UnknownJudge};
pub use level::{Level, Minify, UnknownLevel};
pub use map::{Location, MAP_SUFFIX, Map, MapError, map_path, panic_column};
pub use profile::ProfileError;
pub use progress::{Progress, Step};
#[cfg(feature = "cli")]
pub use treemap::treemap;
pub use trial::Difference;
pub use verify::{Depth, Scrutiny, Verified, VerifyError, verify};
pub use write::write_atomically;
