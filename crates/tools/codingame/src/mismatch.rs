//! Differences between the site and the referee of this workspace.

use registry::Foul;

/// Difference between a game result of the site and the referee here. Plies are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SiteMismatch {
    /// The game has more or fewer than two players.
    #[error("the site has {0} players, the games here have 2")]
    Players(usize),
    /// There is no turn.
    #[error("the site shows no turn of a player")]
    NoTurns,
    /// Another agent has the turn.
    #[error("ply {ply}: the site asks agent {site}, the referee here agent {here}")]
    Player {
        /// The number of the ply.
        ply: usize,
        /// Index of the site's agent.
        site: usize,
        /// Index of the agent that the referee expects.
        here: usize,
    },
    /// The site plays on after an answer that loses here.
    #[error("ply {ply}: the site plays on after `{answer}`, the referee here says: {foul}")]
    Answer {
        /// The number of the ply.
        ply: usize,
        /// The answer.
        answer: String,
        /// The referee's reason.
        foul: Foul,
    },
    /// The site plays on after a turn without an answer.
    #[error("ply {0}: the site plays on after a turn without an answer, which loses here")]
    Silence(usize),
    /// The player has left the move to the site.
    #[error("ply {ply}: `{answer}` lets the site choose the move, which the result does not hold")]
    Unknown {
        /// The number of the ply.
        ply: usize,
        /// The answer.
        answer: String,
    },
    /// The site plays on after the end.
    #[error("ply {ply}: the site plays on, the referee here has ended the game: {reason}")]
    Surplus {
        /// The number of the ply.
        ply: usize,
        /// The reason of the end.
        reason: &'static str,
    },
    /// The site ends the game before the referee does.
    #[error(
        "ply {ply}: the site ends the game with ranks {ranks}, the referee here expects a move"
    )]
    Unfinished {
        /// The number of the ply that the referee expects.
        ply: usize,
        /// The places.
        ranks: String,
    },
    /// The result differs.
    #[error("ply {ply}: the site ends the game with ranks {ranks}, the referee here {result}")]
    Result {
        /// The number of the last ply.
        ply: usize,
        /// The places.
        ranks: String,
        /// The result here, with its reason.
        result: String,
    },
    /// The scores contradict the ranks.
    #[error("ply {ply}: the site gives the scores {scores} with the ranks {ranks}")]
    Scores {
        /// The number of the last ply.
        ply: usize,
        /// The scores.
        scores: String,
        /// The places.
        ranks: String,
    },
}

impl SiteMismatch {
    /// Returns the number of the ply with the difference; 0 if it does not belong to one.
    #[must_use]
    pub fn ply(&self) -> usize {
        match self {
            SiteMismatch::Players(_) | SiteMismatch::NoTurns => 0,
            SiteMismatch::Silence(ply)
            | SiteMismatch::Player { ply, .. }
            | SiteMismatch::Answer { ply, .. }
            | SiteMismatch::Unknown { ply, .. }
            | SiteMismatch::Surplus { ply, .. }
            | SiteMismatch::Unfinished { ply, .. }
            | SiteMismatch::Result { ply, .. }
            | SiteMismatch::Scores { ply, .. } => *ply,
        }
    }
}
