//! The Jungle bot on standard input and output, which also measures its judge.

use std::time::Duration;

use botio::Options;
use jungle::{bench_within, BotEngine, Dialogue, SETTINGS};
use probe::FixedSearch;
use searchbot::SearchBot;

/// Share of the first turn for the measurement of speed.
const SEARCH: FixedSearch =
    FixedSearch { run: bench_within, nodes: 25_000, time: Duration::from_millis(250) };

fn main() {
    let bot = SearchBot::new(BotEngine::default(), SETTINGS, Options::default());
    if let Err(error) = probe::play(Dialogue, bot, SEARCH) {
        eprintln!("bot: {error}");
    }
}
