//! Target `units`: units of work and results of them, as a worker or a match gets them from another
//! machine.

use std::path::PathBuf;
use std::sync::LazyLock;

use arena::{
    CommandLine, Compile, Contestant, GamePair, Limits, PlayedPair, PlayerSpec, Program, Worker,
};
use registry::{Baseline, Game, Stop, all_games, tunable_game};
use serde::Serialize;
use trainer::{Evaluator, Shard, Watch};

use crate::edits::edited;

/// Maximum number of games of a shard that is played.
const MAX_GAMES: u32 = 2;

/// Maximum number of nodes per move of a shard that is played.
const MAX_NODES: u64 = 20;

/// Players on the command line.
const PLAYERS: [&str; 8] = [
    "random",
    "nodes=5000,bot",
    "time=1000,uct:200",
    "commit:HEAD~1",
    "rs:bots/rival.rs --level '1 2'",
    "cmd:python3 \"bot.py\" {seed} {opening} {nodes}",
    "uci:engine",
    "./bot",
];

/// Reads a unit, or the result of one, after edits. What can be read is played or checked.
pub fn units(data: &[u8]) {
    let Some((&kind, data)) = data.split_first() else { return };
    match kind % 5 {
        0 => play(data),
        1 | 2 => check(data),
        3 => play_shard(data),
        _ => read_player(data),
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("{error}"))
}

struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &dyn Game, _: &str) -> Result<PathBuf, String> {
        Err("there is no compiler".to_owned())
    }
}

/// Returns a game pair between two random players from a short opening.
fn game_pair(game: &dyn Game) -> GamePair {
    let contestant = |name: &str| Contestant {
        name: name.to_owned(),
        program: Program::Baseline(Baseline::Random),
        nodes: None,
        move_time_ms: None,
    };
    GamePair {
        game: game.name().to_owned(),
        contestants: ["one", "two"].map(contestant),
        opening: game.random_opening(4, 1).unwrap_or_default(),
        seed: 7,
        limits: Limits::default(),
        foreign: None,
    }
}

fn worker<'a>(stop: &Stop) -> Worker<'a> {
    Worker::new(&NoCompiler, stop, None)
}

/// Plays a game pair if its players are random ones: an edit must start no program.
fn play(data: &[u8]) {
    static PAIRS: LazyLock<Vec<String>> =
        LazyLock::new(|| all_games().iter().map(|&game| text(&game_pair(game))).collect());
    let Ok(pair) = serde_json::from_str::<GamePair>(&edited(data, &PAIRS)) else { return };
    let is_random = |it: &Contestant| it.program == Program::Baseline(Baseline::Random);
    if pair.foreign.is_none()
        && pair.contestants.iter().all(is_random)
        && let Ok(played) = worker(&Stop::default()).play(&pair)
    {
        assert_eq!(pair.check(&played), Ok(()));
    }
}

/// Checks the result of a game pair.
fn check(data: &[u8]) {
    static PLAYED: LazyLock<Vec<(GamePair, String)>> = LazyLock::new(|| {
        let played = |&game: &&dyn Game| {
            let pair = game_pair(game);
            let games = worker(&Stop::default()).play(&pair);
            let games = games.unwrap_or_else(|error| panic!("{error}"));
            (pair, text(&games))
        };
        // The two games with the shortest results.
        all_games().iter().take(2).map(played).collect()
    });
    let Some((&chosen, data)) = data.split_first() else { return };
    let (pair, games) = &PLAYED[usize::from(chosen) % PLAYED.len()];
    let edited = edited(data, std::slice::from_ref(games));
    let Ok(games) = serde_json::from_str::<PlayedPair>(&edited) else { return };
    if pair.check(&games).is_ok() {
        let [one, other] = games.each_ref().map(|game| game.between([0, 1]));
        assert_eq!([one, other], games);
    }
}

/// Plays a shard if it is small.
fn play_shard(data: &[u8]) {
    static SHARDS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let shard = |game: &&dyn Game| {
            let game = game.tunable()?.name().to_owned();
            let (evaluator, opening_plies) = (Evaluator::Hand.identity(), Shard::OPENING_PLIES);
            Some(text(&Shard {
                game,
                evaluator,
                nodes: 10,
                opening_plies,
                seed: 1,
                games: 1,
                labels: None,
            }))
        };
        all_games().iter().filter_map(shard).collect()
    });
    let Ok(shard) = serde_json::from_str::<Shard>(&edited(data, &SHARDS)) else { return };
    if let Ok(game) = tunable_game(&shard.game)
        && shard.games <= MAX_GAMES
        && shard.nodes <= MAX_NODES
    {
        let _ = game.play_shard(&shard, &Evaluator::Hand, &Watch::NONE);
    }
}

fn read_player(data: &[u8]) {
    static SPECS: LazyLock<Vec<String>> = LazyLock::new(|| PLAYERS.map(str::to_owned).to_vec());
    let spec = edited(data, &SPECS);
    let _ = spec.parse::<PlayerSpec>();
    let _ = CommandLine::parse(&spec);
}
