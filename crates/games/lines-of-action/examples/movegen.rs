//! How long the rules take to list the moves of a position.

fn main() {
    testkit::time_move_generation::<lines_of_action::Position>(
        &lines_of_action::BotEngine::default(),
    );
}
