//! Options for one game for a local runner.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::players::with_players;

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
  java -jar cg-brutaltester.jar -r "target/tools/workshop referee jungle" -p1 bots/a -p2 bots/b -n 100
  target/tools/workshop referee breakthrough -p1 bots/a -p2 uct:1000 -d seed=7 -l game.json

In psyleague.cfg:
  cmd_play_game = 'target/tools/workshop referee jungle --psyleague --pairs -p1 %DIR%/%P1% -p2 %DIR%/%P2%'"#;

/// Play one game for a local runner: cg-brutaltester, psyleague
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub struct Arguments {
    /// The game
    pub game: String,
    /// The player that moves first; `-p1` is the same
    #[arg(long, value_name = "PLAYER")]
    pub p1: String,
    /// The player that moves second; `-p2` is the same
    #[arg(long, value_name = "PLAYER")]
    pub p2: String,
    /// The source of the players' seeds [default: another one each time]
    #[arg(short = 'd', value_name = "seed=N", value_parser = read_seed)]
    pub seed: Option<u64>,
    /// Write the game to a file as JSON, whole or not at all
    #[arg(short = 'l', value_name = "FILE", conflicts_with = "psyleague")]
    pub log: Option<PathBuf>,
    /// Print the JSON that psyleague wants
    #[arg(long)]
    pub psyleague: bool,
    /// Play two games, in which each player moves first once
    #[arg(long, requires = "psyleague")]
    pub pairs: bool,
    /// Milliseconds by which every answer may be late, for machines that are not quiet; a clock for
    /// the whole game gets them once
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub margin: u64,
}

/// Reads what stands behind `-d`.
fn read_seed(text: &str) -> Result<u64, &'static str> {
    let number = text.strip_prefix("seed=").and_then(|number| number.parse().ok());
    number.ok_or("only the seed can be set, to a whole number from 0 on, such as seed=7")
}

/// Writes `-p1` and `-p2` of `cg referee` with two dashes: runners spell them as CodinGame's own
/// referees do, and to clap they would be a short option `-p` with a value.
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
