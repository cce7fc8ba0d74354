use arena::{GAMES, Game};

/// Returns the games whose referee lists the legal moves to the players, which is all that the bots of
/// the zoo know of any game.
pub fn games_with_lists() -> impl Iterator<Item = &'static dyn Game> {
    // The list comes at the end of a prompt, behind its length.
    GAMES.iter().copied().filter(|game| game.referee().prompt().iter().any(|line| is_count(line)))
}

/// Returns a game for each bot: games that share their bot are named by the first of them.
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
