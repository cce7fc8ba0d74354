use gamekit::Position;

use crate::score::Score;
#[cfg(feature = "simultaneous")]
use crate::simultaneous::SimultaneousMove;

/// What a position is worth.
pub trait Evaluate<P: Position> {
    /// What is kept up to date from move to move; `()` for an evaluation that needs nothing.
    ///
    /// It travels beside the position, so that rules, perft and referees never pay for it.
    type State: Clone;

    /// Computes the state of `pos` from nothing.
    fn refresh(&self, pos: &P) -> Self::State;

    /// Computes the state of `after`, the position to which `mv` leads from `before`. Always
    /// equals `refresh(after)`.
    fn update(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State;

    /// Computes the state of `passed`, which is the position of `state` with the other side to move.
    /// Always equals `refresh(passed)`.
    #[inline]
    fn pass(&self, _state: &Self::State, passed: &P) -> Self::State {
        self.refresh(passed)
    }

    /// Returns the value of `pos` for the side to move, at most
    /// [`MAX_EVALUATION`](crate::score::MAX_EVALUATION) in size.
    fn evaluate(&self, pos: &P, state: &Self::State) -> Score;
}

/// Which moves to try first.
pub trait MoveOrder<P: Position> {
    /// How many kinds of moves the history tables tell apart. The continuation tables have
    /// its square entries of two bytes for each side, so some hundreds are right.
    const SLOTS: usize;

    /// Ranks one move that [`Tactics`] lists in `pos`.
    fn score_move(&self, pos: &P, mv: P::Move) -> MoveScore;
}

/// What the search needs to know of a move before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveScore {
    /// The move's kind for the history tables, below [`MoveOrder::SLOTS`], the same for moves that
    /// serve the same purpose, and independent of the side that moves.
    pub slot: usize,
    /// Moves of higher value come first. A quiet move's history, from three tables of ±16,384
    /// each, is added to it.
    pub value: i32,
    /// Whether the move changes the position too much to be reduced or pruned.
    pub is_noisy: bool,
}

/// What is certain without search, and which moves need looking at.
pub trait Tactics<P: Position> {
    /// Whether the game has simultaneous moves. Only there a player may act twice running.
    const HAS_CONTESTS: bool = false;

    /// How the evaluation predicts results: logits per unit. What chances are worth against each
    /// other depends on it, and so do the mixes of simultaneous moves.
    #[cfg(feature = "simultaneous")]
    const LOGITS_PER_UNIT: f64 = 0.005;

    /// Returns the simultaneous move that `pos` is part of, one in which both players choose at once.
    #[cfg(feature = "simultaneous")]
    #[inline]
    fn simultaneous_move(&self, _pos: &P) -> Option<SimultaneousMove<P>> {
        None
    }

    /// Returns the result of the game with best play where it is certain, the end of the game
    /// included.
    fn proof(&self, pos: &P) -> Option<Proof>;

    /// Tells whether the side to move must answer a threat at once or lose. Such positions are
    /// searched deeper, never pruned, and never judged by their evaluation.
    fn is_threatened(&self, pos: &P) -> bool;

    /// Visits the moves worth searching: a legal best one is among them, and each legal move that
    /// is left out loses, no later than the best of those visited.
    fn candidates(&self, pos: &P, visit: impl FnMut(P::Move));

    /// Visits the moves that quiescence tries in a position that is not threatened: those after
    /// which the evaluation cannot be trusted to be what it is now.
    fn noisy_candidates(&self, pos: &P, visit: impl FnMut(P::Move));

    /// Returns `pos`, which is not threatened, with the other side to move, where passing is
    /// surely worse than the best move, so that a pass that is good enough proves the position
    /// good enough. `None` elsewhere.
    fn null_move(&self, pos: &P) -> Option<P>;

    /// Returns the position's key in the transposition table. Positions that share a key are
    /// taken for one another: in a game with a limit on plies, those that differ in a count of
    /// plies that does not matter yet.
    #[inline]
    fn key(&self, pos: &P) -> u64 {
        pos.hash()
    }

    /// Returns the hash of all that must come back for the position to have recurred, the count of
    /// plies not included. `None` in a game in which nothing comes back.
    ///
    /// A recurrence is scored as a draw: whoever can do better has to do it some time, and
    /// whoever cannot will not.
    #[inline]
    fn repetition_key(&self, _pos: &P) -> Option<u64> {
        None
    }
}

/// A result that is certain, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It can win in at most this many plies.
    Win {
        /// Plies until the end of the game, 0 if it has ended.
        plies: usize,
    },
    /// It loses in at most this many plies, whatever it does.
    Loss {
        /// Plies until the end of the game, 0 if it has ended.
        plies: usize,
    },
    /// Neither side wins.
    Draw,
}
