//! The bot's program against a judge, and its recovery from a panic.

use gamekit::{Player, Position as _};
use lines_of_action::{BotEngine, Dialogue, Move, Position, SETTINGS};
use testkit::Judge;

fn letter(player: Player) -> char {
    match player {
        Player::First => 'b',
        Player::Second => 'w',
    }
}

fn heading(played: &[Move], pos: &Position) -> String {
    let mut lines = String::new();
    if played.len() < 2 {
        lines += &format!("{}\n", letter(pos.side_to_move()));
    }
    for rank in (0..8).rev() {
        lines.extend((0..8).map(|file| pos.checker(file, rank).map_or('.', letter)));
        lines.push('\n');
    }
    lines + &played.last().map_or("null\n".to_owned(), |mv| format!("{mv}\n"))
}

const JUDGE: Judge<Position> = Judge { heading };

#[test]
fn the_program_answers_any_input() {
    testkit::check_process(env!("CARGO_BIN_EXE_lines-of-action"), &JUDGE);
}

#[test]
fn a_fault_inside_the_engine_never_loses_the_game() {
    testkit::check_rescue(BotEngine::default, &Dialogue::default(), &SETTINGS, &JUDGE);
}
