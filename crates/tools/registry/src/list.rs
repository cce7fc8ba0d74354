//! The list of games: the only place of the tools, besides the module of each game, that names one.

use crate::agent::BaselineInfo;
use crate::game::Game;
use crate::games::breakthrough::Breakthrough;
use crate::games::jungle::Jungle;
use crate::games::lamistra::Lamistra;
use crate::games::lines_of_action::LinesOfAction;
use crate::games::stratego::Stratego;
use crate::official::Entry;

/// All games that the tools support.
pub static GAMES: &[&dyn Game] = &[
    &Entry::<Breakthrough>::NEW,
    &Entry::<LinesOfAction>::NEW,
    &Entry::<Jungle>::NEW,
    &Entry::<Lamistra>::NEW,
    &Entry::<Stratego<false>>::NEW,
    &Entry::<Stratego<true>>::NEW,
];

/// Returns every game that has baselines of its own, with these baselines. Games that share a bot
/// also share its baselines, so only the first of them is returned.
pub fn own_baselines() -> impl Iterator<Item = (&'static dyn Game, Vec<BaselineInfo>)> {
    let is_first = |index: usize| {
        GAMES[..index].iter().all(|earlier| earlier.package() != GAMES[index].package())
    };
    let games = GAMES.iter().enumerate().filter(move |&(index, _)| is_first(index));
    let with_own = games.map(|(_, &game)| (game, game.own_baselines()));
    with_own.filter(|(_, own)| !own.is_empty())
}

/// Returns the game with that name.
///
/// # Errors
///
/// No game has that name.
pub fn game(name: &str) -> Result<&'static dyn Game, UnknownGame> {
    let known = GAMES.iter().copied().find(|game| game.name() == name);
    known.ok_or_else(|| UnknownGame(name.to_owned()))
}

/// Returns the game with that name, or every game if `name` is `None`.
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

/// Error: no game has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game is called `{0}`; the games are: {known}", known = names())]
pub struct UnknownGame(pub String);

fn names() -> String {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
    names.join(", ")
}
