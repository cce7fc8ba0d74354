//! The one function that most callers need.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    BundleError, CompileError, Compiler, Entry, Judge, Level, Map, Minify, Progress, Provided,
    Size, Step, Unit,
    compiler::FILE,
    graph::{Graph, Krate},
    map_path,
    merge::merge,
    notice::{licence, notice},
    origins::Traced,
    pack::pack,
    passed::Passed,
    patterns,
    prune::prune,
    shorten::shorten,
    write::write_together,
};

/// The folder of a workspace's build output in which [`crate::Compiler`] keeps the judge's crates.
pub const JUDGE_CRATES: &str = "judge-crates";

/// What to bundle, and for whom.
#[derive(Clone, Debug)]
pub struct Request {
    /// A `Cargo.toml` of the workspace.
    pub manifest_path: PathBuf,
    /// The package with the entry; may be left out where only one has it, or where the manifest is its own.
    pub package: Option<String>,
    /// The binary or example.
    pub entry: Entry,
    /// Who will compile the bundle.
    pub judge: Judge,
    /// What becomes of items that the entry does not use.
    pub unused: Unused,
    /// How the text may be made shorter.
    pub minify: Minify,
    /// The commit that the header names, as [`crate::commit_of`] tells it.
    pub commit: Option<String>,
    /// Receiver of the long steps of [`bundle()`] and [`crate::verify()`].
    pub progress: Progress,
}

impl Request {
    /// A request for the only binary of a workspace, for CodinGame: nothing unused, as readable as its length allows.
    pub fn new(manifest_path: impl Into<PathBuf>) -> Self {
        Self {
            manifest_path: manifest_path.into(),
            package: None,
            entry: Entry::Bin(None),
            judge: Judge::codingame(),
            unused: Unused::LeftOut,
            minify: Minify::default(),
            commit: None,
            progress: Progress::default(),
        }
    }
}

/// What becomes of items that nothing uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// They are left out, which takes a compiler: the one that [`Compiler::workspace`] finds.
    LeftOut,
    /// They stay.
    Kept,
}

/// One source file, and what went into it.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The file's text. It depends on the sources, on `Cargo.lock`, on the request and, if unused items are left out, on the
    /// compiler that tells which: not on time, place or user.
    pub source: String,
    /// How far it is from what people wrote.
    pub level: Level,
    /// The length at this level and at those that were tried before and too long, in the judge's unit.
    pub lengths: Vec<(Level, usize)>,
    /// Why unused items are in it although they should have been left out, in words about the sources.
    pub kept_unused: Option<String>,
    /// Where all of it was written.
    pub map: Map,
    /// The crates it carries, in dependency order, the entry last.
    pub inlined: Vec<Inlined>,
    /// The crates that its packages expect from the judge.
    pub provided: Vec<Provided>,
    /// The package with the entry.
    pub package: String,
    /// The name of the binary or example.
    pub entry: String,
    /// The folders of the user's own packages.
    pub folders: Vec<PathBuf>,
    /// A folder of the workspace's build output for [`crate::Compiler`] to keep the judge's crates in.
    pub cache_dir: PathBuf,
    /// The checks that [`crate::verify()`] need not repeat.
    pub(crate) passed: Passed,
}

/// A crate whose source is in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// Its package's name.
    pub name: String,
    /// Its package's version.
    pub version: String,
    /// The licence that its manifest states.
    pub licence: String,
    /// Whether it belongs to the user, rather than to a registry.
    pub own: bool,
    /// The module that it has become, in a bundle whose names are long; the entry's own crate is none.
    pub module: Option<String>,
}

/// Merges a binary or an example and all it depends on into one file.
///
/// Unless they shall stay, items that nothing uses are left out, and the rest has been compiled once. A source that does
/// not compile keeps them.
///
/// A bundle that would be too long for the judge is packed: it has no white space that can be spared. If that is not
/// enough, and unused items are left out, it gets short names as well. [`Request::minify`] says where to begin, and whether
/// to go on.
///
/// Nothing is written, and the text is not yet checked: see [`Judge::verdict`] for the length, [`crate::verify()`] for
/// the rest and [`crate::write_atomically`].
///
/// # Errors
///
/// Where cargo or the parser fails, wherever a single file could not mean what the crates mean, and where a compiler is
/// needed and not to be had.
pub fn bundle(request: &Request) -> Result<Bundle, BundleError> {
    let graph = Graph::read(request)?;
    let header = notice(&graph, request.commit.as_deref());
    let cache_dir = graph.target_directory.join(JUDGE_CRATES);
    let merged = merge(&graph, &request.judge)?;
    let files: Vec<String> =
        merged.sources.files.iter().map(|file| name_of(file, &graph)).collect();
    let map = |text: &Traced, written: &str| {
        Map::new(&header, &text.text, &text.origins, written, files.clone())
    };
    let mut text = merged.text;
    let mut kept_unused = None;
    let mut passed = Passed::default();
    let length = |text: &str| request.judge.length(&header) + request.judge.length(text);
    let is_too_long = |text: &str| request.judge.verdict(length(text)) == Size::TooLarge;
    // The file that a readable text becomes unless it needs short names.
    let dress = |text: &str| {
        let is_packed = request.minify.first() >= Level::Spaces
            || is_too_long(text) && request.minify.allows(Level::Spaces);
        let packed = is_packed.then(|| packed(text));
        format!("{header}{}", packed.as_deref().unwrap_or(text))
    };
    if request.unused == Unused::LeftOut {
        let compiler = Compiler::workspace(&cache_dir)?.with_progress(&request.progress);
        request.progress.begin(&Step::LeavingOutUnused);
        if graph.crates.iter().any(|krate| krate.edition != "2024") {
            let modern = patterns::modernise(text.text.clone(), &compiler, &request.judge)?;
            text = text.after_changes_in_lines(modern);
        }
        match prune(&text.text, &compiler, &request.judge, &dress) {
            Ok(finished) => {
                text = text.after_cuts(finished.pruned.text, &finished.pruned.lines);
                passed = finished.passed;
            }
            Err(CompileError::Rejected { report, .. }) => {
                // The compiler has seen no header.
                let map = Map::new("", &text.text, &text.origins, &text.text, files.clone());
                kept_unused = Some(map.explain(&report, FILE));
            }
            Err(error) => return Err(error.into()),
        }
    }
    let written = text.text.clone();
    let mut level = Level::Readable;
    let mut lengths = vec![(level, length(&text.text))];
    let has_compiler = request.unused == Unused::LeftOut;
    while let Some(next) = level.next() {
        let is_asked_for = next <= request.minify.first();
        let may_go_on = request.minify.allows(next) && (has_compiler || next < Level::Names);
        let is_needed = is_too_long(&text.text) && may_go_on;
        if !is_asked_for && !is_needed {
            break;
        }
        let shorter = match next {
            Level::Names => {
                let compiler = Compiler::workspace(&cache_dir)?.with_progress(&request.progress);
                request.progress.begin(&Step::ShorteningNames);
                match shorten(&text.text, &compiler, &request.judge, &header) {
                    Ok((shorter, checked)) => {
                        passed = checked;
                        shorter
                    }
                    // Whoever checks the bundle says why, in words about the sources.
                    Err(CompileError::Rejected { .. }) => break,
                    Err(error) => return Err(error.into()),
                }
            }
            _ => packed(&text.text),
        };
        text = text.respelled(shorter);
        level = next;
        lengths.push((level, length(&text.text)));
    }
    Ok(Bundle {
        level,
        lengths,
        kept_unused,
        map: map(&text, &written),
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
        cache_dir,
        passed,
    })
}

fn packed(text: &str) -> String {
    pack(text).expect("merged sources are made of tokens")
}

/// A text's length as most judges count it, in UTF-16 code units.
pub fn utf16_units(source: &str) -> usize {
    Unit::Utf16.count(source)
}

impl Bundle {
    /// Writes the bundle to a file and its map beside it, both or neither; see [`map_path`].
    ///
    /// # Errors
    ///
    /// Whatever the system reports. What was there before stays.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let map = self.map.to_json(&name, &self.source);
        write_together(&[(path, &self.source), (&map_path(path), &map)])
    }

    /// The source's length in UTF-16 code units.
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

/// What a map calls a file: its path in the workspace, or its package, the version and the path in there, so that it says
/// nothing about the computer.
fn name_of(file: &Path, graph: &Graph) -> String {
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
