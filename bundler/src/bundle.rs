//! The function [`bundle()`] with its request and its result: the main entry point of the library.

use std::{
    fmt, io, mem,
    path::{Path, PathBuf},
};

use crate::by_edition;
use crate::commit::commit_of;
use crate::compiler::{Compiler, FILE};
use crate::error::{BundleError, CompileError};
use crate::fit::Fit;
use crate::graph::{Graph, Krate};
use crate::judge::{Provided, Unit};
use crate::leave_out::{AtOnce, leave_out, step};
use crate::level::Level;
use crate::map::{Map, map_path};
use crate::merge::merge;
use crate::notice::{licence, notice};
use crate::origins::Traced;
use crate::pack::packed;
use crate::parallel::in_parallel;
use crate::passed::Passed;
use crate::process::folder_of;
use crate::prune::Session;
use crate::refused_macros;
use crate::remark::Remark;
use crate::request::{Request, Unused};
use crate::shorten::with_all_names_short;
use crate::shortest::{shortest, with_short_names};
use crate::write::write_together;

/// Folder below a workspace's build output in which [`crate::Compiler`] caches the judge's crates.
pub const JUDGE_CRATES: &str = "judge-crates";

/// One source file and a description of its content.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Text of the file. It depends on the sources, on `Cargo.lock`, on the request, on the commit
    /// if that is asked for, and on the compiler if that finds the unused items. It does not depend
    /// on time, place or user.
    pub source: String,
    /// Level of minification.
    pub level: Level,
    /// Lengths at this level and at the levels before it, which were too long.
    pub lengths: Vec<Length>,
    /// Reason why the bundle contains unused items although the request excludes them: the
    /// compiler's errors with source locations, or that the program would change.
    pub kept_unused: Option<String>,
    /// Source map of the whole text.
    pub map: Map,
    /// Inlined crates in dependency order, the entry last.
    pub inlined: Vec<Inlined>,
    /// Crates that its packages expect from the judge.
    pub provided: Vec<Provided>,
    /// Differences from the workspace's build.
    pub remarks: Vec<Remark>,
    /// The package with the entry.
    pub package: String,
    /// The name of the binary or example.
    pub entry: String,
    /// Folders of the user's own packages.
    pub folders: Vec<PathBuf>,
    /// Folder below the workspace's build output in which [`crate::Compiler`] caches the judge's
    /// crates.
    pub cache_dir: PathBuf,
    /// Names of the modules around each item, if the source has no modules any more.
    pub(crate) homes: Option<Vec<Vec<String>>>,
    /// Checks that [`crate::verify()`] need not repeat.
    pub(crate) passed: Passed,
}

/// Length of a bundle at one level of minification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Level of minification.
    pub level: Level,
    /// Length in the judge's unit.
    pub length: usize,
    /// True if the bundle would be longer, unless the compiler accepted each of the short names:
    /// that was enough to try the next level.
    pub is_least: bool,
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_least {
            f.write_str("at least ")?;
        }
        self.length.fmt(f)
    }
}

/// A crate whose source is in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// Name of its package.
    pub name: String,
    /// Version of its package.
    pub version: String,
    /// Licence that its manifest states.
    pub licence: String,
    /// True if the crate belongs to the user, rather than to a registry.
    pub own: bool,
    /// Name of the crate's module in a bundle with long names; `None` for the entry's own crate.
    pub module: Option<String>,
}

/// Merges a binary or an example and all its dependencies into one file.
///
/// Unless the request keeps them, unused items are left out, and the rest has been compiled once. A
/// source that does not compile keeps them.
///
/// A bundle that would be too long for the judge is packed: it has no unnecessary white space. If
/// that is not enough, and unused items are left out, it gets short names, and at last one module.
/// [`Request::minify`] sets the first level and whether further ones are allowed.
///
/// Nothing is written, and the text is not yet checked: see
/// [`Judge::verdict`](crate::Judge::verdict) for the length, [`crate::verify()`] for the rest and
/// [`crate::write_atomically`].
///
/// # Errors
///
/// If cargo or the parser fails, if a single file could not keep the meaning of the crates, and if
/// a compiler is needed and not available.
pub fn bundle(request: &Request) -> Result<Bundle, BundleError> {
    let read = || {
        let graph = Graph::read(request)?;
        let merged = merge(&graph, &request.judge)?;
        Ok::<_, BundleError>((graph, merged))
    };
    let commit =
        || if request.names_commit { commit_of(folder_of(&request.manifest_path)) } else { None };
    let (read, commit) = in_parallel(read, commit);
    let (graph, merged) = read?;
    let header = notice(&graph, commit.as_deref());
    let cache_dir = graph.target_directory.join(JUDGE_CRATES);
    let files: Vec<String> =
        merged.sources.files.iter().map(|file| name_of(file, &graph)).collect();
    let map = |text: &Traced, written: Option<&str>| {
        Map::new(&header, &text.text, &text.origins, written, files.clone())
    };
    // A text without a header, as the compiler of the drafts gets it.
    let map_of_text = |text: &Traced| Map::new("", &text.text, &text.origins, None, files.clone());
    let mut text = merged.text;
    let fit = Fit { judge: &request.judge, header: &header, minify: request.minify };
    let compiler = match request.unused {
        Unused::LeftOut => {
            let compiler = Compiler::of_workspace(&request.manifest_path, &cache_dir)?
                .with_progress(&request.progress);
            Some(compiler.for_drafts_of(&text.text, &request.judge))
        }
        Unused::Kept => None,
    };
    let session = match &compiler {
        Some(compiler) => Some(Session::new(compiler, &request.judge)?),
        None => None,
    };
    let mut kept_unused = None;
    let mut rest = None;
    if let Some(session) = &session {
        let oldest = graph.crates.iter().map(|krate| krate.edition.as_str()).min();
        let oldest = oldest.unwrap_or_default();
        match leave_out(&mut text, oldest, session, &fit, &request.progress) {
            Ok(found) => {
                kept_unused = found
                    .is_whole
                    .then(|| "the compiler generates other code without them".to_owned());
                rest = Some(found);
            }
            Err(CompileError::Rejected { report, .. }) => {
                let report = map_of_text(&text).explain(&report, FILE);
                kept_unused = Some(format!("compilation failed:\n{report}"));
            }
            Err(error) => return Err(error.into()),
        }
    }
    let is_unset = |name: &str| graph.crates.iter().all(|krate| graph.build(krate).is_unset(name));
    let (left, readable, mut passed, mut at_once, by_edition) = match rest {
        Some(rest) => (rest.text, rest.in_place, rest.passed, rest.at_once, rest.by_edition),
        None => (text.clone(), text, Passed::default(), AtOnce::Untried, None),
    };
    refused_macros::refuse(&left.text, is_unset, || map_of_text(&left))?;
    let mut remarks = graph.remarks.clone();
    if let Some(session) = &session {
        let messages = match by_edition {
            Some(messages) => messages,
            None => by_edition::messages(&readable.text, &readable.text, session)?,
        };
        let places = by_edition::places(&messages, || map_of_text(&readable));
        if !places.is_empty() {
            remarks.insert(Remark::DependsOnEdition { places });
        }
    }
    let mut text = left.clone();
    let mut written = None;
    let mut homes = None;
    let mut level = Level::Readable;
    let at = |level: Level, length: usize| Length { level, length, is_least: false };
    let mut lengths = vec![at(level, fit.length(&text.text))];
    for next in [Level::Spaces, Level::Names, Level::Module] {
        let is_asked_for = next <= request.minify.first();
        let may_go_on = request.minify.allows(next) && (session.is_some() || next < Level::Names);
        let is_needed = fit.is_too_long(&text.text) && may_go_on;
        if !is_asked_for && !is_needed {
            break;
        }
        if next == Level::Names && session.is_some() && request.minify.allows(Level::Module) {
            // The next level begins with the readable text.
            let short = with_all_names_short(&text.text);
            if request.minify.first() == Level::Module || fit.is_too_long(&short) {
                lengths.push(Length { is_least: true, ..at(next, fit.length(&short)) });
                continue;
            }
        }
        let shorter = match (step(next), &session) {
            (Some(step), Some(session)) => {
                let short = match mem::replace(&mut at_once, AtOnce::Untried) {
                    AtOnce::Same(known) => Ok(*known),
                    tried => {
                        if matches!(tried, AtOnce::Untried) {
                            request.progress.begin(&step);
                        }
                        match next {
                            Level::Module => shortest(&readable, session, &header),
                            _ => with_short_names(&left, &readable, session, &header),
                        }
                    }
                };
                short.map(|short| {
                    (homes, passed, written) = (short.homes, short.passed, Some(short.written));
                    short.text
                })
            }
            _ => Ok(text.respelled(packed(&text.text))),
        };
        text = match shorter {
            Ok(shorter) => shorter,
            // The check of the bundle reports the reason with source locations.
            Err(CompileError::Rejected { .. }) => break,
            Err(error) => return Err(error.into()),
        };
        level = next;
        lengths.push(at(level, fit.length(&text.text)));
    }
    Ok(Bundle {
        level,
        lengths,
        kept_unused,
        map: map(&text, written.as_deref()),
        source: header.clone() + &text.text,
        inlined: inlined(&graph, &merged.modules),
        package: graph
            .crates
            .last()
            .map(|krate| krate.package.name.to_string())
            .unwrap_or_default(),
        entry: graph.entry,
        folders: graph.crates.iter().filter(|krate| krate.is_own()).filter_map(folder).collect(),
        provided: graph.provided.into_iter().collect(),
        remarks: remarks.into_iter().collect(),
        cache_dir,
        homes,
        passed,
    })
}

/// Returns the length of a text in UTF-16 code units, which most judges count.
pub fn utf16_units(source: &str) -> usize {
    Unit::Utf16.count(source)
}

impl Bundle {
    /// Writes the bundle to a file and its map beside it, both or neither; see [`map_path`].
    ///
    /// # Errors
    ///
    /// Any I/O error. The previous files stay.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let map = self.map.to_json(&name, &self.source);
        write_together(&[(path, &self.source), (&map_path(path), &map)])
    }

    /// Returns the length of the source in UTF-16 code units.
    pub fn utf16_units(&self) -> usize {
        utf16_units(&self.source)
    }
}

fn inlined(graph: &Graph, modules: &[Option<String>]) -> Vec<Inlined> {
    let inline = |(krate, module): (&Krate, &Option<String>)| Inlined {
        name: krate.package.name.to_string(),
        version: krate.package.version.to_string(),
        licence: licence(&krate.package),
        own: krate.is_own(),
        module: module.clone(),
    };
    graph.crates.iter().zip(modules).map(inline).collect()
}

fn folder(krate: &Krate) -> Option<PathBuf> {
    krate.package.manifest_path.parent().map(|path| path.as_std_path().to_owned())
}

/// Returns the name of a file in the source map: its path in the workspace, or its package, the
/// version and the path in the package, or in the folder of generated files. The name contains no
/// path of the computer.
fn name_of(file: &Path, graph: &Graph) -> String {
    let generated = graph.crates.iter().find_map(|krate| {
        let path = file.strip_prefix(&krate.script.as_ref()?.folder).ok()?.display();
        Some(format!("{}-{}/OUT_DIR/{path}", krate.package.name, krate.package.version))
    });
    if let Some(name) = generated {
        return name;
    }
    let owners = graph.crates.iter().filter_map(|krate| Some((folder(krate)?, krate)));
    let owner = owners
        .filter(|(folder, _)| file.starts_with(folder))
        .max_by_key(|(folder, _)| folder.components().count());
    let in_workspace = file.strip_prefix(&graph.workspace_root).ok();
    match (owner, in_workspace) {
        (Some((folder, krate)), None) => {
            let path = file.strip_prefix(folder).unwrap_or(file).display();
            format!("{}-{}/{path}", krate.package.name, krate.package.version)
        }
        (Some((folder, krate)), Some(_)) if !krate.is_own() => {
            let path = file.strip_prefix(folder).unwrap_or(file).display();
            format!("{}-{}/{path}", krate.package.name, krate.package.version)
        }
        (_, path) => path.unwrap_or(file).display().to_string(),
    }
}
