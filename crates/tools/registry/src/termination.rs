//! Reasons for the end of a game: the rules, or a fault of a player.

use std::fmt;

/// Answer that loses the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Foul {
    /// The rules do not allow the move.
    #[error("not a legal move")]
    Illegal,
    /// The official parser refuses the line.
    #[error("a line that the referee cannot read")]
    Unreadable,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Termination {
    /// The rules, with the reason that the referee gives.
    Normal(&'static str),
    /// A move that the rules do not allow.
    Illegal,
    /// A line that the referee cannot read.
    Unreadable,
    /// No whole line within the time limit.
    Timeout,
    /// The process ended.
    Crashed,
    /// The process closed its output and continued to run.
    Closed,
    /// More output without a line end than a judge reads.
    Flood,
    /// More resident memory than the judge allows.
    Memory,
    /// A move other than the one that the opening prescribes.
    LeftOpening,
    /// A negative score, which a foreign referee gives for a fault.
    Disqualified,
}

impl Termination {
    /// All faults: the ways to lose other than by the rules.
    pub const FAULTS: [Termination; 9] = [
        Termination::Illegal,
        Termination::Unreadable,
        Termination::Timeout,
        Termination::Crashed,
        Termination::Closed,
        Termination::Flood,
        Termination::Memory,
        Termination::LeftOpening,
        Termination::Disqualified,
    ];

    /// Returns the reason in the form of game records.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Termination::Normal(reason) => reason,
            Termination::Illegal => "illegal",
            Termination::Unreadable => "unreadable",
            Termination::Timeout => "timeout",
            Termination::Crashed => "crash",
            Termination::Closed => "closed",
            Termination::Flood => "flood",
            Termination::Memory => "memory",
            Termination::LeftOpening => "left-opening",
            Termination::Disqualified => "disqualified",
        }
    }

    /// Returns the fault with that name; `None` for an end by the rules.
    #[must_use]
    pub fn fault(reason: &str) -> Option<Termination> {
        Termination::FAULTS.into_iter().find(|fault| fault.reason() == reason)
    }
}

impl From<Foul> for Termination {
    fn from(foul: Foul) -> Termination {
        match foul {
            Foul::Illegal => Termination::Illegal,
            Foul::Unreadable => Termination::Unreadable,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}
