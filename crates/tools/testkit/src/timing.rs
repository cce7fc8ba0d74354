//! Timing of move generation.

use std::hint::black_box;
use std::time::Instant;

use gamekit::{Move, Position};
use search::Tactics;

use crate::random_games::random_games;

/// Number of random games that the positions come from.
const GAMES: u32 = 40;
/// Number of rounds. The median of their times is the result.
const ROUNDS: usize = 21;
/// Number of positions in one round, which takes some tens of milliseconds.
const POSITIONS_PER_ROUND: usize = 400_000;

/// Measures move generation on positions of random games and prints the time per position: to visit
/// every legal move in the referee's order, to count the legal moves, and to visit the candidates
/// of the search. Prints the median, the fastest and the slowest of several rounds.
pub fn time_move_generation<P: Position>(engine: &impl Tactics<P>) {
    let mut positions = Vec::new();
    random_games::<P>(GAMES, usize::MAX, 1, |step| positions.push(step.before.clone()));
    let moves: usize = positions.iter().map(Position::legal_move_count).sum();
    let mean = moves as f64 / positions.len() as f64;
    println!("{} positions with {mean:.1} moves each", positions.len());
    time("legal moves in the referee's order", &positions, |pos| {
        let mut sum = 0;
        pos.legal_moves(|mv| sum += u64::from(mv.to_bits()));
        sum
    });
    time("number of legal moves", &positions, |pos| pos.legal_move_count() as u64);
    time("candidates of the search", &positions, |pos| {
        let mut sum = 0;
        engine.candidates(pos, |mv| sum += u64::from(mv.to_bits()));
        sum
    });
}

/// Measures `visit` and prints its time per position.
fn time<P>(name: &str, positions: &[P], visit: impl Fn(&P) -> u64) {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            let visited = positions.iter().cycle().take(POSITIONS_PER_ROUND);
            black_box(visited.map(|pos| visit(black_box(pos))).sum::<u64>());
            started.elapsed().as_secs_f64() * 1e9 / POSITIONS_PER_ROUND as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    let (median, fastest, slowest) = (rounds[ROUNDS / 2], rounds[0], rounds[ROUNDS - 1]);
    println!("{name}: {median:.1} ns per position ({fastest:.1} to {slowest:.1})");
}
