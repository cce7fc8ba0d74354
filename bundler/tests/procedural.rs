//! Tests that a call of a procedural macro is refused with its place, and that an unused procedural
//! macro is accepted.

use std::fs;

use bundler::{BundleError, Entry, Request, bundle};

use crate::support::{copy, manifest, request, write_files};

/// Bundles the workspace of the corpus in which nothing calls a procedural macro, with another
/// `main.rs`, and returns the error.
fn error_of(main: &str) -> BundleError {
    let folder = tempfile::tempdir().unwrap();
    copy(manifest("corpus/procedural-off").parent().unwrap(), folder.path());
    fs::write(folder.path().join("src/main.rs"), main).unwrap();
    let request = Request {
        manifest_path: folder.path().join("Cargo.toml"),
        package: Some("bot".to_owned()),
        ..request("crates")
    };
    bundle(&request).expect_err("the bundle is refused")
}

#[track_caller]
fn check(main: &str, expected: &str, (expected_line, expected_column): (usize, usize)) {
    match error_of(main) {
        BundleError::ProcMacro { package, name, file, line, column } => {
            assert_eq!(package, "derive-stuff");
            assert_eq!(name, expected);
            assert!(file.ends_with("src/main.rs"), "{}", file.display());
            assert_eq!((line, column), (expected_line, expected_column), "{main}");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn derives_attributes_and_calls_are_found_by_every_route() {
    check(
        "#[derive(Clone, entries::Record)] struct A; fn main() {}",
        "`#[derive(entries::Record)]`",
        (1, 17),
    );
    check(
        "use entries::*;\n#[derive(Record)] struct A; fn main() {}",
        "`#[derive(Record)]`",
        (2, 10),
    );
    check("fn f() {}\n#[entries::marked]\nfn main() {}", "`#[entries::marked]`", (2, 3));
    check(
        "use entries::renamed_mark as mark;\nfn main() {}\n #[mark] fn f() {}",
        "`#[mark]`",
        (3, 4),
    );
    check("fn main() { entries::generate!(); }", "`entries::generate!`", (1, 13));
    check(
        "use entries::generate;\nfn main() { println!(\"{}\", generate!()); }",
        "`generate!`",
        (2, 28),
    );
}

#[test]
fn an_example_that_calls_the_macro_of_its_own_package_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        (
            "Cargo.toml",
            "[package]\nname = \"own\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
             [lib]\nproc-macro = true\n",
        ),
        (
            "src/lib.rs",
            "#[proc_macro_attribute]\npub fn marked(_: proc_macro::TokenStream, \
             item: proc_macro::TokenStream) -> proc_macro::TokenStream { item }\n",
        ),
        ("examples/use.rs", "#[own::marked]\nfn main() {}\n"),
    ];
    write_files(folder.path(), &files);
    let entry = Entry::Example("use".to_owned());
    let request = Request { entry, ..Request::new(folder.path().join("Cargo.toml")) };
    let error = bundle(&request).unwrap_err().to_string();
    assert!(error.contains("use.rs:1:3") && error.contains("package `own`"), "{error}");
}
