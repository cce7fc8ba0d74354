use std::collections::HashMap;

use stratego::{Battle, Move, View};

/// How often a player has brought about each board since the last attack.
#[derive(Default)]
pub(super) struct Memory {
    visits: HashMap<[u128; 2], u32>,
    /// The pieces on the board when it was last looked at.
    pieces: u32,
}

impl Memory {
    /// Forgets everything if there has been an attack since the player's last step.
    pub(super) fn look(&mut self, view: &View) {
        let pieces = (view.own() | view.enemies()).count_ones();
        if pieces != self.pieces {
            self.visits.clear();
            self.pieces = pieces;
        }
    }

    /// Returns how often the board after a step without an attack was there before.
    pub(super) fn visits(&self, view: &View, step: Move) -> u32 {
        self.visits.get(&board_after(view, step)).copied().unwrap_or_default()
    }

    /// Notes the step that the player makes.
    pub(super) fn note(&mut self, view: &View, step: Move) {
        *self.visits.entry(board_after(view, step)).or_default() += 1;
    }
}

fn board_after(view: &View, step: Move) -> [u128; 2] {
    let mut after = *view;
    after.play(step, None::<Battle>);
    [after.own(), after.enemies()]
}
