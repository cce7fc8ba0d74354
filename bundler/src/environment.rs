//! What a crate's source may ask of the build: the variables that cargo sets, and where files and modules are.

use std::path::{Path, PathBuf};

use cargo_metadata::{Package, semver::Version};

use crate::graph::Krate;

/// The build of one crate, as its source sees it.
pub(crate) struct Build<'a> {
    pub(crate) krate: &'a Krate,
    /// Cargo names the files of members from here.
    pub(crate) workspace: &'a Path,
}

impl Build<'_> {
    /// The value of a variable that is the same wherever the crate is built: `env!("CARGO_PKG_VERSION")` and its like.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        let package = &self.krate.package;
        match name {
            "CARGO_CRATE_NAME" => Some(self.krate.name.clone()),
            "CARGO_BIN_NAME" => self.binary(),
            _ => of_package(package, name.strip_prefix("CARGO_PKG_")?),
        }
    }

    /// The package's folder, which may be used to find files, and has no place in a bundle.
    pub(crate) fn folder(&self) -> PathBuf {
        let manifest = self.krate.package.manifest_path.as_std_path();
        manifest.parent().unwrap_or(Path::new("")).to_owned()
    }

    /// What `file!()` gives in a file of the workspace. Elsewhere it is a path of this machine.
    pub(crate) fn name_of(&self, file: &Path) -> Option<String> {
        let inside = file.strip_prefix(self.workspace).ok()?;
        Some(inside.to_str()?.to_owned())
    }

    /// The name of the binary, dashes and all.
    fn binary(&self) -> Option<String> {
        let mut targets = self.krate.package.targets.iter();
        let target =
            targets.find(|target| target.is_bin() && target.src_path == self.krate.root)?;
        Some(target.name.clone())
    }
}

/// A variable of a package, by its name after `CARGO_PKG_`. What the manifest leaves out is empty.
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

/// The version as the manifest writes it: cargo's answer has all three numbers, the variable may have two.
fn rust_version(package: &Package) -> String {
    let Some(version) = &package.rust_version else { return String::new() };
    match version.patch {
        0 => format!("{}.{}", version.major, version.minor),
        _ => version.to_string(),
    }
}
