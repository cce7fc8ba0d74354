//! `cg referee` as local runners (cg-brutaltester, psyleague) call it: its output is in the format
//! that they parse.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs::{self, File, read_to_string};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{ProcessPipe, games_with_lists, text, tool};

/// Time margin with which no bot exceeds its time on a loaded machine.
const LARGE_MARGIN: [&str; 2] = ["--margin", "60000"];

/// Returns the command line of the program `zoo` with a behaviour.
fn zoo(behaviour: &str) -> String {
    format!("{} {behaviour} /dev/null", env!("CARGO_BIN_EXE_zoo"))
}

/// Returns the command line of a bot that runs a shell script and then the program `zoo`. The
/// script must not contain single quotes.
fn zoo_after(script: &str, behaviour: &str) -> String {
    format!("sh -c '{script}; exec {}'", zoo(behaviour))
}

/// Output of a referee as cg-brutaltester parses it.
#[derive(PartialEq, Debug)]
struct Parsed {
    scores: [i32; 2],
    seed: String,
}

/// Runs a referee as cg-brutaltester does: it splits its option `-r` at single spaces, and passes
/// the command of each bot as one argument.
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

/// Plays a game with a log file, and returns the parsed output and the contents of the file.
fn brutaltester_with_log(game: &str, bots: [&str; 2], seed: &str) -> (Parsed, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game1.json");
    let more = [&LARGE_MARGIN[..], &["-d", seed, "-l", path.to_str().unwrap()]].concat();
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

/// Checks that a faulty bot loses as either player, and that the log file names the fault.
#[track_caller]
fn check_fault(behaviour: &str, expected: &str) {
    let (fair, faulty) = (zoo("fair"), zoo(behaviour));
    let check = |bots: [&str; 2], scores: [i32; 2], player: &str| {
        let (parsed, object) = brutaltester_with_log("breakthrough", bots, "seed=7");
        assert_eq!(parsed.scores, scores, "{behaviour}");
        let errors = object["errors"]["referee"].as_array().unwrap();
        let error = errors[0].as_str().unwrap();
        assert!(error.starts_with(&format!("{player} loses by {expected}: ")), "{error}");
    };
    check([&faulty, &fair], [-1, 1], "p1");
    check([&fair, &faulty], [1, -1], "p2");
}

#[test]
fn a_fault_is_a_negative_score_without_text_on_standard_error() {
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
fn the_printed_seed_gives_the_same_game_again() {
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
fn the_log_file_holds_the_output_of_the_bots_for_each_turn() {
    let bots = [&*zoo_after("echo hello >&2", "crash"), &zoo("random")];
    let (_, object) = brutaltester_with_log("breakthrough", bots, "seed=3");
    let errors = &object["errors"];
    assert_eq!(errors["0"], json!(["hello\n", null, ""]));
    assert_eq!(errors["1"], json!([null, "", null]));
    let outputs = &object["outputs"];
    assert!(outputs["0"][0].is_string() && outputs["0"][2].is_null(), "{outputs}");
}

/// Number of processes of a bot with children.
const PROCESSES: usize = 5;

#[test]
fn no_bot_outlives_its_game() {
    let pipe = ProcessPipe::new();
    let bot = pipe.command(env!("CARGO_BIN_EXE_zoo"), "brood");
    brutaltester("breakthrough", [&bot, "random"], &LARGE_MARGIN);
    assert_eq!(pipe.check_all_gone(), PROCESSES);
}

/// Starts a game in the background by a shell script in which `"$@"` is the command of the referee.
fn start(script: &str, p1: &str) -> Child {
    Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(tool("workshop"))
        .args(["referee", "breakthrough", "--psyleague"])
        .args(LARGE_MARGIN)
        .args(["-p1", p1, "-p2", "random"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal to a process.
fn signal(name: &str, process: &Child) {
    let sent = Command::new("kill").args([name, &process.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn no_bot_outlives_a_referee_that_its_runner_terminates() {
    let mut pipe = ProcessPipe::new();
    let bot = pipe.command(env!("CARGO_BIN_EXE_zoo"), "silent");
    let mut referee = start("exec \"$@\"", &bot);
    pipe.wait_for(1);
    signal("-TERM", &referee);
    assert_eq!(referee.wait().unwrap().code(), None);
    pipe.check_all_gone();
}

/// psyleague starts its games with Ctrl-C ignored, and waits for them.
#[test]
fn a_game_with_interrupts_ignored_is_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    mkfifo(&pipe, Mode::S_IRWXU).unwrap();
    let referee = start("trap '' INT; exec \"$@\"", &format!("cat {}", pipe.display()));
    // The open call returns as soon as the bot runs. The bot then waits for a line to send.
    let mut reply = File::options().write(true).open(&pipe).unwrap();
    signal("-INT", &referee);
    reply.write_all(b"no move\n").unwrap();
    let games = psyleague_of(&referee.wait_with_output().unwrap());
    assert_eq!((&games[0]["errors"], &games[0]["ranks"]), (&json!([1, 0]), &json!([1, 0])));
}

/// Parses the output of a referee as psyleague does: one JSON value, an object or a list of
/// objects.
fn psyleague_of(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let games = match serde_json::from_str(text(&output.stdout).trim()).unwrap() {
        Value::Array(games) => games,
        game => vec![game],
    };
    for game in &games {
        // psyleague reads these keys, and converts these values to numbers.
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

/// Runs the command of psyleague's configuration, with the bots in place of `%P1%` and `%P2%`, as
/// psyleague does: as one line in a shell.
fn psyleague(game: &str, bots: [&str; 2], more: &str) -> (Vec<Value>, String) {
    let command = format!(
        "{} referee {game} --psyleague {} {more} -p1 \"%P1%\" -p2 \"%P2%\"",
        tool("workshop").display(),
        LARGE_MARGIN.join(" ")
    );
    let command = command.replace("%P1%", bots[0]).replace("%P2%", bots[1]);
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    (psyleague_of(&output), text(&output.stderr).to_owned())
}

#[test]
fn psyleague_reads_ranks_errors_and_the_seed() {
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
fn both_players_move_first_once_in_a_pair_with_one_seed() {
    // The player with the fault loses, no matter which player moves first.
    let (games, _) = psyleague("breakthrough", [&zoo("crash"), &zoo("fair")], "--pairs -d seed=4");
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!((&game["ranks"], &game["errors"]), (&json!([1, 0]), &json!([1, 0])));
        assert_eq!(game["test_data"]["seed"], 4);
    }
    // Two equal players: the same side wins both games, so that each player wins once.
    let (games, _) = psyleague("breakthrough", [&zoo("fair"), &zoo("fair")], "--pairs");
    let ranks = [&games[0]["ranks"], &games[1]["ranks"]];
    assert!(ranks.contains(&&json!([0, 1])) && ranks.contains(&&json!([1, 0])), "{ranks:?}");
}

/// Writes a bot as a shell script and returns its command line.
fn script(folder: &TempDir, name: &str, body: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, body).unwrap();
    format!("sh {}", path.display())
}

#[test]
fn bots_send_data_about_the_game_and_about_themselves_to_the_league() {
    let folder = tempfile::tempdir().unwrap();
    let bot = |name: &str, behaviour: &str, data: &str| {
        script(&folder, name, &format!("cat >&2 <<END\n{data}\nEND\nexec {}", zoo(behaviour)))
    };
    let data = "[TDATA] style = wild\n[PDATA+] n = 2\n[PDATA+] n = 2\n[PDATA] depth = 1.5";
    let one = bot("one", "fair", data);
    let other =
        bot("other", "first", "[TDATA] x=7\n[PDATA] n = 3\n[PDATA] n = 4\n[TDATA] seed = 1");
    let (games, notes) = psyleague("breakthrough", [&one, &other], "-d seed=3");
    assert_eq!(games[0]["test_data"], json!({ "style": "wild", "x": 7, "seed": 3 }));
    assert_eq!(games[0]["player_data"], json!([{ "n": 4, "depth": "1.5" }, { "n": 4 }]));
    assert_eq!(notes, "");
    // In the second game of a pair the data still belong to the same player.
    let (games, _) = psyleague("breakthrough", [&one, &other], "-d seed=3 --pairs");
    assert_eq!(games[0]["player_data"], games[1]["player_data"]);

    let breaks = bot("breaks", "fair", "[TDATA] y = inf\n[PDATA] style = wild");
    let (games, notes) = psyleague("breakthrough", [&other, &breaks], "");
    assert_eq!(games[0]["player_data"], json!([{ "n": 4 }, {}]));
    assert_eq!(games[0]["test_data"].as_object().unwrap().len(), 2);
    let expected = "note: left out, because psyleague would crash on it: p2 wrote \
                    `[TDATA] y = inf`: the number is not finite\n";
    assert_eq!(notes, expected);
}

#[test]
fn data_of_all_turns_are_summed() {
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
fn the_script_of_the_psyleague_test_has_valid_syntax() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("psyleague.sh");
    assert!(Command::new("bash").arg("-n").arg(script).status().unwrap().success());
}
