//! Stratego for the search: evaluation, move ordering, quiescence moves and repetition keys.

use gamekit::{Outcome, Player, Position as _};
use search::score::MAX_EVALUATION;
use search::{Evaluate, MoveOrder, MoveScore, Proof, Score, Tactics};

use crate::moves::Move;
use crate::search_position::SearchPosition;
use crate::square::Square;
use crate::weights::Weights;

/// Stratego engine: the game-specific part of the search. Search positions carry their own value.
#[derive(Clone, Default, Debug)]
pub(crate) struct Engine {
    /// Weights, of which those of the move ordering count here.
    pub(crate) weights: Weights,
}

impl Evaluate<SearchPosition> for Engine {
    type State = ();

    const IS_CHEAP: bool = true;

    fn refresh(&self, _search_pos: &SearchPosition) {}

    fn update(&self, _state: &(), _before: &SearchPosition, _mv: Move, _after: &SearchPosition) {}

    #[inline]
    fn evaluate(&self, search_pos: &SearchPosition, _state: &()) -> Score {
        search_pos.value().clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl MoveOrder<SearchPosition> for Engine {
    /// One slot for each of three classes of ranks and each target square.
    const SLOTS: usize = 3 * Square::COUNT;

    #[inline]
    fn score_move(&self, search_pos: &SearchPosition, mv: Move) -> MoveScore {
        let Move::Step { from, to } = mv else {
            return MoveScore { slot: 0, value: 0, is_noisy: false };
        };
        let pos = search_pos.position();
        let class = search_pos.rank_at(from).map_or(0, |rank| rank.index() / 4);
        let to_index = if pos.side_to_move() == Player::First {
            to.index()
        } else {
            Square::COUNT - 1 - to.index()
        };
        let slot = class * Square::COUNT + to_index;
        if pos.all() & to.bit() == 0 {
            return MoveScore { slot, value: 0, is_noisy: false };
        }
        let gain = search_pos.exchange_for_mover(from, to);
        let Weights { gaining_order, gain_order, losing_order, .. } = self.weights;
        let value = if gain > 0 { gaining_order + gain_order * gain } else { losing_order + gain };
        MoveScore { slot, value, is_noisy: gain > 0 }
    }
}

impl Tactics<SearchPosition> for Engine {
    fn proof(&self, search_pos: &SearchPosition) -> Option<Proof> {
        Some(match search_pos.outcome()? {
            Outcome::Win(winner) if winner == search_pos.side_to_move() => Proof::Win { plies: 0 },
            Outcome::Win(_) => Proof::Loss { plies: 0 },
            Outcome::Draw => Proof::Draw,
        })
    }

    fn is_threatened(&self, _search_pos: &SearchPosition) -> bool {
        false
    }

    fn candidates(&self, search_pos: &SearchPosition, visit: impl FnMut(Move)) {
        search_pos.legal_moves(visit);
    }

    fn noisy_candidates(&self, search_pos: &SearchPosition, mut visit: impl FnMut(Move)) {
        search_pos.attacks(|mv| {
            if let Move::Step { from, to } = mv {
                if search_pos.exchange_for_mover(from, to) > 0 {
                    visit(mv);
                }
            }
        });
    }

    fn null_move(&self, search_pos: &SearchPosition) -> Option<SearchPosition> {
        Some(search_pos.passed())
    }

    fn repetition_key(&self, search_pos: &SearchPosition) -> Option<u64> {
        search_pos.repetition_key()
    }

    /// As a draw, which is a loss here, a repetition would cost more than the piece that flees.
    fn repetition_cost(&self, search_pos: &SearchPosition) -> Option<Score> {
        Some(search_pos.repetition_cost())
    }
}
