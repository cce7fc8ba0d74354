//! Check of the workspace by cargo, for all that the sources of the crates do not tell.
//!
//! A judge runs no build scripts. So cargo runs them here, as a build of the entry does, and the
//! bundle has what they decided on this machine: `cfg`s, variables, and generated files. Crates of
//! older editions are migrated by the compiler's lints.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use cargo_metadata::{Message, Metadata, PackageId, Target};

use crate::cfg::{Cfgs, read_cfg};
use crate::error::BundleError;
use crate::interrupt;
use crate::migration::{Edits, lints};
use crate::process::workspace_cargo;
use crate::progress::Step;
use crate::request::Request;

/// Folder below the build output for the check of crates of older editions, with lints of its own.
const MIGRATION: &str = "edition-migration";

/// Separator of flags in the variable `CARGO_ENCODED_RUSTFLAGS`.
const FLAG_SEPARATOR: &str = "\u{1f}";

/// Results of a build script, for the compilation of its package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScriptResults {
    pub(crate) cfgs: Cfgs,
    /// Variables that the source can read.
    pub(crate) variables: BTreeMap<String, String>,
    /// Folder of generated files: `OUT_DIR`.
    pub(crate) folder: PathBuf,
    /// Libraries that the package links.
    pub(crate) libraries: Vec<String>,
}

/// Findings of a check of the workspace.
#[derive(Default)]
pub(crate) struct Findings {
    /// Results of build scripts.
    pub(crate) scripts: HashMap<PackageId, ScriptResults>,
    /// Edits of crates of older editions.
    pub(crate) edits: Edits,
}

/// Crates to check.
pub(crate) struct Selection<'a> {
    /// Packages with libraries.
    pub(crate) libraries: BTreeSet<&'a PackageId>,
    /// Package and target of the entry, if it is to be checked.
    pub(crate) entry: Option<(&'a PackageId, &'a Target)>,
    /// Those of the packages that are written in an older edition than 2021.
    pub(crate) old: BTreeSet<PackageId>,
}

/// Type-checks crates with cargo, which runs the build scripts that they need. Those of older
/// editions are migrated to edition 2021. `flags` are those of the workspace's own builds.
///
/// # Errors
///
/// If cargo fails: the messages of the compiler or of the script are part of the error. If a place
/// cannot be migrated.
pub(crate) fn run(
    request: &Request,
    metadata: &Metadata,
    selection: &Selection<'_>,
    flags: &[String],
) -> Result<Findings, BundleError> {
    let Selection { libraries, entry, old } = selection;
    let failed = |reason: String| BundleError::Cargo {
        command: "check",
        manifest: request.manifest_path.clone(),
        reason,
    };
    request.progress.begin(&Step::CheckingWorkspace);
    let mut cargo = workspace_cargo("check", &request.manifest_path);
    // Very verbose: cargo passes on the messages about packages of others too.
    cargo.args(["-vv", "--message-format", "json"]);
    if !libraries.is_empty() {
        cargo.arg("--lib");
    }
    if let Some((_, target)) = entry {
        cargo.args([if target.is_example() { "--example" } else { "--bin" }, &target.name]);
    }
    let packages: BTreeSet<_> =
        libraries.iter().copied().chain(entry.map(|(package, _)| package)).collect();
    cargo.args(packages.iter().flat_map(|package| ["--package", &package.repr]));
    let target = metadata.target_directory.as_std_path();
    if old.is_empty() {
        cargo.arg("--target-dir").arg(target);
    } else {
        let lints = lints().map(|lint| format!("--force-warn={lint}"));
        let flags: Vec<String> = flags.iter().cloned().chain(lints).collect();
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join(FLAG_SEPARATOR));
        cargo.arg("--target-dir").arg(target.join(MIGRATION));
    }
    let output = interrupt::output(&mut cargo).map_err(|error| failed(error.to_string()))?;
    let messages = || Message::parse_stream(output.stdout.as_slice()).filter_map(Result::ok);
    if !output.status.success() {
        let errors = messages().filter_map(|message| match message {
            Message::CompilerMessage(message) => message.message.rendered,
            _ => None,
        });
        let errors: Vec<String> = errors.collect();
        return Err(failed(match errors.is_empty() {
            true => cargos_error(&String::from_utf8_lossy(&output.stderr)),
            false => errors.join("\n"),
        }));
    }
    let mut findings = Findings::default();
    for message in messages() {
        match message {
            Message::BuildScriptExecuted(script) => {
                let results = ScriptResults {
                    cfgs: script.cfgs.iter().map(|cfg| read_cfg(cfg)).collect(),
                    variables: script.env.into_iter().collect(),
                    folder: script.out_dir.into_std_path_buf(),
                    libraries: script.linked_libs.iter().map(ToString::to_string).collect(),
                };
                findings.scripts.insert(script.package_id, results);
            }
            Message::CompilerMessage(message) if old.contains(&message.package_id) => {
                findings.edits.add(&message, metadata.workspace_root.as_std_path())?;
            }
            _ => {}
        }
    }
    Ok(findings)
}

/// Returns what cargo says from its first error on; the lines before are commands.
fn cargos_error(said: &str) -> String {
    let start = said.find("\nerror").map_or(0, |at| at + 1);
    said[start..].trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargos_error_begins_where_it_says_so() {
        assert_eq!(
            cargos_error("   Running `x`\nerror: no\n\nCaused by: y\n"),
            "error: no\n\nCaused by: y"
        );
        assert_eq!(cargos_error("error: no\n"), "error: no");
    }
}
