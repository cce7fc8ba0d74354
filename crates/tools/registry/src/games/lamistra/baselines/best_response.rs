//! Best response to the bot's equilibrium strategy, for the baselines of Lamistra that exploit it.

use std::sync::LazyLock;

use gamekit::Position as _;
use lamistra::{BotEngine, Move, Position, Role, SETTINGS};
use search::{Limits, Searcher, Solution};

/// Bytes of the transposition table (TT): enough for two plies.
const TABLE_BYTES: usize = 1 << 20;

/// Engine of the bot, whose network is decoded once.
static ENGINE: LazyLock<BotEngine> = LazyLock::new(BotEngine::default);

/// Largest difference between expected points that counts as a rounding error.
const ROUNDING: f64 = 1e-9;

/// Returns the role with the best expected result in the current attack against the opponent's
/// equilibrium strategy, as the bot computes it by a search of `depth` plies; of equally good roles
/// the first.
///
/// An opponent that draws from this strategy loses nothing to it; any other opponent may lose.
pub(super) fn best_response(pos: &Position, depth: usize) -> Option<Role> {
    let Solution { rows, columns, equilibrium, matrix, .. } = solve(pos, depth)?;
    if pos.side_to_move() == pos.stepper() {
        let gain = |row| matrix.gain_of_row(row, &equilibrium.columns);
        return best(rows.iter().enumerate().map(|(row, mv)| (mv, gain(row))));
    }
    let loss = |column| -matrix.gain_of_column(column, &equilibrium.rows);
    best(columns.iter().enumerate().map(|(column, mv)| (mv, loss(column))))
}

/// Computes the equilibrium of the attack in `pos`.
fn solve(pos: &Position, depth: usize) -> Option<Solution<Move>> {
    searcher().solve_root(pos, &[], Limits::depth(depth), |_| ())
}

/// Returns a new search with the bot's evaluation, which knows nothing of earlier positions.
pub(super) fn searcher() -> Searcher<Position, BotEngine> {
    Searcher::new(ENGINE.clone(), SETTINGS.params, TABLE_BYTES)
}

/// Returns the first of the roles with the highest value.
fn best(moves: impl Iterator<Item = (Move, f64)>) -> Option<Role> {
    let better = |best: (Move, f64), next: (Move, f64)| {
        if next.1 > best.1 + ROUNDING { next } else { best }
    };
    match moves.reduce(better)? {
        (Move::Name(role), _) => Some(role),
        (Move::Step(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use gamekit::Player;
    use trainer::random_move;

    use super::*;

    fn names(pos: &str) -> [String; 2] {
        let pos: Position = pos.parse().unwrap();
        [pos, pos.with_any_name()]
            .map(|pos| Move::Name(best_response(&pos, 1).unwrap()).to_string())
    }

    #[test]
    fn the_first_of_equally_good_names_is_taken() {
        // The equilibrium strategies of both sides are even.
        assert_eq!(names("wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4"), ["L", "G"]);
    }

    /// Returns the expected points of a name of `player` against the equilibrium strategy of the
    /// opponent.
    fn value(solution: &Solution<Move>, player: Player, pos: &Position, name: Move) -> f64 {
        let Solution { rows, columns, equilibrium, matrix, .. } = solution;
        if player == pos.stepper() {
            let row = rows.iter().position(|mv| mv == name).unwrap();
            return (0..columns.len())
                .map(|column| matrix.get(row, column) * equilibrium.columns[column])
                .sum();
        }
        let column = columns.iter().position(|mv| mv == name).unwrap();
        let lost: f64 =
            (0..rows.len()).map(|row| matrix.get(row, column) * equilibrium.rows[row]).sum();
        1.0 - lost
    }

    #[test]
    fn no_other_name_is_better_against_the_equilibrium_strategy() {
        let mut attacks = 0;
        for (seed, depth) in (0..8).zip([1, 2].into_iter().cycle()) {
            let (mut pos, mut rng) = (Position::initial(), Rng::with_seed(seed));
            while let Some(mv) = random_move(&pos, &mut rng) {
                if pos.attack().is_some() {
                    let solution = solve(&pos, depth).unwrap();
                    let chosen = Move::Name(best_response(&pos, depth).unwrap());
                    let value = |name| value(&solution, pos.side_to_move(), &pos, name);
                    pos.legal_moves(|name| {
                        assert!(value(name) <= value(chosen) + 1e-6, "{name} in {pos}");
                    });
                    attacks += 1;
                }
                pos.play_unchecked(mv);
            }
        }
        assert!(attacks > 100, "{attacks}");
    }

    #[test]
    fn its_answer_does_not_depend_on_the_role_that_the_attacker_has_named() {
        let start =
            "uuuuuuu/uuuuuuu/uu1uuuu/W1w4/1UUUUUU/UUUUUUU/UUUUUUU r 14123451 - 14123451 - 2";
        let answer = |name: char| {
            let pos: Position = format!("{start} c3-c4:{name}").parse().unwrap();
            [1, 2].map(|depth| best_response(&pos, depth).unwrap())
        };
        assert_eq!(answer('G'), answer('R'));
    }
}
