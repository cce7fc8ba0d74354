//! Mixed equilibria: matrix games without a saddle point.

use super::dominance::Undominated;
use super::number::{Double, Number};
use super::simplex::Tableau;
use super::{greater, lesser, Equilibrium, Matrix, MOST_CHOICES};

/// Largest gap between the players' guaranteed values, as a share of the range of gains, before the
/// game is solved again with more digits.
const TOLERANCE: f64 = 1e-10;

/// Largest random change of a gain in that second solution, as a share of the range of gains.
const CHANGE: f64 = 2e-10;

/// Scale on which a game is solved: differences of gains, and quotients of differences, do not
/// overflow on it.
struct Scale {
    /// A power of two; 1 except for extreme gains.
    factor: f64,
    /// The least gain, times the factor.
    least: f64,
    /// The greatest gain minus the least, times the factor.
    range: f64,
}

impl Scale {
    /// Magnitude above which gains are scaled down.
    const LARGE: f64 = 1e300;
    /// Magnitude below which gains are scaled up.
    const SMALL: f64 = 1e-250;

    fn of(game: &Matrix, rows: &[usize], columns: &[usize]) -> Scale {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for &row in rows {
            for &column in columns {
                least = lesser(game.gains[row][column], least);
                most = greater(game.gains[row][column], most);
            }
        }
        let factor = match greater(-least, most) {
            magnitude if magnitude > Scale::LARGE => 1.0 / 1024.0,
            magnitude if magnitude < Scale::SMALL => (1_u64 << 63) as f64,
            _ => 1.0,
        };
        Scale { factor, least: least * factor, range: most * factor - least * factor }
    }
}

/// Solves a game without a saddle point. `minimax` is the column that limits the row player most.
pub(super) fn solve(game: &Matrix, minimax: usize) -> Equilibrium {
    if (game.rows, game.columns) == (2, 2) {
        return solve_two_by_two(game, [0, 1], [0, 1]);
    }
    let rest = Undominated::of(game);
    match (rest.rows.as_slice(), rest.columns.as_slice()) {
        (&[top, bottom], &[left, right]) => solve_two_by_two(game, [top, bottom], [left, right]),
        _ => solve_larger(game, &rest, minimax),
    }
}

/// Solves a game of two choices each: each player makes the other one's two choices equally good.
fn solve_two_by_two(game: &Matrix, rows: [usize; 2], columns: [usize; 2]) -> Equilibrium {
    let scale = Scale::of(game, &rows, &columns);
    let gain = |row: usize, column: usize| game.gains[rows[row]][columns[column]] * scale.factor;
    // Without a saddle point, all four have the same sign and none is 0.
    let (top, bottom) = (gain(0, 0) - gain(0, 1), gain(1, 1) - gain(1, 0));
    let (left, right) = (gain(0, 0) - gain(1, 0), gain(1, 1) - gain(0, 1));
    let (first_row, first_column) = (bottom / (top + bottom), right / (left + right));
    let mut equilibrium = Equilibrium {
        value: (gain(1, 0) + left * first_row) / scale.factor,
        rows: [0.0; MOST_CHOICES],
        columns: [0.0; MOST_CHOICES],
    };
    equilibrium.rows[rows[0]] = first_row;
    equilibrium.rows[rows[1]] = 1.0 - first_row;
    equilibrium.columns[columns[0]] = first_column;
    equilibrium.columns[columns[1]] = 1.0 - first_column;
    equilibrium
}

/// Solves a larger game by the simplex algorithm, once more if rounding spoils the result.
///
/// Rounding errors are large where choices are almost the same or almost mixtures of others, and
/// ties can make the algorithm cycle. Such games are solved again with more digits, after small
/// random changes that leave neither ties nor differences smaller than the changes.
fn solve_larger(game: &Matrix, rest: &Undominated, minimax: usize) -> Equilibrium {
    let scale = Scale::of(game, rest.rows.as_slice(), rest.columns.as_slice());
    let (equilibrium, gap) = solve_linear::<f64>(game, rest, &scale, minimax, || 0.0);
    if gap * scale.factor <= scale.range * TOLERANCE {
        return equilibrium;
    }
    let mut state = 0_u64;
    let change = || {
        // Knuth's MMIX linear congruential generator, of which the upper half is random enough.
        state = state.wrapping_mul(6_364_136_223_846_793_005);
        state = state.wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as f64 * (CHANGE / (1_u64 << 32) as f64)
    };
    solve_linear::<Double>(game, rest, &scale, minimax, change).0
}

/// Solves a game as a linear program, after adding the results of `change` to its gains, in shares
/// of the range of gains. Returns also the gap between the players' guaranteed values.
fn solve_linear<N: Number>(
    game: &Matrix,
    rest: &Undominated,
    scale: &Scale,
    minimax: usize,
    mut change: impl FnMut() -> f64,
) -> (Equilibrium, f64) {
    let mut tableau = Tableau::<N>::new(rest);
    let per_range = 1.0 / scale.range;
    for (line, &row) in rest.rows.as_slice().iter().enumerate() {
        for (place, &column) in rest.columns.as_slice().iter().enumerate() {
            let gain = game.gains[row][column] * scale.factor;
            tableau.set(line, place, (gain - scale.least) * per_range + change());
        }
    }
    let (rows, columns) = tableau.solve(minimax);
    let (at_least, at_most) = (game.least_by(&rows), game.most_against(&columns));
    (Equilibrium { value: at_least * 0.5 + at_most * 0.5, rows, columns }, at_most - at_least)
}
