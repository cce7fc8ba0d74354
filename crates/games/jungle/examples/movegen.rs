//! Prints the time of move generation: `cargo run --release -p jungle --example movegen`.

fn main() {
    testkit::time_move_generation::<jungle::Position>(&jungle::BotEngine::default());
}
