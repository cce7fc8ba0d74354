//! Lines of a workspace's manifest that are about games.

use crate::edits::insert_sorted;
use crate::name::Name;

/// Text in the line of each game among the dependencies.
const GAME: &str = " = { path = \"crates/games/";

/// Profiles that optimise games, and the level of optimisation.
const PROFILES: [(&str, u8); 2] = [("[profile.dev]", 1), ("[profile.tools]", 3)];

/// Returns the manifest with the lines of a new game.
///
/// # Errors
///
/// The manifest has no lines of games, or those of this game already.
pub(crate) fn with_game(manifest: &str, name: &Name) -> anyhow::Result<String> {
    let game = name.package();
    let member = format!("{game}{GAME}{game}\" }}");
    with_profiles(&insert_sorted(manifest, None, GAME, &member)?, name)
}

/// Returns the profiles with the lines of a new game.
///
/// # Errors
///
/// A profile is missing, or has a line of this game already.
pub(crate) fn with_profiles(text: &str, name: &Name) -> anyhow::Result<String> {
    PROFILES.iter().try_fold(text.to_owned(), |text, (profile, level)| {
        let line = format!("package.{}.opt-level = {level}", name.package());
        insert_sorted(&text, Some(profile), "package.", &line)
    })
}

/// Returns true if a line of a profile is about a game of the manifest.
pub(crate) fn is_of_a_game(manifest: &str, line: &str) -> bool {
    let package = line.strip_prefix("package.").and_then(|rest| rest.split('.').next());
    package.is_some_and(|package| {
        let start = format!("{package}{GAME}");
        manifest.lines().any(|line| line.starts_with(&start))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    const MANIFEST: &str = "chess = { path = \"crates/games/chess\" }\n\n\
        [profile.dev]\npackage.arena.opt-level = 1\npackage.chess.opt-level = 1\n\n\
        [profile.tools]\npackage.chess.opt-level = 3\n";

    #[test]
    fn a_game_is_added_to_the_dependencies_and_the_profiles() {
        let manifest = with_game(MANIFEST, &Name::parse("othello").unwrap()).unwrap();
        let expected = "chess = { path = \"crates/games/chess\" }\n\
            othello = { path = \"crates/games/othello\" }\n\n\
            [profile.dev]\npackage.arena.opt-level = 1\npackage.chess.opt-level = 1\n\
            package.othello.opt-level = 1\n\n\
            [profile.tools]\npackage.chess.opt-level = 3\npackage.othello.opt-level = 3\n";
        assert_eq!(manifest, expected);
    }

    #[test]
    fn lines_of_games_are_told_from_those_of_other_packages() {
        let of_games: Vec<&str> =
            MANIFEST.lines().filter(|line| is_of_a_game(MANIFEST, line)).collect();
        assert_eq!(of_games, ["package.chess.opt-level = 1", "package.chess.opt-level = 3"]);
    }
}
