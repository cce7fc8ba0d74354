//! Searcher: the state that all parts of the search share, and the scoring of moves.

use std::time::Duration;

use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Proof, Tactics};
use crate::history::{Context, History, MadeMove};
use crate::limits::{Limits, TimeManager};
use crate::move_stack::{Candidate, MoveStack};
use crate::params::Params;
use crate::pv_table::PvTable;
use crate::repetitions::Repetitions;
use crate::score::{loss_in, win_in, Score};
use crate::table::{TranspositionTable, NO_EVALUATION};

/// Search of the positions of one game with one engine.
///
/// The transposition table (TT) and the history tables persist for the next move of the same game.
/// All memory is allocated at construction.
pub struct Searcher<P: Position, E> {
    pub(crate) engine: E,
    pub(crate) params: Params,
    pub(crate) table: TranspositionTable,
    pub(crate) history: History,
    pub(crate) moves: MoveStack<P::Move>,
    pub(crate) frames: Vec<Frame<P::Move>>,
    repetitions: Repetitions,
    pub(crate) pv_table: PvTable<P::Move>,
    /// Late move reductions (LMR) in plies, by depth and move number.
    pub(crate) reductions: [[i32; 64]; 64],
    pub(crate) time: TimeManager,
    /// Contempt of the side that moves at even plies.
    pub(crate) contempt: Score,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    pub(crate) best: Option<P::Move>,
    /// Seed of the random choices from mixed strategies.
    #[cfg(feature = "simultaneous")]
    pub(crate) salt: u64,
}

/// State of a node on the current line that the nodes below it read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<M> {
    /// The static evaluation, or [`NO_EVALUATION`].
    pub(crate) evaluation: Score,
    /// The move being searched.
    pub(crate) made: MadeMove,
    /// `true` if that move is quiet, and no null move.
    pub(crate) is_quiet: bool,
    /// Killer moves: quiet moves that caused beta cutoffs in other nodes of this ply, the latest
    /// first.
    pub(crate) killers: [Option<M>; 2],
    /// The move excluded in a singular search.
    pub(crate) excluded: Option<M>,
    /// `true` if the node may try a null move.
    pub(crate) may_pass: bool,
}

impl<M> Frame<M> {
    const NEW: Frame<M> = Frame {
        evaluation: NO_EVALUATION,
        made: MadeMove::NONE,
        is_quiet: false,
        killers: [None, None],
        excluded: None,
        may_pass: true,
    };
}

/// Maximum length of a line, in plies.
pub(crate) const MAX_PLY: usize = 200;

/// Bound beyond any score.
pub(crate) const INFINITE: Score = crate::score::WIN + 1;

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Returns a searcher with a transposition table of the largest power of two within
    /// `table_bytes`. The constructor touches all pages of the table.
    #[must_use]
    pub fn new(engine: E, params: Params, table_bytes: usize) -> Searcher<P, E> {
        const {
            assert!(
                P::ALTERNATES || E::HAS_SIMULTANEOUS_MOVES,
                "alpha-beta needs players who move in turn"
            );
        }
        Searcher {
            engine,
            table: TranspositionTable::new(table_bytes),
            history: History::new(E::SLOTS),
            moves: MoveStack::new(),
            frames: vec![Frame::NEW; MAX_PLY + 1],
            repetitions: Repetitions::new(MAX_PLY + 1),
            pv_table: PvTable::new(MAX_PLY),
            reductions: reductions(&params),
            time: TimeManager::new(Limits::NONE, Duration::ZERO),
            contempt: 0,
            nodes: 0,
            stopped: false,
            best: None,
            #[cfg(feature = "simultaneous")]
            salt: 0,
            params,
        }
    }

    /// Returns the game-specific part, to change what it knows about the root of the next search.
    pub fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    /// Replaces [`Params::contempt`] for the next searches. Scores in the transposition table still
    /// count draws as before.
    pub fn set_contempt(&mut self, contempt: Score) {
        self.params.contempt = contempt;
    }

    /// Clears the transposition table and the history tables.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Returns the best move known so far in the running search, or in one that a panic ended.
    #[must_use]
    pub fn best_so_far(&self) -> Option<P::Move> {
        self.best
    }

    /// Prepares a new search; the transposition table and the history tables are kept.
    pub(crate) fn begin(&mut self, root: &P, past: &[P], limits: Limits) {
        self.time = TimeManager::new(limits, self.time.pause);
        self.contempt = self.params.contempt;
        self.nodes = 0;
        self.stopped = false;
        self.best = None;
        self.moves.truncate(0);
        self.frames.fill(Frame::NEW);
        let Searcher { engine, repetitions, .. } = self;
        repetitions.begin(past.iter().filter_map(|pos| engine.repetition_key(pos)));
        repetitions.record(0, engine.repetition_key(root));
        self.table.begin_search();
    }

    /// Counts a node and returns whether the search must stop.
    #[inline]
    pub(crate) fn enter_node(&mut self) -> bool {
        self.stopped = self.stopped || self.time.is_over(self.nodes);
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Returns the key of `pos`, whose bucket of the transposition table is prefetched.
    #[inline]
    pub(crate) fn prefetched_key(&self, pos: &P) -> u64 {
        let key = self.engine.key(pos);
        self.table.prefetch(key);
        key
    }

    /// Stores the repetition key of `pos` at `ply`, and returns whether the position has occurred
    /// in the game or on the current line.
    #[inline]
    pub(crate) fn is_repetition(&mut self, pos: &P, ply: usize) -> bool {
        self.repetitions.record(ply, self.engine.repetition_key(pos))
    }

    /// Returns the score of a draw at `ply`.
    #[inline]
    pub(crate) fn draw(&self, ply: usize) -> Score {
        match ply % 2 {
            0 => -self.contempt,
            _ => self.contempt,
        }
    }

    /// Returns the score of the node `pos` at `ply` if its result is certain without search.
    #[inline]
    pub(crate) fn proven(&self, pos: &P, ply: usize) -> Option<Score> {
        let proof = self.engine.proof(pos)?;
        Some(match proof {
            Proof::Win { plies } => win_in(ply + plies),
            Proof::Loss { plies } => loss_in(ply + plies),
            Proof::Draw => self.draw(ply),
        })
    }

    /// Returns the moves that led to the node at `ply`.
    #[inline]
    pub(crate) fn context(&self, ply: usize) -> Context {
        let made = |back: usize| match ply.checked_sub(back) {
            Some(earlier) => self.frames[earlier].made,
            None => MadeMove::NONE,
        };
        Context { opponent: made(1), own: made(2) }
    }

    /// Returns the key of a move of kind `slot` made by the side to move in `pos`.
    #[inline]
    pub(crate) fn made_move(pos: &P, slot: u16) -> MadeMove {
        MadeMove(1 + pos.side_to_move().index() * E::SLOTS + usize::from(slot))
    }

    /// Pushes the candidates of `pos` on the move stack, except the one that was `tried` already,
    /// and with `only_noisy` except the quiet ones. Their ordering score is the engine's move
    /// score, plus a killer bonus or the history for quiet moves.
    #[inline]
    pub(crate) fn push_candidates(
        &mut self,
        pos: &P,
        ply: usize,
        tried: Option<P::Move>,
        only_noisy: bool,
    ) {
        let context = self.context(ply);
        let killers = self.frames[ply].killers;
        let Searcher { engine, moves, history, .. } = self;
        engine.candidates(pos, |mv| {
            if Some(mv) == tried {
                return;
            }
            let mut candidate = Candidate::new(mv, engine.score_move(pos, mv));
            if !candidate.is_noisy {
                if only_noisy {
                    return;
                }
                candidate.score += match killers.contains(&Some(mv)) {
                    true => KILLER,
                    false => history.score(context, Self::made_move(pos, candidate.slot)),
                };
            }
            moves.push(candidate);
        });
    }
}

/// Ordering bonus of a killer move: more than any history score.
const KILLER: i32 = 60_000;

/// Returns the late move reductions (LMR) in plies, by depth and move number: logarithmic in both.
fn reductions(params: &Params) -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, plies) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (number as f64).ln();
            let base = f64::from(params.reduction_base) / 100.0;
            *plies = (base + product * 100.0 / f64::from(params.reduction_divisor)) as i32;
        }
    }
    table
}
