//! Clocks of the players of a recorded game.

use std::time::Duration;

use crate::time_control::TimeControl;

/// Clocks of both players, which find the limit of each recorded turn.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    turns: [usize; 2],
    used: [Duration; 2],
}

impl Clocks {
    /// Returns the clocks at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { control, turns: [0; 2], used: [Duration::ZERO; 2] }
    }

    /// Returns the time limit of a player's turn in microseconds, and counts its response time
    /// `time_us`; `None` if the time was not measured. The parts of a turn that is answered in
    /// several lines are not new turns.
    ///
    /// # Panics
    ///
    /// Panics if `player` is not 0 or 1.
    pub fn limit_us(
        &mut self,
        player: usize,
        is_new_turn: bool,
        time_us: Option<u64>,
    ) -> Option<u64> {
        self.turns[player] += usize::from(is_new_turn);
        let own_turns = self.turns[player].saturating_sub(1);
        let limit = self.control.limit(own_turns, self.used[player]).time();
        self.used[player] += Duration::from_micros(time_us?);
        u64::try_from(limit.as_micros()).ok()
    }
}
