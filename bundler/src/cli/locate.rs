//! From a panic's place in a bundle to the place in the sources.

use std::{fs, path::PathBuf};

use anyhow::bail;
use serde_json::json;

use crate::{Map, panic_column};

use super::Reply;

const EXAMPLES: &str = "\
Examples:
  bundler locate bot.rs 1234:56
  bundler locate bot.rs \"thread 'main' panicked at src/answer.rs:1234:56:\"
  bundler locate bot.rs 1234

With a column it is the place of the token there; without, of everything in that line of the bundle. Lines and columns
count from one, as in the words of a panic, to which a tab is as wide as four characters. The map lies beside the
bundle, in FILE.map.";

/// Say where the code at a place of a bundle was written.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The bundle as it was written with -o
    file: PathBuf,
    /// LINE or LINE:COLUMN, or a panic's words with both
    #[arg(value_name = "PLACE", required = true, num_args = 1.., allow_hyphen_values = true)]
    place: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let text = arguments.place.join(" ");
    let Some((line, column)) = read_place(&text) else {
        bail!("`{text}` names no place: say LINE or LINE:COLUMN");
    };
    let map = Map::beside(&arguments.file)?;
    let found = match column {
        Some(column) => {
            let source = fs::read_to_string(&arguments.file)?;
            map.locate(line, panic_column(&source, line, column)).into_iter().collect()
        }
        None => map.locate_line(line),
    };
    if arguments.json {
        println!("{}", json!({ "ok": !found.is_empty(), "places": found }));
    } else {
        for location in &found {
            let name = location.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
            println!("{location}{name}");
        }
    }
    if found.is_empty() {
        eprintln!("bundler: nothing at that place was written by anyone");
        return Ok(Reply::No);
    }
    Ok(Reply::Yes)
}

/// Reads a line and perhaps a column: a text of both, or the first words with both in a longer text.
fn read_place(text: &str) -> Option<(usize, Option<usize>)> {
    if let Ok(line) = text.parse() {
        return Some((line, None));
    }
    text.split_whitespace().find_map(|word| {
        let word = word.trim_end_matches([':', ',', '.']);
        let (before, column) = word.rsplit_once(':')?;
        let line = before.rsplit(':').next()?;
        Some((line.parse().ok()?, Some(column.parse().ok()?)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_stands_alone_or_in_the_words_of_a_panic() {
        let check = |text: &str, expected: Option<(usize, Option<usize>)>| {
            assert_eq!(read_place(text), expected, "{text}");
        };
        check("12", Some((12, None)));
        check("12:3", Some((12, Some(3))));
        check("bot.rs:12:3", Some((12, Some(3))));
        check("thread 'main' (7) panicked at src/a b.rs:12:3:\nno 1:2", Some((12, Some(3))));
        check("thread 'main' panicked", None);
        check("line:three", None);
    }
}
