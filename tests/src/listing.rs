//! Selections of the arena's games.

use registry::{GAMES, Game};

/// Returns the games whose referee sends the list of legal moves to the players. The bots of the
/// program `zoo` need this list, because they know no rules.
pub fn games_with_lists() -> impl Iterator<Item = &'static dyn Game> {
    // The list is at the end of a prompt, after a line with its length.
    GAMES.iter().copied().filter(|game| game.referee().prompt().iter().any(|line| is_count(line)))
}

/// Returns one game for each bot: the first of the games that share the bot.
pub fn games_by_bot() -> impl Iterator<Item = &'static dyn Game> {
    let is_first = |index: usize| {
        GAMES[..index].iter().all(|earlier| earlier.package() != GAMES[index].package())
    };
    GAMES
        .iter()
        .copied()
        .enumerate()
        .filter(move |&(index, _)| is_first(index))
        .map(|(_, game)| game)
}

fn is_count(line: &str) -> bool {
    line.parse::<u32>().is_ok()
}
