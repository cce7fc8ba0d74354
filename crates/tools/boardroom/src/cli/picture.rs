//! Command `picture`: writes a recorded or stored game as an animated picture, or one of its
//! positions as SVG.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use options::picture::{Arguments, BoardView, Theme};
use options::{Data, Reply};
use room::{Replay, replay};
use workspace::check_output;

use super::chosen_games::Choice;
use super::output::write_atomically;
use crate::drawing::{Look, View, animation, board};

/// Format of the picture, from the name of its file.
#[derive(PartialEq)]
enum Format {
    /// Whole game as an animated PNG.
    Animation,
    /// One position as SVG.
    Drawing,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    if let Some(output) = &arguments.output {
        check_output(output)?;
        format_of(output, arguments)?;
    }
    let choice = Choice {
        file: arguments.file.as_ref(),
        store: arguments.store.as_ref(),
        id: arguments.id,
        number: Some(arguments.game),
        most: 1,
    };
    let chosen = choice.read(data)?;
    let record = chosen.games.first().context("there is no such game")?;
    let replay = replay(&record.record, None);
    let replay = replay.with_context(|| format!("{}: game {}", chosen.place, arguments.game))?;
    let extension = if arguments.ply.is_some() { "svg" } else { "png" };
    let name = || PathBuf::from(format!("{}-game-{}.{extension}", chosen.stem, arguments.game));
    let output = arguments.output.clone().unwrap_or_else(name);
    match format_of(&output, arguments)? {
        Format::Animation => {
            write_atomically(&output, animation(&replay, look(arguments), arguments.delay)?)?;
        }
        Format::Drawing => write_atomically(&output, drawing(&replay, arguments)?)?,
    }
    println!("{}", output.display());
    Ok(Reply::Yes)
}

/// Returns the format for the name of a file.
fn format_of(output: &Path, arguments: &Arguments) -> anyhow::Result<Format> {
    let extension = output.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("png") if arguments.ply.is_some() => {
            bail!("a PNG shows the whole game: `--ply` needs a name that ends in .svg")
        }
        Some("png") => Ok(Format::Animation),
        Some("svg") => Ok(Format::Drawing),
        _ => bail!("{}: the name of a picture ends in .png or .svg", output.display()),
    }
}

/// Returns one position as SVG.
fn drawing(replay: &Replay, arguments: &Arguments) -> anyhow::Result<String> {
    let plies = replay.plies.len();
    let ply = arguments.ply.unwrap_or(plies);
    if ply > plies {
        bail!("the game has {plies} plies: `--ply` counts to that number");
    }
    Ok(board(replay, ply, look(arguments))?)
}

fn look(arguments: &Arguments) -> Look {
    let view = match arguments.view {
        BoardView::All => View::All,
        BoardView::First => View::First,
        BoardView::Second => View::Second,
    };
    Look {
        view,
        is_flipped: (view == View::Second) != arguments.flip,
        is_dark: arguments.theme == Theme::Dark,
        width: arguments.width,
    }
}
