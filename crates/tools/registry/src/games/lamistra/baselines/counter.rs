//! Baseline `counter` of Lamistra: names the best response to the bot's equilibrium strategy.

use std::time::Duration;

use fastrand::Rng;
use gamekit::Position as _;
use lamistra::{Engine, Move, Position, SETTINGS};
use search::{Limits, Searcher, Solution};

use super::naming::Naming;
use super::one_ply::OnePly;
use crate::agent::Choose;

/// Player that steps as `maximin` does, and names the role with the best expected result against
/// the opponent's equilibrium strategy, as the bot computes it by a search of one ply. Of equally
/// good roles it takes the first.
///
/// An opponent that draws from this strategy loses nothing to it; any other opponent may lose.
pub(super) struct Counter {
    steps: OnePly,
    searcher: Searcher<Position, Engine>,
}

impl Counter {
    /// Search depth of the bot in plies.
    const DEPTH: usize = 1;
    /// Bytes of the transposition table (TT): enough for one ply.
    const TABLE_BYTES: usize = 1 << 20;
    /// Largest difference between expected points that counts as a rounding error.
    const ROUNDING: f64 = 1e-9;

    pub(super) fn new(rng: Rng) -> Counter {
        let searcher = Searcher::new(Engine::default(), SETTINGS.params, Counter::TABLE_BYTES);
        Counter { steps: OnePly::new(Naming::Maximin, rng), searcher }
    }

    /// Computes the equilibrium of the attack in `pos`, independent of earlier moves.
    fn solve(&mut self, pos: &Position) -> Option<Solution<Move>> {
        self.searcher.new_game();
        self.searcher.solve_root(pos, &[], Limits::depth(Counter::DEPTH), |_| ())
    }

    fn name(&mut self, pos: &Position) -> Option<Move> {
        let Solution { rows, columns, equilibrium, matrix, .. } = self.solve(pos)?;
        if pos.side_to_move() == pos.stepper() {
            let gain = |row| matrix.gain_of_row(row, &equilibrium.columns);
            return best(rows.iter().enumerate().map(|(row, mv)| (mv, gain(row))));
        }
        let loss = |column| -matrix.gain_of_column(column, &equilibrium.rows);
        best(columns.iter().enumerate().map(|(column, mv)| (mv, loss(column))))
    }
}

/// Returns the first of the moves with the highest value.
fn best(moves: impl Iterator<Item = (Move, f64)>) -> Option<Move> {
    let better = |best: (Move, f64), next: (Move, f64)| {
        if next.1 > best.1 + Counter::ROUNDING { next } else { best }
    };
    moves.reduce(better).map(|(mv, _)| mv)
}

impl Choose<Position> for Counter {
    fn choose(&mut self, pos: &Position, limit: Duration) -> Option<Move> {
        match pos.attack() {
            None => self.steps.choose(pos, limit),
            Some(_) => self.name(pos),
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Player;

    use super::*;
    use crate::random_move::random_move;

    fn names(pos: &str) -> [String; 2] {
        let pos: Position = pos.parse().unwrap();
        let mut counter = Counter::new(Rng::with_seed(1));
        [pos, pos.with_any_name()]
            .map(|pos| counter.choose(&pos, Duration::ZERO).unwrap().to_string())
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
        let (mut attacks, mut counter) = (0, Counter::new(Rng::with_seed(1)));
        for seed in 0..20 {
            let (mut pos, mut rng) = (Position::initial(), Rng::with_seed(seed));
            while let Some(mv) = random_move(&pos, &mut rng) {
                if pos.attack().is_some() {
                    let solution = counter.solve(&pos).unwrap();
                    let chosen = counter.choose(&pos, Duration::ZERO).unwrap();
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
        let mut counter = Counter::new(Rng::with_seed(1));
        let mut answer = |name: char| {
            let pos: Position = format!("{start} c3-c4:{name}").parse().unwrap();
            counter.choose(&pos, Duration::ZERO).unwrap()
        };
        assert_eq!(answer('G'), answer('R'));
    }
}
