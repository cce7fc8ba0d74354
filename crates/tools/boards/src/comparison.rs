//! Comparison of a move with the best one, for the review of recorded games.

use gamekit::{Move as _, Notation};
use search::{Evaluate, Limits, MoveOrder, SearchResult, Searcher, Tactics, Task as Roots, score};

use crate::position_line::PositionLine;
use crate::search_results::{Comparison, PvInfo, Task};

/// Searches the best move, and `other` alone, with one transposition table.
///
/// Both searches have the same depth, since a deeper one would see more of the same line: the
/// second one ends at the depth that the first one has reached. Only a win that the first search
/// has proven is looked for at any depth.
pub(crate) fn compare<P, E>(
    searcher: &mut Searcher<P, E>,
    line: &PositionLine<P>,
    other: P::Move,
    task: &Task,
) -> Option<Comparison<PvInfo>>
where
    P: Notation + Copy,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    let legal = line.legal_moves();
    let mut search = |moves: &[P::Move], limits: Limits| {
        let mut last = None;
        let roots = Roots { root: &line.now, moves, past: &line.past };
        searcher.search(&roots, limits, |result| last = Some(result.clone()));
        last
    };
    let best = search(&legal, task.limits())?;
    let info = PvInfo::of(&best);
    let is_other = |found: &SearchResult<P::Move>| found.best.to_bits() == other.to_bits();
    if is_other(&best) || best.score <= -score::PROVEN {
        // Nothing is lost in a lost position.
        return Some(Comparison { other: info.clone(), best: info });
    }
    let alone = [other];
    let depth = if best.score >= score::PROVEN { Limits::MAX_DEPTH } else { best.depth };
    let found = search(&alone, Limits { depth, ..task.limits() })?;
    Some(Comparison { best: info, other: PvInfo::of(&found) })
}
