//! Tests of the command `bundler` as a child process.

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use bundler::{Request, bundle, commit_of, map_path};

use crate::support::{
    bundle_of, command, compiler, manifest, names_in, printed, pruned, request, scratch,
    write_files,
};

fn run(fixture: &str, arguments: &[&str]) -> Output {
    let package = format!("{fixture}-bot");
    let mut command = command();
    command.arg("--manifest-path").arg(manifest(fixture)).args(["--package", &package]);
    command.args(arguments).output().unwrap()
}

/// Returns standard error of a command that must end with this exit code.
#[track_caller]
fn refused(output: &Output, code: i32) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    errors
}

/// Runs a command that must fail and leave an existing file unchanged. Returns standard error.
#[track_caller]
fn refused_beside_old_file(fixture: &str, arguments: &[&str], code: i32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    fs::write(&file, "old").unwrap();
    let output = run(fixture, &[arguments, &["-o", file.to_str().unwrap()]].concat());
    let errors = refused(&output, code);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names_in(folder.path()), ["bot.rs"]);
    errors
}

/// Returns the bundle with the commit, which the command names.
fn expected(request: Request) -> String {
    let commit = commit_of(request.manifest_path.parent().unwrap());
    let source = bundle(&Request { names_commit: true, ..request }).unwrap().source;
    let header = source.lines().next().unwrap();
    assert!(commit.is_none_or(|commit| header.contains(&commit)), "{header}");
    source
}

/// Creates a workspace of these files and runs the command in it.
fn run_in(files: &[(&str, &str)], arguments: &[&str]) -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), files);
    let manifest = folder.path().join("Cargo.toml");
    let output = command().arg("--manifest-path").arg(manifest).args(arguments).output().unwrap();
    (folder, output)
}

#[test]
fn the_bundle_goes_to_standard_output_or_to_the_file_asked_for_with_its_map() {
    let source = expected(Request { unused: bundler::Unused::LeftOut, ..request("crates") });
    assert_eq!(printed(&run("crates", &["--quick"])), source);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    let said = printed(&run("crates", &["-o", file.to_str().unwrap()]));
    assert!(said.contains("UTF-16 units, readable; checked with Rust"), "{said}");
    assert!(said.contains("as 2021 and 2024"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), source);
    assert!(map_path(&file).is_file());
    let said = printed(&run("crates", &["--no-check", "--no-map", "-o", file.to_str().unwrap()]));
    assert!(said.contains("not checked"), "{said}");
}

#[test]
fn a_bundle_for_a_judge_without_crates_carries_all_it_needs() {
    let source = printed(&run("registry-std", &["--quick", "--judge", "codecup"]));
    let body = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(body(&source), body(&pruned("registry-std").source));
}

#[test]
fn an_unknown_judge_is_an_error_that_lists_the_known_ones() {
    let errors = refused(&run("crates", &["--judge", "nobody"]), 2);
    assert!(errors.contains("the judges are: codingame, codecup"), "{errors}");
}

#[test]
fn help_shows_an_example() {
    let output = command().arg("--help").output().unwrap();
    assert!(printed(&output).contains("bundler --manifest-path bots/Cargo.toml --bin"));
}

#[test]
fn a_source_over_the_limit_fails_with_both_numbers_and_leaves_the_old_file() {
    let units = pruned("crates").utf16_units();
    let errors = refused_beside_old_file("crates", &["--minify=never", "--limit", "1000"], 1);
    // The command also writes the commit into the header.
    let found: Vec<usize> =
        errors.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(found[0] >= units && found[1] == found[0] - 1000, "{errors}");
}

#[test]
fn a_source_close_to_the_limit_is_written_with_a_warning() {
    let request = Request { unused: bundler::Unused::LeftOut, ..request("modules") };
    let units = bundler::utf16_units(&expected(request)).to_string();
    let output = run("modules", &["--quick", "--limit", &units]);
    assert!(printed(&output).contains("fn main()"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning: 0 UTF-16 units are left"));
}

#[test]
fn a_bundle_that_does_not_compile_leaves_the_old_file_and_names_the_place_in_the_sources() {
    for depth in [&["--quick"][..], &[]] {
        let errors = refused_beside_old_file("broken", depth, 1);
        assert!(errors.contains("mismatched types"), "{errors}");
        let source = fs::read_to_string(manifest("broken").with_file_name("src/main.rs")).unwrap();
        let line = 1 + source.lines().position(|line| line.contains("nobody_reads_this")).unwrap();
        assert!(errors.contains(&format!("--> src/main.rs:{line}:")), "{errors}");
    }
}

#[test]
fn warnings_of_the_sources_are_notes_with_their_places_at_every_level() {
    let main = "#![allow(no_such_lint)]\nmod deep;\n\nfn main() {\n    deep::run(2);\n}\n";
    let deep = "/// Docs.\npub fn run(value: u8) {\n    drop(value);\n}\n";
    let package = "[package]\nname = \"bot\"\nedition = \"2021\"\n";
    let files = [("Cargo.toml", package), ("src/main.rs", main), ("src/deep.rs", deep)];
    for options in [&["--quick"][..], &[], &["--quick", "--minify=module"]] {
        let (_, output) = run_in(&files, options);
        assert!(printed(&output).contains("no_such_lint"), "{options:?}");
        let note = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(note.contains("accepts the bundle with 2 warnings:"), "{options:?}: {note}");
        for place in ["src/main.rs:1:10: unknown lint", "src/deep.rs:3:5: "] {
            assert!(note.contains(place), "{options:?}, {place}: {note}");
        }
        assert!(!note.contains("unused items stay"), "{note}");
    }
}

#[test]
fn the_level_is_the_requested_one_or_the_one_that_the_limit_demands_and_the_command_prints_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    let mut lengths = Vec::new();
    let mut check = |arguments: &[&str], words: &str| {
        let path = ["--quick", "-o", file.to_str().unwrap()];
        let said = printed(&run("crates", &[arguments, &path].concat()));
        assert!(said.contains(words), "{arguments:?}: {said}");
        lengths.push(bundler::utf16_units(&fs::read_to_string(&file).unwrap()));
    };
    check(&[], "units, readable; checked");
    check(&["--minify"], "units, without white space, as asked for");
    check(&["--minify=names"], "units, with short names, as asked for");
    check(&["--minify=module"], "units, in one module, as asked for");
    let [readable, spaces, names, module] = lengths[..] else { panic!("four were asked for") };
    assert!(readable > spaces && spaces > names && names > module);
    for (limit, words) in
        [(spaces, "without white space"), (names, "with short names"), (module, "in one module")]
    {
        let output = run("crates", &["--no-map", "--quick", "--limit", &limit.to_string()]);
        let said = refused(&output, 0);
        let why = format!("{words}, as CodinGame takes no more (it would have {readable} readable");
        assert!(said.contains(&why), "{said}");
        // No compiler has checked the names of a level that is too long in any case.
        assert_eq!(said.contains(", at least "), limit == module, "{said}");
    }
    let errors = refused(&run("crates", &["--minify=names", "--no-check"]), 2);
    assert!(errors.contains("leave out --no-check"), "{errors}");
}

#[test]
fn a_judge_of_ones_own_is_a_file() {
    let profile = "name = \"Club\"\nlimit = 3000\nunit = \"bytes\"\neditions = [\"2021\"]\n";
    let files = [
        ("club.toml", profile),
        ("broken.toml", "name = 1"),
        ("Cargo.toml", "[package]\nname = \"bot\"\nedition = \"2021\"\n"),
        ("src/main.rs", "fn main() { println!(\"é\"); }"),
    ];
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), &files);
    let run = |judge: &str| {
        let mut command = command();
        command.arg("--manifest-path").arg(folder.path().join("Cargo.toml"));
        command.arg("--judge").arg(folder.path().join(judge)).output().unwrap()
    };
    let output = run("club.toml");
    let source = printed(&output);
    let said = refused(&output, 0);
    assert!(said.contains(&format!("{} of 3000 bytes, readable; ", source.len())), "{said}");
    assert!(said.contains("as 2021\n"), "{said}");
    let errors = refused(&run("broken.toml"), 2);
    assert!(errors.contains("broken.toml does not describe a judge"), "{errors}");
    let errors = refused(&run("missing.toml"), 2);
    assert!(errors.contains("missing.toml: No such file"), "{errors}");
}

/// Package with a library and two programs, one of which alone names the package `b`.
const TWO_PROGRAMS: [(&str, &str); 6] = [
    ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\nresolver = \"2\"\n"),
    (
        "a/Cargo.toml",
        "[package]\nname = \"a\"\nedition = \"2021\"\n\
         [dependencies]\nb = { path = \"../b\" }\n",
    ),
    ("a/src/lib.rs", "pub const NAME: &str = \"a\";"),
    ("a/src/main.rs", "fn main() { println!(\"{}\", a::NAME); }"),
    ("a/src/bin/other.rs", "fn main() { println!(\"{} {}\", a::NAME, b::NAME); }"),
    ("b/Cargo.toml", "[package]\nname = \"b\"\nedition = \"2021\"\n"),
];

#[test]
fn a_package_of_the_user_that_the_program_does_not_name_is_left_out() {
    let library = ("b/src/lib.rs", "pub const NAME: &str = \"the other name\";");
    let check = |more: &[(&str, &str)], program: &str, has_other: bool| {
        let files = [&TWO_PROGRAMS[..], &[library], more].concat();
        let (_folder, output) = run_in(&files, &["--bin", program, "--no-check"]);
        assert_eq!(printed(&output).contains("the other name"), has_other, "{program}");
    };
    check(&[], "a", false);
    check(&[], "other", true);
    // The file of a module may lie anywhere.
    let elsewhere = [("a/src/lib.rs", "#[path = \"../x.rs\"]\nmod x;\npub use x::NAME;")];
    let file = [("a/x.rs", "pub use b::NAME;")];
    check(&[&elsewhere[..], &file].concat(), "a", true);
}

const TWO_PACKAGES: [(&str, &str); 6] = [
    ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\nresolver = \"2\"\n"),
    (
        "a/Cargo.toml",
        "[package]\nname = \"a\"\nedition = \"2021\"\n\
         [dev-dependencies]\nb = { path = \"../b\" }\n",
    ),
    ("a/src/main.rs", "fn main() { println!(\"a\"); }"),
    ("a/examples/shown.rs", "fn main() { println!(\"{}\", b::NAME); }"),
    ("b/Cargo.toml", "[package]\nname = \"b\"\nedition = \"2021\"\n"),
    ("b/src/lib.rs", "pub const NAME: &str = \"b from a\";"),
];

#[test]
fn the_package_follows_from_the_binary_or_the_example_or_from_being_the_only_one() {
    let check = |more: &[(&str, &str)], arguments: &[&str], words: &str| {
        let files = [&TWO_PACKAGES[..], more].concat();
        let (_folder, output) = run_in(&files, &[arguments, &["--no-check"]].concat());
        assert!(printed(&output).contains(words), "{arguments:?}");
    };
    let second: [(&str, &str); 1] = [("b/src/main.rs", "fn main() { println!(\"main of b\"); }")];
    check(&[], &[], "println!(\"a\")");
    check(&second, &["--bin", "b"], "main of b");
    check(&second, &["--package", "b"], "main of b");
    check(&second, &["--example", "shown"], "b from a");
    let files = [&TWO_PACKAGES[..], &second].concat();
    let (folder, output) = run_in(&files, &["--no-check"]);
    let errors = refused(&output, 2);
    assert!(errors.contains("a (--package a), b (--package b)"), "{errors}");
    let own = folder.path().join("b/Cargo.toml");
    let output = command().arg("--no-check").arg("--manifest-path").arg(own).output().unwrap();
    assert!(printed(&output).contains("main of b"));
    let (_folder, output) = run_in(&files, &["--bin", "c"]);
    let errors = refused(&output, 2);
    assert!(errors.contains("has a binary `c`") && errors.contains("--package b"), "{errors}");
}

#[test]
fn an_example_is_bundled_with_its_dev_dependencies_and_does_the_same() {
    let files = [&TWO_PACKAGES[..], &[("input", "")]].concat();
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), &files);
    let mut command = command();
    command.arg("--manifest-path").arg(folder.path().join("Cargo.toml"));
    command.args(["--example", "shown", "--input"]).arg(folder.path().join("input"));
    command.env("CARGO_TARGET_DIR", folder.path().join("target"));
    let said = refused(&command.output().unwrap(), 0);
    assert!(said.contains(" runs as the workspace's"), "{said}");
}

/// Returns the lines of standard error of a command that must succeed.
#[track_caller]
fn lines_said(output: &Output) -> Vec<String> {
    refused(output, 0).lines().map(str::to_owned).collect()
}

#[test]
fn long_steps_are_reported_on_standard_error_unless_the_command_is_to_be_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let profile = "name = \"Club\"\neditions = [\"2021\"]\n[crates]\nrustc-hash = \"2.1.1\"\n";
    write_files(folder.path(), &[("club.toml", profile), ("input", "")]);
    let path = |name: &str| folder.path().join(name);
    let run = |arguments: &[&str]| {
        let mut command = command();
        command.arg("--manifest-path").arg(manifest("popular/rustc-hash"));
        command.arg("--judge").arg(path("club.toml")).arg("-o").arg(path("bot.rs"));
        // The first command has to build the judge's crates.
        command.env("CARGO_TARGET_DIR", path("target")).args(arguments).output().unwrap()
    };
    let version = compiler().version().to_owned();
    let building = format!("building rustc-hash 2.1.1 for Rust {version}");
    let checking = format!("checking with Rust {version}, edition 2021");
    let cutting = "leaving out unused code";
    assert_eq!(lines_said(&run(&["--quick"])), [cutting, &building]);
    // The judge's crates exist, and checks that were part of the cuts are not repeated.
    assert_eq!(lines_said(&run(&["--quick"])), [cutting]);
    let minified = |level: &str| lines_said(&run(&["--quick", level]));
    assert_eq!(minified("--minify=names"), [cutting, "shortening names"]);
    assert_eq!(minified("--minify=module"), [cutting, "merging modules"]);
    assert_eq!(lines_said(&run(&["--quick", "--keep-unused"])), [checking.as_str()]);
    assert_eq!(lines_said(&run(&["--quick", "--quiet"])), Vec::<String>::new());
    assert_eq!(lines_said(&run(&["--no-check"])), Vec::<String>::new());

    let input = path("input");
    let said = lines_said(&run(&["--input", input.to_str().unwrap()]));
    let program = |profile: &str| format!("building the workspace's program, profile {profile}");
    assert_eq!(said[..3], [cutting.to_owned(), program("dev"), program("release")]);
    // Two checks run in parallel on two processors, in any order.
    let checks = BTreeSet::from([0, 3].map(|level| format!("{checking}, opt-level {level}")));
    assert_eq!(said[3..].iter().cloned().collect::<BTreeSet<_>>(), checks);
}

/// Uses a file-size limit in place of a full disk: the write fails half-way, and the signal that
/// would kill the process is ignored. The crates are of the bundle's edition and have no build
/// scripts, so nothing but the bundle is written.
#[test]
fn a_write_that_fails_half_way_leaves_the_old_file_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.rs");
    fs::write(&file, "old").unwrap();
    assert!(
        bundle_of("modules").source.len() > 1024,
        "the limit below has to be too small for the bundle"
    );
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_bundler"), "--no-check"])
        .arg("--manifest-path")
        .arg(manifest("modules"))
        .arg("-o")
        .arg(&file)
        .env("CARGO_TARGET_DIR", scratch())
        .output()
        .unwrap();
    let errors = refused(&output, 2);
    assert!(errors.contains("cannot write") && errors.contains("bot.rs"), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names_in(folder.path()), ["bot.rs"]);
}

#[test]
fn as_a_subcommand_of_cargo_it_does_the_same() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_cargo-bundler"));
    let path = std::env::join_paths(
        [program.parent().unwrap().to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let run = |mut command: Command| {
        command.arg("--manifest-path").arg(manifest("modules")).arg("--no-check");
        printed(&command.env("CARGO_TARGET_DIR", scratch()).output().unwrap())
    };
    let mut through_cargo = Command::new(env!("CARGO"));
    through_cargo.env("PATH", path.unwrap()).arg("bundler");
    let source = run(through_cargo);
    assert!(source.contains("fn main()"));
    assert_eq!(run(Command::new(program)), source);
    assert_eq!(run(command()), source);
}
