//! The bot's program against a judge, and its recovery from a panic.

use std::time::Instant;

use botio::{Bot as _, Options};
use gamekit::{Player, Position as _};
use lines_of_action::{BotEngine, Dialogue, Move, Position, SETTINGS};
use searchbot::{SearchBot, Turn};
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

/// Recorded moves, in which the first player has to pass at the plies 22 and 24.
const WITH_PASSES: &str = "e1c3 a5c3 b8h8 h6f8 f1a1 a3c1 e8c6 a4c6 d8f6 h4f6 d1c2 c1g1 c2f5 h5f5 \
    b1b2 a6c8 b2c1 c8g8 a1d1 g1d1 c1a1 d1b1 pass f8e7 pass g8e8 h8f8 h2h5 f8h8";

/// A bot that follows the game plays the moves of its opening until the end: this one only sees
/// positions, and is not asked to pass.
#[test]
fn a_bot_that_only_sees_positions_follows_the_game_and_starts_a_new_one() {
    let opening: Vec<Move> =
        WITH_PASSES.split_whitespace().map(|text| text.parse().unwrap()).collect();
    let options = Options { opening: opening.clone(), nodes: Some(50), ..Options::default() };
    let mut bot = SearchBot::new(BotEngine::default(), SETTINGS, options);
    let mut remarks = Vec::new();
    for _ in 0..2 {
        let mut pos = Position::initial();
        for (ply, &mv) in opening.iter().enumerate() {
            if pos.side_to_move() == Player::First && mv != Move::PASS {
                let turn = Turn::showing(Ok::<_, &str>(pos));
                let reply = bot.respond(&turn, Instant::now(), &mut remarks);
                assert_eq!((reply.mv, &reply.message[..]), (Some(mv), "opening"), "ply {ply}");
            }
            pos.play_unchecked(mv);
        }
    }
    assert_eq!(remarks, Vec::<String>::new());
    let turn = Turn::showing(Err("no board"));
    assert!(bot.respond(&turn, Instant::now(), &mut remarks).mv.is_some());
    assert_eq!(remarks, ["position: no board"]);
}
