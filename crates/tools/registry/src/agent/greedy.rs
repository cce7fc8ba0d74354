//! Greedy baseline: a one-ply player that uses the bot's static evaluation.

use std::time::Duration;

use fastrand::Rng;
use gamekit::{Player, Position};
use search::score::{WIN, loss_in, win_in};
use search::{Evaluate, Limits, MoveOrder, Params, Proof, Score, Searcher, Solution, Tactics};

use super::baseline::Choose;

/// One-ply player: plays the move after which the bot's static evaluation is best for the player,
/// without search. Ties are broken at random. An immediate win is better than any evaluation.
///
/// In a position in which both players choose simultaneously, the value is that of the Nash
/// equilibrium, and the move is drawn from the equilibrium strategy.
///
/// It evaluates as the bot does, so a match against it measures the worth of the bot's search.
pub(crate) struct Greedy<P: Position, E> {
    engine: E,
    /// Solves positions with simultaneous moves, in games that have such positions.
    solver: Option<Searcher<P, E>>,
    rng: Rng,
}

/// Bytes of the solver's transposition table, in which nothing is ever stored.
const TABLE_BYTES: usize = 1 << 10;

impl<P, E> Greedy<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
{
    pub(crate) fn new(rng: Rng) -> Greedy<P, E> {
        let solver = || Searcher::new(E::default(), Params::DEFAULT, TABLE_BYTES);
        Greedy { engine: E::default(), solver: E::HAS_SIMULTANEOUS_MOVES.then(solver), rng }
    }

    /// Returns the Nash equilibrium of a position with simultaneous moves, from the evaluations of
    /// the positions that follow, and the row player; `None` for any other position.
    fn solve_simultaneous(&mut self, pos: &P) -> Option<(Solution<P::Move>, Player)> {
        let row_player = self.engine.simultaneous_move(pos)?.pos.side_to_move();
        let solution = self.solver.as_mut()?.solve_root(pos, &[], Limits::nodes(0), |_| ())?;
        Some((solution, row_player))
    }

    /// Returns the value of the position after a move, for the player who made it: the result if
    /// the engine can prove it, otherwise the evaluation.
    fn value(&mut self, before: &P, mv: P::Move) -> Score {
        let mut after = before.clone();
        after.play_unchecked(mv);
        if let Some((solution, row_player)) = self.solve_simultaneous(&after) {
            return if row_player == before.side_to_move() {
                solution.score
            } else {
                -solution.score
            };
        }
        let value = match self.engine.proof(&after) {
            Some(Proof::Win { plies }) => win_in(plies),
            Some(Proof::Loss { plies }) => loss_in(plies),
            Some(Proof::Draw) => 0,
            None => self.engine.evaluate(&after, &self.engine.refresh(&after)),
        };
        if after.side_to_move() == before.side_to_move() { value } else { -value }
    }
}

impl<P, E> Choose<P> for Greedy<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
{
    fn choose(&mut self, pos: &P, _: Duration) -> Option<P::Move> {
        if let Some((solution, row_player)) = self.solve_simultaneous(pos) {
            return solution.draw(pos.side_to_move() == row_player, self.rng.f64());
        }
        let (mut best, mut highest) = (Vec::new(), -WIN);
        pos.legal_moves(|mv| {
            let value = self.value(pos, mv);
            if value > highest {
                best.clear();
                highest = value;
            }
            if value == highest {
                best.push(mv);
            }
        });
        self.rng.choice(best)
    }
}

#[cfg(test)]
mod tests {
    use gamekit::{Notation, Outcome};
    use trainer::random_move;

    use super::*;

    fn choose<P, E>(pos: &P, seed: u64) -> Option<P::Move>
    where
        P: Notation,
        E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
    {
        Greedy::<P, E>::new(Rng::with_seed(seed)).choose(pos, Duration::ZERO)
    }

    fn leads_to_a_win<P: Notation>(pos: &P, mv: P::Move) -> bool {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        after.outcome() == Some(Outcome::Win(pos.side_to_move()))
    }

    /// Plays random games until a win in one was available in 20 of them.
    #[track_caller]
    fn check_wins_at_once<P, E>()
    where
        P: Notation,
        E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
    {
        let mut found = 0;
        for seed in 0..2000 {
            let (mut pos, mut rng) = (P::initial(), Rng::with_seed(seed));
            while let Some(mv) = random_move(&pos, &mut rng) {
                let mut wins = false;
                pos.legal_moves(|mv| wins |= leads_to_a_win(&pos, mv));
                if wins {
                    let chosen = choose::<P, E>(&pos, seed).unwrap();
                    assert!(leads_to_a_win(&pos, chosen), "{chosen} in {pos}");
                    found += 1;
                    break;
                }
                pos.play_unchecked(mv);
            }
            if found == 20 {
                return;
            }
        }
        panic!("{found} wins in one");
    }

    #[test]
    fn a_win_in_one_is_taken() {
        check_wins_at_once::<breakthrough::Position, breakthrough::Engine>();
        check_wins_at_once::<jungle::Position, jungle::Engine>();
        check_wins_at_once::<lines_of_action::Position, lines_of_action::Engine>();
    }

    #[test]
    fn a_position_without_a_move_has_no_best_one() {
        let over: breakthrough::Position = "8/8/8/8/8/8/8/PPPPPPPP b".parse().unwrap();
        assert_eq!(choose::<_, breakthrough::Engine>(&over, 1), None);
    }

    #[test]
    fn the_same_seed_plays_the_same_move_and_other_seeds_break_ties_differently() {
        let start = breakthrough::Position::initial();
        let choose = |seed| choose::<_, breakthrough::Engine>(&start, seed);
        assert_eq!(choose(3), choose(3));
        let distinct: std::collections::HashSet<_> = (0..20).map(choose).collect();
        assert!(distinct.len() > 1);
    }

    fn chosen(pos: &str) -> Vec<(String, usize)> {
        let pos: lamistra::Position = pos.parse().unwrap();
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..400 {
            let mv = choose::<_, lamistra::Engine>(&pos, seed).unwrap();
            *counts.entry(mv.to_string()).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    #[test]
    fn a_simultaneous_move_is_drawn_from_the_equilibrium_strategy() {
        let check = |attack: &str, expected: [&str; 2]| {
            let late = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398";
            let chosen = chosen(&format!("{late} {attack}"));
            assert_eq!(chosen.iter().map(|(mv, _)| mv).collect::<Vec<_>>(), expected);
            assert!(chosen.iter().all(|(_, count)| (150..250).contains(count)), "{chosen:?}");
        };
        check("d3-d4", ["L", "S"]);
        // The same for any role that the attacker has named.
        check("d3-d4:L", ["G", "L"]);
        check("d3-d4:S", ["G", "L"]);
    }

    #[test]
    fn an_attack_has_the_value_of_its_equilibrium() {
        // The attack on d4 wins three of four games, and every other step draws.
        let late = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 -";
        assert_eq!(chosen(late), [("d3-d4".to_owned(), 400)]);
        // The general would meet a bomb, although the evaluation of the board before that is good.
        let wall =
            "uuuuuuu/uuuuuuu/uuu1uuu/2G4/UUU1UUU/UUUUUUU/UUUUUUU r 14023451 - 14123441 - 6 -";
        assert!(chosen(wall).iter().all(|(mv, _)| mv != "c4-c5"));
    }
}
