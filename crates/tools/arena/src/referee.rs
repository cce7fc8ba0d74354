use std::time::Duration;

use gamekit::{Outcome, Player};

/// What the official referee of a game does, for one game from its start to its end.
pub trait Referee {
    /// Returns the player whose answer is awaited.
    fn to_move(&self) -> Player;

    /// Returns the exact lines that are sent to the player to move this turn.
    fn prompt(&self) -> Vec<String>;

    /// Judges one line of output, given without its line end, and plays the move in it.
    ///
    /// # Errors
    ///
    /// An answer that loses the game. The game stays where it was.
    fn apply(&mut self, answer: &str) -> Result<(), Foul>;

    /// Returns how and why the game has ended, or `None` while it goes on.
    fn verdict(&self) -> Option<Verdict>;

    /// Returns how long the players may think.
    fn time_control(&self) -> TimeControl;

    /// Returns the moves played so far, as the game's notation writes them; behind them the last
    /// answer as it came, where a player without a move was asked for one.
    fn moves(&self) -> &[String];

    /// Returns the position as the game's notation writes it.
    fn position(&self) -> String;
}

/// The end of a game that was played by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who has won.
    pub outcome: Outcome,
    /// Why, in the words of game records, such as `home-row`.
    pub reason: &'static str,
}

/// An answer that loses the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Foul {
    /// A move that the rules do not allow now.
    #[error("not a legal move")]
    Illegal,
    /// A line that the official parser refuses.
    #[error("a line that the referee cannot read")]
    Unreadable,
}

/// How long a player may think about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For each player's own first turn.
    pub first: Duration,
    /// For every later turn.
    pub then: Duration,
}

impl TimeControl {
    /// Returns the control with the same limit for every turn.
    #[must_use]
    pub const fn same_for_all(limit: Duration) -> TimeControl {
        TimeControl { first: limit, then: limit }
    }

    /// Returns the control under which every answer may be late by `margin`.
    #[must_use]
    pub const fn with_margin(self, margin: Duration) -> TimeControl {
        TimeControl {
            first: self.first.saturating_add(margin),
            then: self.then.saturating_add(margin),
        }
    }

    /// Returns the limit of a player's turn after `own_turns` turns of his own.
    #[must_use]
    pub const fn limit(&self, own_turns: usize) -> Duration {
        if own_turns == 0 { self.first } else { self.then }
    }
}
