use std::time::Duration;

use fastrand::Rng;
use gamekit::{Player, Position};
use search::score::{WIN, loss_in, win_in};
use search::{Evaluate, Limits, MoveOrder, Params, Proof, Score, Searcher, Solution, Tactics};

use super::baseline::Choose;

/// Looks one ply ahead: plays the move after which the game's bot, without searching, thinks best of
/// its position, one of them at random if there are several. A win at once is better than anything.
///
/// Where both players choose at once, a position is worth what both do best, and the move is drawn
/// from the mix that does it.
///
/// It knows what the bot knows, so what the bot's search is worth shows against it.
pub(crate) struct Greedy<P: Position, E> {
    engine: E,
    /// Solves positions in which both players choose at once, in games that have some.
    solver: Option<Searcher<P, E>>,
    rng: Rng,
}

/// Bytes of the solver's table, in which nothing is ever stored.
const TABLE_BYTES: usize = 1 << 10;

impl<P, E> Greedy<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
{
    pub(crate) fn new(rng: Rng) -> Greedy<P, E> {
        let solver = || Searcher::new(E::default(), Params::DEFAULT, TABLE_BYTES);
        Greedy { engine: E::default(), solver: E::HAS_CONTESTS.then(solver), rng }
    }

    /// Returns how both players choose best where they choose at once, by the evaluation of what
    /// follows, and who chooses rows; `None` elsewhere.
    fn settle(&mut self, pos: &P) -> Option<(Solution<P::Move>, Player)> {
        let row_player = self.engine.simultaneous_move(pos)?.pos.side_to_move();
        let solution = self.solver.as_mut()?.solve_root(pos, &[], Limits::nodes(0), |_| ())?;
        Some((solution, row_player))
    }

    /// Returns the value of the position to which a move leads, for the player who made it: the
    /// result, where the engine is certain of it, or else the evaluation.
    fn value(&mut self, before: &P, mv: P::Move) -> Score {
        let mut after = before.clone();
        after.play_unchecked(mv);
        if let Some((solution, row_player)) = self.settle(&after) {
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
        if let Some((solution, row_player)) = self.settle(pos) {
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

    use super::*;
    use crate::opening::random_move;

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

    /// Plays random games until twenty have come by a win in one.
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
    fn the_same_seed_plays_the_same_move_and_others_break_ties_otherwise() {
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
    fn a_choice_that_must_not_be_guessed_is_drawn() {
        let check = |attack: &str, expected: [&str; 2]| {
            let late = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398";
            let chosen = chosen(&format!("{late} {attack}"));
            assert_eq!(chosen.iter().map(|(mv, _)| mv).collect::<Vec<_>>(), expected);
            assert!(chosen.iter().all(|(_, count)| (150..250).contains(count)), "{chosen:?}");
        };
        check("d3-d4", ["L", "S"]);
        // Whatever the attacker has named.
        check("d3-d4:L", ["G", "L"]);
        check("d3-d4:S", ["G", "L"]);
    }

    #[test]
    fn an_attack_is_worth_what_both_players_make_of_it() {
        // The attack on d4 wins three games of four, and any other step draws.
        let late = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 -";
        assert_eq!(chosen(late), [("d3-d4".to_owned(), 400)]);
        // The general would meet a bomb, whatever the evaluation says of the board before it does.
        let wall =
            "uuuuuuu/uuuuuuu/uuu1uuu/2G4/UUU1UUU/UUUUUUU/UUUUUUU r 14023451 - 14123441 - 6 -";
        assert!(chosen(wall).iter().all(|(mv, _)| mv != "c4-c5"));
    }
}
