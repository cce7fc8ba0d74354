//! Tests that a bundle behaves like its workspace.

use bundler::{Edition, Judge, Request, bundle};

use crate::support::{
    bundle_of, bundle_within, check_silent, judges_compiler, output_of_bundle, output_of_workspace,
    output_without_warnings, pruned, shortest, write_files,
};

/// Bundles a fixture in four forms: with everything, without unused items, packed, and with short
/// names. Checks each as a bare file in each edition, also with a compiler as old as the judge's,
/// and compares the output of its program.
fn check(fixture: &str) {
    let expected = output_of_workspace(fixture);
    assert!(!expected.is_empty(), "{fixture} prints nothing");
    let judge = Judge::codingame();
    let readable = bundle_of(fixture);
    let packed = bundle_within(fixture, readable.utf16_units() - 1);
    assert!(packed.utf16_units() < readable.utf16_units());
    let pruned = pruned(fixture);
    assert_eq!(pruned.kept_unused, None, "{fixture}");
    assert!(pruned.utf16_units() <= readable.utf16_units());
    let shortest = shortest(fixture);
    assert!(shortest.utf16_units() < pruned.utf16_units().min(packed.utf16_units()));
    // Both the whole program and the one without unused items run in either edition.
    let ways = [
        (readable, Edition::E2021),
        (packed, Edition::E2024),
        (pruned, Edition::E2024),
        (shortest, Edition::E2021),
    ];
    for (bundle, run_as) in ways {
        for &edition in &judge.editions {
            check_silent(judges_compiler(), &bundle, edition, &judge);
        }
        let found = output_without_warnings(&bundle, run_as, &judge);
        assert_eq!(found, expected, "{fixture}, edition {run_as}");
    }
}

#[test]
fn modules_in_files_inline_and_at_other_paths_keep_their_places() {
    check("modules");
}

#[test]
fn paths_through_renamed_and_shadowed_libraries_keep_their_meaning() {
    check("crates");
}

#[test]
fn macros_of_libraries_resolve_to_the_same_items() {
    check("macros");
}

#[test]
fn two_versions_of_a_library_and_a_library_with_the_name_of_a_module_coexist() {
    check("namesakes");
}

#[test]
fn a_registry_crate_is_carried_in_and_the_judges_crates_stay_outside() {
    check("registry");
}

#[test]
fn a_registry_crate_with_its_default_features_keeps_its_global_state() {
    check("registry-std");
}

#[test]
fn removed_items_were_never_run() {
    check("unused");
    check("idle");
}

#[test]
fn trait_objects_without_dyn_of_older_editions_are_trait_objects() {
    let manifest = "[package]\nname = \"bot\"\nedition = \"2021\"\n\
                    [dependencies]\nold = { path = \"old\" }\n";
    let old = "use std::fmt::{self, Debug, Formatter};
        pub struct Failure;
        impl Debug for Failure {
            fn fmt(&self, f: &mut Formatter) -> fmt::Result { f.write_str(\"failure\") }
        }
        pub trait Shape { fn area(&self) -> u32; }
        impl Shape for u32 { fn area(&self) -> u32 { *self } }
        impl Shape { pub fn twice(&self) -> u32 { 2 * self.area() } }
        macro_rules! boxed { ($of:ty) => { Box<$of> }; }
        type Bare<'a> = (Option<&'a ::std::fmt::Debug>, boxed!(Shape), Box<Shape + Send>);
        pub fn bare(it: &Failure) -> Bare { (Some(it), Box::new(3), Box::new(4)) }";
    let main = "fn main() {
        let (failure, shape, other) = old::bare(&old::Failure);
        println!(\"{failure:?} {} {}\", shape.twice(), other.area());
    }";
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("Cargo.toml", manifest),
        ("src/main.rs", main),
        ("old/Cargo.toml", "[package]\nname = \"old\"\nedition = \"2015\"\n"),
        ("old/src/lib.rs", old),
    ];
    write_files(folder.path(), &files);
    let bundle = bundle(&Request::new(folder.path().join("Cargo.toml"))).unwrap();
    assert_eq!(bundle.kept_unused, None);
    assert_eq!(output_of_bundle(&bundle, Edition::E2021), "Some(failure) 6 4\n");
}
