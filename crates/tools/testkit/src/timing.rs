use std::hint::black_box;
use std::time::Instant;

use gamekit::{Move, Position};
use search::Tactics;

use crate::random_games::random_games;

/// Games from which the positions are taken.
const GAMES: u32 = 40;
/// Rounds whose median counts.
const ROUNDS: usize = 21;
/// Positions looked at in one round: some tens of milliseconds.
const LOOKS: usize = 400_000;

/// Prints how long it takes per position of seeded random games to visit every legal move in the
/// referee's order, to count them, and to visit what a search looks at. Median, fastest and slowest
/// of several rounds.
pub fn time_move_generation<P: Position>(engine: &impl Tactics<P>) {
    let mut positions = Vec::new();
    random_games::<P>(GAMES, usize::MAX, 1, |step| positions.push(step.before.clone()));
    let moves: usize = positions.iter().map(Position::legal_move_count).sum();
    let mean = moves as f64 / positions.len() as f64;
    println!("{} positions with {mean:.1} moves each", positions.len());
    time("in the referee's order", &positions, |pos| {
        let mut sum = 0;
        pos.legal_moves(|mv| sum += u64::from(mv.to_bits()));
        sum
    });
    time("counted", &positions, |pos| pos.legal_move_count() as u64);
    time("for the search", &positions, |pos| {
        let mut sum = 0;
        engine.candidates(pos, |mv| sum += u64::from(mv.to_bits()));
        sum
    });
}

fn time<P>(what: &str, positions: &[P], look: impl Fn(&P) -> u64) {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            let looks = positions.iter().cycle().take(LOOKS);
            black_box(looks.map(|pos| look(black_box(pos))).sum::<u64>());
            started.elapsed().as_secs_f64() * 1e9 / LOOKS as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    let (median, fastest, slowest) = (rounds[ROUNDS / 2], rounds[0], rounds[ROUNDS - 1]);
    println!("{what}: {median:.1} ns a position ({fastest:.1} to {slowest:.1})");
}
