//! Tests of a bundle's text: its content, and that it depends only on the sources.

use std::{
    fs,
    sync::{Arc, Mutex},
};

use bundler::{Level, Minify, Progress, Provided, Request, Step, Unused, bundle};

use crate::support::{bundle_of, copy, manifest, pruned, request};

#[test]
fn two_runs_and_a_copy_in_another_folder_give_the_same_bytes() {
    for fixture in ["modules", "crates", "registry"] {
        let first = bundle_of(fixture).source;
        assert_eq!(bundle_of(fixture).source, first);
        let elsewhere = tempfile::tempdir().unwrap();
        copy(manifest(fixture).parent().unwrap(), elsewhere.path());
        let moved =
            Request { manifest_path: elsewhere.path().join("Cargo.toml"), ..request(fixture) };
        assert_eq!(bundle(&moved).unwrap().source, first);
    }
}

#[test]
fn a_bundle_contains_nothing_about_the_machine_of_the_build() {
    for fixture in ["modules", "crates", "registry"] {
        let source = bundle_of(fixture).source;
        let folder = manifest(fixture).parent().unwrap().display().to_string();
        assert!(!source.contains(&folder), "{source}");
        assert!(!source.contains(env!("CARGO_MANIFEST_DIR")), "{source}");
        let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME")).unwrap();
        assert!(!source.contains(&format!("{home}/")), "{source}");
    }
}

#[test]
fn docs_tests_comments_and_lint_levels_are_left_out() {
    let source = bundle_of("modules").source;
    for absent in [
        "Docs",
        "never_in_a_bundle",
        "A comment",
        "missing_docs",
        "clippy",
        "must_use",
        "cfg(test)",
        "quiet",
    ] {
        assert!(!source.contains(absent), "`{absent}` is in\n{source}");
    }
}

#[test]
fn conditions_of_the_judges_flags_stay() {
    let source = bundle_of("modules").source;
    assert!(source.contains("#[cfg(debug_assertions)]\n"), "{source}");
    assert!(source.contains("debug_assert!(point.x == 1)"), "{source}");
}

#[test]
fn the_header_credits_every_registry_crate_and_names_the_origin() {
    let bundle = bundle_of("registry");
    let header: Vec<&str> =
        bundle.source.lines().take_while(|line| line.starts_with("//")).collect();
    assert_eq!(
        header,
        [
            "// registry-bot 0.1.0 (MIT). Generated: edit the workspace, not this file.",
            "// Contains fastrand 2.5.0, changed (Apache-2.0): \
             Stjepan Glavina <stjepang@gmail.com>",
            "// Apache-2.0: https://www.apache.org/licenses/LICENSE-2.0",
        ]
    );
}

#[test]
fn a_bundle_lists_its_inlined_and_its_provided_crates() {
    let bundle = bundle_of("registry");
    let inlined: Vec<(&str, bool)> =
        bundle.inlined.iter().map(|krate| (krate.name.as_str(), krate.own)).collect();
    assert_eq!(inlined, [("fastrand", false), ("registry-bot", true)]);
    assert_eq!(
        bundle.provided,
        [Provided::new("itertools", "0.14.0"), Provided::new("rand", "0.9.2")]
    );
    assert!(!bundle.source.contains("mod rand"), "{}", bundle.source);
    assert!(bundle.source.contains("use rand::{Rng as _, SeedableRng};"), "{}", bundle.source);
}

#[test]
fn libraries_come_in_dependency_order_and_the_binary_last() {
    let bundle = bundle_of("crates");
    let names: Vec<&str> = bundle.inlined.iter().map(|krate| krate.name.as_str()).collect();
    assert_eq!(names, ["game-kit", "solver", "crates-bot", "crates-bot"]);
    let at = |text: &str| bundle.source.find(text).unwrap_or_else(|| panic!("no `{text}`"));
    assert!(at("pub mod game_kit") < at("pub mod solver"));
    assert!(at("pub mod solver") < at("pub mod crates_bot"));
    assert!(at("pub mod crates_bot") < at("fn main()"));
}

#[test]
fn unused_items_are_removed_and_used_ones_stay_by_any_kind_of_use() {
    for fixture in ["unused", "idle"] {
        let whole = bundle_of(fixture).source;
        let source = pruned(fixture).source;
        assert!(whole.contains("gone_"));
        let left: Vec<&str> =
            source.lines().filter(|line| line.to_lowercase().contains("gone")).collect();
        assert_eq!(left, Vec::<&str>::new());
        let words = whole.split(|c: char| !c.is_alphanumeric() && c != '_');
        let lost: Vec<&str> = words
            .filter(|word| word.to_lowercase().starts_with("stays") && !source.contains(word))
            .collect();
        assert_eq!(lost, Vec::<&str>::new());
    }
}

#[test]
fn the_first_and_the_last_level_depend_on_the_sources_alone() {
    let elsewhere = tempfile::tempdir().unwrap();
    copy(manifest("unused").parent().unwrap(), elsewhere.path());
    for limit in [usize::MAX, 1] {
        let mut request = Request { unused: Unused::LeftOut, ..request("unused") };
        request.judge.source_limit = limit;
        let source = bundle(&request).unwrap().source;
        request.manifest_path = elsewhere.path().join("Cargo.toml");
        assert_eq!(bundle(&request).unwrap().source, source);
    }
}

#[test]
fn a_source_that_does_not_compile_keeps_unused_items_and_gives_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let manifest_path = folder.path().join("Cargo.toml");
    let manifest = "[workspace]\n[package]\nname = \"bot\"\nedition = \"2021\"\n";
    fs::write(&manifest_path, manifest).unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    let main = "fn unused() {} fn main() { let _: u8 = \"text\"; }";
    fs::write(folder.path().join("src/main.rs"), main).unwrap();
    let request = Request {
        manifest_path,
        package: Some("bot".to_owned()),
        unused: Unused::LeftOut,
        ..request("crates")
    };
    let bundle = bundle(&request).unwrap();
    assert!(bundle.source.contains("fn unused()"), "{}", bundle.source);
    let reason = bundle.kept_unused.unwrap();
    assert!(reason.contains("mismatched types"), "{reason}");
}

#[test]
fn a_caller_receives_each_long_step_as_it_begins() {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&steps);
    let asked = Request {
        progress: Progress::new(move |step| seen.lock().unwrap().push(step.clone())),
        unused: Unused::LeftOut,
        minify: Minify::Exactly(Level::Names),
        ..request("idle")
    };
    let less = Request { unused: Unused::Kept, minify: Minify::default(), ..asked.clone() };
    bundle(&less).unwrap();
    assert_eq!(*steps.lock().unwrap(), []);
    bundle(&asked).unwrap();
    assert_eq!(*steps.lock().unwrap(), [Step::LeavingOutUnused, Step::ShorteningNames]);
}
