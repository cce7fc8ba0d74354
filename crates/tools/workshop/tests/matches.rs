//! Tests of the match commands: results, notes, files and resumption.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::{self, read_to_string};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use support::{cg, check_cannot_run, in_folder, interrupted, json_of, notes_of, stdout_of, words};

#[test]
fn a_match_has_a_seed_and_a_result() {
    let line = "match breakthrough --p1 random --p2 uct:20 --games 3 --seed 5";
    let output = cg(&words(line));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(notes_of(&output), "note: games come in pairs: playing 4\nmatch 1, seed 5\n");
    for expected in [
        "breakthrough, 4 games, seed 5, ",
        "p2           uct:20",
        "Elo ",
        "likelihood",
        "first mover ",
        "draws        0.0 %",
        "home-row 4 (",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

/// Removes the times, which differ between runs.
fn without_times(mut object: Value) -> Value {
    for player in object["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().retain(|key, _| !key.ends_with("_ms"));
    }
    object
}

#[test]
fn a_report_names_the_sandbox_of_programs_or_the_reason_why_there_is_none() {
    let line = |p1: &str, mode: &str| {
        format!("match breakthrough --p1 {p1} --p2 random --games 2 --seed 1 --sandbox {mode}")
    };
    assert!(!stdout_of(&words(&line("random", "require"))).contains("sandbox"));
    assert!(stdout_of(&words(&line("cmd:false", "off"))).ends_with("\nsandbox      off\n"));
    let report = stdout_of(&words(&line("cmd:false", "auto")));
    let description = report.trim_end().rsplit_once("\nsandbox      ").unwrap().1;
    let required = cg(&words(&line("cmd:false", "require")));
    if description == "bubblewrap" {
        assert_eq!(required.status.code(), Some(0));
    } else {
        assert!(description.starts_with("none: `"), "{description}");
        assert_eq!(required.status.code(), Some(2));
        assert!(notes_of(&required).contains("error: --sandbox require: `"));
    }
}

#[test]
fn a_match_as_json_is_one_object_for_any_number_of_jobs() {
    let played = |jobs: &str| {
        let line = "match breakthrough --p1 uct:20 --p2 random --games 6 --seed 5 --json --jobs";
        without_times(json_of(&words(&format!("{line} {jobs}"))))
    };
    let object = played("1");
    assert_eq!(object, played("2"));
    assert_eq!((&object["games"], &object["interrupted"]), (&json!(6), &json!(false)));
    let results = &object["pairings"][0]["results"];
    assert_eq!(results["wins"].as_u64().unwrap() + results["losses"].as_u64().unwrap(), 6);
    assert_eq!(object["players"][0]["player"], "uct:20");
    assert_eq!(object["players"][0]["crashes"], 0);
}

#[test]
fn a_recorded_match_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "games.jsonl");
    for p1 in ["random", "cmd:sh -c 'exit 4'"] {
        let rest = ["--p2", "random", "--games", "2", "--record", &name];
        stdout_of(&[&["match", "breakthrough", "--p1", p1], &rest[..]].concat());
        assert!(stdout_of(&["verify", &name]).contains(": 2 games, "));
    }
    assert_eq!(read_to_string(path).unwrap().matches(r#""reason":"crash""#).count(), 2);
}

#[test]
fn a_game_with_setups_needs_no_openings_and_accepts_them() {
    let line = "match stratego --p1 rules --p2 random --games 2 --seed 5 --json";
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "games.jsonl");
    let setups = |more: &str| {
        stdout_of(&words(format!("{line} --record {name} {more}").trim_end()));
        assert!(stdout_of(&["verify", &name]).contains(": 2 games, "));
        let records = read_to_string(&path).unwrap();
        let games = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let rows = |game: Value| (0..8).map(|ply| game["plies"][ply]["move"].clone()).collect();
        games.map(rows).collect::<Vec<Vec<Value>>>()
    };
    let free = setups("");
    assert_ne!(free[0], free[1]);
    let prescribed = setups("--opening-plies 80");
    assert_eq!(prescribed[0], prescribed[1]);
    let arguments = words("match stratego --p1 rules --p2 random --games 2 --opening-plies 9");
    check_cannot_run(&arguments, "no opening of 9 plies leaves the game open");
    let arguments = words("match stratego --p1 rules --p2 greedy --games 2");
    check_cannot_run(&arguments, "`greedy` does not play stratego: ");
}

#[test]
fn faults_are_counted_and_reported() {
    let crashes = "cmd:sh -c 'echo oh >&2; exit 4'";
    let rest = ["--p2", crashes, "--games", "2", "--json"];
    let output = cg(&[&["match", "breakthrough", "--p1", "random"], &rest[..]].concat());
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairing = &object["pairings"][0];
    assert_eq!(pairing["results"]["wins"], 2);
    assert_eq!(
        (&pairing["elo"], &pairing["terminations"]["crash"]["wins"]),
        (&Value::Null, &json!(2))
    );
    assert_eq!(object["players"][1]["crashes"], 2);
    let notes = notes_of(&output);
    assert!(notes.contains(&format!("note: no openings, since `{crashes}`")), "{notes}");
    assert!(notes.contains("loses by crash: the process ended, exit status: 4"), "{notes}");
    assert!(notes.contains("standard error: oh"), "{notes}");
}

#[test]
fn a_player_that_does_not_exist_cannot_play() {
    let play = |p1, expected| {
        let output = cg(&["match", "breakthrough", "--p1", p1, "--p2", "random", "--games", "2"]);
        assert_eq!(output.status.code(), Some(2));
        let notes = notes_of(&output);
        assert!(notes.contains(expected), "{notes}");
    };
    play("somebody", "error: no player is called `somebody`; the players are: random, ");
    play("uct:many", "error: `uct:many` needs a whole number");
    play("nodes=5,somebody", "error: no player is called `somebody`");
    play("cmd:/no/such/program", "error: `cmd:/no/such/program` cannot be started");
    play("cmd:x {nodes}", "asks for {nodes}: give a limit with --nodes");
    play("/no/such/bot.rs", "error: /no/such/bot.rs cannot be read");
    play("uci:sh -c 'read line; echo no'", "did not say `uciok`: is it a UCI engine?");
}

#[test]
fn a_match_whose_players_cannot_start_is_not_stored_and_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, store) = in_folder(&folder, "arena.db");
    let cannot_start = |command: &[&str], rest: &str| {
        let rest = format!("--games 2 --store {store}{rest}");
        let output = cg(&[command, &words(&rest)[..]].concat());
        assert_eq!(output.status.code(), Some(2));
        let notes = notes_of(&output);
        assert!(notes.contains("cannot be started"), "{notes}");
        assert!(!notes.contains("match 1"), "{notes}");
        assert!(!path.exists(), "{notes}");
    };
    let missing = "cmd:/no/such/program";
    let tournament = ["tournament", "breakthrough", "random", "uct:5", missing];
    cannot_start(&tournament, "");
    cannot_start(&["sprt", "breakthrough", "--base", "random", "--test", missing], "");
    let name = folder.path().to_str().unwrap();
    cannot_start(&["league", "breakthrough", name, "--with", "random", "--with", missing], "");
    let players = ["match", "cups", "--p1", missing, "--p2", missing];
    cannot_start(&players, " --referee cat --referee-protocol lines");
    cannot_start(&players, " --referee /no/such/referee");
}

#[test]
fn deleted_matches_are_gone_with_their_games_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let (path, store) = in_folder(&folder, "arena.db");
    let line = format!("match breakthrough --p1 random --p2 random --games 2 --store {store}");
    (0..3).for_each(|_| drop(stdout_of(&words(&line))));
    check_cannot_run(&["delete", "1", "4", "--store", &store], "holds no match 4");
    let ids = || {
        let object = json_of(&["history", "--store", &store, "--json"]);
        let matches = object["matches"].as_array().unwrap().clone();
        matches.iter().map(|stored| stored["match"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids(), [1, 2, 3]);
    let output = cg(&["delete", "1", "3", "1", "--store", &store]);
    assert_eq!(notes_of(&output), "deleted: match 1, 3 (4 games)\n");
    assert_eq!(ids(), [2]);
    assert!(stdout_of(&["verify", &store]).contains(": 2 games, "));
    let database = rusqlite::Connection::open(path).unwrap();
    assert!(database.execute("DELETE FROM match", []).is_err());
}

#[test]
fn files_in_a_folder_that_does_not_exist_are_refused_before_the_match() {
    for option in ["--record", "--report"] {
        let line = "match breakthrough --p1 random --p2 random --games 1000000 --seed 1";
        let arguments = [&words(line)[..], &[option, "/no/such/folder/file"]].concat();
        check_cannot_run(&arguments, "there is no folder /no/such/folder");
    }
}

#[test]
fn a_report_without_a_store_is_refused_before_the_match() {
    let line = "match breakthrough --p1 random --p2 random --games 1000000 --report match.html";
    check_cannot_run(&words(line), "--report needs a store: name one with --store");
}

#[test]
fn missing_options_of_a_match_are_named() {
    let output = cg(&["match", "breakthrough", "--p1", "random"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(notes_of(&output).contains("--games"));
    check_cannot_run(&["match", "--resume"], "there is no store here: name one with --store");
    // The conditions of a match cannot be changed when it is resumed.
    for rest in ["--nodes 5", "--seed 5", "--margin 5", "--opening-plies 2"] {
        let output = cg(&words(&format!("match --resume {rest}")));
        assert_eq!(output.status.code(), Some(2));
        assert!(notes_of(&output).contains("cannot be used with"), "{output:?}");
    }
}

#[test]
fn a_stored_match_can_be_listed_exported_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (_, store) = in_folder(&folder, "arena.db");
    let (exported, exported_name) = in_folder(&folder, "games.jsonl");
    let line = format!("match jungle --p1 greedy --p2 random --games 4 --seed 9 --store {store}");
    let line = format!("{line} --name first");
    let played = json_of(&words(&format!("{line} --json")));
    let history = stdout_of(&["history", "--store", &store]);
    let score = 100.0 * played["players"][0]["score"].as_f64().unwrap();
    assert!(history.contains(&format!("4 of      4 games  {score:.1} %, Elo ")), "{history}");
    assert!(history.contains("  [first]  cargo cg match jungle --p1 greedy"), "{history}");
    let object = json_of(&["history", "--store", &store, "--json"]);
    let listed = &object["matches"][0];
    assert_eq!((&listed["games"], &listed["name"]), (&json!(4), &json!("first")));
    assert_eq!(listed["players"][0]["score"], played["players"][0]["score"]);
    assert_eq!(listed["elo"], played["pairings"][0]["elo"]);
    for (filter, count) in [
        (["--game", "Jungle"], 1),
        (["--game", "stratego"], 0),
        (["--name", "irs"], 1),
        (["--name", "second"], 0),
    ] {
        let filtered = stdout_of(&[&["history", "--store", &store][..], &filter].concat());
        assert_eq!(filtered.lines().count(), count, "{filter:?}: {filtered}");
    }

    stdout_of(&["export", "--store", &store, "-o", &exported_name]);
    for file in [&exported_name, &store] {
        assert!(stdout_of(&["verify", file]).contains(": 4 games, "));
    }
    let bare = read_to_string(exported).unwrap();
    assert_eq!(stdout_of(&["export", "--store", &store, "--match", "1"]), bare);
    assert!(!bare.contains(r#""turn""#));
    let full = stdout_of(&["export", "--store", &store, "--full"]);
    assert!(full.contains(r#""turn":{"output":"#), "{full}");

    check_cannot_run(&["export", "--store", &store, "--match", "7"], "holds no match 7");
    let missing = "/no/such/store: does not exist: no match is stored there yet; `cargo cg match`";
    check_cannot_run(&["history", "--store", "/no/such/store"], missing);
    let (path, empty) = in_folder(&folder, "empty.db");
    fs::write(path, "").unwrap();
    check_cannot_run(
        &["export", "--store", &empty],
        "empty.db: holds no match yet; `cargo cg match`",
    );
    let output = cg(&["history", "--store", &empty]);
    assert_eq!(notes_of(&output), "note: no match is stored yet; `cargo cg match` plays one\n");
}

#[test]
fn an_interrupted_match_prints_its_result_so_far_and_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (_, store) = in_folder(&folder, "arena.db");
    let line = "match breakthrough --p1 uct:50 --p2 random --games 100000 --seed 2 --store";
    let mut playing = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(line.split(' '))
        .args([&store, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let games = || {
        let output = cg(&["history", "--store", &store, "--json"]);
        let object: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        object["matches"][0]["games"].as_u64().unwrap_or_default()
    };
    while games() == 0 {
        assert_eq!(playing.try_wait().unwrap(), None, "the match has ended by itself");
    }
    let output = interrupted(playing);
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["interrupted"], true);
    assert_eq!(object["games"], games());
    assert!(notes_of(&output).contains("--resume continues the match"), "{output:?}");
}

#[test]
fn players_without_games_have_no_score_and_the_last_place() {
    let folder = tempfile::tempdir().unwrap();
    let (_, store) = in_folder(&folder, "arena.db");
    // This player never answers, so that a game with it does not end.
    let silent = "time=600000,cmd:sleep 600";
    // Returns what is printed when Ctrl-C is pressed after `games` games.
    let printed = |command: &[&str], rest: &str, games: u64| -> String {
        let mut playing = Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(command)
            .args(words(rest))
            .args(["--games", "2", "--seed", "1", "--store", &store])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut notes = BufReader::new(playing.stderr.take().unwrap()).lines();
        let line = notes.find(|line| line.as_ref().unwrap().starts_with("match ")).unwrap();
        let id: u64 = line.unwrap()["match ".len()..].split(',').next().unwrap().parse().unwrap();
        let played = || {
            let object = json_of(&["history", "--store", &store, "--json"]);
            let stored =
                object["matches"].as_array().unwrap().iter().find(|one| one["match"] == id);
            stored.unwrap()["games"].as_u64().unwrap()
        };
        while played() < games {}
        String::from_utf8(interrupted(playing).stdout).unwrap()
    };
    let duel = ["match", "breakthrough", "--p1", silent, "--p2", "random"];
    let text = printed(&duel, "--sandbox off", 0);
    assert!(text.contains("\nresult       no games\n"), "{text}");
    let object: Value = serde_json::from_str(&printed(&duel, "--json", 0)).unwrap();
    for key in ["score", "elo", "likelihood_of_superiority"] {
        assert_eq!(object["pairings"][0][key], Value::Null, "{key}: {object}");
    }

    let tournament = ["tournament", "breakthrough", silent, "greedy", "uct:20", "--gauntlet"];
    let text = printed(&tournament, "--sandbox off", 0);
    assert!(text.contains(&format!("\n    {silent}      0 no games\n")), "{text}");
    let tournament = ["tournament", "breakthrough", "greedy", "random", silent];
    let text = printed(&tournament, "--sandbox off", 2);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].starts_with(" 1. greedy "), "{text}");
    assert!(lines[3].starts_with(" 2. random "), "{text}");
    assert_eq!(lines[4], format!("    {silent}      0 no games"));
    assert!(lines.contains(&&*format!("greedy - {silent}: no games")), "{text}");

    let name = folder.path().to_str().unwrap();
    let league = ["league", "breakthrough", name, "--with", silent, "--with", "random"];
    let text = printed(&league, "--sandbox off", 0);
    assert_eq!(text.matches("no games").count(), 2, "{text}");
}

#[test]
fn a_tournament_has_a_table() {
    let line = "tournament breakthrough random greedy uct:30 --games 4 --seed 3";
    let text = stdout_of(&words(line));
    assert!(text.contains("breakthrough, round robin, 12 games"), "{text}");
    assert!(text.contains(" 1. greedy "), "{text}");
    assert!(text.contains("random - greedy: "), "{text}");
    let gauntlet = json_of(&words(&format!("{line} --gauntlet --json")));
    assert_eq!(gauntlet["games"], 8);
    assert_eq!(gauntlet["pairings"].as_array().unwrap().len(), 2);
    check_cannot_run(
        &words("tournament breakthrough random --games 2"),
        "a tournament needs at least two players",
    );
}

#[test]
fn players_of_the_same_name_get_numbers() {
    let object = json_of(&words("tournament breakthrough random random random --games 2 --json"));
    let names: Vec<&str> = object["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["player"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["random", "random (2)", "random (3)"]);
}

#[test]
fn a_sequential_test_answers_yes_or_no() {
    let line = "sprt breakthrough --base random --test uct:60 --elo1 100 --seed 1";
    let output = cg(&words(line));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("decision     p1 is stronger"), "{text}");
    let output =
        cg(&words(&line.replace("--base random --test uct:60", "--base uct:60 --test random")));
    assert_eq!(output.status.code(), Some(1));
    let output = cg(&words(&format!("{line} --games 2 --json")));
    assert_eq!(output.status.code(), Some(1), "undecided");
    let most = "note: the test ends after 2 games (--games), decided or not\n";
    assert!(notes_of(&output).contains(most), "{output:?}");
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["sprt"]["decision"], Value::Null);
    check_cannot_run(&words(&format!("{line} --elo0 200")), "elo0 has to be less than elo1");
}

#[test]
fn a_player_that_does_not_exist_is_refused_before_another_one_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "broken.rs");
    fs::write(path, "this does not compile").unwrap();
    let bots = folder.path().display();
    let suite = "tests/data/suite.jsonl";
    let check = |command: &str, expected: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(command.split(' '))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let notes = notes_of(&output);
        assert!(notes.contains(expected), "{command}: {notes}");
    };
    for (player, expected) in [
        ("nosuch", "there is no git revision `nosuch`"),
        ("commit:nosuch", "there is no git revision `nosuch`"),
        ("./nosuch", "there is neither a file nor a git revision `./nosuch`"),
        ("cmd:nosuch", "`cmd:nosuch` cannot be started: "),
        ("uci:nosuch", "`uci:nosuch` cannot be started: "),
        ("maximin", "`maximin` does not play breakthrough"),
    ] {
        check(&format!("match breakthrough --p1 {name} --p2 {player} --games 2"), expected);
        check(&format!("tournament breakthrough {name} random {player} --games 2"), expected);
        check(&format!("sprt breakthrough --base {player} --test {name}"), expected);
        check(&format!("suite breakthrough {suite} --player {name} --player {player}"), expected);
        let league = format!("league breakthrough {bots} --with {player} --games 2");
        check(&league, expected);
    }
}

/// Runs `cargo cg work` on these lines.
fn work(input: &str) -> Output {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .arg("work")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A worker that refuses a line reads no further.
    let _ = worker.stdin.take().unwrap().write_all(input.as_bytes());
    worker.wait_with_output().unwrap()
}

#[test]
fn history_lists_the_matches_beside_a_damaged_one_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "arena.db");
    for _ in 0..3 {
        let line = "match breakthrough --p1 random --p2 random --games 2 --seed 1 --store";
        stdout_of(&words(&format!("{line} {name}")));
    }
    let database = rusqlite::Connection::open(path).unwrap();
    let damage = "DROP TRIGGER matches_stay; UPDATE match SET plan = '{\"game\":' WHERE id = 2";
    database.execute_batch(damage).unwrap();
    let line = format!("history --store {name}");
    let output = cg(&words(&line));
    assert_eq!(output.status.code(), Some(2));
    let expected = format!("error: damaged and not listed: match 2: {name}: ");
    assert!(notes_of(&output).starts_with(&expected), "{}", notes_of(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let ids: Vec<&str> =
        text.lines().map(|line| line.trim_start().split_once(' ').unwrap().0).collect();
    assert_eq!(ids, ["1", "3"]);
    let output = cg(&words(&format!("{line} --json")));
    assert_eq!(output.status.code(), Some(2));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["matches"].as_array().unwrap().len(), 2);
    assert_eq!(object["damaged"], json!([2]));
}

#[test]
fn printed_game_pairs_can_be_played_by_a_worker() {
    let line = "match breakthrough --p1 greedy --p2 random --games 4 --seed 3";
    let units = stdout_of(&words(&format!("{line} --units")));
    assert_eq!(units.lines().count(), 2);
    let output = work(&units);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let played = String::from_utf8(output.stdout).unwrap();
    let results: Vec<Value> = played
        .lines()
        .flat_map(|pair| serde_json::from_str::<[Value; 2]>(pair).unwrap())
        .map(|game| game["record"]["result"].clone())
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "games.jsonl");
    stdout_of(&words(&format!("{line} --record {name}")));
    let records = read_to_string(path).unwrap();
    let expected: Vec<Value> = records
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["result"].clone())
        .collect();
    assert_eq!(results, expected);
    let output = work("{}\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(notes_of(&output).contains("line 1 of standard input is not a game pair"));
}

#[test]
fn a_worker_refuses_an_opening_that_cannot_be_played_and_blames_no_player() {
    let line = "match breakthrough --p1 greedy --p2 random --games 2 --seed 3 --units";
    let unit: Value = serde_json::from_str(&stdout_of(&words(line))).unwrap();
    for (opening, expected) in [
        (json!(["??"]), "line 1: the opening cannot be played: move 1, `??`: "),
        (json!(["a2a3", "a2a3"]), "line 1: the opening cannot be played: move 2, `a2a3`: "),
    ] {
        let mut bad = unit.clone();
        bad["opening"] = opening;
        let output = work(&format!("{bad}\n"));
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert!(notes_of(&output).contains(expected), "{}", notes_of(&output));
    }
}

#[test]
fn a_worker_refuses_a_line_that_never_ends() {
    let output = work(&"[".repeat(17 << 20));
    assert_eq!(output.status.code(), Some(2));
    let expected = "line 1 of standard input is longer than 16 MiB: it is not a game pair";
    assert!(notes_of(&output).contains(expected), "{}", notes_of(&output));
}

#[test]
fn a_league_rates_the_players_of_its_folder_and_keeps_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let line =
        format!("league breakthrough {name} --with random --with greedy --games 20 --seed 4");
    let text = stdout_of(&words(&line));
    assert!(text.contains(" 1. greedy "), "{text}");
    let object = json_of(&words(&format!("{line} --with uct:20 --games 2 --json").replacen(
        "--games 20 ",
        "",
        1,
    )));
    let players = object["players"].as_array().unwrap();
    let games = |name: &str| {
        players.iter().find(|player| player["player"] == name).unwrap()["games"].clone()
    };
    assert_eq!(games("uct:20"), 2);
    assert!(fs::exists(folder.path().join("league.db")).unwrap());
    let store = || fs::read(folder.path().join("league.db")).unwrap();
    let (before, refused) =
        (store(), cg(&words(&format!("{line} --games 0").replacen("--games 20 ", "", 1))));
    assert_eq!((refused.status.code(), store()), (Some(2), before));
    assert!(notes_of(&refused).contains("expected a whole number from 1 to "), "{refused:?}");

    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join("notes.txt");
    fs::write(&file, "no player").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let arguments = ["league", "breakthrough", empty.path().to_str().unwrap()];
    check_cannot_run(&arguments, "holds fewer than two players");
    check_cannot_run(&["league", "breakthrough", "/no/such/folder"], "cannot be read");
}

#[test]
fn a_margin_and_a_core_may_be_given() {
    let line = "match breakthrough --p1 random --p2 random --games 2 --margin 50 --pin --json";
    assert_eq!(json_of(&words(line))["games"], 2);
}
