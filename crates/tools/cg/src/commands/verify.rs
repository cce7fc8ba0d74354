use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::json;

use arena::verify_file;

use super::print_json;
use crate::cli::Reply;

const EXAMPLES: &str = "\
Examples:
  cargo cg verify tests/data/transcripts/breakthrough.jsonl.gz
  cargo cg match breakthrough --p1 random --p2 random --games 10 --record games.jsonl && \\
      cargo cg verify games.jsonl

Every game is played again from its moves alone; every line that the referee sends, the result and the
reason must be those of the record.";

/// Check that recorded games are what the referee makes of their moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Records: one JSON object a line, plain or compressed with gzip
    #[arg(required = true, value_name = "FILE.jsonl[.gz]")]
    files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let (mut files, mut games, mut plies) = (Vec::new(), 0, 0);
    for path in &arguments.files {
        let verified = verify_file(path)?;
        let name = path.display().to_string();
        if !arguments.json {
            let (games, plies) = (verified.games, verified.plies);
            writeln!(io::stdout(), "{name}: {games} games, {plies} plies, ok")?;
        }
        files.push(json!({ "file": name, "games": verified.games, "plies": verified.plies }));
        games += verified.games;
        plies += verified.plies;
    }
    if arguments.json {
        print_json(&json!({ "ok": true, "games": games, "plies": plies, "files": files }))?;
    }
    Ok(Reply::Yes)
}
