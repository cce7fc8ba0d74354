//! Tests that a bundle whose program behaves differently from the workspace's is refused.

use std::fs;

use crate::support::{command, write_files};

const MANIFEST: &str = "[package]\nname = \"bot\"\nedition = \"2021\"\n";

/// One compiler and one edition are enough for these tests.
const JUDGE: &str = "name = \"Club\"\neditions = [\"2021\"]\n";

/// Arguments for the comparison on a file that the test names.
const GIVEN: &[&str] = &["--input", "input", "--", "argument"];

/// Bundles a program beside files, in the folder of its workspace, and expects an exit code, and
/// all of these words in the output. Returns the output.
#[track_caller]
fn check(
    main: &str,
    files: &[(&str, &str)],
    arguments: &[&str],
    code: i32,
    words: &[&str],
) -> String {
    let folder = tempfile::tempdir().unwrap();
    let own =
        [("Cargo.toml", MANIFEST), ("judge.toml", JUDGE), ("src/main.rs", main), ("bot.rs", "old")];
    write_files(folder.path(), &own);
    write_files(folder.path(), files);
    let output = command()
        .current_dir(folder.path())
        .args(["--judge", "judge.toml", "-o", "bot.rs"])
        .args(arguments)
        // Programs of other tests have the same name.
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    let said = errors + &String::from_utf8_lossy(&output.stdout);
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    let is_old = fs::read_to_string(folder.path().join("bot.rs")).unwrap() == "old";
    assert_eq!(is_old, code != 0);
    said
}

#[test]
fn programs_with_the_same_behaviour_pass_even_if_they_panic() {
    let main = "fn main() {\n\
                \x20   let line = std::io::stdin().lines().next().unwrap().unwrap();\n\
                \x20   println!(\"{line} {:?}\", std::env::args().nth(1));\n\
                \x20   assert_ne!(line, \"seven\", \"and so it panics\");\n}\n";
    check(main, &[("input", "six\n")], GIVEN, 0, &["2 runs as the workspace's"]);
    check(main, &[("input", "seven\n")], GIVEN, 0, &["2 runs as the workspace's"]);
}

#[test]
fn a_different_output_is_shown_by_its_first_line_and_a_panic_by_its_source_location() {
    let main = "// Comments go,\n// and so\n// lines\n// move.\nfn main() {\n    run();\n}\n\n\
                #[track_caller]\nfn run() {\n    println!(\"same\");\n\
                \x20   let line = std::panic::Location::caller().line();\n\
                \x20   assert_eq!(line, 6, \"moved\");\n    println!(\"unmoved\");\n}\n";
    let expected =
        ["line 2 of the output is ``", "workspace's `unmoved`", "src/main.rs:6:5", "exit code 101"];
    check(main, &[("input", "")], GIVEN, 1, &expected);
}

#[test]
fn a_program_with_different_behaviour_in_each_run_cannot_be_compared() {
    let main = "fn main() { println!(\"{}\", std::process::id()); }";
    check(main, &[("input", "")], GIVEN, 2, &["does not do the same twice", "after --"]);
}

/// Program that echoes its input, and waits for ever on one line.
const ECHO: &str = "fn main() {\n\
                    \x20   for line in std::io::stdin().lines().map(Result::unwrap) {\n\
                    \x20       while line == \"wait\" {}\n\
                    \x20       println!(\"{line}\");\n\
                    \x20   }\n}\n";

#[test]
fn inputs_beside_a_program_are_compared_by_default() {
    let inputs = [("tests/bot/1.in", "a\n"), ("tests/bot/2.txt", "b\n")];
    check(ECHO, &inputs, &[], 0, &["4 runs as the workspace's"]);
    let main = ECHO.replace("{line}\"", "{}\", std::panic::Location::caller().line()");
    check(&main, &[("test/1.in", "a\n")], &[], 1, &["on ", "test/1.in, line 1 of the output"]);
}

#[test]
fn a_program_that_cannot_be_compared_on_inputs_that_were_found_is_no_error() {
    let inputs = [("examples/1.in", "a\n"), ("examples/2.in", "wait\n")];
    check(ECHO, &inputs, &["--timeout", "1"], 0, &["2 runs as the workspace's"]);
    let main = "fn main() { println!(\"{} {:?}\", std::process::id(), std::io::stdin()); }";
    let words = ["note: the bundle is not compared", "does not do the same twice"];
    let said = check(main, &[("samples/1.in", "")], &[], 0, &words);
    assert_eq!(said.matches("note: ").count(), 1, "{said}");
}

#[test]
fn a_program_that_reads_input_without_any_beside_it_gets_a_note() {
    let note = "no inputs lie beside it";
    check(ECHO, &[], &[], 0, &[note, "by `--input FILE`"]);
    let said = check("fn main() { println!(); }", &[("tests/1.in", "")], &[], 0, &[]);
    assert!(!said.contains(note) && !said.contains("runs as"), "{said}");
    for option in ["--quick", "--no-check"] {
        let said = check(ECHO, &[("tests/1.in", "")], &[option], 0, &[]);
        assert!(!said.contains("building the workspace's program"), "{said}");
    }
}
