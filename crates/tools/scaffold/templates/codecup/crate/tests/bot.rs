//! The bot's program against a judge.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use gamekit::Position as _;

use {{crate}}::{Move, Position};

fn start() -> Child {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_{{game}}"));
    bot.args(["--nodes", "500", "--seed", "1"]);
    bot.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// Plays a game in which the bot has both sides, each side a process of its own.
#[test]
fn two_bots_play_a_game_to_its_end() {
    let mut bots = [start(), start()];
    let mut outputs = bots.each_mut().map(|bot| BufReader::new(bot.stdout.take().unwrap()));
    let mut pos = Position::initial();
    let mut line = "Start\n".to_owned();
    while pos.outcome().is_none() {
        let side = pos.side_to_move().index();
        bots[side].stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
        line.clear();
        outputs[side].read_line(&mut line).unwrap();
        let mv: Move = line.trim_end().parse().unwrap();
        assert!(pos.is_legal(mv), "{mv} in {pos}");
        pos.play_unchecked(mv);
    }
    for mut bot in bots {
        bot.stdin.take().unwrap().write_all(b"Quit\n").unwrap();
        assert!(bot.wait().unwrap().success());
    }
}

#[test]
fn an_unreadable_line_is_answered_by_a_legal_move() {
    let mut bot = start();
    bot.stdin.take().unwrap().write_all(b"\xff?\n").unwrap();
    let mut line = String::new();
    BufReader::new(bot.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.trim_end().parse::<Move>().is_ok(), "{line}");
    assert!(bot.wait().unwrap().success());
}
