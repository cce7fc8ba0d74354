use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::{
    AgentSpec, Contestant, Limits, PlayedGame, PlayerSpec, SpecError, Stop, Unit, Worker, game,
};
use bundler::write_atomically;
use serde_json::Value;

use crate::agents::{Agents, with_players};
use crate::cli::Reply;
use crate::commands::print_json;
use crate::conditions::seed_of_now;
use crate::local_runners::{brutaltester, psyleague};
use crate::programs::Programs;

const EXAMPLES: &str = r#"As the referee of cg-brutaltester this prints the scores of p1 and p2, a line each, then
`seed=N`: 1 for a win, 0 for both in a draw, 0 for a loss, -1 for a loss by a fault such as a
crash. Standard error stays empty once the game has begun. FILE gets scores, outputs, errors
(what the bots wrote on standard error, turn by turn) and uinput; faults stand in the errors of
`referee`.

As the cmd_play_game of psyleague it prints one JSON value: ranks, errors, test_data,
player_data. Lines [TDATA] key = value, [PDATA] key = value and [PDATA+] key = value on a bot's
standard error go into the data; of a player only numbers, of which psyleague 0.4.1 cuts
fractions off when it reads them again. It draws who moves first: --pairs gives it two games
with one seed, in which each has moved first.

What is no player's name is a command line, with or without `cmd:`. There are no openings:
{seed} in a command makes games with the same seed alike, and others different.

Examples:
  java -jar cg-brutaltester.jar -r "target/tools/cg referee jungle" -p1 bots/a -p2 bots/b -n 100
  target/tools/cg referee breakthrough -p1 bots/a -p2 uct:1000 -d seed=7 -l game.json

In psyleague.cfg:
  cmd_play_game = 'target/tools/cg referee jungle --psyleague --pairs -p1 %DIR%/%P1% -p2 %DIR%/%P2%'"#;

/// Play one game for a local runner: cg-brutaltester, psyleague
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// The player that moves first; `-p1` is the same
    #[arg(long, value_name = "PLAYER")]
    p1: String,
    /// The player that moves second; `-p2` is the same
    #[arg(long, value_name = "PLAYER")]
    p2: String,
    /// The source of the players' seeds [default: another one each time]
    #[arg(short = 'd', value_name = "seed=N", value_parser = read_seed)]
    seed: Option<u64>,
    /// Write the game to a file as JSON, whole or not at all
    #[arg(short = 'l', value_name = "FILE", conflicts_with = "psyleague")]
    log: Option<PathBuf>,
    /// Print the JSON that psyleague wants
    #[arg(long)]
    psyleague: bool,
    /// Play two games, in which each player moves first once
    #[arg(long, requires = "psyleague")]
    pairs: bool,
    /// Milliseconds by which every answer may be late, for machines that are not quiet; a clock for
    /// the whole game gets them once
    #[arg(long, value_name = "MS", default_value_t = 0)]
    margin: u64,
}

/// Writes `-p1` and `-p2` of `cg referee` with two dashes: runners spell them as CodinGame's own
/// referees do, and to clap they would be a short option `-p` with a value.
pub(crate) fn with_two_dashes(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    if words.get(1).is_some_and(|command| command == "referee") {
        for word in &mut words {
            if ["-p1", "-p2"].iter().any(|known| word == known) {
                *word = format!("-{}", word.to_string_lossy()).into();
            }
        }
    }
    words
}

/// No signal is caught here. A runner that has had enough ends this process, and the arena's watchdog
/// then ends the bots; one that wants its last games, as psyleague does, has had interruptions
/// ignored from the start.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let programs = Programs::default();
    let agents = Agents::new(game, &programs, None);
    let unit = Unit {
        game: game.name().to_owned(),
        contestants: [make(&agents, &arguments.p1)?, make(&agents, &arguments.p2)?],
        opening: Vec::new(),
        seed: arguments.seed.unwrap_or_else(seed_of_now),
        limits: Limits { margin_ms: arguments.margin },
    };
    let stop = Stop::default();
    let mut worker = Worker::new(&programs, &stop, None);
    if arguments.pairs {
        let pair = [worker.play_single(&unit, 0)?, worker.play_single(&unit, 1)?];
        print_json(&Value::Array(pair.iter().map(tell_psyleague).collect()))?;
        return Ok(Reply::Yes);
    }
    let played = worker.play_single(&unit, 0)?;
    if arguments.psyleague {
        print_json(&tell_psyleague(&played))?;
        return Ok(Reply::Yes);
    }
    if let Some(path) = &arguments.log {
        write_log(path, &played)?;
    }
    let mut output = io::stdout().lock();
    output.write_all(brutaltester::output(&played.summary).as_bytes())?;
    output.flush()?;
    Ok(Reply::Yes)
}

/// Reads what stands behind `-d`.
fn read_seed(text: &str) -> Result<u64, &'static str> {
    let number = text.strip_prefix("seed=").and_then(|number| number.parse().ok());
    number.ok_or("only the seed can be set, to a whole number from 0 on, such as seed=7")
}

/// Makes a player of its name, or of a command line, which is what runners give.
fn make(agents: &Agents<'_>, text: &str) -> anyhow::Result<Contestant> {
    match text.parse() {
        Err(SpecError::Unknown(_)) => agents.make(&format!("cmd:{text}")),
        // Several words are a command, even if the last is a file of Rust.
        Ok(PlayerSpec { agent: AgentSpec::Source { file, .. }, .. })
            if file == Path::new(text) && text.contains(char::is_whitespace) =>
        {
            agents.make(&format!("cmd:{text}"))
        }
        _ => agents.make(text),
    }
}

/// Returns what psyleague is told of a game, and tells the user what it is not told.
fn tell_psyleague(game: &PlayedGame) -> Value {
    let told = psyleague::tell(game);
    if let Some(refused) = told.refused {
        eprintln!("note: left out, since psyleague would stop at it: {refused}");
    }
    told.object
}

fn write_log(path: &Path, game: &PlayedGame) -> anyhow::Result<()> {
    let text = brutaltester::log(game).to_string();
    write_atomically(path, &text).with_context(|| format!("{} cannot be written", path.display()))
}
