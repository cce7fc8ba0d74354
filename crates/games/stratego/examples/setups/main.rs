//! Makes the pool of setups: draws candidates, lets them play each other with the bot's own mind, and
//! keeps the better half again and again.
//!
//! `cargo run --release -p stratego --example setups -- KEPT NODES SEED` prints `src/pool.rs`.

mod support;

use std::thread;

use gamekit::{Outcome, Player};
use search::Limits;
use stratego::{encode_setup, Mind, Rank, Setup};

use support::play_game;

/// Rounds after each of which half of the candidates go.
const ROUNDS: u32 = 1;
/// Games of a candidate in a round, half of them as Red.
const GAMES: usize = 6;

/// How gladly a rank stands in each row, the back row first: about what is published of the setups of
/// people and of the strongest programs.
const ROWS: [[f64; 4]; Rank::COUNT] = [
    [1.0, 0.0, 0.0, 0.0],
    [40.0, 30.0, 15.0, 10.0],
    [15.0, 40.0, 30.0, 5.0],
    [15.0, 20.0, 30.0, 35.0],
    [40.0, 35.0, 15.0, 5.0],
    [30.0, 30.0, 20.0, 10.0],
    [15.0, 25.0, 30.0, 35.0],
    [15.0, 25.0, 30.0, 30.0],
    [10.0, 25.0, 35.0, 30.0],
    [8.0, 30.0, 35.0, 25.0],
    [3.0, 25.0, 40.0, 25.0],
    [3.0, 20.0, 40.0, 30.0],
];

/// How many of the squares beside the flag have bombs: none is left open in most setups.
const OPEN: f64 = 0.0;

/// Draws a setup, its back row first: the flag on the back row, bombs beside it, the rest by row.
fn draw(rng: &mut fastrand::Rng) -> Setup {
    let mut places: [Option<Rank>; 40] = [None; 40];
    let flag = rng.usize(..10);
    places[flag] = Some(Rank::Flag);
    let mut left = Rank::ARMY;
    left[Rank::Flag.index()] = 0;
    let mut walls = vec![flag + 10];
    walls.extend(flag.checked_sub(1));
    walls.extend(Some(flag + 1).filter(|&place| place < 10));
    if rng.f64() < OPEN {
        walls.remove(rng.usize(..walls.len()));
    }
    for place in walls {
        places[place] = Some(Rank::Bomb);
        left[Rank::Bomb.index()] -= 1;
    }
    for rank in Rank::ALL {
        for _ in 0..left[rank.index()] {
            let free: Vec<usize> = (0..40).filter(|&place| places[place].is_none()).collect();
            let weight = |place: usize| ROWS[rank.index()][place / 10];
            let mut point = rng.f64() * free.iter().map(|&place| weight(place)).sum::<f64>();
            let chosen = free.iter().find(|&&place| {
                point -= weight(place);
                point < 0.0
            });
            places[*chosen.or(free.last()).expect("there is a place for every piece")] = Some(rank);
        }
    }
    places.map(|rank| rank.expect("every place is taken"))
}

/// Plays a game and returns Red's points out of two.
fn play(red: &Setup, blue: &Setup, nodes: u64) -> usize {
    let blue: Setup = std::array::from_fn(|place| blue[(3 - place / 10) * 10 + place % 10]);
    let minds = [Mind::new(Player::First, red), Mind::new(Player::Second, &blue)];
    match play_game(minds, [red, &blue], || Limits::nodes(nodes)) {
        Outcome::Win(Player::First) => 2,
        Outcome::Draw => 1,
        Outcome::Win(Player::Second) => 0,
    }
}

/// Lets all candidates play and returns each one's points.
fn play_round(setups: &[Setup], nodes: u64, rng: &mut fastrand::Rng) -> Vec<usize> {
    let mut pairs = Vec::new();
    for _ in 0..GAMES / 2 {
        let mut order: Vec<usize> = (0..setups.len()).collect();
        rng.shuffle(&mut order);
        pairs
            .extend((0..order.len()).map(|place| (order[place], order[(place + 1) % order.len()])));
    }
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<(usize, usize, usize)> = thread::scope(|scope| {
        let parts: Vec<_> = pairs
            .chunks(pairs.len().div_ceil(workers))
            .map(|part| {
                scope.spawn(move || {
                    let play = |&(red, blue)| (red, blue, play(&setups[red], &setups[blue], nodes));
                    part.iter().map(play).collect::<Vec<_>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("games do not panic")).collect()
    });
    let mut points = vec![0; setups.len()];
    for (red, blue, won) in results {
        points[red] += won;
        points[blue] += 2 - won;
    }
    points
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [kept, nodes, seed] = numbers[..] else {
        eprintln!("usage: setups KEPT NODES SEED");
        std::process::exit(2);
    };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut setups: Vec<Setup> = (0..kept << ROUNDS).map(|_| draw(&mut rng)).collect();
    for round in 1..=ROUNDS {
        let points = play_round(&setups, nodes, &mut rng);
        let mut order: Vec<usize> = (0..setups.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(points[index]));
        order.truncate(setups.len() / 2);
        let mean = order.iter().map(|&index| points[index]).sum::<usize>() as f64;
        eprintln!(
            "round {round}: those kept scored {:.1} %",
            50.0 * mean / (order.len() * GAMES) as f64
        );
        setups = order.into_iter().map(|index| setups[index]).collect();
    }
    println!("//! The bot's setups, eight characters each.");
    println!("//! Made by `cargo run --release -p stratego --example setups -- {kept} {nodes} {seed}`.\n");
    println!("/// The setups, one behind the other, each as `encode_setup` writes it.");
    println!("pub(crate) const POOL: &str = \"\\");
    for line in setups.chunks(10) {
        println!("{}\\", line.iter().map(encode_setup).collect::<String>());
    }
    println!("\";");
}
