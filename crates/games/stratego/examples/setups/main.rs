//! Makes the pool of setups.
//!
//! It draws setups, lets the bot play them against each other, and learns the value of each rank on
//! each square. The setups with the highest values are candidates: they play each other, and the
//! better half advances, again and again, until the pool is left (sequential halving).
//!
//! `cargo run --release -p stratego --example setups -- KEPT NODES SEED` prints `src/pool.rs`.

mod draw;
mod square_values;

use std::thread;

use gamekit::{Outcome, Player};
use search::Limits;
use stratego::{encode_setup, play_agents, Agent, Setup};

use square_values::{Game, SquareValues};

/// By generation, the number of draws of which the one with the highest value plays.
const DRAWS: [usize; 3] = [1, 8, 32];
/// Number of draws of which the one with the highest value is a candidate.
const LAST_DRAWS: usize = 200;
/// Number of games in a generation, each between two new setups.
const GAMES: usize = 6000;
/// Number of halvings.
const HALVINGS: u32 = 3;
/// Number of games of each candidate before the first halving; it doubles before each further
/// halving.
const FIRST_GAMES: usize = 12;

/// Plays a game from two setups, both with the back row first.
fn play(setups: [Setup; 2], nodes: u64) -> Game {
    let [red, blue] = setups;
    let armies = [red, std::array::from_fn(|place| blue[(3 - place / 10) * 10 + place % 10])];
    let agents = Player::BOTH.map(|player| Agent::new(player, &armies[player.index()]));
    let points = match play_agents(agents, armies.each_ref(), || Limits::nodes(nodes)) {
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

/// Returns the candidates that are left after all halvings, in their original order.
fn halve(candidates: &[Setup], nodes: u64, rng: &mut fastrand::Rng) -> Vec<Setup> {
    let mut points = vec![0.0; candidates.len()];
    let mut left: Vec<usize> = (0..candidates.len()).collect();
    for halving in 0..HALVINGS {
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for _ in 0..FIRST_GAMES << halving {
            rng.shuffle(&mut left);
            pairs.extend(left.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
        let setups: Vec<[Setup; 2]> =
            pairs.iter().map(|pair| pair.map(|place| candidates[place])).collect();
        for (&[red, blue], game) in pairs.iter().zip(play_all(&setups, nodes)) {
            points[red] += game.points;
            points[blue] += 1.0 - game.points;
        }
        left.sort_by(|&a, &b| points[b].total_cmp(&points[a]));
        left.truncate(left.len() / 2);
        eprintln!("halving {halving}: {} games", pairs.len());
    }
    left.sort_unstable();
    left.into_iter().map(|place| candidates[place]).collect()
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [kept, nodes, seed] = numbers[..] else {
        eprintln!("usage: setups KEPT NODES SEED");
        std::process::exit(2);
    };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut games = Vec::new();
    let mut values = SquareValues::learn(&games, &mut rng);
    for (generation, draws) in DRAWS.into_iter().enumerate() {
        let pairs: Vec<[Setup; 2]> =
            (0..GAMES).map(|_| [(); 2].map(|()| values.best(draws, &mut rng))).collect();
        let played = play_all(&pairs, nodes);
        let before = values.log_loss(&played);
        games.extend(played);
        values = SquareValues::learn(&games, &mut rng);
        let after = values.log_loss(&games);
        eprintln!("generation {generation}: {before:.4} bits per game before, {after:.4} after");
    }
    println!("//! Setup pool of the bot, eight characters per setup.");
    println!(
        "//! Made by `cargo run --release -p stratego --example setups \
         -- {kept} {nodes} {seed}`.\n"
    );
    println!("/// Concatenated setups, each encoded by `encode_setup`.");
    println!("pub(crate) const POOL: &str = \"\\");
    let candidates: Vec<Setup> =
        (0..kept << HALVINGS).map(|_| values.best(LAST_DRAWS, &mut rng)).collect();
    let setups = halve(&candidates, nodes, &mut rng);
    for line in setups.chunks(10) {
        println!("{}\\", line.iter().map(encode_setup).collect::<String>());
    }
    println!("\";");
}
