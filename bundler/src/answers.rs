//! Answers of cargo about a workspace, kept in its build output until something changes that they
//! depend on: cargo takes longer for them than the bundler for the bundle.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf, absolute},
};

use cargo_metadata::{Metadata, MetadataCommand};
use serde::{Deserialize, Serialize};

use crate::digest::sha256;
use crate::error::BundleError;
use crate::interrupt;
use crate::process::{folder_of, is_foreign, workspace_cargo};
use crate::write::write_atomically;

/// Target triple of all bundles.
pub(crate) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Folder below the build output.
const FOLDER: &str = "cargo-answers";

/// Variable with the path of cargo.
const CARGO: &str = "CARGO";
/// Prefixes of the other variables that cargo and rustup read.
const VARIABLES: [&str; 5] = ["CARGO_", "HOME", "RUSTC", "RUSTFLAGS", "RUSTUP_"];

/// Files of cargo's and rustup's settings, in the folder of a manifest and those around it.
const SETTINGS: [&str; 5] =
    [".cargo/config", ".cargo/config.toml", "Cargo.toml", "rust-toolchain", "rust-toolchain.toml"];

/// Folders of a package in which cargo looks for targets, beside its own.
const TARGETS: [&str; 5] = ["src", "src/bin", "examples", "tests", "benches"];

/// Answers about the workspace of one manifest.
pub(crate) struct Answers {
    manifest: PathBuf,
    kept: Kept,
    /// File for the answers, unless the build output lies in an unusual place.
    file: Option<PathBuf>,
}

/// Answers in a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Version of the bundler.
    version: String,
    /// Hashes of variables.
    variables: BTreeMap<String, String>,
    /// Programs on `PATH`.
    programs: Vec<PathBuf>,
    inputs: BTreeMap<PathBuf, Input>,
    metadata: String,
    /// Output of `cargo tree` by its arguments.
    trees: BTreeMap<String, String>,
}

/// State of a file or folder when cargo read it or looked for it.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
enum Input {
    /// Nothing is there.
    None,
    /// Something is there.
    Some,
    /// Hash of the content of a file.
    Content(String),
    /// Names in a folder, and for each one that is a folder, whether it contains `main.rs`.
    Names(Vec<(String, bool)>),
    /// A program, by its length in bytes and time of change in nanoseconds.
    Program(u64, u128),
}

impl Answers {
    /// Returns the answers of an earlier run, if everything that they depend on is unchanged.
    pub(crate) fn kept(manifest: &Path) -> Option<Self> {
        let file = files(&absolute(manifest).ok()?).into_iter().find(|file| file.is_file())?;
        let kept: Kept = serde_json::from_slice(&fs::read(&file).ok()?).ok()?;
        let is_same = kept.version == env!("CARGO_PKG_VERSION")
            && kept.variables == variables()
            && kept.programs == programs()
            && kept.inputs.iter().all(|(path, input)| input.is_at(path));
        is_same.then_some(Self { manifest: manifest.to_owned(), kept, file: Some(file) })
    }

    /// Asks cargo for the metadata of a workspace.
    ///
    /// # Errors
    ///
    /// If cargo fails, with its message.
    pub(crate) fn ask(manifest: &Path) -> Result<Self, BundleError> {
        let options = ["--format-version", "1", "--filter-platform", TARGET];
        let text = ask("metadata", manifest, &options)?;
        let metadata = parse(&text, manifest)?;
        let path = absolute(manifest).unwrap_or_else(|_| manifest.to_owned());
        let output = metadata.target_directory.as_std_path();
        let file = files(&path).into_iter().find(|file| file.starts_with(output));
        let kept = Kept {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variables: variables(),
            programs: programs(),
            inputs: inputs(&path, &metadata),
            metadata: text,
            trees: BTreeMap::new(),
        };
        Ok(Self { manifest: manifest.to_owned(), kept, file })
    }

    /// Returns the metadata of the workspace.
    ///
    /// # Errors
    ///
    /// If they are not valid.
    pub(crate) fn metadata(&self) -> Result<Metadata, BundleError> {
        parse(&self.kept.metadata, &self.manifest)
    }

    /// Returns the output of `cargo tree`. If cargo has to be asked, the answers are kept.
    ///
    /// # Errors
    ///
    /// If cargo fails, with its message.
    pub(crate) fn tree(&mut self, options: &[&str]) -> Result<String, BundleError> {
        let key = options.join(" ");
        if let Some(known) = self.kept.trees.get(&key) {
            return Ok(known.clone());
        }
        let tree = ask("tree", &self.manifest, options)?;
        self.kept.trees.insert(key, tree.clone());
        self.keep();
        Ok(tree)
    }

    /// Writes the answers. If that fails, cargo is asked again next time.
    fn keep(&self) {
        let text = serde_json::to_string(&self.kept);
        if let (Some(file), Ok(text)) = (&self.file, text) {
            drop(write_atomically(file, &text));
        }
    }
}

fn parse(metadata: &str, manifest: &Path) -> Result<Metadata, BundleError> {
    MetadataCommand::parse(metadata)
        .map_err(|error| failed("metadata", manifest, error.to_string()))
}

/// Returns what a subcommand of cargo prints about the workspace of a manifest.
fn ask(subcommand: &'static str, manifest: &Path, options: &[&str]) -> Result<String, BundleError> {
    let mut command = workspace_cargo(subcommand, manifest);
    let output = interrupt::output(command.args(options))
        .map_err(|error| failed(subcommand, manifest, error.to_string()))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(failed(subcommand, manifest, reason));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn failed(command: &'static str, manifest: &Path, reason: String) -> BundleError {
    BundleError::Cargo { command, manifest: manifest.to_owned(), reason }
}

/// Returns the possible files for the answers about a manifest: below the build output that a
/// variable names, or else below the `target` of each folder around it.
fn files(manifest: &Path) -> Vec<PathBuf> {
    let name = format!("{}.json", &sha256(manifest.as_os_str().as_encoded_bytes())[..16]);
    let named = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].map(env::var_os);
    let outputs = match named.into_iter().flatten().next() {
        Some(output) => vec![folder_of(manifest).join(output)],
        None => manifest.ancestors().skip(1).map(|folder| folder.join("target")).collect(),
    };
    outputs.into_iter().map(|output| output.join(FOLDER).join(&name)).collect()
}

/// Returns all variables that cargo and rustup read, with the hashes of their values: some are
/// secrets, such as the token of a registry.
fn variables() -> BTreeMap<String, String> {
    let is_read = |name: &str| {
        let is_one = VARIABLES.iter().any(|prefix| name.starts_with(prefix));
        name == CARGO || is_one && !is_foreign(name)
    };
    let all = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let read = all.filter(|(name, _)| is_read(name));
    read.map(|(name, value)| (name, sha256(value.as_encoded_bytes()))).collect()
}

/// Returns the paths of cargo and rustc, or of rustup's proxies for them.
fn programs() -> Vec<PathBuf> {
    let folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    let path = |name| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
    ["cargo", "rustc"].into_iter().filter_map(path).collect()
}

/// Returns the state of everything that decides about the metadata: the manifests and targets of
/// the user's packages, the lock file, the presence of the sources of all other packages, the
/// settings of cargo and rustup, and the programs.
fn inputs(manifest: &Path, metadata: &Metadata) -> BTreeMap<PathBuf, Input> {
    let mut inputs = BTreeMap::new();
    let mut add = |path: PathBuf, state: fn(&Path) -> Input| {
        let input = state(&path);
        inputs.insert(path, input);
    };
    for folder in manifest.ancestors().skip(1) {
        SETTINGS.iter().for_each(|name| add(folder.join(name), Input::of_content));
    }
    let root = metadata.workspace_root.as_std_path();
    ["Cargo.lock", "Cargo.toml"].iter().for_each(|name| add(root.join(name), Input::of_content));
    for package in &metadata.packages {
        let manifest = package.manifest_path.as_std_path();
        if package.source.is_some() {
            add(manifest.to_owned(), Input::of_presence);
            continue;
        }
        add(manifest.to_owned(), Input::of_content);
        let folder = folder_of(manifest);
        // A new folder beside that of a member may be another member.
        let around = folder.parent().filter(|around| around.starts_with(root));
        around.into_iter().for_each(|around| add(around.to_owned(), Input::of_names));
        add(folder.join("build.rs"), Input::of_presence);
        TARGETS.iter().for_each(|name| add(folder.join(name), Input::of_names));
    }
    let home = |variable: &str, name: &str| {
        let named = env::var_os(variable).map(PathBuf::from);
        named.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(name)))
    };
    if let Some(cargo) = home("CARGO_HOME", ".cargo") {
        ["config", "config.toml"].iter().for_each(|name| add(cargo.join(name), Input::of_content));
    }
    if let Some(rustup) = home("RUSTUP_HOME", ".rustup") {
        add(rustup.join("settings.toml"), Input::of_content);
        let toolchains = rustup.join("toolchains");
        for name in names_in(&toolchains) {
            add(toolchains.join(name).join("bin/cargo"), Input::of_program);
        }
    }
    let named = env::var_os(CARGO).map(PathBuf::from);
    programs().into_iter().chain(named).for_each(|program| add(program, Input::of_program));
    inputs
}

impl Input {
    fn of_presence(path: &Path) -> Self {
        if path.exists() { Self::Some } else { Self::None }
    }

    fn of_content(path: &Path) -> Self {
        fs::read(path).map_or(Self::None, |content| Self::Content(sha256(&content)))
    }

    fn of_names(path: &Path) -> Self {
        if !path.is_dir() {
            return Self::None;
        }
        let has_main = |name: &str| path.join(name).join("main.rs").is_file();
        Self::Names(names_in(path).map(|name| (name.clone(), has_main(&name))).collect())
    }

    fn of_program(path: &Path) -> Self {
        let Ok(file) = fs::metadata(path) else { return Self::None };
        let changed = file.modified().ok();
        let changed = changed.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        Self::Program(file.len(), changed.map_or(0, |time| time.as_nanos()))
    }

    /// Returns true if a path still has this state.
    fn is_at(&self, path: &Path) -> bool {
        match self {
            Self::None | Self::Some => *self == Self::of_presence(path),
            Self::Content(_) => *self == Self::of_content(path),
            Self::Names(_) => *self == Self::of_names(path),
            Self::Program(..) => *self == Self::of_program(path),
        }
    }
}

/// Returns the names in a folder in their order, without those of hidden files, which editors
/// create.
fn names_in(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names.into_iter()
}
