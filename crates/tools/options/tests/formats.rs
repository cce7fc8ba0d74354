//! The rule for the formats of results: a command with a table prints it as JSON or as CSV.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use clap::{Command, CommandFactory as _, Parser as _};
use options::Cli;

/// Commands whose text output is a table with a row for each of several things.
const WITH_TABLES: [&str; 14] = [
    "bench",
    "calibration",
    "careless",
    "games",
    "history",
    "league",
    "match",
    "review",
    "screen",
    "sprt",
    "suite",
    "tournament",
    "verify",
    "workers",
];

fn has(command: &Command, option: &str) -> bool {
    command.get_arguments().any(|arg| arg.get_long() == Some(option))
}

#[test]
fn commands_with_tables_have_json_and_csv() {
    let cli = Cli::command();
    let mut found: Vec<&str> = cli
        .get_subcommands()
        .filter(|command| has(command, "csv"))
        .map(|command| {
            assert!(has(command, "json"), "{}", command.get_name());
            command.get_name()
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, WITH_TABLES);
}

#[test]
fn a_result_has_one_format() {
    let parse = |line: &str| Cli::try_parse_from(line.split(' '));
    parse("cg games --json").unwrap();
    parse("cg games --csv").unwrap();
    let error = parse("cg games --json --csv").unwrap_err().to_string();
    assert!(error.contains("'--json' cannot be used with '--csv'"), "{error}");
}
