//! Tests of the completion scripts, as a shell uses them.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::write;
use std::process::Command;

use support::{cg, stdout_of};

/// Returns what bash offers for the last of the words, after it has read the script and `before`.
fn offered(before: &str, words: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("cg.bash");
    write(&script, stdout_of(&["completions", "bash"])).unwrap();
    write(folder.path().join("games.db"), "").unwrap();
    let commands = format!(
        "{before}\n\
         source {}\n\
         COMP_WORDS=({words})\n\
         COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
         function=$(complete -p \"${{COMP_WORDS[0]}}\" | sed 's/.*-F \\([^ ]*\\).*/\\1/')\n\
         compopt() {{ :; }}\n\
         $function \"${{COMP_WORDS[0]}}\" \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display()
    );
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-uc", &commands]).current_dir(folder.path());
    let output = bash.output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).filter(|line| !line.is_empty()).collect()
}

#[test]
fn bash_completes_commands_games_and_files() {
    assert_eq!(offered("", "cg tour"), ["tournament"]);
    let mut games: Vec<&str> = registry::all_games().iter().map(|game| game.name()).collect();
    let mut found = offered("", "cg match ''");
    found.retain(|word| !word.starts_with('-'));
    found.sort_unstable();
    games.sort_unstable();
    assert_eq!(found, games);
    assert_eq!(offered("", "cg history --game jun"), ["jungle"]);
    assert_eq!(offered("", "cg match jungle --reco"), ["--record"]);
    assert_eq!(offered("", "cg history --store ga"), ["games.db"]);
    assert_eq!(offered("", "cg tune loa cl"), ["climb"]);
}

#[test]
fn bash_completes_behind_cargo_as_before_and_behind_cargo_cg_as_behind_cg() {
    let cargo = "_of_cargo() { COMPREPLY=(build); }; complete -F _of_cargo cargo";
    assert_eq!(offered(cargo, "cargo cg match br"), ["breakthrough"]);
    assert_eq!(offered(cargo, "cargo bu"), ["build"]);
    assert_eq!(offered("", "cargo cg match br"), ["breakthrough"]);
    assert_eq!(offered("", "cargo bu"), [""; 0]);
    // The file of the shell is read twice.
    let twice = format!("{cargo}; source cg.bash");
    assert_eq!(offered(&twice, "cargo bu"), ["build"]);
}

#[test]
fn zsh_has_the_function_that_the_completion_of_cargo_calls() {
    let script = stdout_of(&["completions", "zsh"]);
    assert!(script.starts_with("#compdef cg\n"), "{script}");
    assert!(script.contains("\n_cargo-cg() {\n    _cg \"$@\"\n}\n"), "{script}");
    assert!(script.contains("(breakthrough "), "{script}");
}

#[test]
fn the_other_shells_have_scripts_with_the_games() {
    for shell in ["fish", "elvish", "powershell"] {
        let script = stdout_of(&["completions", shell]);
        assert!(script.contains("tournament"), "{shell}: {script}");
    }
    assert_eq!(cg(&["completions", "bsh"]).status.code(), Some(2));
}
