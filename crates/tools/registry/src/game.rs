//! Interface of a game for the tools, independent of the types of its positions and moves.

use crate::agent::{Agent, Baseline, BaselineInfo};
use crate::book::{Book, BookPlan, MakeBookError, PlayOpeningsError, Worth};
use crate::calibration::{Calibration, CalibrationError, CalibrationPlan};
use crate::equilibrium::{Equilibrium, EquilibriumError, Place, Situation};
use crate::referee::{Referee, Verdict};
use crate::text_moves::BadMove;
use crate::time_control::TimeControl;

/// Game as the tools use it, independent of the types of its positions and moves.
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

    /// Makes an opening book with the game's own search, on all cores, and calls `on_found` with
    /// the number of openings so far.
    ///
    /// # Errors
    ///
    /// There are too few openings of that kind, or the game's bot has no search to evaluate them.
    fn make_book(
        &self,
        plan: &BookPlan,
        on_found: &mut dyn FnMut(usize),
    ) -> Result<Book, MakeBookError>;

    /// Plays games of the bot with `nodes` per move against itself with half as many, two games
    /// from each opening, on all cores, and calls `on_pair` with the number of finished pairs.
    ///
    /// # Errors
    ///
    /// An opening cannot be played, or the bot has no search.
    fn play_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_pair: &(dyn Fn(usize) + Sync),
    ) -> Result<Worth, PlayOpeningsError>;

    /// Searches a position in which both players choose simultaneously with `nodes` nodes of the
    /// game's bot, and returns its Nash equilibrium.
    ///
    /// # Errors
    ///
    /// The position does not exist, or the players move in turn there.
    fn equilibrium(&self, place: Place<'_>, nodes: u64) -> Result<Equilibrium, EquilibriumError>;

    /// Returns example positions in which both players choose simultaneously, for people; none in a
    /// game without such positions.
    fn situations(&self) -> &'static [Situation];

    /// Plays games of the bot on all cores and compares its beliefs about hidden information with
    /// the truth. Calls `on_game` after each game.
    ///
    /// # Errors
    ///
    /// The game has no hidden information, or the opponent is not one of its own baselines.
    fn calibrate(
        &self,
        plan: &CalibrationPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, CalibrationError>;

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
