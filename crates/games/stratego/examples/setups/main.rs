//! Makes the pool of setups: draws candidates, lets them play each other with the bot's own mind, learns
//! what each rank is worth on each square, draws more that are worth much by that, and keeps those that win
//! most: of four times as many as are kept, the better half goes on, twice (sequential halving).
//!
//! `cargo run --release -p stratego --example setups -- KEPT NODES SEED` prints `src/pool.rs`.

mod draw;
#[path = "../support/mod.rs"]
mod support;
mod worths;

use std::thread;

use gamekit::{Outcome, Player};
use search::Limits;
use stratego::{encode_setup, Mind, Setup};

use support::play_game;
use worths::{Game, Worths};

/// By generation, of how many draws the one that is worth most is a candidate.
const DRAWS: [usize; 3] = [1, 8, 32];
/// The same for those of which the pool is chosen.
const LAST_DRAWS: usize = 200;
/// Games in a generation, each between two new candidates.
const GAMES: usize = 6000;
/// How often the worse half of the setups goes, and the games that each plays before.
const HALVINGS: usize = 2;
const TRIALS: usize = 24;

/// Plays a game from two setups, both with their back rows first.
fn play(setups: [Setup; 2], nodes: u64) -> Game {
    let [red, blue] = setups;
    let armies = [red, std::array::from_fn(|place| blue[(3 - place / 10) * 10 + place % 10])];
    let minds = Player::BOTH.map(|player| Mind::new(player, &armies[player.index()]));
    let points = match play_game(minds, armies.each_ref(), || Limits::nodes(nodes)) {
        Outcome::Win(Player::First) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Player::Second) => 0.0,
    };
    Game { setups, points }
}

/// Plays a game from each pair of setups, in that order.
fn play_all(pairs: &[[Setup; 2]], nodes: u64) -> Vec<Game> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let parts: Vec<_> = pairs
            .chunks(pairs.len().div_ceil(workers))
            .map(|part| scope.spawn(|| part.iter().map(|&pair| play(pair, nodes)).collect()))
            .collect();
        let played = parts.into_iter().map(|part| part.join().expect("games do not panic"));
        played.collect::<Vec<Vec<Game>>>().into_iter().flatten().collect()
    })
}

/// Lets all setups play as many games, as Red and as Blue, each against others drawn by chance, and returns
/// the half that won most points, counting those of earlier rounds.
fn halve(mut all: Vec<(Setup, f64)>, nodes: u64, rng: &mut fastrand::Rng) -> Vec<(Setup, f64)> {
    for _ in 0..TRIALS / 2 {
        rng.shuffle(&mut all);
        // In a circle, so that each is Red once and Blue once.
        let count = all.len();
        let next = |index: usize| (index + 1) % count;
        let pairs: Vec<[Setup; 2]> =
            (0..count).map(|index| [all[index].0, all[next(index)].0]).collect();
        for (index, game) in play_all(&pairs, nodes).into_iter().enumerate() {
            let blue = next(index);
            all[index].1 += game.points;
            all[blue].1 += 1.0 - game.points;
        }
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(all.len() / 2);
    all
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [kept, nodes, seed] = numbers[..] else {
        eprintln!("usage: setups KEPT NODES SEED");
        std::process::exit(2);
    };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut games = Vec::new();
    let mut worths = Worths::learn(&games, &mut rng);
    for (generation, draws) in DRAWS.into_iter().enumerate() {
        let pairs: Vec<[Setup; 2]> =
            (0..GAMES).map(|_| [(); 2].map(|()| worths.best(draws, &mut rng))).collect();
        let played = play_all(&pairs, nodes);
        let before = worths.surprise(&played);
        games.extend(played);
        worths = Worths::learn(&games, &mut rng);
        let after = worths.surprise(&games);
        eprintln!("generation {generation}: {before:.4} bits a game before, {after:.4} after");
    }
    let drawn = (0..kept << HALVINGS).map(|_| (worths.best(LAST_DRAWS, &mut rng), 0.0));
    let mut setups: Vec<(Setup, f64)> = drawn.collect();
    for round in 1..=HALVINGS {
        setups = halve(setups, nodes, &mut rng);
        let points: f64 = setups.iter().map(|setup| setup.1).sum();
        let games = setups.len() * TRIALS * round;
        eprintln!("the better half won {:.1} % so far", 100.0 * points / games as f64);
    }
    println!("//! The bot's setups, eight characters each.");
    println!("//! Made by `cargo run --release -p stratego --example setups -- {kept} {nodes} {seed}`.\n");
    println!("/// The setups, one behind the other, each as `encode_setup` writes it.");
    println!("pub(crate) const POOL: &str = \"\\");
    for line in setups.chunks(10) {
        println!("{}\\", line.iter().map(|setup| encode_setup(&setup.0)).collect::<String>());
    }
    println!("\";");
}
