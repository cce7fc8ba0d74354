//! Tests that a construct without a bundle is refused with an error that names it.

use bundler::{BundleError, Entry, Request, bundle};

use crate::support::{request, try_bundle, write_files};

const MANIFEST: &str = "[workspace]\n[package]\nname = \"bot\"\nedition = \"2021\"\n";

/// Bundles a package of these files and expects an error with these words.
fn check(files: &[(&str, &str)], words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let mut files = files.to_vec();
    if !files.iter().any(|(name, _)| *name == "Cargo.toml") {
        files.push(("Cargo.toml", MANIFEST));
    }
    write_files(folder.path(), &files);
    let request = Request::new(folder.path().join("Cargo.toml"));
    let error = bundle(&request).expect_err("the bundle is refused").to_string();
    for word in words {
        assert!(error.contains(word), "`{word}` is not in: {error}");
    }
}

#[test]
fn a_build_script_that_links_a_library_is_refused_by_package() {
    let script = "fn main() { println!(\"cargo:rustc-link-lib=m\"); }";
    let main = ("src/main.rs", "fn main() {}");
    check(&[("build.rs", script), main], &["package `bot` links m", "Rust alone"]);
    let script = "fn main() { panic!(\"no such tool\"); }";
    check(&[("build.rs", script), main], &["cargo check", "no such tool"]);
}

#[test]
fn code_in_a_macro_that_edition_2021_changes_is_refused_with_its_place() {
    let manifest = "[workspace]\n[package]\nname = \"bot\"\nedition = \"2018\"\n";
    let main = "macro_rules! all { ($x:expr) => { $x.into_iter().count() } }\n\
                fn main() { println!(\"{}\", all!([1, 2])); }";
    let files = [("Cargo.toml", manifest), ("src/main.rs", main)];
    check(&files, &["src/main.rs", "line 1: this method call resolves", "cargo fix --edition"]);
}

#[test]
fn a_call_of_a_procedural_macro_is_refused_with_its_package_and_place() {
    let error = try_bundle("proc-macro").unwrap_err();
    assert!(
        matches!(&error, BundleError::ProcMacro { package, .. } if package == "offender"),
        "{error}"
    );
    let error = error.to_string();
    assert!(error.contains("src/main.rs:3:17: `#[derive(Noted)]`"), "{error}");
}

#[test]
fn a_missing_package_or_binary_is_an_error_that_lists_the_existing_ones() {
    let mut wrong = request("crates");
    wrong.package = Some("nobody".to_owned());
    let error = bundle(&wrong).unwrap_err().to_string();
    assert!(error.contains("crates-bot, game-kit, solver, tool"), "{error}");
    let mut wrong = request("crates");
    wrong.entry = Entry::Bin(Some("other".to_owned()));
    let error = bundle(&wrong).unwrap_err().to_string();
    assert!(
        error.contains("does not have a binary `other`") && error.contains("crates-bot"),
        "{error}"
    );
}

#[test]
fn macros_whose_value_depends_on_another_build_are_refused_by_name_and_file() {
    for name in ["env", "option_env"] {
        let source = format!("fn main() {{ let _ = {name}!(\"PATH\"); }}");
        check(&[("src/main.rs", &source)], &[&format!("{name}!"), "main.rs"]);
        let inside = format!("fn main() {{ println!(\"{{}}\", std::{name}!(\"PATH\")); }}");
        check(&[("src/main.rs", &inside)], &[&format!("{name}!"), "main.rs"]);
    }
}

#[test]
fn values_that_would_change_in_macros_are_refused_only_if_the_program_calls_the_macro() {
    let unused = [
        "macro_rules! inner { () => { file!() }; }",
        "macro_rules! outer { () => { inner!() }; }",
        "macro_rules! unset { () => { std::env!(\"UNSET\") }; }",
        "macro_rules! included { ($path:expr) => { include_str!($path) }; }",
        "macro_rules! make { ($m:ident) => { macro_rules! $m { () => { inner!() } } }; }",
        "macro_rules! call { ($name:ident) => { $name!() }; }",
        "macro_rules! read { ($name:tt, $x:expr) => { ($x, option_env!($name)) }; }",
    ];
    let source = |main: &str| format!("{}\nfn main() {{ {main} }}\n", unused.join("\n"));
    let place = "src/main.rs:1:30: macro `inner!`, which the program calls, needs `file!`";
    for main in ["outer!();", "call!(inner);", "make!(made); made!();"] {
        check(&[("src/main.rs", &source(main))], &[place, "write the text itself"]);
    }
    let refused = |call: &str, words: &[&str]| check(&[("src/main.rs", &source(call))], words);
    refused("unset!();", &["src/main.rs:3:", "macro `unset!`", "`env!`", "as a constant"]);
    refused("included!(\"x\");", &["macro `included!`", "`include_str!`", "by a literal"]);
    refused("read!(\"PATH\", 1);", &["macro `read!`", "`option_env!`"]);
    refused("read!(\"NO_BUILD_SETS_IT\", 1); read!(\"PATH\", 1);", &["macro `read!`"]);

    let folder = tempfile::tempdir().unwrap();
    let main = source("println!(\"fine\"); read!(\"NO_BUILD_SETS_IT\", 1);")
        + "fn unused() { outer!(); }\n";
    write_files(folder.path(), &[("Cargo.toml", MANIFEST), ("src/main.rs", &main)]);
    let bundle = bundle(&Request::new(folder.path().join("Cargo.toml"))).unwrap();
    assert_eq!(bundle.kept_unused, None);
    assert_eq!(bundle.source.matches("macro_rules").count(), 1, "{}", bundle.source);
}

#[test]
fn a_missing_file_to_embed_is_an_error_with_its_path() {
    for name in ["include", "include_bytes", "include_str"] {
        let source = format!("fn main() {{ let _ = {name}!(\"lost\"); }}");
        check(&[("src/main.rs", &source)], &["cannot read", "src/lost"]);
    }
}

#[test]
fn a_module_without_a_file_is_an_error_with_the_paths_tried() {
    check(
        &[("src/main.rs", "mod lost; fn main() {}")],
        &["mod lost;", "src/lost.rs", "src/lost/mod.rs"],
    );
}

#[test]
fn a_file_with_a_syntax_error_is_an_error_with_its_line() {
    check(&[("src/main.rs", "mod bad; fn main() {}"), ("src/bad.rs", "\nfn f( {}")], &["bad.rs:2"]);
}

#[test]
fn a_macro_without_valid_rules_is_an_error_with_its_file() {
    for rules in ["()", "() = {}", "() = > {}", "() => {} () => {}", "x => {};", "() => {};;"] {
        let main = format!("macro_rules! broken {{ {rules} }} fn main() {{}}");
        check(&[("src/main.rs", &main)], &["src/main.rs", "macro_rules! broken"]);
    }
}

#[test]
fn a_name_that_may_be_a_crate_or_an_import_is_refused() {
    let manifest = "[workspace]\n[package]\nname = \"bot\"\nedition = \"2021\"\n\
                    [dependencies]\nrngs = { path = \"rngs\" }\nrand = \"=0.9.2\"\n";
    let library = "[package]\nname = \"rngs\"\nedition = \"2021\"\n";
    check(
        &[
            ("Cargo.toml", manifest),
            ("Cargo.lock", include_str!("fixtures/registry/Cargo.lock")),
            ("rngs/Cargo.toml", library),
            ("rngs/src/lib.rs", "pub fn f() {}"),
            ("src/main.rs", "mod a { use rand::rngs; fn f() { rngs::f(); } } fn main() {}"),
        ],
        &["`rngs`", "crate::a"],
    );
}

#[test]
fn an_exported_macro_that_names_the_callers_crate_is_refused() {
    let manifest = "[workspace]\n[package]\nname = \"bot\"\nedition = \"2021\"\n\
                    [dependencies]\nlib = { path = \"lib\" }\n";
    check(
        &[
            ("Cargo.toml", manifest),
            ("lib/Cargo.toml", "[package]\nname = \"lib\"\nedition = \"2021\"\n"),
            ("lib/src/lib.rs", "#[macro_export] macro_rules! m { () => { crate::f() } }"),
            ("src/main.rs", "use lib as _; fn main() {}"),
        ],
        &["macro_rules! m", "$crate::"],
    );
}

#[test]
fn a_missing_dependency_is_an_error_with_cargos_message() {
    let manifest = "[workspace]\n[package]\nname = \"bot\"\nedition = \"2021\"\n\
                    [dependencies]\nlost = { path = \"lost\" }\n";
    check(&[("Cargo.toml", manifest), ("src/main.rs", "fn main() {}")], &["lost", "Cargo.toml"]);
}

#[test]
fn a_missing_workspace_is_an_error_with_its_path() {
    let request = Request::new("/nonexistent/Cargo.toml");
    let error = bundle(&request).unwrap_err().to_string();
    assert!(error.contains("/nonexistent/Cargo.toml"), "{error}");
}
