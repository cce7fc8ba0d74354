//! Games of all bots in a build with overflow checks and debug assertions, against themselves and
//! against random moves.
//!
//! ```sh
//! cargo build -p breakthrough -p jungle -p lamistra -p lines-of-action -p stratego
//! cargo run -p fuzzing --example checked_games -- PAIRS NODES
//! ```
//!
//! It prints the number of games and turns of each game. It fails if a bot has lost by a fault, or
//! has reported a panic.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arena::{CommandLine, Compile, Contestant, GamePair, Limits, PlayedGame, Program, Worker};
use registry::{Baseline, Game, Stop, Termination, main_games};

/// Default number of game pairs against each opponent.
const PAIRS: u64 = 20;

/// Default number of nodes per move.
const NODES: u64 = 500;

/// Maximum number of plies of an opening.
const OPENING: u64 = 9;

/// Milliseconds by which an answer may be late: programs with checks are slow.
const MARGIN_MS: u64 = 600_000;

struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &dyn Game, _: &str) -> Result<PathBuf, String> {
        Err("there is no compiler".to_owned())
    }
}

fn number(place: usize, default: u64) -> u64 {
    env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn contestant(name: &str, program: Program, nodes: Option<u64>) -> Contestant {
    Contestant { name: name.to_owned(), program, nodes, move_time_ms: None }
}

/// Returns the fault of a bot in a game, if there is one.
fn fault(game: &PlayedGame) -> Option<String> {
    let of_turns = game.record.plies.iter().filter_map(|ply| ply.turn.as_ref());
    let panic = of_turns.map(|turn| &turn.stderr).find(|text| text.contains("panic")).cloned();
    panic.or_else(|| Termination::fault(&game.record.reason).map(|_| game.record.reason.clone()))
}

fn main() -> ExitCode {
    let (pairs, nodes) = (number(1, PAIRS), number(2, NODES));
    let program = env::current_exe().unwrap_or_default();
    let folder = program.ancestors().nth(2).unwrap_or(Path::new("")).to_owned();
    let mut faults = 0;
    for game in main_games() {
        let bot = folder.join(game.package());
        let bot = Program::Command(CommandLine::of_program(&bot, &CommandLine::of_bot(true)));
        let bot = contestant("bot", bot, Some(nodes));
        let random = contestant("random", Program::Baseline(Baseline::Random), None);
        let (stop, mut turns, mut games) = (Stop::default(), 0, 0);
        let mut worker = Worker::new(&NoCompiler, &stop, None);
        for (seed, opponent) in (0..pairs).flat_map(|seed| [(seed, &bot), (seed, &random)]) {
            let pair = GamePair {
                game: game.name().to_owned(),
                contestants: [bot.clone(), opponent.clone()],
                opening: game.random_opening((seed % OPENING) as usize, seed).unwrap_or_default(),
                seed,
                limits: Limits { margin_ms: MARGIN_MS },
                foreign: None,
            };
            match worker.play(&pair) {
                Ok(played) => {
                    for fault in played.iter().filter_map(fault) {
                        println!("{} with seed {seed}: {fault}", game.name());
                        faults += 1;
                    }
                    games += played.len();
                    turns += played.iter().map(|game| game.record.plies.len()).sum::<usize>();
                }
                Err(error) => {
                    eprintln!("error: {}: {error}", game.name());
                    return ExitCode::from(2);
                }
            }
        }
        println!("{}: {games} games, {turns} turns", game.name());
    }
    println!("{faults} faults");
    ExitCode::from(u8::from(faults > 0))
}
