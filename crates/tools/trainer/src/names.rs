use crate::games::{network_games, tunable_games};
use crate::network_game::NetworkGame;
use crate::tunable_game::TunableGame;

/// A name under which there is nothing to learn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownGame {
    /// No game of that name has weights.
    #[error("no game called `{name}` has weights to learn; those that have are: {known}")]
    TunableGame {
        /// The name.
        name: String,
        /// Those of the games that have some.
        known: String,
    },
    /// No game of that name has networks.
    #[error("no game called `{name}` has networks; those that have are: {known}")]
    NetworkGame {
        /// The name.
        name: String,
        /// Those of the games that have some.
        known: String,
    },
}

/// Returns the game of that name, whose bot has weights to learn.
///
/// # Errors
///
/// A name of no such game.
pub fn tunable_game(name: &str) -> Result<&'static dyn TunableGame, UnknownGame> {
    let names = tunable_games().iter().map(|tunable_game| tunable_game.name());
    let found = tunable_games().iter().find(|tunable_game| tunable_game.name() == name);
    let unknown = || UnknownGame::TunableGame {
        name: name.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    };
    found.copied().ok_or_else(unknown)
}

/// Returns the game of that name, whose bot may judge by a network.
///
/// # Errors
///
/// A name of no such game.
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
    fn games_are_found_by_name_and_unknown_ones_are_answered_by_those_that_are_known() {
        assert_eq!(tunable_game("lamistra").map(TunableGame::name), Ok("lamistra"));
        assert_eq!(network_game("jungle").map(NetworkGame::name), Ok("jungle"));
        let check = |error: Option<UnknownGame>, expected: &str| {
            assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(expected));
        };
        check(
            tunable_game("chess").err(),
            "no game called `chess` has weights to learn; those that have are: breakthrough, \
             lines-of-action, jungle, lamistra",
        );
        check(
            network_game("lamistra").err(),
            "no game called `lamistra` has networks; those that have are: breakthrough, \
             lines-of-action, jungle",
        );
    }
}
