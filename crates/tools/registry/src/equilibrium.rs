//! Nash equilibrium of a position in which both players choose simultaneously, as the game's bot
//! computes it.

use search::score::Score;

use crate::text_moves::BadMove;

/// Nash equilibrium of a position in which both players choose simultaneously, computed by the
/// game's bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// The position before either choice, in the game's notation.
    pub position: String,
    /// Diagram of the position for people, several lines.
    pub diagram: String,
    /// Names of the row player and of the column player.
    pub choosers: [&'static str; 2],
    /// The choices of the player to move.
    pub rows: Vec<Choice>,
    /// The choices of the opponent.
    pub columns: Vec<Choice>,
    /// Expected points of the player to move, 0 to 1, by row and then by column.
    pub points: Vec<Vec<f64>>,
    /// Expected points of the player to move if both play the equilibrium.
    pub value: f64,
    /// The same value as a score of the bot, for the player to move.
    pub score: Score,
    /// Search depth of the positions that follow, in plies.
    pub depth: usize,
    /// Nodes that the search visited.
    pub nodes: u64,
}

/// One of the moves of a simultaneous choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move in the game's notation.
    pub mv: String,
    /// Probability of the move in the equilibrium, 0 to 1.
    pub share: f64,
    /// Guaranteed value of the move against every choice of the other player: for a row, the
    /// minimum of the points of the player to move; for a column, their maximum.
    pub secured: f64,
}

impl Equilibrium {
    /// Returns the row with the highest guaranteed value for the player to move, the first of
    /// equals.
    ///
    /// # Panics
    ///
    /// Panics if there are no rows. No game has such a position.
    #[must_use]
    pub fn best_row(&self) -> &Choice {
        let rows = self.rows.iter().rev();
        rows.max_by(|a, b| a.secured.total_cmp(&b.secured)).expect("the player to move has a move")
    }

    /// Returns the column with the lowest value for the player to move, the first of equals.
    ///
    /// # Panics
    ///
    /// Panics if there are no columns. No game has such a position.
    #[must_use]
    pub fn best_column(&self) -> &Choice {
        let columns = self.columns.iter();
        columns.min_by(|a, b| a.secured.total_cmp(&b.secured)).expect("the column player has moves")
    }
}

/// Game with positions in which both players choose simultaneously.
pub trait SimultaneousGame: Sync {
    /// Searches such a position with `nodes` nodes of the game's bot, and returns its Nash
    /// equilibrium.
    ///
    /// # Errors
    ///
    /// The position does not exist, or the players move in turn there.
    fn equilibrium(
        &self,
        place: PositionSpec<'_>,
        nodes: u64,
    ) -> Result<Equilibrium, EquilibriumError>;

    /// Returns example positions for people.
    fn examples(&self) -> &'static [ExamplePosition];
}

/// Texts and examples for people, about a game with positions in which both players choose
/// simultaneously.
pub struct SimultaneousInfo<P: 'static> {
    /// See [`Equilibrium::choosers`].
    pub choosers: [&'static str; 2],
    /// Hint on reaching such a position, shown if another one was requested.
    pub hint: &'static str,
    /// Draws such a position in several lines.
    pub diagram: fn(&P) -> String,
    /// Example positions.
    pub examples: &'static [ExamplePosition],
}

/// Specification of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionSpec<'a> {
    /// The position after moves from the start of the game.
    After(&'a [String]),
    /// The position in the game's notation.
    At(&'a str),
}

/// Example position in which both players choose simultaneously, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExamplePosition {
    /// Description of the position in one sentence.
    pub about: &'static str,
    /// The position in the game's notation.
    pub position: &'static str,
}

/// Error: a position for which no equilibrium can be computed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EquilibriumError {
    /// A move that cannot be played.
    #[error(transparent)]
    BadMove(#[from] BadMove),
    /// A text that is not a position.
    #[error("that is no position of {game}: {why}")]
    BadPosition {
        /// The game's name.
        game: &'static str,
        /// The error of the parser.
        why: String,
    },
    /// Only one player moves in this position.
    #[error("only one player chooses in this position: {hint}")]
    NotAtOnce {
        /// Hint on reaching a position in which both choose.
        hint: &'static str,
    },
}
