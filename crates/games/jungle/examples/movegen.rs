//! How long the rules take to list the moves of a position.

fn main() {
    testkit::time_move_generation::<jungle::Position>(&jungle::BotEngine::default());
}
