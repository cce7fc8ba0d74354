//! Step generation: steps of movable pieces and scouts, filtered by the two-squares rule.

use gamekit::{Player, Position as _};

use super::Position;
use crate::moves::Move;
use crate::rank::Rank;
use crate::square::{squares, Direction, LAND};
use crate::two_squares::Step;

impl Position {
    /// Visits the steps of the side to move, assuming that the game is not over.
    #[inline]
    pub(crate) fn steps(&self, visit: impl FnMut(Move)) {
        self.steps_onto(self.side_to_move(), LAND, visit);
    }

    /// Visits the steps of the side to move that attack, assuming that the game is not over.
    #[inline]
    pub fn attacks(&self, visit: impl FnMut(Move)) {
        let player = self.side_to_move();
        self.steps_onto(player, self.occupied(player.opponent()), visit);
    }

    /// Visits the steps onto squares of `set` that `player` could make, assuming that it is his
    /// turn and the game is not over.
    #[inline]
    pub fn steps_onto(&self, player: Player, set: u128, mut visit: impl FnMut(Move)) {
        let mut show = |Step { from, to }| visit(Move::Step { from, to });
        match self.recent_steps(player).filter(|recent_steps| recent_steps.is_full()) {
            None => self.all_steps_onto(player, set, show),
            Some(recent_steps) => self.all_steps_onto(player, set, |step| {
                if !recent_steps.forbids(step) {
                    show(step);
                }
            }),
        }
    }

    /// Visits the steps without regard to the two-squares rule.
    #[inline]
    fn all_steps_onto(&self, player: Player, set: u128, mut visit: impl FnMut(Step)) {
        let free = LAND & !self.all();
        let open = (free | self.occupied(player.opponent())) & set;
        let (movable, scouts) = (self.movable(player), self.of_rank(player, Rank::Scout));
        for direction in Direction::ALL {
            let mut reached = direction.shift(movable);
            let mut distance = 1;
            loop {
                for to in squares(reached & open) {
                    visit(Step { from: to.back(direction, distance), to });
                }
                if distance == 1 {
                    reached = direction.shift(scouts);
                }
                reached = direction.shift(reached & free);
                if reached == 0 {
                    break;
                }
                distance += 1;
            }
        }
    }

    /// Returns whether the side to move has a step, assuming that the game is not over.
    #[inline]
    pub(crate) fn has_step(&self) -> bool {
        let player = self.side_to_move();
        let movable = self.movable(player);
        let open = LAND & !self.occupied(player);
        // A scout that can go far can also go one square.
        let reaches = |direction: Direction| direction.shift(movable) & open != 0;
        if !Direction::ALL.into_iter().any(reaches) {
            return false;
        }
        if !self.recent_steps(player).is_some_and(|recent_steps| recent_steps.is_full()) {
            return true;
        }
        let mut has_step = false;
        self.steps(|_| has_step = true);
        has_step
    }
}
