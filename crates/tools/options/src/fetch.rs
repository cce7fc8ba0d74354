//! Options of `cargo cg fetch`: game results from CodinGame's site.

use std::num::NonZeroUsize;

use crate::import::Options;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg fetch 898881679 --game breakthrough
  cargo cg fetch --agent 4321 --last 50

The ID of a game is in the address of its replay, which may be given as a whole. The site lists \
about the last 150 games of an agent.

The site is asked twice a second at most. If it puts a request off (status 429 or 5xx), the \
request is repeated after growing waits, or after the wait that the site names. Each result is \
kept as it came, in codingame/ in the data folder, and is not asked for again. When all are there, \
after Ctrl-C or after an error, the results so far are imported as by `cargo cg import`.

Exit codes: 0 if every game was imported, 1 if games were refused, 2 after an error, 130 after \
Ctrl-C.";

/// Fetch games from CodinGame and import them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// IDs of games, or the addresses of their replays
    #[arg(value_name = "GAME_ID", required_unless_present = "agent", value_parser = game_id)]
    pub games: Vec<u64>,
    /// Fetch the latest games of the agent with this ID, which is called `me`
    #[arg(long, value_name = "ID", conflicts_with = "games")]
    pub agent: Option<u64>,
    /// Number of latest games [default: all that the site lists]
    #[arg(long, value_name = "N", requires = "agent", value_parser = positive::<NonZeroUsize>)]
    pub last: Option<NonZeroUsize>,
    /// Your own agent in games that are given by ID, by its ID or its pseudonym; may be repeated
    #[arg(long, value_name = "AGENT")]
    pub me: Vec<String>,
    /// Address of the services
    #[arg(long, value_name = "URL", default_value = "https://www.codingame.com/services/")]
    #[arg(value_parser = address)]
    pub base: String,
    /// Options of the import.
    #[command(flatten)]
    pub options: Options,
}

/// Parses the ID of a game, alone or at the end of an address.
fn game_id(text: &str) -> Result<u64, String> {
    let last = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    last.parse().map_err(|_| "expected the ID of a game, or the address of its replay".to_owned())
}

fn address(text: &str) -> Result<String, String> {
    if text.starts_with("https://") || text.starts_with("http://") {
        return Ok(text.to_owned());
    }
    Err("expected an address that begins with https:// or http://".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_named_by_its_id_or_by_an_address() {
        assert_eq!(game_id("898881679"), Ok(898_881_679));
        assert_eq!(game_id("https://www.codingame.com/replay/898881679/"), Ok(898_881_679));
        for text in ["", "x", "-1", "https://www.codingame.com/replay/"] {
            assert!(game_id(text).is_err(), "{text}");
        }
    }
}
