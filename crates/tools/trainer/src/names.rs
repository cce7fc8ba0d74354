//! Lookup of tunable games and network games by name.

use crate::games::{network_games, tunable_games};
use crate::network_game::NetworkGame;
use crate::tunable_game::TunableGame;

/// Unknown name of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownGame {
    /// There is no tunable game with this name.
    #[error("no game called `{name}` has tunable weights; games with tunable weights: {known}")]
    TunableGame {
        /// The unknown name.
        name: String,
        /// Names of the tunable games.
        known: String,
    },
    /// There is no network game with this name.
    #[error("no game called `{name}` has networks; games with networks: {known}")]
    NetworkGame {
        /// The unknown name.
        name: String,
        /// Names of the network games.
        known: String,
    },
}

/// Returns the tunable game with this name.
///
/// # Errors
///
/// There is no tunable game with this name.
pub fn tunable_game(name: &str) -> Result<&'static dyn TunableGame, UnknownGame> {
    let names = tunable_games().iter().map(|tunable_game| tunable_game.name());
    let found = tunable_games().iter().find(|tunable_game| tunable_game.name() == name);
    let unknown = || UnknownGame::TunableGame {
        name: name.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    };
    found.copied().ok_or_else(unknown)
}

/// Returns the network game with this name.
///
/// # Errors
///
/// There is no network game with this name.
pub fn network_game(name: &str) -> Result<&'static dyn NetworkGame, UnknownGame> {
    let names = network_games().iter().map(|network_game| network_game.name());
    let found = network_games().iter().find(|network_game| network_game.name() == name);
    let unknown = || UnknownGame::NetworkGame {
        name: name.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    };
    found.copied().ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_name_and_the_error_for_an_unknown_name_lists_the_known_ones() {
        assert_eq!(tunable_game("lamistra").map(TunableGame::name), Ok("lamistra"));
        assert_eq!(network_game("jungle").map(NetworkGame::name), Ok("jungle"));
        let check = |error: Option<UnknownGame>, expected: &str| {
            assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(expected));
        };
        check(
            tunable_game("chess").err(),
            "no game called `chess` has tunable weights; games with tunable weights: \
             breakthrough, lines-of-action, jungle, lamistra",
        );
        check(
            network_game("lamistra").err(),
            "no game called `lamistra` has networks; games with networks: breakthrough, \
             lines-of-action, jungle",
        );
    }
}
