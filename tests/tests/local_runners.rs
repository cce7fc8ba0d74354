//! `cg referee` as local runners use it: what they write is what they are told, and what they would
//! choke on never comes.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::{self, File, read_to_string};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{Leash, games_with_lists, text, tool};

/// With this no bot is late on a loaded machine.
const PATIENT: [&str; 2] = ["--margin", "60000"];

/// A bot of the zoo.
fn zoo(temper: &str) -> String {
    format!("{} {temper} /dev/null", env!("CARGO_BIN_EXE_zoo"))
}

/// A bot of the zoo that first runs a script of the shell, without quotes in it.
fn zoo_after(script: &str, temper: &str) -> String {
    format!("sh -c '{script}; exec {}'", zoo(temper))
}

/// What cg-brutaltester makes of a referee's output.
#[derive(PartialEq, Debug)]
struct Parsed {
    scores: [i32; 2],
    seed: String,
}

/// Runs a referee as cg-brutaltester does: the words of its `-r` end at single spaces, each bot is
/// one word.
fn brutaltester(game: &str, bots: [&str; 2], more: &[&str]) -> Parsed {
    let referee = format!("{} referee {game}", tool("workshop").display());
    let mut words = referee.split(' ');
    let output = Command::new(words.next().unwrap())
        .args(words)
        .args(["-p1", bots[0], "-p2", bots[1]])
        .args(more)
        .output()
        .unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let mut lines = text(&output.stdout).lines();
    let scores = [(); 2].map(|()| lines.next().unwrap().parse().unwrap());
    let seed = lines.next().unwrap().to_owned();
    assert!(seed.strip_prefix("seed=").unwrap().parse::<u64>().is_ok(), "{seed}");
    assert_eq!(lines.next(), None);
    Parsed { scores, seed }
}

/// Plays with a file, and returns what was printed and what it holds.
fn brutaltester_with_log(game: &str, bots: [&str; 2], seed: &str) -> (Parsed, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game1.json");
    let more = [&PATIENT[..], &["-d", seed, "-l", path.to_str().unwrap()]].concat();
    let parsed = brutaltester(game, bots, &more);
    let object: Value = serde_json::from_str(&read_to_string(&path).unwrap()).unwrap();
    let [one, other] = parsed.scores;
    assert_eq!(object["scores"], json!({ "0": one, "1": other }));
    assert_eq!((&object["uinput"], parsed.seed.as_str()), (&json!([seed]), seed));
    let turns = |player| object["errors"][player].as_array().unwrap();
    assert_eq!(turns("0").len(), turns("1").len());
    for (one, other) in turns("0").iter().zip(turns("1")) {
        assert!(one.is_null() != other.is_null(), "one player is asked in a turn: {object}");
        assert!(one.is_string() || other.is_string(), "{object}");
    }
    (parsed, object)
}

#[test]
fn a_game_ends_with_two_scores_and_its_seed() {
    for game in games_with_lists() {
        let (parsed, object) =
            brutaltester_with_log(game.name(), [&zoo("fair"), &zoo("first")], "seed=5");
        assert!([[1, 0], [0, 1], [0, 0]].contains(&parsed.scores), "{parsed:?}");
        assert_eq!(object["errors"]["referee"], json!([]));
    }
}

/// Checks that a bot loses by its fault whichever player it is, and that the file says so.
#[track_caller]
fn check_fault(temper: &str, expected: &str) {
    let (fair, faulty) = (zoo("fair"), zoo(temper));
    let check = |bots: [&str; 2], scores: [i32; 2], player: &str| {
        let (parsed, object) = brutaltester_with_log("breakthrough", bots, "seed=7");
        assert_eq!(parsed.scores, scores, "{temper}");
        let complaints = object["errors"]["referee"].as_array().unwrap();
        let complaint = complaints[0].as_str().unwrap();
        assert!(complaint.starts_with(&format!("{player} loses by {expected}: ")), "{complaint}");
    };
    check([&faulty, &fair], [-1, 1], "p1");
    check([&fair, &faulty], [1, -1], "p2");
}

#[test]
fn a_fault_is_a_negative_score_and_no_word_on_standard_error() {
    check_fault("crash", "crash");
    check_fault("unreadable", "unreadable");
    check_fault("close-output", "closed");
    check_fault("flood", "flood");
}

#[test]
fn a_bot_that_is_too_slow_is_at_fault() {
    let parsed = brutaltester("breakthrough", [&zoo("silent"), &zoo("fair")], &[]);
    assert_eq!(parsed.scores, [-1, 1]);
}

#[test]
fn a_seed_that_is_given_back_brings_the_same_game() {
    let bots = ["random", "uct:20"];
    let Parsed { scores, seed } = brutaltester("breakthrough", bots, &[]);
    let [(again, one), (_, other)] =
        [(); 2].map(|()| brutaltester_with_log("breakthrough", bots, &seed));
    assert_eq!(again, Parsed { scores, seed });
    assert_eq!(one, other);
    let (_, different) = brutaltester_with_log("breakthrough", bots, "seed=0");
    assert_ne!(one["outputs"], different["outputs"]);
}

#[test]
fn the_file_tells_what_the_bots_wrote_turn_by_turn() {
    let bots = [&*zoo_after("echo hello >&2", "crash"), &zoo("random")];
    let (_, object) = brutaltester_with_log("breakthrough", bots, "seed=3");
    let errors = &object["errors"];
    assert_eq!(errors["0"], json!(["hello\n", null, ""]));
    assert_eq!(errors["1"], json!([null, "", null]));
    let outputs = &object["outputs"];
    assert!(outputs["0"][0].is_string() && outputs["0"][2].is_null(), "{outputs}");
}

/// How many processes a bot with children is.
const FAMILY: usize = 5;

#[test]
fn no_bot_outlives_its_game() {
    let leash = Leash::new();
    let bot = leash.command(env!("CARGO_BIN_EXE_zoo"), "brood");
    brutaltester("breakthrough", [&bot, "random"], &PATIENT);
    assert_eq!(leash.check_all_gone(), FAMILY);
}

/// Starts a game in the background by a script of the shell in which `"$@"` is the referee.
fn start(script: &str, p1: &str) -> Child {
    Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(tool("workshop"))
        .args(["referee", "breakthrough", "--psyleague"])
        .args(PATIENT)
        .args(["-p1", p1, "-p2", "random"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(name: &str, process: &Child) {
    let sent = Command::new("kill").args([name, &process.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn no_bot_outlives_a_referee_that_its_runner_ends() {
    let mut leash = Leash::new();
    let bot = leash.command(env!("CARGO_BIN_EXE_zoo"), "silent");
    let mut referee = start("exec \"$@\"", &bot);
    leash.wait_for(1);
    signal("-TERM", &referee);
    assert_eq!(referee.wait().unwrap().code(), None);
    leash.check_all_gone();
}

/// psyleague has its games ignore Ctrl-C and waits for them.
#[test]
fn a_game_that_is_not_to_be_interrupted_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    mkfifo(&pipe, Mode::S_IRWXU).unwrap();
    let referee = start("trap '' INT; exec \"$@\"", &format!("cat {}", pipe.display()));
    // Opened as soon as the bot runs, which then waits for its answer.
    let mut answer = File::options().write(true).open(&pipe).unwrap();
    signal("-INT", &referee);
    answer.write_all(b"no move\n").unwrap();
    let told = psyleague_of(&referee.wait_with_output().unwrap());
    assert_eq!((&told[0]["errors"], &told[0]["ranks"]), (&json!([1, 0]), &json!([1, 0])));
}

/// What psyleague makes of a game's output: one value, an object or a list of them.
fn psyleague_of(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let games = match serde_json::from_str(text(&output.stdout).trim()).unwrap() {
        Value::Array(games) => games,
        game => vec![game],
    };
    for game in &games {
        // What it asks for by name, and what it takes for numbers.
        for key in ["ranks", "errors"] {
            assert!(game[key].as_array().unwrap().iter().all(Value::is_u64), "{game}");
            assert_eq!(game[key].as_array().unwrap().len(), 2);
        }
        let is_number_or_text = |value: &Value| value.is_number() || value.is_string();
        assert!(game["test_data"].as_object().unwrap().values().all(is_number_or_text), "{game}");
        let players = game["player_data"].as_array().unwrap();
        assert_eq!(players.len(), 2);
        for value in players.iter().flat_map(|player| player.as_object().unwrap().values()) {
            let is_number_in_text = || value.as_str().unwrap().parse::<f64>().unwrap().is_finite();
            assert!(value.is_i64() || is_number_in_text(), "{game}");
        }
    }
    games
}

/// Runs the command that stands in psyleague's configuration, with the bots in their places, as
/// psyleague does: in a shell, by one line.
fn psyleague(game: &str, bots: [&str; 2], more: &str) -> (Vec<Value>, String) {
    let command = format!(
        "{} referee {game} --psyleague {} {more} -p1 \"%P1%\" -p2 \"%P2%\"",
        tool("workshop").display(),
        PATIENT.join(" ")
    );
    let command = command.replace("%P1%", bots[0]).replace("%P2%", bots[1]);
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    (psyleague_of(&output), text(&output.stderr).to_owned())
}

#[test]
fn psyleague_learns_ranks_errors_and_the_seed() {
    for game in games_with_lists() {
        let (games, notes) = psyleague(game.name(), [&zoo("fair"), &zoo("first")], "-d seed=9");
        let ranks = [json!([0, 1]), json!([1, 0]), json!([0, 0])];
        assert!(games.len() == 1 && ranks.contains(&games[0]["ranks"]), "{games:?}");
        assert_eq!(games[0]["errors"], json!([0, 0]));
        assert_eq!(games[0]["test_data"], json!({ "seed": 9 }));
        assert_eq!(games[0]["player_data"], json!([{}, {}]));
        assert_eq!(notes, "");
    }
    let (games, notes) = psyleague("breakthrough", [&zoo("fair"), &zoo("crash")], "");
    assert_eq!((&games[0]["ranks"], &games[0]["errors"]), (&json!([0, 1]), &json!([0, 1])));
    assert_eq!(notes, "");
}

#[test]
fn a_pair_has_both_players_move_first_with_one_seed() {
    // A fault is its player's, whoever moves first.
    let (games, _) = psyleague("breakthrough", [&zoo("crash"), &zoo("fair")], "--pairs -d seed=4");
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!((&game["ranks"], &game["errors"]), (&json!([1, 0]), &json!([1, 0])));
        assert_eq!(game["test_data"]["seed"], 4);
    }
    // Two that play alike: the same side wins, so each wins once.
    let (games, _) = psyleague("breakthrough", [&zoo("fair"), &zoo("fair")], "--pairs");
    let ranks = [&games[0]["ranks"], &games[1]["ranks"]];
    assert!(ranks.contains(&&json!([0, 1])) && ranks.contains(&&json!([1, 0])), "{ranks:?}");
}

/// Writes a bot as a script of the shell.
fn script(folder: &TempDir, name: &str, body: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, body).unwrap();
    format!("sh {}", path.display())
}

#[test]
fn bots_tell_the_league_of_the_game_and_of_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let bot = |name: &str, temper: &str, said: &str| {
        script(&folder, name, &format!("cat >&2 <<END\n{said}\nEND\nexec {}", zoo(temper)))
    };
    let said = "[TDATA] style = wild\n[PDATA+] n = 2\n[PDATA+] n = 2\n[PDATA] depth = 1.5";
    let one = bot("one", "fair", said);
    let other =
        bot("other", "first", "[TDATA] x=7\n[PDATA] n = 3\n[PDATA] n = 4\n[TDATA] seed = 1");
    let (games, notes) = psyleague("breakthrough", [&one, &other], "-d seed=3");
    assert_eq!(games[0]["test_data"], json!({ "style": "wild", "x": 7, "seed": 3 }));
    assert_eq!(games[0]["player_data"], json!([{ "n": 4, "depth": "1.5" }, { "n": 4 }]));
    assert_eq!(notes, "");
    // In the second game of a pair the data stay with whom they belong to.
    let (games, _) = psyleague("breakthrough", [&one, &other], "-d seed=3 --pairs");
    assert_eq!(games[0]["player_data"], games[1]["player_data"]);

    let breaks = bot("breaks", "fair", "[TDATA] y = inf\n[PDATA] style = wild");
    let (games, notes) = psyleague("breakthrough", [&other, &breaks], "");
    assert_eq!(games[0]["player_data"], json!([{ "n": 4 }, {}]));
    assert_eq!(games[0]["test_data"].as_object().unwrap().len(), 2);
    let expected = "note: left out, because psyleague would crash on it: p2 wrote `[TDATA] y = inf`: \
                    the number is not finite\n";
    assert_eq!(notes, expected);
}

#[test]
fn data_of_all_turns_are_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let body = "while read -r last && read -r n; do
            while [ $n -gt 0 ]; do read -r mv; n=$((n - 1)); done
            echo '[PDATA+] turns = 1' >&2
            echo $mv
        done";
    let bot = script(&folder, "bot", body);
    let (games, _) = psyleague("breakthrough", [&bot, &bot], "");
    let turns = |player: usize| games[0]["player_data"][player]["turns"].as_u64().unwrap();
    assert!(turns(0) > 5 && turns(0).abs_diff(turns(1)) <= 1, "{games:?}");
}

#[test]
fn the_script_that_runs_a_real_league_can_be_read() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("psyleague.sh");
    assert!(Command::new("bash").arg("-n").arg(script).status().unwrap().success());
}
