//! Tests that a bundle whose program behaves differently from the workspace's is refused.

use std::fs;

use crate::support::{command, write_files};

const MANIFEST: &str = "[package]\nname = \"bot\"\nedition = \"2021\"\n";

/// One compiler and one edition are enough for these tests.
const JUDGE: &str = "name = \"Club\"\neditions = [\"2021\"]\n";

/// Bundles a program with an input and expects an exit code, and all of these words in the output.
#[track_caller]
fn check(main: &str, input: &str, code: i32, words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("Cargo.toml", MANIFEST),
        ("judge.toml", JUDGE),
        ("src/main.rs", main),
        ("input", input),
        ("bot.rs", "old"),
    ];
    write_files(folder.path(), &files);
    let path = |name: &str| folder.path().join(name);
    let output = command()
        .arg("--manifest-path")
        .arg(path("Cargo.toml"))
        .arg("--judge")
        .arg(path("judge.toml"))
        .arg("--input")
        .arg(path("input"))
        .arg("-o")
        .arg(path("bot.rs"))
        // Programs of other tests have the same name.
        .env("CARGO_TARGET_DIR", path("target"))
        .args(["--", "argument"])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    let said = errors + &String::from_utf8_lossy(&output.stdout);
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    let is_old = fs::read_to_string(path("bot.rs")).unwrap() == "old";
    assert_eq!(is_old, code != 0);
}

#[test]
fn programs_with_the_same_behaviour_pass_even_if_they_panic() {
    let main = "fn main() {\n\
                \x20   let line = std::io::stdin().lines().next().unwrap().unwrap();\n\
                \x20   println!(\"{line} {:?}\", std::env::args().nth(1));\n\
                \x20   assert_ne!(line, \"seven\", \"and so it panics\");\n}\n";
    check(main, "six\n", 0, &["2 runs as the workspace's"]);
    check(main, "seven\n", 0, &["2 runs as the workspace's"]);
}

#[test]
fn a_different_output_is_shown_by_its_first_line_and_a_panic_by_its_source_location() {
    let main = "// Comments go,\n// and so\n// lines\n// move.\nfn main() {\n    run();\n}\n\n\
                #[track_caller]\nfn run() {\n    println!(\"same\");\n\
                \x20   let line = std::panic::Location::caller().line();\n\
                \x20   assert_eq!(line, 6, \"moved\");\n    println!(\"unmoved\");\n}\n";
    let expected =
        ["line 2 of the output is ``", "workspace's `unmoved`", "src/main.rs:6:5", "exit code 101"];
    check(main, "", 1, &expected);
}

#[test]
fn a_program_with_different_behaviour_in_each_run_cannot_be_compared() {
    let main = "fn main() { println!(\"{}\", std::process::id()); }";
    check(main, "", 2, &["does not do the same twice", "after --"]);
}
