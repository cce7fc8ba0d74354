//! The bot's program against a judge, and its recovery from a panic.

use testkit::Judge;

use {{crate}}::{BotEngine, Dialogue, Move, Position, SETTINGS};

fn heading(played: &[Move], _: &Position) -> String {
    played.last().map_or("None\n".to_owned(), |mv| format!("{mv}\n"))
}

const JUDGE: Judge<Position> = Judge { heading };

#[test]
fn the_program_answers_any_input() {
    testkit::check_process(env!("CARGO_BIN_EXE_{{game}}"), &JUDGE);
}

#[test]
fn a_fault_inside_the_engine_never_loses_the_game() {
    testkit::check_rescue(BotEngine::default, &Dialogue, &SETTINGS, &JUDGE);
}
