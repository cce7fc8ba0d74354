//! Results of the build scripts of the crates in a bundle.
//!
//! A judge runs no build scripts. So cargo runs them here, as a build of the entry does, and the
//! bundle has what they decided on this machine: `cfg`s, variables, and generated files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use cargo_metadata::{Message, Metadata, PackageId, Target};

use crate::error::BundleError;
use crate::interrupt;
use crate::process;
use crate::progress::Step;
use crate::request::Request;

/// Results of a build script, for the compilation of its package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScriptResults {
    /// Names and values of `cfg`s.
    pub(crate) cfgs: BTreeSet<(String, Option<String>)>,
    /// Variables that the source can read.
    pub(crate) variables: BTreeMap<String, String>,
    /// Folder of generated files: `OUT_DIR`.
    pub(crate) folder: PathBuf,
    /// Libraries that the package links.
    pub(crate) libraries: Vec<String>,
}

/// Type-checks the entry of a package with cargo, which runs the build scripts that it needs, and
/// returns their results.
///
/// # Errors
///
/// If cargo fails: the messages of the compiler or of the script are part of the error.
pub(crate) fn run(
    request: &Request,
    metadata: &Metadata,
    package: &PackageId,
    entry: &Target,
) -> Result<HashMap<PackageId, ScriptResults>, BundleError> {
    let failed = |reason: String| BundleError::Cargo {
        command: "check",
        manifest: request.manifest_path.clone(),
        reason,
    };
    request.progress.begin(&Step::RunningBuildScripts);
    let mut cargo = process::isolated(process::cargo().get_program());
    cargo.args(["check", "--quiet", "--message-format", "json-render-diagnostics"]);
    cargo.arg("--manifest-path").arg(&request.manifest_path).args(["--package", &package.repr]);
    cargo.arg("--target-dir").arg(&metadata.target_directory);
    cargo.args([if entry.is_example() { "--example" } else { "--bin" }, &entry.name]);
    let output = interrupt::output(&mut cargo).map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    let messages = Message::parse_stream(output.stdout.as_slice()).filter_map(Result::ok);
    let scripts = messages.filter_map(|message| match message {
        Message::BuildScriptExecuted(script) => Some(script),
        _ => None,
    });
    let results = scripts.map(|script| {
        let results = ScriptResults {
            cfgs: script.cfgs.iter().map(|cfg| read_cfg(cfg)).collect(),
            variables: script.env.into_iter().collect(),
            folder: script.out_dir.into_std_path_buf(),
            libraries: script.linked_libs.iter().map(ToString::to_string).collect(),
        };
        (script.package_id, results)
    });
    Ok(results.collect())
}

/// Reads a `cfg` such as `fast` or `width="64"`.
fn read_cfg(cfg: &str) -> (String, Option<String>) {
    match cfg.split_once('=') {
        Some((key, value)) => (key.to_owned(), Some(value.trim_matches('"').to_owned())),
        None => (cfg.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cfg_is_a_name_or_a_name_and_a_value() {
        assert_eq!(read_cfg("fast"), ("fast".to_owned(), None));
        assert_eq!(read_cfg("width=\"64\""), ("width".to_owned(), Some("64".to_owned())));
    }
}
