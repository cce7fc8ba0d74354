//! Time to solve a matrix game: `cargo run --release --package search --example matrix`.

use std::hint::black_box;
use std::time::Instant;

use search::matrix::Matrix;

/// Number of games of each kind, more than a branch predictor learns.
const GAMES: usize = 4096;

/// Number of rounds; each solves all games once, and the fastest counts.
const ROUNDS: usize = 50;

/// Function that draws the entry of a row and a column.
type Draw = fn(&mut fastrand::Rng, usize, usize) -> f64;

/// Kinds of games: their names and entries.
const KINDS: [(&str, Draw); 4] = [
    ("uniform", |rng, _, _| rng.f64()),
    ("few values", |rng, _, _| f64::from(rng.u8(0..=3))),
    // The first row gains more, and the first column less, against every choice.
    ("saddle", |rng, row, column| match (row, column) {
        (0, 0) => 0.5,
        (0, _) => 0.5 + 0.5 * rng.f64(),
        (_, 0) => 0.5 * rng.f64(),
        _ => rng.f64(),
    }),
    // Four rows occur twice, except for small differences.
    ("twins", |rng, row, column| ((row % 4 * 5 + column * 7) % 11) as f64 + 1e-9 * rng.f64()),
];

fn main() {
    println!("{:>8} {:>12} {:>8} {:>8}", "choices", "entries", "mixed", "ns");
    for (rows, columns) in [(2, 2), (3, 3), (4, 4), (6, 8), (8, 8)] {
        for (name, draw) in KINDS {
            let mut rng = fastrand::Rng::with_seed(1);
            let games: Vec<Matrix> =
                (0..GAMES).map(|_| game(rows, columns, draw, &mut rng)).collect();
            let mixed = games.iter().filter(|game| !game.solve().rows.contains(&1.0)).count();
            let mixed = 100 * mixed / GAMES;
            let shape = format!("{rows}x{columns}");
            println!("{shape:>8} {name:>12} {mixed:>6} % {:>8.0}", nanoseconds(&games));
        }
    }
}

fn game(rows: usize, columns: usize, draw: Draw, rng: &mut fastrand::Rng) -> Matrix {
    let mut game = Matrix::new(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            game.set(row, column, draw(rng, row, column));
        }
    }
    game
}

/// Returns the mean time to solve a game, in nanoseconds, in the fastest round.
fn nanoseconds(games: &[Matrix]) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        for game in games {
            black_box(black_box(game).solve());
        }
        start.elapsed().as_nanos() as f64 / games.len() as f64
    });
    rounds.fold(f64::INFINITY, f64::min)
}
