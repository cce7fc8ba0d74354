//! Makes the book of one side, 1 or 2, and prints its text.

use gamekit::Player;
use lines_of_action::{BotEngine, SETTINGS};
use search::Searcher;
use searchbot::Size;

fn main() {
    let side = match std::env::args().nth(1).as_deref() {
        Some("1") => Player::First,
        _ => Player::Second,
    };
    let size =
        Size { positions: 120, own_nodes: 2_000_000, reply_nodes: 20_000, units_per_logit: 161.0 };
    let searcher = Searcher::new(BotEngine::default(), SETTINGS.params, SETTINGS.table_bytes);
    println!("{}", searchbot::make(searcher, side, &size));
}
