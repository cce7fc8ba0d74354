//! Solutions of matrix games compared with those of an independent linear program.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use fastrand::Rng;
use microlp::{ComparisonOp, OptimizationDirection, Problem};
use search::matrix::{Equilibrium, Matrix, MOST_CHOICES};

/// Number of random games of each kind.
const GAMES: u64 = 2_000;

/// Largest error of a value, as a share of the range of gains.
const TOLERANCE: f64 = 1e-9;

/// Largest difference from the linear program's value, as a share of the range of gains.
const AGREEMENT: f64 = 1e-6;

fn game<const ROWS: usize, const COLUMNS: usize>(gains: [[f64; COLUMNS]; ROWS]) -> Matrix {
    let mut game = Matrix::new(ROWS, COLUMNS);
    for (row, gains) in gains.iter().enumerate() {
        for (column, &gain) in gains.iter().enumerate() {
            game.set(row, column, gain);
        }
    }
    game
}

fn gains(game: &Matrix) -> impl Iterator<Item = f64> + '_ {
    let rows = 0..game.rows();
    rows.flat_map(move |row| (0..game.columns()).map(move |column| game.get(row, column)))
}

/// Returns the difference between the largest and the smallest entry, but at least the rounding
/// error of entries of that size.
fn range(game: &Matrix) -> f64 {
    let most = gains(game).fold(f64::NEG_INFINITY, f64::max);
    let least = gains(game).fold(f64::INFINITY, f64::min);
    (most - least).max(1e-6 * most.abs().max(least.abs())).max(f64::MIN_POSITIVE)
}

/// Returns the value that a linear program finds for the row player. Its gains are scaled to about
/// 1 to suit its tolerances.
fn value_by_linear_program(game: &Matrix) -> f64 {
    let range = range(game);
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let rows: Vec<_> = (0..game.rows()).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(rows.iter().map(|&row| (row, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..game.columns() {
        let gain = |row: usize| game.get(row, column) / range;
        let gains = rows.iter().enumerate().map(|(row, &variable)| (variable, gain(row)));
        problem.add_constraint(gains.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    problem.solve().unwrap().into_solution().unwrap().objective() * range
}

/// Checks all promises of a solution except its value, and returns it.
fn solved(game: &Matrix) -> Equilibrium {
    let solution = game.solve();
    let check = |probabilities: &[f64; MOST_CHOICES], choices: usize| {
        let sum: f64 = probabilities.iter().sum();
        assert!((sum - 1.0).abs() <= 1e-12, "{game:?}: {solution:?}");
        assert!(probabilities.iter().all(|&each| each >= 0.0), "{game:?}: {solution:?}");
        assert!(probabilities[choices..].iter().all(|&each| each == 0.0), "{game:?}: {solution:?}");
    };
    check(&solution.rows, game.rows());
    check(&solution.columns, game.columns());
    let (at_least, at_most) = (game.least_by(&solution.rows), game.most_against(&solution.columns));
    let allowed = TOLERANCE * range(game);
    assert!(at_most - at_least <= allowed, "{at_least} to {at_most} in {game:?}: {solution:?}");
    assert!((solution.value - at_least).abs() <= allowed, "{game:?}: {solution:?}");
    assert!((solution.value - at_most).abs() <= allowed, "{game:?}: {solution:?}");
    solution
}

fn check(game: &Matrix, value: f64, rows: &[f64], columns: &[f64]) {
    let solution = solved(game);
    let is_near = |found: f64, expected: f64| (found - expected).abs() <= 1e-12;
    assert!(is_near(solution.value, value), "{game:?}: {solution:?}");
    for (found, expected) in [(solution.rows, rows), (solution.columns, columns)] {
        let agrees = found.iter().zip(expected).all(|(&found, &expected)| is_near(found, expected));
        assert!(agrees, "{game:?}: {solution:?}");
    }
}

/// Returns a game of random shape, with gains drawn for each row and column.
fn random_game(rng: &mut Rng, gain: impl Fn(&mut Rng, usize, usize) -> f64) -> Matrix {
    let mut game = Matrix::new(rng.usize(1..=MOST_CHOICES), rng.usize(1..=MOST_CHOICES));
    for row in 0..game.rows() {
        for column in 0..game.columns() {
            game.set(row, column, gain(rng, row, column));
        }
    }
    game
}

/// Checks random games against the linear program.
fn check_games(seed: u64, draw: impl Fn(&mut Rng) -> Matrix) {
    let mut rng = Rng::with_seed(seed);
    let mut mixed = 0;
    for _ in 0..GAMES {
        let game = draw(&mut rng);
        let (solution, expected) = (solved(&game), value_by_linear_program(&game));
        let difference = (solution.value - expected).abs();
        assert!(difference <= AGREEMENT * range(&game), "{expected} in {game:?}: {solution:?}");
        mixed += u64::from(!solution.rows.contains(&1.0));
    }
    assert!(mixed > GAMES / 10, "only {mixed} of {GAMES} games need a mixed strategy");
}

/// Checks games whose gains are independent of each other.
fn check_random(seed: u64, gain: impl Fn(&mut Rng, usize, usize) -> f64) {
    check_games(seed, |rng| random_game(rng, &gain));
}

#[test]
fn well_known_games_are_solved() {
    let third = 1.0 / 3.0;
    let thirds = [third; 3];
    // Matching pennies.
    check(&game([[1.0, -1.0], [-1.0, 1.0]]), 0.0, &[0.5, 0.5], &[0.5, 0.5]);
    // Rock, paper, scissors.
    let round = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]];
    check(&game(round), 0.0, &thirds, &thirds);
    // Rock, paper, scissors, where a victory by rock counts twice.
    let heavy = [[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]];
    check(&game(heavy), 0.0, &[0.25, 0.5, 0.25], &[0.25, 0.5, 0.25]);
    // Two-finger morra.
    let morra = [[2.0, -3.0], [-3.0, 4.0]];
    check(&game(morra), -1.0 / 12.0, &[7.0 / 12.0, 5.0 / 12.0], &[7.0 / 12.0, 5.0 / 12.0]);
    // Hide and seek among eight places.
    let mut places = Matrix::new(8, 8);
    (0..8).for_each(|place| places.set(place, place, 1.0));
    check(&places, 0.125, &[0.125; 8], &[0.125; 8]);
}

#[test]
fn dominated_choices_are_never_played() {
    // The third row is below the first, then the third column is above the second.
    let dominated = [[3.0, 0.0, 1.0], [0.0, 2.0, 2.5], [2.5, -1.0, 0.5]];
    check(&game(dominated), 1.2, &[0.4, 0.6, 0.0], &[0.4, 0.6, 0.0]);
    // The third row is no better than a mixture of the other two, though neither alone dominates
    // it.
    let mixture = [[4.0, 0.0], [0.0, 4.0], [1.0, 1.0]];
    check(&game(mixture), 2.0, &[0.5, 0.5, 0.0], &[0.5, 0.5]);
    // Of equal rows and equal columns the first is played.
    let twins = [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]];
    check(&game(twins), 0.5, &[0.5, 0.0, 0.5], &[0.5, 0.5, 0.0]);
}

#[test]
fn a_pure_strategy_is_played_where_one_is_optimal_the_first_of_equals() {
    check(&game([[7.0]]), 7.0, &[1.0], &[1.0]);
    check(&game([[3.0, 1.0, 2.0]]), 1.0, &[1.0], &[0.0, 1.0, 0.0]);
    check(&game([[3.0], [5.0], [5.0]]), 5.0, &[0.0, 1.0, 0.0], &[1.0]);
    check(&game([[4.0, 2.0, 5.0], [6.0, 1.0, 0.0]]), 2.0, &[1.0, 0.0], &[0.0, 1.0, 0.0]);
    check(&Matrix::new(4, 3), 0.0, &[1.0, 0.0, 0.0, 0.0], &[1.0, 0.0, 0.0]);
    check(&game([[0.0, 1.0], [0.0, 1.0]]), 0.0, &[1.0, 0.0], &[1.0, 0.0]);
}

#[test]
fn exchanging_the_players_exchanges_their_strategies() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..GAMES {
        let game = random_game(&mut rng, |rng, _, _| rng.f64());
        let mut exchanged = Matrix::new(game.columns(), game.rows());
        for row in 0..game.rows() {
            for column in 0..game.columns() {
                exchanged.set(column, row, -game.get(row, column));
            }
        }
        let (solution, other) = (solved(&game), solved(&exchanged));
        assert!((solution.value + other.value).abs() <= 1e-12, "{game:?}");
        for (own, others) in [(solution.rows, other.columns), (solution.columns, other.rows)] {
            let pairs = own.iter().zip(&others);
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() <= 1e-6), "{game:?}");
        }
    }
}

#[test]
fn uniform_games_have_the_value_of_their_linear_program() {
    check_random(3, |rng, _, _| rng.f64());
}

#[test]
fn games_with_many_ties_have_the_value_of_their_linear_program() {
    check_random(4, |rng, _, _| f64::from(rng.u8(0..2)));
    check_random(5, |rng, _, _| f64::from(rng.i8(-1..=1)));
    check_random(6, |rng, _, _| f64::from(rng.u8(0..5)) * 0.25);
}

#[test]
fn games_with_many_zeros_have_the_value_of_their_linear_program() {
    check_random(7, |rng, _, _| if rng.u8(0..4) == 0 { rng.f64() } else { 0.0 });
    check_random(8, |rng, row, column| if row == column { 0.1 + rng.f64() } else { 0.0 });
}

/// Draws a game in which four rows and four columns occur twice, except for what `noise` adds.
fn game_of_twins(rng: &mut Rng, noise: impl Fn(&mut Rng) -> f64) -> Matrix {
    // No gain is close to 0: the precision of the linear program would not suffice.
    let pattern: [[f64; 4]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| 0.1 + rng.f64()));
    random_game(rng, |rng, row, column| pattern[row % 4][column % 4] + noise(rng))
}

#[test]
fn games_with_choices_that_are_almost_the_same_have_the_value_of_their_linear_program() {
    for (seed, size) in (10..).zip([1e-3, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-14]) {
        check_games(seed, |rng| game_of_twins(rng, |rng| size * rng.f64()));
        // Among the small differences there are ties.
        check_games(seed, |rng| game_of_twins(rng, |rng| size * f64::from(rng.u8(0..3))));
    }
    check_games(18, |rng| game_of_twins(rng, |rng| 10_f64.powi(rng.i32(-14..-2)) * rng.f64()));
}

/// This game needs the random changes: twice the digits alone do not suffice.
#[test]
fn ties_among_small_differences_are_broken() {
    solved(&game([
        [1.999998, 1e-6, 4.0, 2.0, 1.999999, -2e-6, 4.0],
        [4.000001, 3.999999, -2e-6, 2.0, 3.999998, 3.999999, -1e-6],
        [4.000001, -2e-6, -1e-6, 3.999998, 4.000001, 1e-6, -1e-6],
        [1.999999, -1e-6, 3.999999, 1.999999, 2.0, 1e-6, 3.999998],
        [3.999998, 3.999998, 0.0, 2.0, 4.000001, 3.999999, -1e-6],
    ]));
}

#[test]
fn games_with_gains_of_any_size_have_the_value_of_their_linear_program() {
    for (seed, size) in (20..).zip([1e-6, 1e-3, 1e3, 1e6]) {
        check_random(seed, |rng, _, _| size * (rng.f64() - 0.5));
    }
    check_random(24, |rng, _, _| rng.f64() * 10_f64.powi(rng.i32(-8..=0)));
}

/// These games are not compared with a linear program, which cannot handle such numbers.
#[test]
fn games_with_extreme_gains_are_solved() {
    let mut rng = Rng::with_seed(30);
    for size in [f64::MAX / 4.0, 1e300, 1e200, 1e-200, 1e-300, 1e-310] {
        for _ in 0..GAMES {
            solved(&random_game(&mut rng, |rng, _, _| size * (rng.f64() - 0.5)));
        }
    }
    check(&game([[f64::MAX, f64::MIN], [f64::MIN, f64::MAX]]), 0.0, &[0.5, 0.5], &[0.5, 0.5]);
    let least = f64::from_bits(1);
    check(&game([[least, 0.0], [0.0, least]]), 0.0, &[0.5, 0.5], &[0.5, 0.5]);
}

#[test]
fn expected_gains_are_computed_against_a_known_strategy() {
    let round = game([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]);
    let rock = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(round.gain_of_row(1, &rock), 1.0);
    assert_eq!(round.gain_of_column(1, &rock), -1.0);
    assert_eq!((round.least_by(&rock), round.most_against(&rock)), (-1.0, 1.0));
}

#[test]
fn the_swapped_game_has_the_players_and_the_sign_of_the_value_swapped() {
    let penalty = game([[0.0, 3.0, 1.0], [2.0, 0.0, 4.0]]);
    let [before, after] = [penalty, penalty.swapped()].map(|game| game.solve());
    assert!((before.value + after.value).abs() < TOLERANCE);
    assert_eq!((penalty.swapped().rows(), penalty.swapped().columns()), (3, 2));
    assert!((penalty.swapped().least_by(&before.columns) + before.value).abs() < TOLERANCE);
    assert_eq!(penalty.swapped().get(2, 1), -4.0);
}
