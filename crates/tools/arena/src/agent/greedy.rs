use std::time::Duration;

use fastrand::Rng;
use gamekit::Position;
use search::score::{WIN, loss_in, win_in};
use search::{Evaluate, Proof, Score, Tactics};

use super::baseline::Choose;

/// Looks one ply ahead: plays the move after which the game's bot, without searching, thinks best of
/// its position, one of them at random if there are several. A win at once is better than anything.
///
/// It knows what the bot knows, so what the bot's search is worth shows against it.
pub(crate) struct Greedy<E> {
    engine: E,
    rng: Rng,
}

impl<E> Greedy<E> {
    pub(crate) fn new(engine: E, rng: Rng) -> Greedy<E> {
        Greedy { engine, rng }
    }

    /// Returns the value of the position to which a move leads, for the player who made it: the
    /// result, where the engine is certain of it, or else the evaluation.
    fn value<P: Position>(&self, before: &P, mv: P::Move) -> Score
    where
        E: Evaluate<P> + Tactics<P>,
    {
        let mut after = before.clone();
        after.play_unchecked(mv);
        let value = match self.engine.proof(&after) {
            Some(Proof::Win { plies }) => win_in(plies),
            Some(Proof::Loss { plies }) => loss_in(plies),
            Some(Proof::Draw) => 0,
            None => self.engine.evaluate(&after, &self.engine.refresh(&after)),
        };
        if after.side_to_move() == before.side_to_move() { value } else { -value }
    }
}

impl<P: Position, E: Evaluate<P> + Tactics<P>> Choose<P> for Greedy<E> {
    fn choose(&mut self, pos: &P, _: Duration) -> Option<P::Move> {
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

    fn choose<P: Notation, E: Evaluate<P> + Tactics<P> + Default>(
        pos: &P,
        seed: u64,
    ) -> Option<P::Move> {
        Greedy::new(E::default(), Rng::with_seed(seed)).choose(pos, Duration::ZERO)
    }

    fn leads_to_a_win<P: Notation>(pos: &P, mv: P::Move) -> bool {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        after.outcome() == Some(Outcome::Win(pos.side_to_move()))
    }

    /// Plays random games until twenty have come by a win in one.
    #[track_caller]
    fn check_wins_at_once<P: Notation, E: Evaluate<P> + Tactics<P> + Default>() {
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
}
