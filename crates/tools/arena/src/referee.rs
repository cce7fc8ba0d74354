use gamekit::{Outcome, Player};

use crate::termination::Termination;
use crate::time_control::TimeControl;

/// What the official referee of a game does, for one game from its start to its end.
pub trait Referee {
    /// Returns the player whose answer is awaited.
    fn to_move(&self) -> Player;

    /// Returns the exact lines that are sent to the player to move this turn; none, if he is asked
    /// for another line of the same turn.
    fn prompt(&self) -> Vec<String>;

    /// Returns how many moves the line holds that is awaited: more than one where the judge wants
    /// them in one line, with nothing between them.
    fn moves_in_line(&self) -> usize;

    /// Judges one line of output, given without its line end, and plays what is in it.
    ///
    /// # Errors
    ///
    /// An answer that loses the game. The game stays where it was.
    fn apply(&mut self, answer: &str) -> Result<(), Foul>;

    /// Returns how and why the game has ended, or `None` while it goes on.
    fn verdict(&self) -> Option<Verdict>;

    /// Returns what the player who has just answered is told at once. The prompt of his next turn
    /// begins with the same lines, or else what he is told at the end.
    fn echo(&self) -> Vec<String>;

    /// Returns what a player is still told when the game is over, be it by a fault: what he has not
    /// been told yet, and whatever ends the dialogue. `None` where the judge says nothing more, and
    /// ends programs itself.
    fn farewell(&self, player: Player, ending: Ending) -> Option<Vec<String>>;

    /// Returns how long the players may think.
    fn time_control(&self) -> TimeControl;

    /// Returns the moves played so far, as the game's notation writes them; behind them the last
    /// answer as it came, where a player without a move was asked for one, or has given up.
    fn moves(&self) -> &[String];

    /// Returns the position as the game's notation writes it.
    fn position(&self) -> String;
}

/// How a game has ended, by the rules or otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who has won.
    pub outcome: Outcome,
    /// How the loser has lost, if not by the rules.
    pub fault: Option<Termination>,
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
