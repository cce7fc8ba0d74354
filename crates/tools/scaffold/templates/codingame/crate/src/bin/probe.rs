//! The bot on standard input and output, which also measures its judge.

use botio::Options;
use searchbot::SearchBot;

use {{crate}}::{bench_within, BotEngine, Dialogue, SETTINGS};

fn main() {
    let bot = SearchBot::new(BotEngine::default(), SETTINGS, Options::default());
    if let Err(error) = probe::play(Dialogue, bot, bench_within) {
        eprintln!("bot: {error}");
    }
}
