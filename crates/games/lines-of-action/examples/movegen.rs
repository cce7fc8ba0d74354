//! Prints the time of move generation: `cargo run --release -p lines-of-action --example movegen`.

fn main() {
    testkit::time_move_generation::<lines_of_action::Position>(
        &lines_of_action::BotEngine::default(),
    );
}
