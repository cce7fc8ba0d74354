//! Interface of a game's bot to the board room.

use gamekit::Notation;

use crate::position_line::PositionLine;
use crate::search_results::{PvInfo, Task};

/// Bot of a game with positions `P`.
pub trait Bot<P: Notation>: Sync {
    /// Chooses a move and calls `report` with its principal variation (PV) during the search.
    /// `None` if there is no legal move.
    fn decide(
        &self,
        line: &PositionLine<P>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<P::Move>;

    /// Analyses the best `lines` moves (multi-PV) until a limit of `task` is reached, and calls
    /// `report` after each iteration.
    fn analyse(
        &self,
        line: &PositionLine<P>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<PvInfo>),
    );
}
