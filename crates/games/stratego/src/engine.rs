use gamekit::{Outcome, Player, Position as _};
use search::score::MAX_EVALUATION;
use search::{Evaluate, MoveOrder, Proof, Rank as Order, Score, Tactics};

use crate::scene::Scene;
use crate::{Move, Square};

/// What the search is told about Stratego: scenes carry their own value.
#[derive(Clone, Default, Debug)]
pub(crate) struct Engine;

impl Evaluate<Scene> for Engine {
    type State = ();

    fn refresh(&self, _scene: &Scene) {}

    fn update(&self, _state: &(), _before: &Scene, _mv: Move, _after: &Scene) {}

    #[inline]
    fn evaluate(&self, scene: &Scene, _state: &()) -> Score {
        scene.value().clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// Ordering value of an attack that gains, to which what it gains is added.
const GAINING: i32 = 100_000;
/// Ordering value of an attack that loses.
const LOSING: i32 = -30_000;

impl MoveOrder<Scene> for Engine {
    /// Where to, by three classes of ranks.
    const SLOTS: usize = 3 * Square::COUNT;

    #[inline]
    fn rank(&self, scene: &Scene, mv: Move) -> Order {
        let Move::Step { from, to } = mv else {
            return Order { slot: 0, value: 0, is_noisy: false };
        };
        let pos = scene.position();
        let class = pos.rank_at(from).map_or(0, |rank| rank.index() / 4);
        let to_index = if pos.side_to_move() == Player::First {
            to.index()
        } else {
            Square::COUNT - 1 - to.index()
        };
        let slot = class * Square::COUNT + to_index;
        if pos.all() & to.bit() == 0 {
            return Order { slot, value: 0, is_noisy: false };
        }
        let gain = scene.exchange_for_mover(from, to);
        let value = if gain > 0 { GAINING + 16 * gain } else { LOSING + gain };
        Order { slot, value, is_noisy: gain > 0 }
    }
}

impl Tactics<Scene> for Engine {
    fn proof(&self, scene: &Scene) -> Option<Proof> {
        Some(match scene.outcome()? {
            Outcome::Win(winner) if winner == scene.side_to_move() => Proof::Win { plies: 0 },
            Outcome::Win(_) => Proof::Loss { plies: 0 },
            Outcome::Draw => Proof::Draw,
        })
    }

    fn is_threatened(&self, _scene: &Scene) -> bool {
        false
    }

    fn candidates(&self, scene: &Scene, visit: impl FnMut(Move)) {
        scene.legal_moves(visit);
    }

    fn noisy_candidates(&self, scene: &Scene, mut visit: impl FnMut(Move)) {
        scene.attacks(|mv| {
            if let Move::Step { from, to } = mv {
                if scene.exchange_for_mover(from, to) > 0 {
                    visit(mv);
                }
            }
        });
    }

    fn null_move(&self, scene: &Scene) -> Option<Scene> {
        Some(scene.passed())
    }

    fn recurrence(&self, scene: &Scene) -> Option<u64> {
        scene.recurrence()
    }
}
