//! Command `replay`: writes recorded games as one HTML file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use options::Reply;
use options::replay::Arguments;

use super::output::write_atomically;
use crate::page::single_page;
use crate::record_cache::read_records;
use crate::replay::replay;

/// Maximum number of games in one page: browsers are slow with larger pages.
const MAX_GAMES: usize = 100;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let file = &arguments.file;
    let bytes = fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
    let records = read_records(&bytes).with_context(|| file.display().to_string())?;
    let chosen = match arguments.game {
        Some(number) => {
            let index = number as usize - 1;
            let Some(record) = records.get(index) else {
                bail!("{}: has {} games: `--game` counts from 1", file.display(), records.len());
            };
            vec![(index, record)]
        }
        None => records.iter().enumerate().take(MAX_GAMES).collect(),
    };
    let mut replays = Vec::with_capacity(chosen.len());
    for (index, record) in chosen {
        let at = || format!("{}: game {}", file.display(), index + 1);
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = format!("{name}, game {}", index + 1);
        replays.push(replay(record, Some(source)).with_context(at)?);
    }
    let output = arguments.output.clone().unwrap_or_else(|| default_output(file));
    write_atomically(&output, &single_page(&replays)?)?;
    if replays.len() < records.len() && arguments.game.is_none() {
        eprintln!(
            "wrote the first {MAX_GAMES} of {} games: `--game` selects any of them",
            records.len()
        );
    }
    println!("{}", output.display());
    Ok(Reply::Yes)
}

/// Returns the default path of the page, in the current folder.
fn default_output(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.trim_end_matches(".gz").trim_end_matches(".jsonl");
    PathBuf::from(format!("{stem}.html"))
}
