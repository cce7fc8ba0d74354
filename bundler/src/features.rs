//! Resolution of the features that a plain `cargo build` of one package turns on.
//!
//! `cargo metadata` joins the features of every member, dev-dependencies included: a tool that uses
//! `fastrand` with its defaults would turn them on for the bots. `cargo tree` resolves them like a
//! build of the one package.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::Package;

use crate::answers::{Answers, TARGET};
use crate::entry::Entry;
use crate::error::BundleError;

/// Features by package name and version, of the packages that a build of one package compiles.
pub(crate) struct Features(BTreeMap<(String, String), BTreeSet<String>>);

impl Features {
    pub(crate) fn resolve(
        answers: &mut Answers,
        root: &Package,
        entry: &Entry,
    ) -> Result<Self, BundleError> {
        // Examples can use the same dependencies as tests.
        let edges = if matches!(entry, Entry::Example(_)) { "normal,dev" } else { "normal" };
        let id = &root.id.repr;
        let options = ["--edges", edges, "--prefix", "none", "--target", TARGET];
        let format = ["--format", "{p}|{f}", "--package", id];
        let mut resolved = Self(BTreeMap::new());
        answers
            .tree(&[&options[..], &format].concat())?
            .lines()
            .for_each(|line| resolved.read(line));
        Ok(resolved)
    }

    /// Reads one line, such as `fastrand v2.5.0|alloc,std (*)`; the star marks a repetition.
    fn read(&mut self, line: &str) {
        let line = line.strip_suffix(" (*)").unwrap_or(line);
        let Some((package, features)) = line.rsplit_once('|') else {
            return;
        };
        let mut words = package.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else {
            return;
        };
        let key = (name.to_owned(), version.trim_start_matches('v').to_owned());
        let features = features.split(',').filter(|feature| !feature.is_empty()).map(str::to_owned);
        self.0.entry(key).or_default().extend(features);
    }

    /// Returns the features of a package, or `None` if the build does not compile it.
    pub(crate) fn of(&self, package: &Package) -> Option<&BTreeSet<String>> {
        self.0.get(&(package.name.to_string(), package.version.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_cargo_tree_gives_name_version_and_features() {
        let mut features = Features(BTreeMap::new());
        features.read("fastrand v2.5.0|alloc,std (*)");
        features.read("bot v0.1.0 (/some where/bot)|");
        let of = |name: &str, version: &str| {
            let key = (name.to_owned(), version.to_owned());
            features.0[&key].iter().cloned().collect::<Vec<_>>().join(",")
        };
        assert_eq!(of("fastrand", "2.5.0"), "alloc,std");
        assert_eq!(of("bot", "0.1.0"), "");
    }
}
