//! Tests of standard output, standard error and exit codes of the commands.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::{read_to_string, write};
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use support::{
    cg, check_cannot_run, in_folder, interrupted, json_of, notes_of, recorded, stdout_of, words,
};

#[test]
fn the_node_count_of_perft_is_the_last_word_of_its_output() {
    assert_eq!(stdout_of(&["perft", "breakthrough", "4"]), "256036\n");
    let divided = stdout_of(&["perft", "breakthrough", "2", "--moves", "c2c3;f7e6", "--divide"]);
    assert!(divided.starts_with("c3d4: 23\n"), "{divided}");
    assert_eq!(divided.lines().count(), 24);
    assert_eq!(divided.split_whitespace().last(), Some("529"));
}

#[test]
fn perft_as_json_has_the_position_and_the_counts() {
    let object = json_of(&["perft", "breakthrough", "1", "--moves", "c2c3 f7e6", "--json"]);
    assert_eq!(object["nodes"], 23);
    assert_eq!(object["moves"], json!(["c2c3", "f7e6"]));
    let object = json_of(&["perft", "breakthrough", "2", "--divide", "--json"]);
    assert_eq!((&object["nodes"], &object["divide"]["a2b3"]), (&json!(484), &json!(22)));
}

#[test]
fn perft_after_an_illegal_move_cannot_run() {
    check_cannot_run(&["perft", "breakthrough", "1", "--moves", "c2c4"], "move 1, `c2c4`");
}

#[test]
fn the_error_for_an_unknown_game_lists_the_known_games() {
    for command in [
        &["perft", "chess", "3"][..],
        &["match", "chess", "--p1", "random", "--p2", "random", "--games", "2"],
    ] {
        check_cannot_run(command, "no game is called `chess`; the games are: breakthrough");
    }
}

#[test]
fn wrong_usage_exits_with_two() {
    for arguments in [&[][..], &["perft"], &["perft", "breakthrough", "x"], &["verify"], &["x"]] {
        assert_eq!(cg(arguments).status.code(), Some(2), "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["match", "--help"], &["--version"]] {
        assert_eq!(cg(arguments).status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn help_describes_the_players_of_single_games_as_the_arena_does() {
    let mut described = String::new();
    for (game, own) in registry::own_baselines() {
        described += &format!("Players of {} alone:\n", game.name());
        for player in own {
            described += &format!("  {:18} {}\n", player.name, player.about);
        }
        described += "\n";
    }
    assert_eq!(options::OWN_PLAYERS.trim_end(), described.trim_end());
}

#[test]
fn calibration_prints_tables_and_draws_a_chart() {
    let quick = ["calibration", "stratego", "--games", "2", "--nodes", "50", "--seed", "3"];
    let text = stdout_of(&quick);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("2 games against itself, 50 nodes, seed 3: "), "{text}");
    for name in ["facts alone", "where ranks begin", "how ranks behave"] {
        assert!(lines.iter().any(|line| line.starts_with(name)), "{text}");
    }
    let object = json_of(&[&quick[..], &["--json"]].concat());
    let classes = object["classes"].as_array().unwrap();
    assert!(classes.iter().all(|class| class["believed"].as_f64().unwrap() <= 1.0));
    let confident = object["confident"].as_array().unwrap();
    assert!(confident.iter().all(|beliefs| beliefs["believed"].as_f64().unwrap() >= 0.5));
    let attacks = object["attacks"].as_array().unwrap();
    assert_eq!(text.lines().count(), 12 + classes.len() + confident.len() + attacks.len());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calibration.svg");
    stdout_of(&[&quick[..], &["--picture", path.to_str().unwrap()]].concat());
    let picture = read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg"), "{picture}");
    assert_eq!(picture.matches("<circle").count(), classes.len());
}

#[test]
fn a_game_without_hidden_pieces_has_no_calibration() {
    let check = |arguments: &[&str], expected: &str| {
        check_cannot_run(&[&["calibration"], arguments].concat(), expected);
    };
    check(&["jungle"], "jungle does not have hidden information");
    check(&["stratego", "--against", "x"], "stratego has no baseline `x` of its own; it has rules");
}

/// Two games between `nodes=300,bot` and `rules`, made by `cargo cg match stratego --p1
/// nodes=300,bot --p2 rules --games 2 --seed 1 --record`.
const STRATEGO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/stratego.jsonl.gz");

#[test]
fn calibration_judges_the_pieces_of_recorded_players() {
    let of = |player: &[&str]| {
        let arguments = [&["calibration", "stratego", STRATEGO], player].concat();
        let text = stdout_of(&arguments);
        let object = json_of(&[&arguments[..], &["--json"]].concat());
        (text, object["judged"].as_u64().unwrap())
    };
    let (text, by_rules) = of(&["--player", "rules"]);
    let start = format!("2 recorded games, pieces of rules: {by_rules} hidden pieces\n");
    assert!(text.starts_with(&start), "{text}");
    // Counted from the moves of the record by another program.
    for [kinds, lost, attacks] in [
        ["scout       has not moved", "75.0", "4"],
        ["miner       has not moved", "0.0", "3"],
        ["captain     has not moved", "50.0", "2"],
        ["general     has not moved", "0.0", "6"],
        ["scout       has moved", "100.0", "4"],
        ["marshal     has moved", "0.0", "2"],
    ] {
        let line = text.lines().find(|line| line.starts_with(kinds)).expect(kinds);
        let words: Vec<&str> = line.split_whitespace().collect();
        let [.., share, _, count] = words[..] else { panic!("{line}") };
        assert_eq!([share, count], [lost, attacks], "{line}");
    }
    let (_, by_bot) = of(&["--player", "nodes=300,bot"]);
    assert_eq!(of(&[]).1, by_rules + by_bot);
    let sides = ["first", "second"].map(|side| of(&["--side", side]).1);
    assert_eq!(sides[0] + sides[1], by_rules + by_bot);

    let nobody = ["calibration", "stratego", STRATEGO, "--player", "nobody"];
    check_cannot_run(&nobody, "no game has a player `nobody` on that side");
    for (wrong, expected) in [
        (&[STRATEGO, "--games", "3"][..], "cannot be used with"),
        (&["--player", "rules"], "<FILE.jsonl[.gz]>..."),
    ] {
        let output = cg(&[&["calibration", "stratego"], wrong].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(notes_of(&output).contains(expected), "{output:?}");
    }
}

#[test]
fn careless_moves_are_counted_and_those_that_the_bot_would_make_again() {
    let by_rules = ["careless", "stratego", STRATEGO, "--nodes", "300", "--player", "rules"];
    let arguments = [&by_rules[..], &["--rank", "captain"]].concat();
    let text = stdout_of(&arguments);
    assert!(text.starts_with("2 games, 317 moves of rules; the bot with 300 nodes\n"), "{text}");
    assert!(text.ends_with("\nhigh pieces: captain and above\n"), "{text}");
    let object = json_of(&[&arguments[..], &["--json"]].concat());
    assert_eq!(object, json_of(&[&arguments[..], &["--json"]].concat()));
    let (classes, moves) = (&object["classes"], object["reviewed"].as_array().unwrap());
    for (class, recorded) in [18, 1].into_iter().enumerate() {
        assert_eq!(classes[class]["recorded"], recorded, "{object}");
        let repeated = moves.iter().filter(|mv| mv["class"] == class && mv["repeated"] == true);
        assert_eq!(classes[class]["bot"], repeated.count(), "{object}");
    }
    assert_eq!(moves.len(), 19);
    assert_eq!(moves[0]["game"], format!("{STRATEGO}:1"));
    assert_eq!((&moves[0]["number"], &moves[0]["recorded"]), (&json!(118), &json!("4 4 UP")));
    // Colonels and above, of one side or of all players.
    let attacks = |arguments: &[&str]| {
        let all = ["careless", "stratego", STRATEGO, "--nodes", "100", "--json"];
        json_of(&[&all[..], arguments].concat())["classes"][0]["recorded"].as_u64().unwrap()
    };
    let sides = ["first", "second"].map(|side| attacks(&["--side", side]));
    assert_eq!((sides, attacks(&[])), ([6, 10], 16));
}

#[test]
fn careless_moves_of_other_games_or_of_unknown_players_and_ranks_cannot_run() {
    let check = |arguments: &[&str], expected: &str| {
        check_cannot_run(&[&["careless"], arguments].concat(), expected);
    };
    check(&["jungle", STRATEGO], "jungle does not have kinds of careless moves");
    check(&["stratego-two-squares", STRATEGO], ".gz:1: a game of stratego, not of stratego-two");
    check(
        &["stratego", STRATEGO, "--player", "rule"],
        "no game has a player `rule` on that side; the players are: nodes=300,bot/rules, rules/",
    );
    check(&["stratego", STRATEGO, "--rank", "king"], "`king` is no rank of a piece that moves;");
    check(&["stratego", "no.jsonl"], "no.jsonl: cannot be read");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.jsonl");
    let ply = r#"{"player":0,"input":[],"move":"4 3 DOWN"}"#;
    let record = format!(
        r#"{{"game":"stratego","seed":1,"result":"1-0","reason":"flag","policy":"a/b",{}}}"#,
        format_args!(r#""plies":[{ply},{ply}]"#)
    );
    write(&path, record).unwrap();
    check(&["stratego", path.to_str().unwrap()], "changed.jsonl:1: move 1, `4 3 DOWN`: not legal");
}

/// Last attack of a game, in which the expected points of the attacker are exactly three quarters.
const LAST_ATTACK: &str = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4";

#[test]
fn an_equilibrium_is_shown_with_its_payoff_matrix_and_the_pure_strategies() {
    let text = stdout_of(&["equilibrium", "lamistra", "--position", LAST_ATTACK]);
    for expected in [
        "4  .  ~  . [w] .  ~  .\n3  .  .  . (W) .  .  .\n",
        "expected points of the attacker in percent; columns are the defender's choices\n",
        "               |      G      L |  least\n",
        "         share |   50.0   50.0 |\n",
        "  L       50.0 |   50.0  100.0 |   50.0\n",
        "  S       50.0 |  100.0   50.0 |   50.0\n",
        "  most         |  100.0  100.0 |\n",
        "value     75.0 % for the attacker, a score of ",
        "pure      at least 50.0 % by L, at most 100.0 % against G\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    let object = json_of(&["equilibrium", "lamistra", "--position", LAST_ATTACK, "--json"]);
    let found = &object["equilibria"][0];
    assert_eq!((&found["value"], &found["about"]), (&json!(0.75), &json!(null)));
    assert_eq!(found["points"], json!([[0.5, 1.0], [1.0, 0.5]]));
    assert_eq!(found["rows"][1], json!({ "move": "S", "share": 0.5 }));
    assert_eq!(found["unmixed"]["row"], json!({ "move": "L", "at_least": 0.5 }));
}

#[test]
fn moves_select_a_position_and_without_them_examples_are_shown() {
    let after = |moves| {
        ["equilibrium", "lamistra", "--nodes", "500", "--moves", moves, "--json"].map(str::to_owned)
    };
    let found = |moves| json_of(&after(moves).each_ref().map(String::as_str))["equilibria"].clone();
    let of_spaces = found("a3-a4 a5-a4");
    assert_eq!(of_spaces, found("a3-a4;a5-a4"));
    assert_eq!(of_spaces[0]["rows"].as_array().unwrap().len(), 6);
    let text = stdout_of(&["equilibrium", "lamistra", "--nodes", "500"]);
    assert!(text.matches("\nvalue ").count() >= 3, "{text}");
    assert!(text.contains("A named general attacks the wall"), "{text}");
}

#[test]
fn a_position_without_simultaneous_moves_is_an_error() {
    let check = |arguments: &[&str], expected: &str| {
        check_cannot_run(&[&["equilibrium"], arguments].concat(), expected);
    };
    check(&["jungle"], "jungle does not have positions in which both players choose at once");
    check(&["stratego"], "stratego does not have positions in which both players choose at once");
    check(
        &["jungle", "--moves", "x"],
        "jungle does not have positions in which both players choose at once",
    );
    check(&["chess"], "no game is called `chess`");
    check(&["lamistra", "--moves", "a3-a4"], "let the moves end with a step that attacks");
    check(&["lamistra", "--moves", "a3-a4;a5-a3"], "move 2, `a5-a3`: not legal here");
    check(&["lamistra", "--position", "x"], "that is no position of lamistra: expected seven rows");
    let both = ["equilibrium", "lamistra", "--moves", "", "--position", ""];
    assert_eq!(cg(&both).status.code(), Some(2));
}

#[test]
fn verify_counts_games_and_plies() {
    let text = stdout_of(&["verify", &recorded()]);
    assert!(text.ends_with("breakthrough.jsonl.gz: 40 games, 2035 plies, ok\n"), "{text}");
    let object = json_of(&["verify", &recorded(), &recorded(), "--json"]);
    assert_eq!(
        (&object["ok"], &object["games"], &object["plies"]),
        (&json!(true), &json!(80), &json!(4070))
    );
}

#[test]
fn verify_reports_damaged_files_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "games.jsonl");
    check_cannot_run(&["verify", &name], "cannot be read");
    write(&path, "{\n").unwrap();
    check_cannot_run(&["verify", &name], "games.jsonl:1: ");
    write(&path, std::fs::read(recorded()).unwrap().split_at(9000).0).unwrap();
    check_cannot_run(&["verify", &name, "--json"], "the file is cut off");
}

#[test]
fn a_book_starts_with_the_command_that_makes_it_again() {
    let arguments =
        "book jungle --openings 7 --plies 5 --nodes 200 --balance 80 --seed 9".split(' ');
    let arguments: Vec<&str> = arguments.collect();
    let text = stdout_of(&arguments);
    assert_eq!(text.lines().count(), 8);
    assert_eq!(text.lines().next(), Some(&*format!("# made by: cargo cg {}", arguments.join(" "))));
    assert!(text.lines().skip(1).all(|line| line.matches(';').count() == 5), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let (path, name) = in_folder(&folder, "book.txt");
    let output = cg(&[&arguments[..], &["-o", &name, "--play", "60"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
    assert_eq!(read_to_string(path).unwrap(), text);
    let notes = notes_of(&output);
    for expected in ["7 openings in ", "first player ", " of 14 games", "plies per game "] {
        assert!(notes.contains(expected), "{notes}");
    }
}

#[test]
fn a_book_that_cannot_be_made_is_an_error() {
    let few = "book breakthrough --openings 23 --plies 1 --nodes 10 --balance 30000".split(' ');
    check_cannot_run(&few.collect::<Vec<_>>(), "only 22 different openings of 1 plies were found");
    check_cannot_run(&["book", "jungle", "--plies", "500"], "no opening of 500 plies");
    check_cannot_run(&["book", "chess"], "no game is called `chess`");
    check_cannot_run(
        &["book", "stratego"],
        "stratego does not have a search that can evaluate openings",
    );
    assert_eq!(cg(&["book", "jungle", "--balance", "-1"]).status.code(), Some(2));
}

#[test]
fn tuning_prints_the_weights_it_found() {
    let fit = ["tune", "breakthrough", "fit", "--games", "60", "--nodes", "60", "--seed", "2"];
    let text = stdout_of(&fit);
    assert!(text.contains(" positions; a score of 100 is 0."), "{text}");
    assert!(text.contains("validation loss (cross entropy): 0."), "{text}");
    assert!(text.lines().any(|line| line.starts_with("piece[3][1] ")), "{text}");
    let object = json_of(&[&fit[..], &["--json", "--groups"]].concat());
    let (before, after) = (&object["weights_before"], &object["weights"]);
    let mut changed = 0;
    for (name, value) in after.as_object().unwrap() {
        let line = match &before[name] {
            same if same == value => format!("\n{name} {value}\n"),
            other => format!("\n{name} {other} -> {value}\n"),
        };
        assert!(text.contains(&line), "{line} is not in {text}");
        changed += usize::from(before[name] != *value);
    }
    let all = after.as_object().unwrap().len();
    assert!(text.contains(&format!("\n{changed} of {all} weights changed\n")), "{text}");
    assert!(object["groups"].as_array().unwrap().len() > 5, "{object}");
    let climb = ["tune", "breakthrough", "climb", "--pairs", "16", "--nodes", "60", "--json"];
    assert!(json_of(&climb)["decided"].as_f64().unwrap() > 0.0);
    let search = "tune jungle search --pairs 16 --nodes 60 --tunables razoring_margin --json";
    let object = json_of(&words(search));
    for values in ["tunables", "tunables_before"] {
        assert!((1..=1000).contains(&object[values]["razoring_margin"].as_i64().unwrap()));
    }
}

#[test]
fn interrupted_tuning_prints_the_values_so_far() {
    let line = "tune breakthrough climb --pairs 1000000 --nodes 60 --json";
    let mut tuning = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(line.split(' '))
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut notes = BufReader::new(tuning.stderr.take().unwrap()).lines();
    let note = notes.next().unwrap().unwrap();
    assert!(note.starts_with("note: Ctrl-C ends the run early"), "{note}");
    let output = interrupted(tuning);
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairs = object["pairs"].as_u64().unwrap();
    assert!((1..1_000_000).contains(&pairs), "{pairs}");
    assert!(object["weights"]["tempo"].is_i64(), "{object}");
    let note = notes.next().unwrap().unwrap();
    assert_eq!(note, format!("note: stopped after {pairs} of 1000000 pairs"));
}

#[test]
fn tuning_of_the_same_options_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let chart = folder.path().join("course.svg");
    let line = format!("tune breakthrough climb --pairs 48 --nodes 60 --data {data}");
    let picture = ["--picture", chart.to_str().unwrap()];
    let first = cg(&[&words(&line)[..], &picture].concat());
    assert!(notes_of(&first).contains("chart written to "), "{first:?}");
    assert!(read_to_string(&chart).unwrap().contains("moved, in perturbations"));
    // A run that was killed after the first 16 pairs.
    let runs = folder.path().join("tune/breakthrough");
    let file = std::fs::read_dir(&runs).unwrap().next().unwrap().unwrap().path();
    let mut object: Value = serde_json::from_str(&read_to_string(&file).unwrap()).unwrap();
    let pairs = object["pairs"].as_array_mut().unwrap();
    assert_eq!(pairs.len(), 48);
    pairs.truncate(16);
    write(&file, object.to_string()).unwrap();
    for played in [16, 48] {
        let again = cg(&words(&line));
        assert_eq!(again.stdout, first.stdout);
        let note = format!("note: {played} of 48 pairs have been played before");
        assert!(notes_of(&again).starts_with(&note), "{again:?}");
    }
    // Without the workspace and a data folder, nothing is kept.
    let apart = cg(&words(&line)[..7]);
    assert_eq!(apart.stdout, first.stdout);
}

#[test]
fn impossible_tuning_is_an_error() {
    let fit = |game, games| cg(&["tune", game, "fit", "--games", games, "--nodes", "10"]);
    let message = |output: Output| String::from_utf8(output.stderr).unwrap();
    assert!(
        message(fit("chess", "1"))
            .contains("no game is called `chess`; the games are: breakthrough")
    );
    assert!(message(fit("stratego", "1")).contains("`fit` does not support stratego: use `climb`"));
    assert!(message(fit("breakthrough", "1")).contains("too few to learn from"));
    let share = cg(&["tune", "breakthrough", "fit", "--blend", "2"]);
    assert_eq!(share.status.code(), Some(2));
    assert!(message(share).contains("expected a number from 0 to 1"));
    // Outside a workspace there is no source file to write, which is an error before the games.
    let written =
        cg(&["tune", "breakthrough", "climb", "--pairs", "1", "--nodes", "10", "--write"]);
    assert_eq!(written.status.code(), Some(2));
}
