//! Searches of the bots that are shared by most games.
//!
//! A bot either chooses one move ([`decide_by_search`]) or analyses the best moves of a position
//! ([`analyse_by_search`], multi-PV).

use std::time::Instant;

use gamekit::{Move as _, Notation};
use search::{Evaluate, Limits, MoveOrder, Params, Searcher, Tactics, Task as Roots};

use crate::position_line::PositionLine;
use crate::search_results::{Decision, PvInfo, Task};

/// Size of the transposition table (TT) in bytes: enough for a million positions, and allocated
/// within milliseconds.
pub(crate) const TT_BYTES: usize = 16 << 20;

/// Chooses a move by searching `root`, which differs from the current position only in information
/// hidden from the side to move.
pub(crate) fn decide_by_search<P, E>(
    line: &PositionLine<P>,
    root: &P,
    params: Params,
    task: &Task,
    report: &mut dyn FnMut(PvInfo),
) -> Option<Decision>
where
    P: Notation + Copy,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
{
    let moves = line.legal_moves();
    if let [only] = moves[..] {
        return Some(Decision(only.to_string()));
    }
    let mut searcher = Searcher::new(E::default(), params, TT_BYTES);
    searcher.set_salt(task.salt);
    let roots = Roots { root, moves: &moves, past: &line.past };
    let result = searcher.search(&roots, task.limits(), |result| report(PvInfo::of(result)))?;
    report(PvInfo::of(&result));
    Some(Decision(result.best.to_string()))
}

/// Searches the best `lines` moves of a position (multi-PV) by iterative deepening. At each depth
/// the next best move is searched among the moves that are not chosen yet; the transposition table
/// saves work between the searches.
pub(crate) fn analyse_by_search<P, E>(
    line: &PositionLine<P>,
    params: Params,
    task: &Task,
    lines: usize,
    report: &mut dyn FnMut(Vec<PvInfo>),
) where
    P: Notation + Copy,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
{
    let (started, limits) = (Instant::now(), task.limits());
    let is_over =
        || task.stop.is_raised() || limits.hard.is_some_and(|hard| Instant::now() >= hard);
    let moves = line.legal_moves();
    let mut searcher = Searcher::new(E::default(), params, TT_BYTES);
    let mut nodes = 0;
    for depth in 1..=Limits::MAX_DEPTH {
        let mut left = moves.clone();
        let mut found: Vec<PvInfo> = Vec::new();
        while found.len() < lines && !left.is_empty() {
            let roots = Roots { root: &line.now, moves: &left, past: &line.past };
            let Some(best) = searcher.search(&roots, Limits { depth, ..limits }, |_| ()) else {
                return;
            };
            nodes += best.nodes;
            if is_over() {
                return;
            }
            left.retain(|mv| mv.to_bits() != best.best.to_bits());
            found.push(PvInfo { nodes, time: started.elapsed(), depth, ..PvInfo::of(&best) });
        }
        found.sort_by_key(|info| std::cmp::Reverse(info.score));
        let is_proven =
            !found.is_empty() && found.iter().all(|info| search::score::is_proven(info.score));
        report(found);
        if is_proven {
            return;
        }
    }
}
