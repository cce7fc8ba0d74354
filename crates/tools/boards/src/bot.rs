//! Interface of a game's bot to the board room.

use gamekit::Notation;

use crate::position_line::PositionLine;
use crate::search_results::{Comparison, PvInfo, Task};

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

    /// Searches the best move, and the legal move `other` alone with the same limits. `None` if a
    /// limit was reached within the first iteration, or if the bot cannot tell the value of a
    /// single move: because information is hidden from the side to move, or because both players
    /// choose simultaneously.
    fn compare(
        &self,
        _line: &PositionLine<P>,
        _other: P::Move,
        _task: &Task,
    ) -> Option<Comparison<PvInfo>> {
        None
    }
}
