//! Command `replay`: writes recorded or stored games as one HTML file.

use std::path::PathBuf;

use anyhow::Context as _;
use options::replay::Arguments;
use options::{Data, Reply};
use room::Replay;
use workspace::{DataFolder, REVIEWS, check_output};

use super::chosen_games::{Choice, ChosenGame, ChosenGames};
use super::output::write_atomically;
use crate::page::single_page;
use crate::reviewed::replay_with_review;

/// Maximum number of games in one page: browsers are slow with larger pages.
pub(super) const MAX_GAMES: usize = 100;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    arguments.output.as_deref().map_or(Ok(()), check_output)?;
    let choice = Choice {
        file: arguments.file.as_ref(),
        store: arguments.store.as_ref(),
        id: arguments.id,
        number: arguments.game,
        most: MAX_GAMES,
    };
    let ChosenGames { stem, place, games, total } = choice.read(data)?;
    // Without a data folder there are no reviews.
    let reviews = DataFolder::find(data.data_folder.as_deref()).ok();
    let reviews = reviews.and_then(|folder| folder.kept(REVIEWS).ok());
    let replay = |game: ChosenGame| -> anyhow::Result<Replay> {
        let replay = replay_with_review(&game.record, Some(game.source), reviews.as_deref());
        replay.with_context(|| format!("{place}: game {}", game.number))
    };
    let replays = games.into_iter().map(replay).collect::<anyhow::Result<Vec<Replay>>>()?;
    let output = arguments.output.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}.html")));
    write_atomically(&output, &single_page(&replays)?)?;
    if replays.len() < total && arguments.game.is_none() {
        eprintln!("wrote the first {MAX_GAMES} of {total} games: `--game` selects any of them");
    }
    println!("{}", output.display());
    Ok(Reply::Yes)
}
