use gamekit::{Player, Position as _};

use crate::moves::Move;
use crate::position::Position;
use crate::rank::Rank;
use crate::shuttle::Step;
use crate::square::LAND;
use crate::square::{squares, Direction};

impl Position {
    /// Visits the steps of the side to move as if the game went on.
    #[inline]
    pub(crate) fn steps(&self, visit: impl FnMut(Move)) {
        self.steps_onto(self.side_to_move(), LAND, visit);
    }

    /// Visits the steps of the side to move that attack, as if the game went on.
    #[inline]
    pub fn attacks(&self, visit: impl FnMut(Move)) {
        let player = self.side_to_move();
        self.steps_onto(player, self.occupied(player.opponent()), visit);
    }

    /// Visits the steps onto squares of `set` that `player` could make if it were his turn and the
    /// game went on.
    #[inline]
    pub fn steps_onto(&self, player: Player, set: u128, mut visit: impl FnMut(Move)) {
        let mut show = |Step { from, to }| visit(Move::Step { from, to });
        match self.shuttle(player).filter(|shuttle| shuttle.is_full()) {
            None => self.all_steps_onto(player, set, show),
            Some(shuttle) => self.all_steps_onto(player, set, |step| {
                if !shuttle.bars(step) {
                    show(step);
                }
            }),
        }
    }

    /// Visits the steps, the two-squares rule apart.
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

    /// Tells whether the side to move has a step, as if the game went on.
    #[inline]
    pub(crate) fn has_step(&self) -> bool {
        let player = self.side_to_move();
        let movable = self.movable(player);
        let open = LAND & !self.occupied(player);
        // A scout that goes far goes one square first.
        let reaches = |direction: Direction| direction.shift(movable) & open != 0;
        if !Direction::ALL.into_iter().any(reaches) {
            return false;
        }
        if !self.shuttle(player).is_some_and(|shuttle| shuttle.is_full()) {
            return true;
        }
        let mut has_step = false;
        self.steps(|_| has_step = true);
        has_step
    }
}
