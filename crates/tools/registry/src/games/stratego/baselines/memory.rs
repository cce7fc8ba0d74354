//! Repetition history of a Stratego baseline, against shuffling back and forth.

use std::collections::HashMap;

use stratego::{Battle, Move, View};

/// Number of times that a player has reached each board since the last attack.
#[derive(Default)]
pub(super) struct BoardHistory {
    visits: HashMap<[u128; 2], u32>,
    /// Number of pieces on the board at the last update.
    pieces: u32,
}

impl BoardHistory {
    /// Clears the history if there has been an attack since the player's last step.
    pub(super) fn update(&mut self, view: &View) {
        let pieces = (view.own() | view.enemies()).count_ones();
        if pieces != self.pieces {
            self.visits.clear();
            self.pieces = pieces;
        }
    }

    /// Returns how often the board after a step without an attack has occurred before.
    pub(super) fn visits(&self, view: &View, step: Move) -> u32 {
        self.visits.get(&board_after(view, step)).copied().unwrap_or_default()
    }

    /// Adds the step that the player makes.
    pub(super) fn note(&mut self, view: &View, step: Move) {
        *self.visits.entry(board_after(view, step)).or_default() += 1;
    }
}

fn board_after(view: &View, step: Move) -> [u128; 2] {
    let mut after = *view;
    after.play(step, None::<Battle>);
    [after.own(), after.enemies()]
}
