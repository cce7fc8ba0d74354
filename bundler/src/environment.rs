//! Properties of the build that a crate's source can read: the variables that cargo sets, and the
//! paths of files and modules.

use std::{
    env,
    path::{Path, PathBuf},
};

use cargo_metadata::{Package, semver::Version};

use crate::cfg::Facts;
use crate::graph::{Graph, Krate};
use crate::migration::Edits;

/// Build of one crate, as its source sees it.
pub(crate) struct Build<'a> {
    pub(crate) krate: &'a Krate,
    /// Folder to which the names of the members' files are relative in cargo's builds.
    pub(crate) workspace: &'a Path,
    /// Edits that migrate crates of older editions.
    pub(crate) edits: &'a Edits,
}

impl Graph {
    /// Returns the build of one of the crates.
    pub(crate) fn build<'a>(&'a self, krate: &'a Krate) -> Build<'a> {
        Build { krate, workspace: &self.workspace_root, edits: &self.edits }
    }
}

impl Build<'_> {
    /// Returns what is known of the crate's conditions.
    pub(crate) fn facts(&self) -> Facts<'_> {
        Facts { features: &self.krate.features, cfgs: &self.krate.cfgs }
    }

    /// Returns the value of a variable that is the same wherever the crate is built, for example
    /// `env!("CARGO_PKG_VERSION")`, or that the build script of the package sets.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        let package = &self.krate.package;
        match name {
            "CARGO_CRATE_NAME" => Some(self.krate.name.clone()),
            "CARGO_BIN_NAME" => self.binary(),
            _ => match name.strip_prefix("CARGO_PKG_") {
                Some(rest) => of_package(package, rest),
                None => self.krate.script.as_ref()?.variables.get(name).cloned(),
            },
        }
    }

    /// Returns true if a build on this machine does not set this variable, neither for the user nor
    /// by cargo, rustup or a build script.
    pub(crate) fn is_unset(&self, name: &str) -> bool {
        let is_of_tools =
            name == "OUT_DIR" || ["CARGO", "RUST"].iter().any(|it| name.starts_with(it));
        !is_of_tools && self.variable(name).is_none() && env::var_os(name).is_none()
    }

    /// Returns the folder of the files that the package's build script generates. It may be used
    /// to find files, but must not appear in a bundle.
    pub(crate) fn generated(&self) -> Option<&Path> {
        Some(&self.krate.script.as_ref()?.folder)
    }

    /// Returns the package's folder. It may be used to find files, but must not appear in a bundle.
    pub(crate) fn folder(&self) -> PathBuf {
        let manifest = self.krate.package.manifest_path.as_std_path();
        manifest.parent().unwrap_or(Path::new("")).to_owned()
    }

    /// Returns the value of `file!()` in a file of the workspace. Elsewhere it is a path of this
    /// machine.
    pub(crate) fn name_of(&self, file: &Path) -> Option<String> {
        let inside = file.strip_prefix(self.workspace).ok()?;
        Some(inside.to_str()?.to_owned())
    }

    /// Returns the name of the binary, dashes included.
    fn binary(&self) -> Option<String> {
        let mut targets = self.krate.package.targets.iter();
        let target =
            targets.find(|target| target.is_bin() && target.src_path == self.krate.root)?;
        Some(target.name.clone())
    }
}

/// Returns a variable of a package by its name after `CARGO_PKG_`. A field that the manifest leaves
/// out is empty.
fn of_package(package: &Package, name: &str) -> Option<String> {
    let Version { major, minor, patch, pre, .. } = &package.version;
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let path = |path: Option<&str>| path.unwrap_or_default().to_owned();
    Some(match name {
        "NAME" => package.name.to_string(),
        "VERSION" => package.version.to_string(),
        "VERSION_MAJOR" => major.to_string(),
        "VERSION_MINOR" => minor.to_string(),
        "VERSION_PATCH" => patch.to_string(),
        "VERSION_PRE" => pre.to_string(),
        "AUTHORS" => package.authors.join(":"),
        "DESCRIPTION" => optional(&package.description),
        "HOMEPAGE" => optional(&package.homepage),
        "REPOSITORY" => optional(&package.repository),
        "LICENSE" => optional(&package.license),
        "LICENSE_FILE" => path(package.license_file.as_ref().map(|file| file.as_str())),
        "README" => path(package.readme.as_ref().map(|file| file.as_str())),
        "RUST_VERSION" => rust_version(package),
        _ => return None,
    })
}

/// Returns the Rust version as the manifest writes it: the metadata has all three numbers, the
/// variable may have two.
fn rust_version(package: &Package) -> String {
    let Some(version) = &package.rust_version else { return String::new() };
    match version.patch {
        0 => format!("{}.{}", version.major, version.minor),
        _ => version.to_string(),
    }
}
