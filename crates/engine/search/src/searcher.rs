use gamekit::Position;

use crate::engine::{Evaluate, MoveOrder, Proof, Tactics};
use crate::history::{Context, History, MadeMove};
use crate::limits::{Limits, TimeManager};
use crate::move_stack::{Candidate, MoveStack};
use crate::params::Params;
use crate::score::{loss_in, win_in, Score};
use crate::table::{TranspositionTable, NO_EVALUATION};

/// Searches the positions of one game with one engine's knowledge.
///
/// What it has learned stays for the next move of the same game. Everything it needs is allocated
/// when it is made.
pub struct Searcher<P: Position, E> {
    pub(crate) engine: E,
    pub(crate) params: Params,
    pub(crate) table: TranspositionTable,
    pub(crate) history: History,
    pub(crate) moves: MoveStack<P::Move>,
    pub(crate) frames: Vec<Frame<P::Move>>,
    /// What must not come back: the positions of the game so far, sorted.
    pub(crate) past: Vec<u64>,
    pub(crate) reductions: [[i32; 64]; 64],
    pub(crate) time: TimeManager,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    pub(crate) best: Option<P::Move>,
    /// Decides by which draws mixes are broken.
    #[cfg(feature = "simultaneous")]
    pub(crate) salt: u64,
}

/// What a node on the current line leaves for the nodes below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<M> {
    /// The static evaluation, or [`NO_EVALUATION`].
    pub(crate) evaluation: Score,
    /// The position, as [`Tactics::repetition_key`] tells it.
    pub(crate) repetition_key: Option<u64>,
    /// The move being searched.
    pub(crate) made: MadeMove,
    /// Quiet moves that cut off other nodes of this ply, the latest first.
    pub(crate) killers: [Option<M>; 2],
    /// A move left out, to see how good the others are.
    pub(crate) excluded: Option<M>,
    /// Whether the node may try to pass.
    pub(crate) may_pass: bool,
}

impl<M> Frame<M> {
    const NEW: Frame<M> = Frame {
        evaluation: NO_EVALUATION,
        repetition_key: None,
        made: MadeMove::NONE,
        killers: [None, None],
        excluded: None,
        may_pass: true,
    };
}

/// Longest line, in plies.
pub(crate) const MAX_PLY: usize = 200;

/// Larger than any score.
pub(crate) const INFINITE: Score = crate::score::WIN + 1;

impl<P, E> Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    /// Returns a searcher with a transposition table of the largest power of two within
    /// `table_bytes`, all of whose pages it touches.
    #[must_use]
    pub fn new(engine: E, params: Params, table_bytes: usize) -> Searcher<P, E> {
        const {
            assert!(P::ALTERNATES || E::HAS_CONTESTS, "alpha-beta needs players who move in turn");
        }
        Searcher {
            engine,
            table: TranspositionTable::new(table_bytes),
            history: History::new(E::SLOTS),
            moves: MoveStack::new(),
            frames: vec![Frame::NEW; MAX_PLY + 1],
            past: Vec::new(),
            reductions: reductions(&params),
            time: TimeManager::new(Limits::NONE),
            nodes: 0,
            stopped: false,
            best: None,
            #[cfg(feature = "simultaneous")]
            salt: 0,
            params,
        }
    }

    /// Forgets all earlier games.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Returns the best move known in the search that is running, or that was cut short by a
    /// panic.
    #[must_use]
    pub fn best_so_far(&self) -> Option<P::Move> {
        self.best
    }

    /// Prepares everything but the memory of earlier searches for a new one.
    pub(crate) fn begin(&mut self, root: &P, past: &[P], limits: Limits) {
        self.time = TimeManager::new(limits);
        self.nodes = 0;
        self.stopped = false;
        self.best = None;
        self.moves.truncate(0);
        self.frames.fill(Frame::NEW);
        self.frames[0].repetition_key = self.engine.repetition_key(root);
        self.past.clear();
        self.past.extend(past.iter().filter_map(|pos| self.engine.repetition_key(pos)));
        self.past.sort_unstable();
        self.table.begin_search();
    }

    /// Counts a node and tells whether the search must stop.
    #[inline]
    pub(crate) fn enter_node(&mut self) -> bool {
        self.stopped = self.stopped || self.time.is_over(self.nodes);
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Notes `pos`, found at `ply`, and tells whether it has occurred in the game or on the
    /// current line.
    #[inline]
    pub(crate) fn is_repetition(&mut self, pos: &P, ply: usize) -> bool {
        let Some(key) = self.engine.repetition_key(pos) else {
            return false;
        };
        self.frames[ply].repetition_key = Some(key);
        let before = &self.frames[..(ply + 1).saturating_sub(4)];
        before.iter().rev().any(|frame| frame.repetition_key == Some(key))
            || self.past.binary_search(&key).is_ok()
    }

    /// Returns the score of a draw at `ply`.
    #[inline]
    pub(crate) fn draw(&self, ply: usize) -> Score {
        match ply % 2 {
            0 => -self.params.contempt,
            _ => self.params.contempt,
        }
    }

    /// Returns the result of the node `pos` at `ply` where it is certain.
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
        Context { answered: made(1), continued: made(2) }
    }

    /// Returns the key of a move of kind `slot` made by the side to move in `pos`.
    #[inline]
    pub(crate) fn made_move(pos: &P, slot: u16) -> MadeMove {
        MadeMove(1 + pos.side_to_move().index() * E::SLOTS + usize::from(slot))
    }

    /// Puts the candidates of `pos` on the move stack, scored for picking: the table's move, then
    /// by the engine's rank, with history and killers for the quiet ones.
    #[inline]
    pub(crate) fn push_candidates(&mut self, pos: &P, ply: usize, first: Option<P::Move>) {
        let context = self.context(ply);
        let killers = self.frames[ply].killers;
        let Searcher { engine, moves, history, .. } = self;
        engine.candidates(pos, |mv| {
            let rank = engine.score_move(pos, mv);
            let slot = rank.slot as u16;
            let score = if Some(mv) == first {
                i32::MAX
            } else if rank.is_noisy {
                rank.value
            } else if killers.contains(&Some(mv)) {
                rank.value + KILLER
            } else {
                rank.value + history.score(context, Self::made_move(pos, slot))
            };
            moves.push(Candidate { mv, score, slot, is_noisy: rank.is_noisy });
        });
    }
}

/// What a killer is worth in ordering: more than any history.
const KILLER: i32 = 60_000;

/// Plies by which late moves are reduced, by depth and number of the move: logarithmic in both.
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
