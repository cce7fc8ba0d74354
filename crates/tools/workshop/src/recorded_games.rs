//! Reading of recorded games whose players are examined.

use std::path::PathBuf;

use anyhow::bail;
use arena::Records;
use options::{PlayerChoice, Side};
use registry::RecordedGame;

/// Reads the games of `game` in which a chosen player takes part.
pub(crate) fn recorded_games(
    game: &str,
    files: &[PathBuf],
    players: &PlayerChoice,
) -> anyhow::Result<Vec<RecordedGame>> {
    let (mut games, mut names) = (Vec::new(), Vec::new());
    for path in files {
        for entry in Records::open(path)? {
            let (line, record) = entry?;
            let place = format!("{}:{line}", path.display());
            if record.game != game {
                let found = &record.game;
                bail!("{place}: a game of {found}, not of {game}: name that game instead");
            }
            let is_examined = players.of(&record.policy);
            if is_examined != [false; 2] {
                let answers = record.plies.into_iter().map(|ply| ply.mv).collect();
                games.push(RecordedGame { place, answers, is_examined });
            }
            if !names.contains(&record.policy) {
                names.push(record.policy);
            }
        }
    }
    if games.is_empty() {
        let names = names.join(", ");
        match &players.player {
            Some(player) if !names.is_empty() => {
                bail!("no game has a player `{player}` on that side; the players are: {names}")
            }
            _ => bail!("the files hold no games: were they recorded to the end?"),
        }
    }
    Ok(games)
}

/// Returns the chosen players in words.
pub(crate) fn whose(players: &PlayerChoice) -> &str {
    players.player.as_deref().unwrap_or(match players.side {
        None => "all players",
        Some(Side::First) => "the first player",
        Some(Side::Second) => "the second player",
    })
}
