//! Builds the crates that a judge provides, once for each compiler.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fs::{self, File},
    path::{Path, PathBuf},
};

use cargo_metadata::Message;
use syn::visit_mut::VisitMut;

use super::Compiler;
use crate::error::CompileError;
use crate::graph::Extern;
use crate::interrupt;
use crate::judge::{Judge, Provided};
use crate::names::Names;
use crate::progress::Step;
use crate::rewrite::Rewriter;
use crate::write::write_atomically;

/// Compiled crates, and the folder of their dependencies.
#[derive(Default)]
pub(crate) struct Libraries {
    /// File by crate name.
    pub(crate) files: BTreeMap<String, PathBuf>,
    pub(crate) folder: Option<PathBuf>,
}

/// Returns the provided crates that a path in the source names.
pub(crate) fn named_in(source: &str, judge: &Judge) -> Vec<Provided> {
    // Text that is not Rust needs no crates: the compiler reports the error.
    let Ok(mut file) = syn::parse_file(source) else {
        return Vec::new();
    };
    let externs = judge
        .provided
        .iter()
        .map(|provided| (provided.crate_name(), Extern::Provided(provided.crate_name())))
        .collect();
    let mut names = Names::default();
    names.add_crate(&file.items, externs);
    let mut rewriter = Rewriter::new(&mut names, &[None], 0, "bot", Path::new("bot.rs"));
    rewriter.visit_file_mut(&mut file);
    let used: BTreeSet<String> = rewriter.used;
    judge
        .provided
        .iter()
        .filter(|provided| used.contains(&provided.crate_name()))
        .cloned()
        .collect()
}

/// Builds the crates for a compiler, unless an earlier call or another process has done so.
pub(crate) fn build(compiler: &Compiler, crates: &[Provided]) -> Result<Libraries, CompileError> {
    if crates.is_empty() {
        return Ok(Libraries::default());
    }
    let set =
        crates.iter().map(|krate| format!("{}-{}", krate.name, krate.version)).collect::<Vec<_>>();
    let folder = compiler.cache().join(set.join("+"));
    let io = |reason| CompileError::io(&folder, reason);
    fs::create_dir_all(folder.join("src")).map_err(io)?;
    let lock = File::create(folder.join("lock")).map_err(io)?;
    // Dropping `lock` releases it, and the system does so if this process dies.
    lock.lock().map_err(io)?;
    let list = folder.join("built");
    // Different sets of crates share their common dependencies.
    let dependencies = dependencies(compiler);
    if let Some(files) = read_list(&list, &dependencies) {
        return Ok(Libraries { files, folder: Some(dependencies) });
    }
    compiler.progress().begin(&Step::BuildingCrates {
        crates: crates.to_vec(),
        version: compiler.version().to_owned(),
    });
    write_project(compiler, crates, &folder).map_err(io)?;
    let files = run_cargo(compiler, crates, &folder)?;
    let text: String = files
        .iter()
        .filter_map(|(name, path)| Some((name, path.file_name()?.to_str()?)))
        .map(|(name, file)| format!("{name} {file}\n"))
        .collect();
    write_atomically(&list, &text).map_err(io)?;
    Ok(Libraries { files, folder: Some(dependencies) })
}

fn target(compiler: &Compiler) -> PathBuf {
    compiler.cache().join("target")
}

fn dependencies(compiler: &Compiler) -> PathBuf {
    target(compiler).join("release/deps")
}

/// Returns the list of an earlier build, if all its files still exist.
fn read_list(list: &Path, dependencies: &Path) -> Option<BTreeMap<String, PathBuf>> {
    let text = fs::read_to_string(list).ok()?;
    let files: BTreeMap<String, PathBuf> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, file)| (name.to_owned(), dependencies.join(file)))
        .collect();
    files.values().all(|file| file.is_file()).then_some(files)
}

/// Writes a package with its own workspace that depends on the crates and on nothing else.
fn write_project(compiler: &Compiler, crates: &[Provided], folder: &Path) -> std::io::Result<()> {
    let dependencies: String =
        crates.iter().map(|krate| format!("{} = \"={}\"\n", krate.name, krate.version)).collect();
    // The resolver then avoids dependencies that are too new for the compiler.
    let rust_version = compiler.version().split('-').next().unwrap_or_default();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\n\n\
         [package]\nname = \"judge-crates\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         rust-version = \"{rust_version}\"\npublish = false\n\n\
         [dependencies]\n{dependencies}"
    );
    write_atomically(&folder.join("Cargo.toml"), &manifest)?;
    write_atomically(&folder.join("src/lib.rs"), "")
}

/// Builds with the crates that cargo has in its cache; if that fails, with the network.
fn run_cargo(
    compiler: &Compiler,
    crates: &[Provided],
    folder: &Path,
) -> Result<BTreeMap<String, PathBuf>, CompileError> {
    let mut reason = String::new();
    for flags in [&["--offline"][..], &[]] {
        let mut command = compiler.cargo();
        command
            .args(["build", "--release", "--message-format", "json-render-diagnostics"])
            .args(flags)
            .arg("--manifest-path")
            .arg(folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(target(compiler))
            // Cargo's configuration of the workspace is about other builds.
            .current_dir(env::temp_dir());
        let output =
            interrupt::output(&mut command).map_err(|error| CompileError::io(folder, error))?;
        if output.status.success() {
            return Ok(artifacts(&output.stdout, crates));
        }
        reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    }
    Err(CompileError::Crates {
        version: compiler.version().to_owned(),
        crates: crates.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        reason,
    })
}

fn artifacts(messages: &[u8], crates: &[Provided]) -> BTreeMap<String, PathBuf> {
    Message::parse_stream(messages)
        .filter_map(Result::ok)
        .filter_map(|message| match message {
            Message::CompilerArtifact(artifact) => Some(artifact),
            _ => None,
        })
        .filter_map(|artifact| {
            let name = artifact.target.name.replace('-', "_");
            let is_wanted = crates.iter().any(|krate| {
                // The package id ends in `#name@version`; only the requested version matches.
                krate.crate_name() == name
                    && artifact.package_id.repr.ends_with(&format!("@{}", krate.version))
            });
            let file =
                artifact.filenames.into_iter().find(|file| file.extension() == Some("rlib"))?;
            is_wanted.then(|| (name, file.into_std_path_buf()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[&str]) {
        let named = named_in(source, &Judge::codingame());
        let names: Vec<&str> = named.iter().map(|provided| provided.name.as_str()).collect();
        assert_eq!(names, expected, "{source}");
    }

    #[test]
    fn only_paths_into_a_provided_crate_require_it() {
        check("use rand::Rng; fn main() {}", &["rand"]);
        check(
            "fn main() { let x = itertools::max(); println!(\"{}\", rand::random()); }",
            &["itertools", "rand"],
        );
        check("use std::time; fn main() { time::Instant::now(); std::time::Instant::now(); }", &[]);
        check("mod time { pub fn f() {} } fn main() { time::f(); let regex = 1; }", &[]);
        check("mod a { fn f() { ::libc::abort(); } } fn main() {}", &["libc"]);
        check("not rust", &[]);
    }
}
