//! Interface of a game for the tools, independent of the types of its positions and moves.

use boards::BoardGame;
use search::Signature;
use trainer::{NetworkGame, SpsaGame, TunableGame};

use crate::agent::{Agent, Baseline, BaselineInfo};
use crate::book::{Book, OpeningSearch};
use crate::calibration::Beliefs;
use crate::careless::CarelessMoves;
use crate::equilibrium::SimultaneousGame;
use crate::referee::{Referee, Verdict};
use crate::text_moves::BadMove;
use crate::time_control::TimeControl;

/// Game as the tools use it, independent of the types of its positions and moves: what every game
/// has, and access to what only some games have.
pub trait Game: Sync {
    /// Returns the name in records and on the command line.
    fn name(&self) -> &'static str;

    /// Returns the package of the workspace that holds the bot.
    fn package(&self) -> &'static str;

    /// Returns the name of the judge that runs the game and compiles its bots, as the bundler
    /// spells it.
    fn judge(&self) -> &'static str;

    /// Returns the name of the game's UCI variant; `None` if UCI engines do not play it.
    fn uci_variant(&self) -> Option<&'static str>;

    /// Returns the official time limits.
    fn time_control(&self) -> TimeControl;

    /// Returns the judge's limit of a program's resident memory, in bytes.
    fn memory_limit(&self) -> u64;

    /// Searches the positions of the bot's bench.
    fn bench(&self) -> Signature;

    /// Returns the board for people.
    fn board(&self) -> &'static dyn BoardGame;

    /// Returns the referee of a new game.
    fn referee(&self) -> Box<dyn Referee>;

    /// Counts the move sequences of exactly `depth` plies after `moves` (perft).
    ///
    /// # Errors
    ///
    /// A move cannot be played.
    fn perft(&self, moves: &[String], depth: u32) -> Result<u64, BadMove>;

    /// Splits the count of [`Game::perft`] by first move, in the referee's order (divide).
    ///
    /// # Errors
    ///
    /// A move cannot be played.
    fn divide(&self, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, BadMove>;

    /// Draws the moves of an opening that does not end the game; `None` if probably no opening is
    /// that long.
    fn random_opening(&self, plies: usize, seed: u64) -> Option<Vec<String>>;

    /// Returns whether a game may begin after `moves`: it is not over, and no move is incomplete.
    ///
    /// # Errors
    ///
    /// A move cannot be played.
    fn is_opening(&self, moves: &[String]) -> Result<bool, BadMove>;

    /// Returns the result of a game, and the reason, after `moves` from `start`, a position in the
    /// game's notation, or from the start of the game; `None` while the game goes on.
    ///
    /// # Errors
    ///
    /// The text is not a position, or a move cannot be played.
    fn verdict_after(
        &self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Option<Verdict>, BadGame>;

    /// Returns the opening book that ships: balanced openings for a match. `None` if matches begin
    /// at the start of the game, unless another book is requested.
    fn book(&self) -> Option<Book>;

    /// Returns the search for openings with the game's bot; `None` if the bot has no engine for the
    /// crate `search`.
    fn opening_search(&self) -> Option<&'static dyn OpeningSearch>;

    /// Returns the equilibria of the positions in which both players choose simultaneously; `None`
    /// if the players move in turn.
    fn simultaneous(&self) -> Option<&'static dyn SimultaneousGame>;

    /// Returns the bot's beliefs about hidden information; `None` if nothing is hidden.
    fn beliefs(&self) -> Option<&'static dyn Beliefs>;

    /// Returns the score per logit of expected points, by which a review compares moves; `None` if
    /// single moves cannot be judged, because their value depends on what the player cannot see.
    fn units_per_logit(&self) -> Option<f64>;

    /// Returns the search for careless moves; `None` if the game has no kinds of such moves to
    /// look for.
    fn careless_moves(&self) -> Option<&'static dyn CarelessMoves>;

    /// Returns the weights of the bot's evaluation; `None` if they cannot be tuned.
    fn tunable(&self) -> Option<&'static dyn TunableGame>;

    /// Returns the self-play of the bot with other weights or search parameters, for SPSA and
    /// duels: every tunable game has it; `None` if no such self-play is possible.
    fn spsa(&self) -> Option<&'static dyn SpsaGame>;

    /// Returns the training of networks for the bot; `None` if its evaluation is no network.
    fn network(&self) -> Option<&'static dyn NetworkGame>;

    /// Returns the baselines that play only this game, in addition to those that play every game.
    fn own_baselines(&self) -> Vec<BaselineInfo>;

    /// Returns a baseline player for one game; `None` if that baseline does not play this game.
    fn baseline(&self, baseline: Baseline, seed: u64) -> Option<Box<dyn Agent>>;
}

/// Error: a game that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadGame {
    /// The start is not a position.
    #[error("that is no position of this game: {0}")]
    Start(#[from] gamekit::ParseError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] BadMove),
}
