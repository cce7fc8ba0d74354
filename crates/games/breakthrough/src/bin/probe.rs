//! The Breakthrough bot on standard input and output, which also measures its judge.

use botio::Options;
use breakthrough::{bench_within, BotEngine, Dialogue, SETTINGS};
use searchbot::SearchBot;

fn main() {
    let bot = SearchBot::new(BotEngine::default(), SETTINGS, Options::default());
    if let Err(error) = probe::play(Dialogue, bot, bench_within) {
        eprintln!("bot: {error}");
    }
}
