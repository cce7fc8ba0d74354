//! Games by name, and the games with a capability.

use std::sync::OnceLock;

use trainer::{NetworkGame, SpsaGame, TunableGame};

use crate::agent::BaselineInfo;
use crate::book::OpeningSearch;
use crate::calibration::Beliefs;
use crate::careless::CarelessMoves;
use crate::equilibrium::SimultaneousGame;
use crate::game::Game;

/// Games of this process, if [`set_games`] has set them.
static SET: OnceLock<&[&dyn Game]> = OnceLock::new();

/// Sets the games of this process. A program of another workspace calls this once, before anything
/// else; without it the games are [`GAMES`](crate::GAMES), or none without the feature `games`.
pub fn set_games(games: &'static [&'static dyn Game]) {
    // The games of a process never change: a second call has no effect.
    let _ = SET.set(games);
}

/// Returns all games that the tools support.
pub fn all_games() -> &'static [&'static dyn Game] {
    #[cfg(feature = "games")]
    let default = crate::list::GAMES;
    #[cfg(not(feature = "games"))]
    let default = &[];
    SET.get().copied().unwrap_or(default)
}

/// Returns the games without their variants: of the games that share a bot, the first.
pub fn main_games() -> impl Iterator<Item = &'static dyn Game> {
    let games = all_games();
    let is_first = |index: usize| {
        games[..index].iter().all(|earlier| earlier.package() != games[index].package())
    };
    games.iter().enumerate().filter(move |&(index, _)| is_first(index)).map(|(_, &game)| game)
}

/// Returns every game that has baselines of its own, with these baselines. Games that share a bot
/// also share its baselines, so only the first of them is returned.
pub fn own_baselines() -> impl Iterator<Item = (&'static dyn Game, Vec<BaselineInfo>)> {
    let with_own = main_games().map(|game| (game, game.own_baselines()));
    with_own.filter(|(_, own)| !own.is_empty())
}

/// Returns the game with that name, in capital or small letters, or with these initials: `loa` is
/// `lines-of-action`.
///
/// # Errors
///
/// No game has that name.
pub fn game(name: &str) -> Result<&'static dyn Game, UnknownGame> {
    let games = || all_games().iter().copied();
    let named = games().find(|game| game.name().eq_ignore_ascii_case(name));
    let known = named.or_else(|| {
        games().find(|game| name.len() > 1 && initials(game.name()).eq_ignore_ascii_case(name))
    });
    known.ok_or_else(|| UnknownGame(name.to_owned()))
}

/// Returns the first letters of the words of a name.
fn initials(name: &str) -> String {
    name.split('-').filter_map(|word| word.chars().next()).collect()
}

/// Returns the name of a game that is spelt almost like `name`.
fn similar_name(name: &str) -> Option<&'static str> {
    /// Smallest Jaro-Winkler similarity, from 0 to 1, of names that may be meant.
    const SIMILAR: f64 = 0.8;
    let name = name.to_ascii_lowercase();
    let rated =
        all_games().iter().map(|game| (game.name(), strsim::jaro_winkler(game.name(), &name)));
    let (nearest, similarity) = rated.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    (similarity >= SIMILAR).then_some(nearest)
}

/// Returns the game with that name, or every game if `name` is `None`.
///
/// # Errors
///
/// No game has that name.
pub fn games(name: Option<&str>) -> Result<Vec<&'static dyn Game>, UnknownGame> {
    match name {
        Some(name) => Ok(vec![game(name)?]),
        None => Ok(all_games().to_vec()),
    }
}

/// Returns the search for openings of the game with that name.
///
/// # Errors
///
/// No game has that name, or its bot has no engine for the crate `search`.
pub fn opening_search(name: &str) -> Result<&'static dyn OpeningSearch, CapabilityError> {
    capability(name, "a search that can evaluate openings", |game| game.opening_search())
}

/// Returns the game with that name, in which both players may choose simultaneously.
///
/// # Errors
///
/// No game has that name, or its players move in turn.
pub fn simultaneous_game(name: &str) -> Result<&'static dyn SimultaneousGame, CapabilityError> {
    capability(name, "positions in which both players choose at once", |game| game.simultaneous())
}

/// Returns the beliefs of the bot of the game with that name.
///
/// # Errors
///
/// No game has that name, or it hides nothing.
pub fn beliefs(name: &str) -> Result<&'static dyn Beliefs, CapabilityError> {
    capability(name, "hidden information", |game| game.beliefs())
}

/// Returns the search for careless moves of the game with that name.
///
/// # Errors
///
/// No game has that name, or it has no kinds of moves to look for.
pub fn careless_moves(name: &str) -> Result<&'static dyn CarelessMoves, CapabilityError> {
    capability(name, "kinds of careless moves", |game| game.careless_moves())
}

/// Returns the tunable game with that name.
///
/// # Errors
///
/// No game has that name, or its weights cannot be tuned.
pub fn tunable_game(name: &str) -> Result<&'static dyn TunableGame, CapabilityError> {
    capability(name, "tunable weights", |game| game.tunable())
}

/// Returns the game with that name, for tuning by SPSA and for duels.
///
/// # Errors
///
/// No game has that name, or its bot does not play itself with other weights.
pub fn spsa_game(name: &str) -> Result<&'static dyn SpsaGame, CapabilityError> {
    capability(name, "self-play of the bot with other weights", |game| game.spsa())
}

/// Returns the network game with that name.
///
/// # Errors
///
/// No game has that name, or its bot accepts no network.
pub fn network_game(name: &str) -> Result<&'static dyn NetworkGame, CapabilityError> {
    capability(name, "an evaluation by a network", |game| game.network())
}

/// Returns what `find` finds of the game with that name. `what` describes it in the error.
fn capability<T>(
    name: &str,
    what: &'static str,
    find: impl Fn(&'static dyn Game) -> Option<T>,
) -> Result<T, CapabilityError> {
    let game = game(name)?;
    find(game).ok_or_else(|| {
        let known =
            all_games().iter().filter(|&&game| find(game).is_some()).map(|game| game.name());
        let known = known.collect::<Vec<_>>().join(", ");
        CapabilityError::Missing { game: game.name(), what, known }
    })
}

/// Error: a game that is unknown, or that does not have what a command needs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CapabilityError {
    /// No game has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownGame),
    /// The game has nothing of the kind.
    #[error("{game} does not have {what}; games that have: {known}")]
    Missing {
        /// The game's name.
        game: &'static str,
        /// Description of what is missing.
        what: &'static str,
        /// The names of the games that have it.
        known: String,
    },
}

/// Error: no game has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game is called `{0}`; {meant}the games are: {all}", meant = meant(.0), all = names())]
pub struct UnknownGame(pub String);

/// Returns the question whether a game with a similar name is meant, or nothing.
fn meant(name: &str) -> String {
    similar_name(name).map_or(String::new(), |similar| format!("did you mean `{similar}`? "))
}

fn names() -> String {
    let names: Vec<&str> = all_games().iter().map(|game| game.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_be_in_capitals_or_short_and_a_misspelt_one_is_guessed() {
        let found = |name| game(name).map(|game| game.name());
        assert_eq!(found("Breakthrough"), Ok("breakthrough"));
        assert_eq!(found("LOA"), Ok("lines-of-action"));
        assert!(found("b").is_err());
        for (name, meant) in [("breakthru", "breakthrough"), ("Jungel", "jungle")] {
            let error = found(name).unwrap_err().to_string();
            let expected = format!("`{name}`; did you mean `{meant}`? the games are: ");
            assert!(error.contains(&expected), "{error}");
        }
        assert!(!found("chess").unwrap_err().to_string().contains("did you mean"));
    }

    #[test]
    fn a_game_is_found_by_name_and_what_it_lacks_is_refused_with_the_games_that_have_it() {
        assert_eq!(tunable_game("lamistra").map(|game| game.name()), Ok("lamistra"));
        for name in ["lamistra", "stratego"] {
            assert_eq!(spsa_game(name).map(SpsaGame::name), Ok(name));
        }
        assert_eq!(network_game("jungle").map(NetworkGame::name), Ok("jungle"));
        let check = |error: Option<CapabilityError>, expected: &str| {
            assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(expected));
        };
        check(
            tunable_game("chess").err(),
            "no game is called `chess`; the games are: breakthrough, lines-of-action, jungle, \
             lamistra, stratego, stratego-two-squares",
        );
        check(
            network_game("stratego").err(),
            "stratego does not have an evaluation by a network; games that have: breakthrough, \
             lines-of-action, jungle, lamistra",
        );
        check(
            tunable_game("stratego").err(),
            "stratego does not have tunable weights; games that have: breakthrough, \
             lines-of-action, jungle, lamistra",
        );
        check(
            beliefs("jungle").err(),
            "jungle does not have hidden information; games that have: stratego, \
             stratego-two-squares",
        );
        check(
            simultaneous_game("jungle").err(),
            "jungle does not have positions in which both players choose at once; games that \
             have: lamistra",
        );
    }
}
