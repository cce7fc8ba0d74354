//! Tests with a corpus of small workspaces, one for each language feature: a bundle prints the same
//! as `cargo run`.

use std::process::Command;

use bundler::{Edition, Entry, Level, Minify, Request, Unused, bundle};

use crate::support::{manifest, output_of_bundle, output_without_warnings, printed, scratch};

/// Checks the program `bot` of a workspace.
fn check(workspace: &str) {
    check_root(workspace, &binary("bot"));
}

/// Bundles a program for one edition with everything and for the other without unused items, and
/// compares the outputs.
fn check_root(workspace: &str, entry: &Entry) {
    let workspace = format!("corpus/{workspace}");
    let expected = output_of(&workspace, entry);
    assert!(!expected.is_empty(), "{workspace} prints nothing");
    for (unused, edition) in [(Unused::Kept, Edition::E2021), (Unused::LeftOut, Edition::E2024)] {
        let request = Request {
            package: Some("bot".to_owned()),
            entry: entry.clone(),
            unused,
            ..Request::new(manifest(&workspace))
        };
        let bundle = bundle(&request).unwrap_or_else(|error| panic!("{workspace}: {error}"));
        assert_eq!(bundle.kept_unused, None, "{workspace}\n{}", bundle.source);
        // Unused items cause warnings, also in the workspace.
        let found = match unused {
            Unused::LeftOut => output_without_warnings(&bundle, edition, &request.judge),
            Unused::Kept => output_of_bundle(&bundle, edition),
        };
        assert_eq!(found, expected, "{workspace}, {unused:?}\n{}", bundle.source);
    }
}

fn binary(name: &str) -> Entry {
    Entry::Bin(Some(name.to_owned()))
}

/// Returns the output of a program in cargo's own build.
fn output_of(workspace: &str, entry: &Entry) -> String {
    let choice = match entry {
        Entry::Bin(name) => ["--bin", name.as_deref().unwrap_or("bot")],
        Entry::Example(name) => ["--example", name],
    };
    let folder = scratch().join(workspace);
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--package", "bot"])
        .args(choice)
        .arg("--manifest-path")
        .arg(manifest(workspace))
        // The packages of all workspaces have the same name, so each workspace builds in its own
        // folder.
        .env("CARGO_TARGET_DIR", folder)
        .output()
        .expect("cargo runs the tests, so it is available");
    printed(&output)
}

macro_rules! corpus {
    ($($test:ident: $workspace:literal;)*) => {
        $(#[test]
        fn $test() {
            check($workspace);
        })*
    };
}

corpus! {
    paths_of_every_form_keep_their_targets: "paths";
    imports_in_trees_with_globs_and_renames_bring_in_the_same_names: "use-trees";
    items_keep_their_visibility: "visibility";
    exported_macros_are_found_by_every_route: "macros-exported";
    macros_keep_their_meaning_at_each_place_of_the_text: "macros-order";
    conditions_are_decided_for_one_target_and_one_set_of_features: "cfg";
    inner_attributes_of_a_crate_do_not_end_up_in_a_module: "inner-attributes";
    files_are_embedded: "embedded";
    variables_of_the_package_are_filled_in: "environment";
    build_scripts_run_and_leave_conditions_variables_and_files: "build-scripts";
    derives_of_the_standard_library_stay: "derives";
    members_inherit_from_their_workspace: "inheritance";
    a_crate_in_two_versions_is_two_crates: "versions";
    renamed_dependencies_are_found_under_every_name: "renamed";
    crates_of_every_edition_coexist_in_one_file: "editions";
    names_that_hide_crates_still_hide_them: "shadowing";
    modules_are_found_at_every_kind_of_path: "modules";
    a_procedural_macro_that_nothing_calls_is_accepted: "procedural-off";
    state_constants_and_types_survive: "statics";
}

#[test]
fn tokens_and_names_that_the_program_prints_stay_at_every_level() {
    let expected = output_of("corpus/text", &binary("bot"));
    assert!(expected.starts_with("a+b|a + b\n"), "{expected}");
    for level in [Level::Readable, Level::Spaces, Level::Names, Level::Module] {
        let minify = Minify::Exactly(level);
        let request = Request { minify, ..Request::new(manifest("corpus/text")) };
        let bundle = bundle(&request).unwrap();
        assert_eq!(bundle.level, level);
        let found = output_of_bundle(&bundle, Edition::E2024);
        assert_eq!(found, expected, "{level}\n{}", bundle.source);
    }
}

#[test]
fn every_binary_of_a_package_can_be_the_entry() {
    for name in ["bot", "with-dashes", "short", "folder"] {
        check_root("roots", &binary(name));
    }
}

#[test]
fn an_example_can_be_the_entry_and_use_dev_dependencies() {
    check_root("roots", &Entry::Example("demo".to_owned()));
}
