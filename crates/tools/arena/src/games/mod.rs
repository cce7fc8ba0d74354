//! The list of games: the only place of this crate, outside a game's own referee, that names one.

mod breakthrough;
mod jungle;
mod lamistra;
mod lines_of_action;
mod stratego;

use crate::agent::{Agent, Baseline, BaselineInfo};
use crate::book::{Book, BookPlan, MakeBookError, PlayOpeningsError, Worth};
use crate::calibration::{Calibration, CalibrationError, CalibrationPlan};
use crate::equilibrium::{Equilibrium, EquilibriumError, Place, Situation};
use crate::official::Entry;
use crate::referee::{Referee, Verdict};
use crate::text_moves::BadMove;
use crate::time_control::TimeControl;

/// Every game that the tools know.
pub static GAMES: &[&dyn Game] = &[
    &Entry::<breakthrough::Breakthrough>::NEW,
    &Entry::<lines_of_action::LinesOfAction>::NEW,
    &Entry::<jungle::Jungle>::NEW,
    &Entry::<lamistra::Lamistra>::NEW,
    &Entry::<stratego::Stratego<false>>::NEW,
    &Entry::<stratego::Stratego<true>>::NEW,
];

/// A game as the tools see it, whatever the types of its positions and moves.
pub trait Game: Sync {
    /// Returns the name in records and on the command line.
    fn name(&self) -> &'static str;

    /// Returns the package of the workspace that holds the bot.
    fn package(&self) -> &'static str;

    /// Returns what the judge is called that plays the game, and compiles its bots: a name that the
    /// bundler knows.
    fn judge(&self) -> &'static str;

    /// Returns what UCI engines call the game, where any plays it.
    fn uci_variant(&self) -> Option<&'static str>;

    /// Returns the official time limits.
    fn time_control(&self) -> TimeControl;

    /// Returns how much memory of a program may be resident at its judge's, in bytes.
    fn memory_limit(&self) -> u64;

    /// Returns the referee of a new game.
    fn referee(&self) -> Box<dyn Referee>;

    /// Counts the move sequences of exactly `depth` plies that follow `moves`.
    ///
    /// # Errors
    ///
    /// A move that cannot be played.
    fn perft(&self, moves: &[String], depth: u32) -> Result<u64, BadMove>;

    /// Splits the count of [`Game::perft`] by first move, in the referee's order.
    ///
    /// # Errors
    ///
    /// A move that cannot be played.
    fn divide(&self, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, BadMove>;

    /// Draws the moves of an opening after which the game still goes on; `None` if it seems that
    /// no opening is that long.
    fn random_opening(&self, plies: usize, seed: u64) -> Option<Vec<String>>;

    /// Tells whether a game may begin after `moves`: it goes on, and no move is half made.
    ///
    /// # Errors
    ///
    /// A move that cannot be played.
    fn is_opening(&self, moves: &[String]) -> Result<bool, BadMove>;

    /// Returns how and why a game has ended in which `moves` were played from `start`, a position as
    /// the notation writes it, or from the start of the game; `None` while it goes on.
    ///
    /// # Errors
    ///
    /// A text that is no position, or a move that cannot be played.
    fn verdict_after(
        &self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Option<Verdict>, BadGame>;

    /// Returns the opening book that ships: balanced openings for a match. `None` where matches
    /// begin at the start of the game, unless another book is asked for.
    fn book(&self) -> Option<Book>;

    /// Makes an opening book with the game's own search, on all cores, and tells `on_found` how
    /// many openings there are so far.
    ///
    /// # Errors
    ///
    /// There are not so many openings of that kind, or the game's bot has no search to judge them.
    fn make_book(
        &self,
        plan: &BookPlan,
        on_found: &mut dyn FnMut(usize),
    ) -> Result<Book, MakeBookError>;

    /// Lets the bot with `nodes` a move play against itself with half as many, two games from each
    /// opening, on all cores, and tells `on_pair` how many pairs have ended.
    ///
    /// # Errors
    ///
    /// An opening that cannot be played, or a bot without a search.
    fn play_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_pair: &(dyn Fn(usize) + Sync),
    ) -> Result<Worth, PlayOpeningsError>;

    /// Searches a position in which both players choose at once with `nodes` nodes of the game's bot,
    /// and returns how it is best played.
    ///
    /// # Errors
    ///
    /// There is no such position, or the players move in turn there.
    fn equilibrium(&self, place: Place<'_>, nodes: u64) -> Result<Equilibrium, EquilibriumError>;

    /// Returns positions in which both players choose at once, for people to look at; none in a game
    /// in which they never do.
    fn situations(&self) -> &'static [Situation];

    /// Plays games of the bot on all cores and compares what it believes of what is hidden with the
    /// truth; tells `on_game` whenever a game has ended.
    ///
    /// # Errors
    ///
    /// Nothing is hidden in this game, or the opponent is none of its own baselines.
    fn calibrate(
        &self,
        plan: &CalibrationPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, CalibrationError>;

    /// Returns the baselines that play this game alone, beside those that play every game.
    fn own_baselines(&self) -> Vec<BaselineInfo>;

    /// Returns a baseline player for one game; `None` if that baseline does not play this game.
    fn baseline(&self, baseline: Baseline, seed: u64) -> Option<Box<dyn Agent>>;
}

/// A game that cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadGame {
    /// Where it starts.
    #[error("that is no position of this game: {0}")]
    Start(#[from] gamekit::ParseError),
    /// A move.
    #[error(transparent)]
    Move(#[from] BadMove),
}

/// Returns every game that has baselines of its own, with these. Of games that share their bot the
/// first stands for all: they share their baselines as well.
pub fn own_baselines() -> impl Iterator<Item = (&'static dyn Game, Vec<BaselineInfo>)> {
    let is_first = |index: usize| {
        GAMES[..index].iter().all(|earlier| earlier.package() != GAMES[index].package())
    };
    let games = GAMES.iter().enumerate().filter(move |&(index, _)| is_first(index));
    let with_own = games.map(|(_, &game)| (game, game.own_baselines()));
    with_own.filter(|(_, own)| !own.is_empty())
}

/// Returns the game of that name.
///
/// # Errors
///
/// No game has that name.
pub fn game(name: &str) -> Result<&'static dyn Game, UnknownGame> {
    let known = GAMES.iter().copied().find(|game| game.name() == name);
    known.ok_or_else(|| UnknownGame(name.to_owned()))
}

/// Returns the game of that name, or every game where none is named.
///
/// # Errors
///
/// No game has that name.
pub fn games(name: Option<&str>) -> Result<Vec<&'static dyn Game>, UnknownGame> {
    match name {
        Some(name) => Ok(vec![game(name)?]),
        None => Ok(GAMES.to_vec()),
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game is called `{0}`; the games are: {known}", known = names())]
pub struct UnknownGame(pub String);

fn names() -> String {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
    names.join(", ")
}
