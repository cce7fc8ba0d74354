//! Tests of `cargo cg suite` and of `match --positions`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::{read_to_string, write};
use std::process::{Command, Stdio};

use arena::{Record, Records};
use serde_json::{Value, json};

use support::{check_cannot_run, in_folder, interrupted, json_of, stdout_of};

fn positions() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/suite.jsonl")
}

/// Player of Breakthrough that follows the opening of its first argument, and then always plays
/// the last or the first of the listed moves, or exits, or writes into a pipe and waits.
const SCRIPT: &str = r#"
IFS=';' read -r m0 m1 m2 m3 m4 m5 m6 m7 m8 m9 rest <<END
$1
END
ply=-1
while read -r previous; do
    if [ $ply = -1 ]; then
        ply=0
        [ "$previous" = None ] || ply=1
    fi
    read -r count
    first=
    for number in $(seq "$count"); do
        read -r move
        [ -n "$first" ] || first=$move
    done
    eval "given=\$m$ply"
    case ${given:-$2} in
        first) echo "$first" ;;
        last) echo "$move by $0" ;;
        exit) exit 1 ;;
        wait) echo >"$0.pipe" && exec sleep 60 ;;
        *) echo "$given" ;;
    esac
    ply=$((ply + 2))
done
"#;

#[test]
fn moves_of_players_stand_side_by_side() {
    let suite = ["suite", "breakthrough", positions(), "--player", "greedy", "--player", "uct:1"];
    let printed = stdout_of(&suite);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "breakthrough, 3 positions");
    assert!(lines[1].starts_with("greedy: ") && lines[1].ends_with(" of 3 solved"), "{printed}");
    assert!(lines[2].starts_with("uct:1: ") && lines[2].ends_with(" of 3 solved"), "{printed}");
    assert_eq!(printed, stdout_of(&suite), "players that do not use the clock repeat themselves");
}

#[test]
fn a_program_is_led_to_the_position_and_answers_there() {
    let folder = tempfile::tempdir().unwrap();
    let (script, path) = in_folder(&folder, "bot.sh");
    write(script, SCRIPT).unwrap();
    let player = |answer: &str| format!("cmd:bash {path} {{opening}} {answer}");
    let [first, last, exit] = ["first", "last", "exit"].map(player);
    let players = ["--player", &first, "--player", &last, "--player", &exit];
    let mut suite = vec!["suite", "breakthrough", positions(), "--jobs", "2", "--margin", "5000"];
    suite.extend(players);
    // Its players lie in a folder that a sandbox does not show.
    suite.extend(["--sandbox", "off"]);
    let printed = stdout_of(&suite);
    let lines: Vec<String> = printed
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .map(|line| line.replace(positions(), "FILE").replace(&path, "BOT"))
        .collect();
    let expected = [
        "breakthrough, 3 positions",
        "cmd:bash BOT {opening} first: 2 of 3 solved",
        "cmd:bash BOT {opening} last: 1 of 3 solved",
        "cmd:bash BOT {opening} exit: 0 of 3 solved",
        "",
        "unsolved solution cmd:bash BOT {opening} first cmd:bash BOT {opening} last cmd:bash BOT \
         {opening} exit",
    ];
    assert_eq!(lines[..6], expected);
    assert!(lines[6].starts_with("FILE #1 b7a8 or b7c8 "), "{printed}");
    assert!(lines[8].starts_with("FILE #3 not g3f4, g3g4 g3h4 + "), "{printed}");
    suite.push("--json");
    let object = json_of(&suite);
    let answers = object["positions"][2]["answers"].as_array().unwrap();
    assert_eq!((&answers[0]["move"], &answers[0]["solved"]), (&json!("g3h4"), &json!(true)));
    assert!(answers[2]["fault"].as_str().unwrap().starts_with("crash: "), "{object}");
    assert_eq!(object["players"][0], json!({ "player": first, "answered": 3, "solved": 2 }));
}

#[test]
fn ctrl_c_ends_a_suite_with_the_answers_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let (script, path) = in_folder(&folder, "bot.sh");
    write(script, SCRIPT).unwrap();
    let (pipe, _) = in_folder(&folder, "bot.sh.pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let player = format!("cmd:bash {path} {{opening}} wait");
    let suite = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(["suite", "breakthrough", positions(), "--player", "greedy", "--player", &player])
        .args(["--margin", "50000", "--sandbox", "off"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert_eq!(read_to_string(pipe).unwrap(), "\n", "the second player has got its turn");
    let printed = String::from_utf8(interrupted(suite).stdout).unwrap();
    assert!(printed.contains("greedy: 1 of 1 solved\n"), "{printed}");
    assert!(printed.contains("wait: 0 of 0 solved\n"), "{printed}");
}

#[test]
fn a_position_may_follow_lines_of_several_moves() {
    let folder = tempfile::tempdir().unwrap();
    let (file, path) = in_folder(&folder, "suite.jsonl");
    let transcripts =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/data/transcripts/stratego.jsonl.gz");
    let (_, record) = Records::open(transcripts.as_ref()).unwrap().next().unwrap().unwrap();
    // The first eight lines set up ten pieces each.
    let (setups, steps) = record.plies.split_at(8);
    let pieces = setups.iter().flat_map(|ply| ply.mv.chars().map(String::from));
    let moves: Vec<String> = pieces.chain(steps[..6].iter().map(|ply| ply.mv.clone())).collect();
    let position = json!({ "game": "stratego", "moves": moves, "best": [steps[6].mv] });
    write(file, position.to_string()).unwrap();
    let object = json_of(&["suite", "stratego", &path, "--player", "rules", "--json"]);
    assert_eq!((moves.len(), &object["players"][0]["answered"]), (86, &json!(1)));
    assert!(object["positions"][0]["answers"][0]["move"].is_string(), "{object}");
}

#[test]
fn what_is_wrong_is_said_before_a_player_starts() {
    let suite = |more: &[&'static str]| {
        let mut suite = vec!["suite", "breakthrough", positions()];
        suite.extend(more);
        suite
    };
    check_cannot_run(&suite(&["--player", "cmd:false"]), "write {opening} in its command line");
    check_cannot_run(&suite(&["--player", "uct:many"]), "uct:many");
    let jungle = ["suite", "jungle", positions()];
    check_cannot_run(&jungle, "suite.jsonl:1: a position of breakthrough, not of jungle");
    check_cannot_run(&["suite", "breakthrough", "/no/such"], "/no/such: cannot be read");
}

#[test]
fn a_match_plays_each_position_with_both_colours() {
    let folder = tempfile::tempdir().unwrap();
    let (records, path) = in_folder(&folder, "games.jsonl");
    let (_, store) = in_folder(&folder, "arena.db");
    let mut command = vec!["match", "breakthrough", "--p1", "random", "--p2", "greedy"];
    command.extend(["--games", "6", "--seed", "1", "--positions", positions()]);
    command.extend(["--record", &path, "--store", &store, "--json"]);
    assert_eq!(json_of(&command)["openings"], 3);
    let games = read_to_string(records).unwrap();
    let games: Vec<Record> =
        games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let wanted: Vec<Value> = read_to_string(positions())
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["moves"].clone())
        .collect();
    for pair in games.chunks(2) {
        assert_eq!(pair[0].policy, "random/greedy");
        assert_eq!(pair[1].policy, "greedy/random");
    }
    for moves in wanted {
        let moves: Vec<String> = serde_json::from_value(moves).unwrap();
        let begins =
            |game: &&Record| game.plies.iter().map(|ply| &ply.mv).take(moves.len()).eq(&moves);
        assert_eq!(games.iter().filter(begins).count(), 2, "{moves:?}");
    }
    let with_book = ["--positions", "a", "--book", "b"];
    command.extend(with_book);
    check_usage(&command);
}

/// Checks that options contradict each other.
#[track_caller]
fn check_usage(arguments: &[&str]) {
    let output = support::cg(arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let notes = support::notes_of(&output);
    assert!(notes.contains("cannot be used"), "{notes}");
}
