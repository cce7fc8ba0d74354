//! Selection of the package, the entry and the libraries from the output of `cargo metadata`.

use cargo_metadata::{Metadata, Package, Target, TargetKind};

use crate::entry::Entry;
use crate::error::BundleError;
use crate::request::Request;

/// Returns the member of the workspace that the request names, or the only one with the requested
/// entry.
pub(crate) fn package<'a>(
    metadata: &'a Metadata,
    request: &Request,
) -> Result<&'a Package, BundleError> {
    let mut members = metadata.workspace_packages();
    members.sort_by(|a, b| a.name.cmp(&b.name));
    let manifest = request.manifest_path.clone();
    let Some(wanted) = &request.package else {
        return only_package(metadata, &members, &request.entry).ok_or_else(|| {
            BundleError::NoEntry {
                entry: request.entry.to_string(),
                manifest,
                known: list(members.iter().flat_map(|package| choices(package, &request.entry))),
            }
        });
    };
    members.iter().copied().find(|package| package.name.as_str() == wanted).ok_or_else(|| {
        BundleError::NoPackage {
            package: wanted.clone(),
            manifest,
            known: list(members.iter().map(|package| package.name.to_string())),
        }
    })
}

/// Returns the manifest's own package if it has such an entry, or else the only member that has
/// one.
fn only_package<'a>(
    metadata: &'a Metadata,
    members: &[&'a Package],
    entry: &Entry,
) -> Option<&'a Package> {
    let has_it = |package: &&Package| package.targets.iter().any(|target| entry.is(target));
    let mut candidates = members.iter().copied().filter(has_it);
    let (first, second) = (candidates.next(), candidates.next());
    metadata.root_package().filter(has_it).or_else(|| first.filter(|_| second.is_none()))
}

/// Returns the entries of the wanted kind, each with the option that selects it.
fn choices(package: &Package, entry: &Entry) -> Vec<String> {
    let targets = package.targets.iter().filter(|target| entry.is_kind_of(target));
    targets.map(|target| format!("{} (--package {})", target.name, package.name)).collect()
}

/// Returns the requested binary or example, or the only binary, or the one with the name of its
/// package.
pub(crate) fn entry<'a>(package: &'a Package, entry: &Entry) -> Result<&'a Target, BundleError> {
    let targets: Vec<&Target> =
        package.targets.iter().filter(|target| entry.is_kind_of(target)).collect();
    let name = entry.name().unwrap_or(match targets.as_slice() {
        [only] => only.name.as_str(),
        _ => package.name.as_str(),
    });
    targets.iter().copied().find(|target| target.name == name).ok_or_else(|| {
        BundleError::NoBinary {
            package: package.name.to_string(),
            problem: match entry.name() {
                Some(_) => format!("does not have {entry}"),
                None if targets.is_empty() => "has no binary".to_owned(),
                None => "has several binaries: choose one with --bin".to_owned(),
            },
            known: list(targets.iter().map(|target| target.name.clone())),
        }
    })
}

/// Returns the library that other packages link.
pub(crate) fn library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| {
        target.kind.iter().any(|kind| matches!(kind, TargetKind::Lib | TargetKind::RLib))
    })
}

/// Returns the library of a package of procedural macros.
pub(crate) fn procedural_library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| target.kind.contains(&TargetKind::ProcMacro))
}

pub(crate) fn has_build_script(package: &Package) -> bool {
    package.targets.iter().any(|target| target.kind.contains(&TargetKind::CustomBuild))
}

/// Returns a target's name as source code writes it.
pub(crate) fn crate_name(target: &Target) -> String {
    target.name.replace('-', "_")
}

fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { "(none)".to_owned() } else { names.join(", ") }
}
