//! Hand-crafted evaluation: the pieces by their ranks.

use gamekit::Player;
use search::{Evaluate, Score};

use crate::moves::Move;
use crate::position::Position;
use crate::square::{Square, HEIGHT};
use crate::weights::Weights;

impl Evaluate<Position> for Weights {
    type State = ();

    fn refresh(&self, _: &Position) {}

    fn update(&self, (): &(), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, (): &()) -> Score {
        let mut score = self.tempo;
        for sq in Square::all() {
            if let Some(owner) = pos.at(sq) {
                let rank = match owner {
                    Player::First => sq.rank(),
                    Player::Second => HEIGHT - 1 - sq.rank(),
                };
                let value = self.piece[rank];
                score += if owner == pos.side() { value } else { -value };
            }
        }
        score
    }
}
