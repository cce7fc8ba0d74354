//! The subcommand `locate`: maps a panic's place in a bundle to the place in the sources.

use std::{fs, path::PathBuf};

use anyhow::bail;
use serde_json::json;

use crate::map::{Map, panic_column};

use super::Reply;

const EXAMPLES: &str = "\
Examples:
  bundler locate bot.rs 1234:56
  bundler locate bot.rs \"thread 'main' panicked at src/answer.rs:1234:56:\"
  bundler locate bot.rs 1234

With a column, it prints the source of the token there; without, of everything in that line
of the bundle. Lines and columns count from 1, as in panic messages, in which a tab counts as
four characters. The source map lies beside the bundle, in FILE.map.";

/// Print the source location of a place in a bundle.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Bundle that was written with -o
    file: PathBuf,
    /// LINE or LINE:COLUMN, or a panic message that contains both
    #[arg(value_name = "PLACE", required = true, num_args = 1.., allow_hyphen_values = true)]
    place: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let text = arguments.place.join(" ");
    let Some((line, column)) = read_place(&text) else {
        bail!("`{text}` contains no place: give LINE or LINE:COLUMN");
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
        eprintln!("bundler: no source location maps to that place");
        return Ok(Reply::No);
    }
    Ok(Reply::Yes)
}

/// Reads a line and an optional column: the whole text, or the first word with both in a longer
/// text.
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
    fn a_place_stands_alone_or_in_a_panic_message() {
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
