//! Referee interface: the dialogue of an official referee for one game.

use gamekit::{Outcome, Player};

use crate::termination::{Foul, Termination};
use crate::time_control::TimeControl;

/// Official referee of one game, from its start to its end.
pub trait Referee {
    /// Returns the player whose answer is expected next.
    fn to_move(&self) -> Player;

    /// Returns the exact lines of this turn for the player to move; none if the player is asked for
    /// another line of the same turn, or not at all.
    fn prompt(&self) -> Vec<String>;

    /// Returns the move that the judge plays itself without asking the player to move, for example
    /// a pass; `None` if it asks.
    fn own_move(&self) -> Option<String>;

    /// Returns the number of moves in the expected line: more than one if the judge requires
    /// several moves in one line, with nothing between them.
    fn moves_in_line(&self) -> usize;

    /// Judges one line of output, without its line end, and plays the move or moves in it.
    ///
    /// # Errors
    ///
    /// The answer loses the game. The position stays unchanged.
    fn apply(&mut self, answer: &str) -> Result<(), Foul>;

    /// Returns the result of the game and its reason; `None` while the game goes on.
    fn verdict(&self) -> Option<Verdict>;

    /// Returns the lines that are sent at once to the player who has just answered. The prompt of
    /// the player's next turn, or else the last lines at the end of the game, begin with the same
    /// lines.
    fn echo(&self) -> Vec<String>;

    /// Returns the last lines for a player when the game is over, by the rules or by a fault: all
    /// that has not been sent yet, and the line that ends the dialogue. `None` if the judge sends
    /// nothing more and ends the programs itself.
    fn farewell(&self, player: Player, ending: Ending) -> Option<Vec<String>>;

    /// Returns the time control of the players.
    fn time_control(&self) -> TimeControl;

    /// Returns the moves played so far, in the game's notation. They are followed by the unchanged
    /// last answer of a player who was asked without a legal move, or has resigned.
    fn moves(&self) -> &[String];

    /// Returns the position in the game's notation.
    fn position(&self) -> String;
}

/// End of a game, by the rules or by a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The fault of the loser, if the game did not end by the rules.
    pub fault: Option<Termination>,
}

/// End of a game by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The result.
    pub outcome: Outcome,
    /// The reason in the form of game records, such as `home-row`.
    pub reason: &'static str,
}
