//! Tests with the crates that programs inline most, each in a small program: bundled, compiled and
//! run.
//!
//! By default the ten best known ones are bundled with everything. `BUNDLER_POPULAR=1` tests some
//! more, which may need the network, and also leaves out unused items.

use std::{env, process::Command};

use bundler::{Bundle, BundleError, Edition, Judge, Request, Unused, bundle};

use crate::support::{
    check_silent, compiler, judges_compiler, manifest, output_of_bundle, printed, scratch,
};

/// Crates of the default test, in the versions of their `Cargo.lock`; the bundler's own
/// `Cargo.lock` has the same versions.
const TEN: [&str; 10] = [
    "arrayvec",
    "bitflags",
    "either",
    "fastrand",
    "fixedbitset",
    "hashbrown",
    "itertools",
    "memchr",
    "rustc-hash",
    "smallvec",
];
const MORE: [&str; 10] = [
    "arrayref",
    "bit-set",
    "fnv",
    "indexmap",
    "lazy_static",
    "num-traits",
    "once_cell",
    "petgraph",
    "static_assertions",
    "tinyvec",
];
/// Crates whose patterns edition 2024 rejects; only a compiler with types knows the replacement.
const OLD_PATTERNS: [&str; 2] = ["itertools", "memchr"];

fn wants_more() -> bool {
    env::var_os("BUNDLER_POPULAR").is_some()
}

/// Returns a judge without crates and without a limit.
fn judge() -> Judge {
    Judge { source_limit: usize::MAX, ..Judge::codecup() }
}

fn bundle_with(name: &str, unused: Unused) -> Result<Bundle, BundleError> {
    bundle(&Request {
        package: Some(format!("with-{name}")),
        judge: judge(),
        unused,
        ..Request::new(manifest(&format!("popular/{name}")))
    })
}

fn output_of(name: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--manifest-path"])
        .arg(manifest(&format!("popular/{name}")))
        .env("CARGO_TARGET_DIR", scratch().join("popular"))
        .output()
        .expect("cargo runs the tests, so it is available");
    printed(&output)
}

#[track_caller]
fn check(name: &str) {
    let expected = output_of(name);
    let ways: &[Unused] =
        if wants_more() { &[Unused::Kept, Unused::LeftOut] } else { &[Unused::Kept] };
    for &unused in ways {
        let bundle = bundle_with(name, unused).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(bundle.kept_unused, None, "{name}");
        let found = output_of_bundle(&bundle, Edition::E2021);
        assert_eq!(found, expected, "{name}, {unused:?}");
        // The bundler needs a compiler to replace these patterns, and uses none with
        // `Unused::Kept`.
        let is_old = unused == Unused::Kept && OLD_PATTERNS.contains(&name);
        let edition = if is_old { Edition::E2021 } else { Edition::E2024 };
        for compiler in [compiler(), judges_compiler()] {
            check_silent(compiler, &bundle, edition, &judge());
        }
    }
}

/// Checks every second crate, so that two tests use two processors.
fn check_from(start: usize) {
    let more: &[&str] = if wants_more() { &MORE } else { &[] };
    TEN.iter().chain(more).skip(start).step_by(2).for_each(|name| check(name));
}

#[test]
fn the_most_popular_crates_are_bundled() {
    check_from(0);
}

#[test]
fn the_other_popular_crates_are_bundled() {
    check_from(1);
}
