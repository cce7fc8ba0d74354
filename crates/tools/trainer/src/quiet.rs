//! Quiet positions: those that quiescence search evaluates at once.

use gamekit::Position;
use search::Tactics;

/// Returns whether quiescence search would evaluate `pos`, whose best move is `best`, at once: the
/// position has no proven result and no threat, and `best` is none of the moves that quiescence
/// search tries.
pub(crate) fn is_quiet<P: Position>(engine: &impl Tactics<P>, pos: &P, best: P::Move) -> bool {
    if engine.proof(pos).is_some() || engine.is_threatened(pos) {
        return false;
    }
    let mut is_tried = false;
    engine.noisy_candidates(pos, |mv| is_tried |= mv == best);
    !is_tried
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::str::FromStr;

    use super::*;

    /// Returns whether the position after `line` is quiet if `best` is its best move.
    fn is_quiet_after<P>(engine: &impl Tactics<P>, line: &[&str], best: &str) -> bool
    where
        P: Position<Move: FromStr<Err: Debug>>,
    {
        let mut pos = P::initial();
        for text in line {
            pos.play_unchecked(text.parse().unwrap());
        }
        is_quiet(engine, &pos, best.parse().unwrap())
    }

    #[test]
    fn a_capture_is_noisy_where_quiescence_search_tries_captures() {
        let engine: breakthrough::Engine = Default::default();
        let line = ["b2b3", "a7a6", "b3b4", "a6a5"];
        assert!(!is_quiet_after::<breakthrough::Position>(&engine, &line, "b4a5"));
        assert!(is_quiet_after::<breakthrough::Position>(&engine, &line, "b4b5"));
        // Lines of Action evaluates before a capture.
        let engine: lines_of_action::Engine = Default::default();
        assert!(is_quiet_after::<lines_of_action::Position>(&engine, &["c1e3"], "h3e3"));
    }
}
