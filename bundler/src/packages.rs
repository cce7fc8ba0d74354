//! Finding the package, the binary and the libraries in what `cargo metadata` says.

use cargo_metadata::{Metadata, Package, Target, TargetKind};

use crate::{BundleError, Request};

/// The member of the workspace that the request names.
pub(crate) fn package<'a>(
    metadata: &'a Metadata,
    request: &Request,
) -> Result<&'a Package, BundleError> {
    let mut members = metadata.workspace_packages();
    members.sort_by(|a, b| a.name.cmp(&b.name));
    members.iter().copied().find(|package| package.name.as_str() == request.package).ok_or_else(
        || BundleError::NoPackage {
            package: request.package.clone(),
            manifest: request.manifest_path.clone(),
            known: list(members.iter().map(|package| package.name.as_str())),
        },
    )
}

/// The binary asked for, or the only one, or the one called like its package.
pub(crate) fn binary<'a>(
    package: &'a Package,
    wanted: Option<&str>,
) -> Result<&'a Target, BundleError> {
    let binaries: Vec<&Target> = package.targets.iter().filter(|target| target.is_bin()).collect();
    let name = wanted.unwrap_or_else(|| match binaries.as_slice() {
        [only] => only.name.as_str(),
        _ => package.name.as_str(),
    });
    binaries.iter().copied().find(|binary| binary.name == name).ok_or_else(|| {
        BundleError::NoBinary {
            package: package.name.to_string(),
            problem: match wanted {
                Some(name) => format!("has no binary `{name}`"),
                None if binaries.is_empty() => "has no binary".to_owned(),
                None => "has several binaries: say which with --bin".to_owned(),
            },
            known: list(binaries.iter().map(|binary| binary.name.as_str())),
        }
    })
}

/// The library that other packages link.
pub(crate) fn library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| {
        target.kind.iter().any(|kind| matches!(kind, TargetKind::Lib | TargetKind::RLib))
    })
}

/// The library of a package of procedural macros.
pub(crate) fn procedural_library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| target.kind.contains(&TargetKind::ProcMacro))
}

pub(crate) fn has_build_script(package: &Package) -> bool {
    package.targets.iter().any(|target| target.kind.contains(&TargetKind::CustomBuild))
}

/// A target's name as source code writes it.
pub(crate) fn crate_name(target: &Target) -> String {
    target.name.replace('-', "_")
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "(none)".to_owned() } else { names.join(", ") }
}
