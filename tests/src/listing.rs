//! Selections of the arena's games.

use registry::{GAMES, Game};

/// Returns the games whose referee sends the list of legal moves to the players. The bots of the
/// program `zoo` need this list, because they know no rules.
pub fn games_with_lists() -> impl Iterator<Item = &'static dyn Game> {
    // The list is at the end of a prompt, after a line with its length.
    GAMES.iter().copied().filter(|game| game.referee().prompt().iter().any(|line| is_count(line)))
}

fn is_count(line: &str) -> bool {
    line.parse::<u32>().is_ok()
}
