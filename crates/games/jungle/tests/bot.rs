//! The bot's program against a judge, and its recovery from a panic.

use gamekit::{Player, Position as _};
use jungle::{BotEngine, Dialogue, Move, Position, SETTINGS};
use testkit::Judge;

fn heading(played: &[Move], pos: &Position) -> String {
    let colour = match pos.side_to_move() {
        _ if played.len() > 1 => "",
        Player::First => "red\n",
        Player::Second => "blue\n",
    };
    let last = played.last().map_or("-1 -1 -1 -1".to_owned(), Move::to_string);
    format!("{colour}{last}\n")
}

const JUDGE: Judge<Position> = Judge { heading };

#[test]
fn the_program_answers_any_input() {
    testkit::check_process(env!("CARGO_BIN_EXE_jungle"), &JUDGE);
}

#[test]
fn a_fault_inside_the_engine_never_loses_the_game() {
    testkit::check_rescue(BotEngine::default, &Dialogue, &SETTINGS, &JUDGE);
}
