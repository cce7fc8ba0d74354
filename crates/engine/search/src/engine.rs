//! Traits by which a game's engine provides its evaluation, move ordering and tactics to the
//! search.

use gamekit::Position;

use crate::score::Score;
#[cfg(feature = "simultaneous")]
use crate::simultaneous_move::SimultaneousMove;

/// Static evaluation of positions.
pub trait Evaluate<P: Position> {
    /// State that is updated incrementally from move to move, such as an NNUE accumulator; `()` for
    /// an evaluation without state.
    ///
    /// It is separate from the position, so that rules, perft and referees do not pay for it.
    type State: Clone;

    /// True if an evaluation takes less time than a probe of the transposition table (TT).
    /// Quiescence search then evaluates first, and a stand-pat cutoff neither probes nor stores.
    const IS_CHEAP: bool = false;

    /// Computes the state of `pos` from scratch.
    fn refresh(&self, pos: &P) -> Self::State;

    /// Computes the state of `after`, the position to which `mv` leads from `before`. Always
    /// equals `refresh(after)`.
    fn update(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State;

    /// Computes the state of `passed`, which is the position of `state` with the other side to
    /// move. Always equals `refresh(passed)`.
    #[inline]
    fn pass(&self, _state: &Self::State, passed: &P) -> Self::State {
        self.refresh(passed)
    }

    /// Returns the evaluation of `pos` for the side to move, at most
    /// [`MAX_EVALUATION`](crate::score::MAX_EVALUATION) in size.
    fn evaluate(&self, pos: &P, state: &Self::State) -> Score;
}

/// Move ordering.
pub trait MoveOrder<P: Position> {
    /// Number of kinds of moves in the history tables. The counter-move and the follow-up history
    /// have (2 * `SLOTS` + 1)² entries of two bytes each, so some hundreds are right.
    const SLOTS: usize;

    /// Returns the ordering score of one move that [`Tactics`] lists in `pos`.
    fn score_move(&self, pos: &P, mv: P::Move) -> MoveScore;
}

/// Facts about a move that the search needs before it searches the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveScore {
    /// Index of the move's kind in the history tables, below [`MoveOrder::SLOTS`]. It is the same
    /// for moves that serve the same purpose, and independent of the side that moves.
    pub slot: usize,
    /// Ordering score: moves of higher value come first. A quiet move's history, the sum of three
    /// tables of ±16,384 each, is added to it.
    pub value: i32,
    /// `true` if the move changes the position too much to be reduced or pruned.
    pub is_noisy: bool,
}

/// Tactical facts: proven results, threats, and the moves worth searching.
pub trait Tactics<P: Position> {
    /// `true` if the game has simultaneous moves. Only in such a game may a player act twice in a
    /// row.
    const HAS_SIMULTANEOUS_MOVES: bool = false;

    /// Logits of expected points per centi-piece: the scale on which the evaluation predicts
    /// results. The equilibria of simultaneous moves depend on it.
    #[cfg(feature = "simultaneous")]
    const LOGITS_PER_UNIT: f64 = 0.005;

    /// Returns the simultaneous move that `pos` is part of, in which both players choose at once.
    /// `None` in other positions.
    #[cfg(feature = "simultaneous")]
    #[inline]
    fn simultaneous_move(&self, _pos: &P) -> Option<SimultaneousMove<P>> {
        None
    }

    /// Returns the game-theoretic result where it is certain without search, including the end of
    /// the game.
    fn proof(&self, pos: &P) -> Option<Proof>;

    /// Returns whether the side to move must answer a threat at once or lose. The search extends
    /// such positions, never prunes them, and never uses their evaluation.
    fn is_threatened(&self, pos: &P) -> bool;

    /// Visits the moves worth searching. A best legal move is among them. Each legal move that is
    /// left out loses, no later than the best of those visited.
    fn candidates(&self, pos: &P, visit: impl FnMut(P::Move));

    /// Returns whether `mv`, a move of any position, is one of the candidates of `pos`. The search
    /// tries the move of the transposition table (TT) before it visits the candidates, and asks
    /// this first, since two positions may share a key. Games should answer without a visit.
    #[inline]
    fn is_candidate(&self, pos: &P, mv: P::Move) -> bool {
        let mut found = false;
        self.candidates(pos, |candidate| found |= candidate == mv);
        found
    }

    /// Visits the noisy moves that quiescence search tries in a position that is not threatened:
    /// those that are likely to change the evaluation.
    fn noisy_candidates(&self, pos: &P, visit: impl FnMut(P::Move));

    /// Returns `pos`, which is not threatened, after a null move: with the other side to move.
    /// `None` where passing may be better than the best move (zugzwang). Where it is surely worse,
    /// a pass that reaches beta proves that the position does (null-move pruning, NMP).
    fn null_move(&self, pos: &P) -> Option<P>;

    /// Returns the position's key in the transposition table (TT), by default its hash. The search
    /// does not distinguish positions that share a key: in a game with a limit on plies, such
    /// positions may differ in a count of plies that does not matter yet.
    #[inline]
    fn key(&self, pos: &P) -> u64 {
        pos.hash()
    }

    /// Returns the hash of everything that must be equal in a repetition of the position, without
    /// the count of plies. `None` in a game without repetitions.
    ///
    /// A repetition is scored as a draw unless [`Tactics::repetition_cost`] has a cost: a side that
    /// can do better than a draw has to deviate at some time, and a side that cannot will not.
    #[inline]
    fn repetition_key(&self, _pos: &P) -> Option<u64> {
        None
    }

    /// Returns the cost of repeating the position for the side that searches: the repetition is
    /// scored as its evaluation less the cost, so that a piece may flee as long as it is chased.
    /// `None` if a repetition is scored as a draw.
    #[inline]
    fn repetition_cost(&self, _pos: &P) -> Option<Score> {
        None
    }
}

/// Certain result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The side to move can win in at most this many plies.
    Win {
        /// Plies until the end of the game, 0 if it has ended.
        plies: usize,
    },
    /// The side to move loses in at most this many plies, whatever it plays.
    Loss {
        /// Plies until the end of the game, 0 if it has ended.
        plies: usize,
    },
    /// Neither side wins.
    Draw,
}
