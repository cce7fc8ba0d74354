//! Bots that find their moves with an engine for the crate `search`.

use std::marker::PhantomData;
use std::time::Instant;

use gamekit::Notation;
use search::{
    Evaluate, Limits, MoveOrder, Params, SearchResult, Searcher, Tactics, Task as Roots, score,
};

use crate::bot::Bot;
use crate::comparison::compare;
use crate::position_line::PositionLine;
use crate::search_results::{Comparison, PvInfo, Task};

/// Size of the transposition table (TT) in bytes: enough for a million positions, and allocated
/// within milliseconds.
pub const TT_BYTES: usize = 16 << 20;

/// Size of the table for a comparison of two moves: a review makes one for every position, and its
/// searches are short.
const COMPARISON_TT_BYTES: usize = 4 << 20;

/// Bot with the engine `E`.
pub struct SearchBot<E> {
    params: Params,
    engine: PhantomData<fn() -> E>,
}

impl<E> SearchBot<E> {
    /// Returns the bot with these search parameters.
    #[must_use]
    pub const fn new(params: Params) -> SearchBot<E> {
        SearchBot { params, engine: PhantomData }
    }

    /// Chooses a move by searching `root`, which differs from the current position only in
    /// information hidden from the side to move.
    pub fn decide_at<P>(
        &self,
        root: &P,
        line: &PositionLine<P>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<P::Move>
    where
        P: Notation + Copy,
        E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
    {
        let moves = line.legal_moves();
        if let [only] = moves[..] {
            return Some(only);
        }
        let mut searcher = Searcher::new(E::default(), self.params.clone(), TT_BYTES);
        searcher.set_salt(task.salt);
        let roots = Roots { root, moves: &moves, past: &line.past };
        let result = searcher.search(&roots, task.limits(), |result| report(PvInfo::of(result)))?;
        report(PvInfo::of(&result));
        Some(result.best)
    }
}

impl<P, E> Bot<P> for SearchBot<E>
where
    P: Notation + Copy,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P> + Default,
{
    fn decide(
        &self,
        line: &PositionLine<P>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<P::Move> {
        self.decide_at(&line.now, line, task, report)
    }

    fn analyse(
        &self,
        line: &PositionLine<P>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<PvInfo>),
    ) {
        let mut searcher = Searcher::new(E::default(), self.params.clone(), TT_BYTES);
        let search = |moves: &[P::Move], limits| {
            searcher.search(&Roots { root: &line.now, moves, past: &line.past }, limits, |_| ())
        };
        multi_pv(&line.legal_moves(), task, lines, search, report);
    }

    fn compare(
        &self,
        line: &PositionLine<P>,
        other: P::Move,
        task: &Task,
    ) -> Option<Comparison<PvInfo>> {
        let mut searcher = Searcher::new(E::default(), self.params.clone(), COMPARISON_TT_BYTES);
        compare(&mut searcher, line, other, task)
    }
}

/// Searches the best `lines` of `moves` (multi-PV) by iterative deepening. At each depth the next
/// best move is searched among those that are not chosen yet; the transposition table saves work
/// between the searches.
pub fn multi_pv<M: gamekit::Move>(
    moves: &[M],
    task: &Task,
    lines: usize,
    mut search: impl FnMut(&[M], Limits) -> Option<SearchResult<M>>,
    report: &mut dyn FnMut(Vec<PvInfo>),
) {
    let (started, limits) = (Instant::now(), task.limits());
    let is_over =
        || task.stop.is_raised() || limits.hard.is_some_and(|hard| Instant::now() >= hard);
    let mut nodes = 0;
    for depth in 1..=Limits::MAX_DEPTH {
        let mut left = moves.to_vec();
        let mut found: Vec<PvInfo> = Vec::new();
        while found.len() < lines && !left.is_empty() {
            let Some(best) = search(&left, Limits { depth, ..limits }) else { return };
            nodes += best.nodes;
            if is_over() {
                return;
            }
            left.retain(|mv| mv.to_bits() != best.best.to_bits());
            found.push(PvInfo { nodes, time: started.elapsed(), depth, ..PvInfo::of(&best) });
        }
        found.sort_by_key(|info| std::cmp::Reverse(info.score));
        let is_proven = !found.is_empty() && found.iter().all(|info| score::is_proven(info.score));
        report(found);
        if is_proven {
            return;
        }
    }
}
