//! Merges one binary crate and all its dependencies into one source file.
//!
//! A judge such as CodinGame accepts a bot as one pasted file, but programmers write it as a
//! workspace. [`bundle()`] converts the second to the first, on the AST:
//!
//! 1. `graph`: cargo reports the crates, editions and features of the binary; crates that the judge
//!    provides stay out.
//! 2. `load` and `settle`: each crate becomes one AST with decided `cfg`s, without docs and tests;
//!    `macro_docs`: docs in macros go unless they may become data.
//! 3. `names`: the names of every scope, so that a path is rewritten only if its first segment is a
//!    crate (name resolution).
//! 4. `rewrite` and `tokens`: `crate::x` and `dep::x` become paths of the merged file.
//! 5. `merge`, `layout` and `notice`: libraries become modules in dependency order, below the
//!    licence notices they require.
//! 6. `prune`: dead code elimination; the compiler reports the unused items.
//! 7. `pack`: a text that is still too long loses its white space (minification).
//! 8. `shortest`: if it is too long even so, it loses derives, modules and long names.
//!
//! A [`Compiler`] then checks the text as a bare file, as the judge does.
//!
//! The feature `cli`, on by default, adds the commands; a caller of the library can leave it out.

mod answers;
mod aside;
mod attribute_macros;
mod attributes;
mod bare_traits;
mod budget;
mod bundle;
mod by_edition;
mod captures;
mod cfg;
#[cfg(feature = "cli")]
pub mod cli;
mod commit;
mod compiler;
mod compiler_flags;
mod definitions;
mod digest;
mod edition_2015;
mod editions;
mod embed;
mod entry;
mod environment;
mod error;
mod exporting_macros;
mod exports;
mod features;
mod fit;
mod flatten;
mod graph;
mod imports;
mod include;
mod inputs;
mod interrupt;
mod judge;
mod layout;
mod leave_out;
mod let_chains;
mod level;
mod load;
mod lookup;
mod macro_crate;
mod macro_docs;
mod macro_names;
mod map;
mod merge;
mod migration;
mod module_macros;
mod names;
mod notice;
mod origins;
mod overcaptures;
mod pack;
mod packages;
mod parallel;
mod passed;
mod patterns;
mod procedural;
mod process;
mod profile;
mod progress;
#[cfg(feature = "fuzzing")]
mod project;
mod prune;
mod refused_macros;
mod remark;
mod request;
mod rewrite;
mod scope;
mod settings;
mod settle;
mod shorten;
mod shortest;
mod shown;
mod sources;
mod suggestions;
mod token_trees;
mod tokens;
#[cfg(feature = "cli")]
mod treemap;
mod trial;
mod use_tree;
mod verbatim;
mod verify;
mod verify_options;
mod warning;
mod workspace_check;
mod write;

pub use budget::{Kind, Part, budget};
pub use bundle::{Bundle, Inlined, JUDGE_CRATES, Length, bundle, utf16_units};
pub use commit::commit_of;
pub use compiler::{Compiler, Optimisation};
pub use entry::Entry;
pub use error::{BundleError, CompileError};
pub use judge::{Edition, Judge, Provided, Size, Toolchain, Unit, UnknownJudge};
pub use level::{Level, Minify, UnknownLevel};
pub use map::{Location, MAP_SUFFIX, Map, MapError, map_path, panic_column};
pub use profile::ProfileError;
pub use progress::{Progress, Step};
#[cfg(feature = "fuzzing")]
pub use project::Project;
pub use remark::Remark;
pub use request::{Request, Unused};
#[cfg(feature = "cli")]
pub use treemap::treemap;
pub use trial::Difference;
pub use verify::{Verified, VerifyError, verify};
pub use verify_options::{Depth, Inputs, VerifyOptions};
pub use warning::Warning;
pub use write::{check_writable, write_atomically};
