//! Options of `cargo cg referee`: one game for a local runner.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::players::with_players;
use crate::values::SandboxMode;

const EXAMPLES: &str = "\
As the referee of cg-brutaltester, the command prints the scores of p1 and p2, one per line, then \
`seed=N`. A score is 1 for a win, 0 for both players in a draw, 0 for a loss, and -1 for a loss by \
a fault such as a crash. Standard error stays empty after the start of the game. FILE gets \
`scores`, `outputs`, `errors` (standard error of the bots, turn by turn) and `uinput`; faults are \
in the errors of `referee`.

As the cmd_play_game of psyleague, the command prints one JSON value: ranks, errors, test_data, \
player_data. Lines `[TDATA] key = value`, `[PDATA] key = value` and `[PDATA+] key = value` on the \
standard error of a bot are added to the data. Player data must be numbers; psyleague 0.4.1 \
truncates their fractions when it reads them again. psyleague draws the player who moves first: \
with --pairs it gets two games with one seed, in which each player moves first once.

A player that is none of the players above is a command line, with or without `cmd:`. There are \
no openings. With {seed} in the command lines, games with the same seed are equal, and games with \
different seeds differ.

Examples:
  java -jar cg-brutaltester.jar -r \"target/tools/workshop referee jungle\" -p1 ./a -p2 ./b -n 100
  target/tools/workshop referee breakthrough -p1 ./a -p2 uct:1000 -d seed=7 -l game.json

In psyleague.cfg:
  cmd_play_game = 'target/tools/workshop referee jungle --psyleague --pairs -p1 %DIR%/%P1% \
-p2 %DIR%/%P2%'";

/// Play one game for a local runner: cg-brutaltester, psyleague
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Player that moves first; `-p1` is the same option
    #[arg(long, value_name = "PLAYER")]
    pub p1: String,
    /// Player that moves second; `-p2` is the same option
    #[arg(long, value_name = "PLAYER")]
    pub p2: String,
    /// Random seed of the players [default: a new seed for each game]
    #[arg(short = 'd', value_name = "seed=N", value_parser = read_seed)]
    pub seed: Option<u64>,
    /// Write the game to a JSON file, complete or not at all
    #[arg(short = 'l', value_name = "FILE", conflicts_with = "psyleague")]
    pub log: Option<PathBuf>,
    /// Print the JSON value that psyleague expects
    #[arg(long)]
    pub psyleague: bool,
    /// Play two games, in which each player moves first once
    #[arg(long, requires = "psyleague")]
    pub pairs: bool,
    /// Time margin in milliseconds by which each answer may exceed its limit, for machines with
    /// other load; one clock for the whole game gets the margin once
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub margin: u64,
    /// Sandbox of the programs that play
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub sandbox: SandboxMode,
}

/// Parses the value of `-d`.
fn read_seed(text: &str) -> Result<u64, &'static str> {
    let number = text.strip_prefix("seed=").and_then(|number| number.parse().ok());
    number.ok_or("only the seed can be set, to a whole number from 0 on, such as seed=7")
}

/// Rewrites `-p1` and `-p2` of `cg referee` with two dashes. Runners write these options like
/// those of CodinGame's own referees; clap would read them as a short option `-p` with a value.
pub fn with_two_dashes(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
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
