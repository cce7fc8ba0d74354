//! CodinGame's protocol for Lines of Action.

use std::io::{self, Read, Write};

use botio::{Lines, Protocol};
use gamekit::Player;
use searchbot::{Reply, Turn};

use crate::moves::Move;
use crate::position::Position;

/// CodinGame's protocol for Lines of Action.
///
/// A turn is the bot's colour, `b` or `w`, in its first turn only; the ranks from 8 down to 1; the
/// opponent's last move or `null`; the number of legal moves, and the legal moves, one per line.
/// The reply is a move and a comment, of which the viewer shows 16 characters.
///
/// The board contains neither the side to move nor the number of plies: both are tracked here.
#[derive(Clone, Copy, Debug)]
pub struct Dialogue {
    side: Player,
    /// Plies played before the next turn, unless that turn begins with the colour.
    plies: u8,
}

impl Default for Dialogue {
    fn default() -> Dialogue {
        Dialogue { side: Player::First, plies: 0 }
    }
}

impl Protocol for Dialogue {
    type Turn = Turn<Position>;
    type Reply = Reply<Move>;

    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<Turn<Position>>> {
        let Some(mut line) = input.next_line()? else {
            return Ok(None);
        };
        let colour = match line.trim() {
            "b" => Some(Player::First),
            "w" => Some(Player::Second),
            _ => None,
        };
        if let Some(side) = colour {
            *self = Dialogue { side, plies: side.index() as u8 };
            line = input.next_line()?.unwrap_or_default();
        }
        let mut board = vec![line];
        while board.len() < 8 {
            board.push(input.next_line()?.unwrap_or_default());
        }
        let last = input.next_line()?.unwrap_or_default();
        let mut turn = Turn::new(&last, "null");
        turn.shown = self.position(&board);
        if turn.shown.is_none() {
            turn.note_error("expected a board of 8 lines of 8 squares".to_owned());
        }
        self.plies = self.plies.saturating_add(2);
        turn.read_listed(input)?;
        Ok(Some(turn))
    }

    fn write_reply<W: Write>(&mut self, reply: &Reply<Move>, output: &mut W) -> io::Result<()> {
        searchbot::write_reply(reply, output)
    }
}

impl Dialogue {
    /// Returns the position with the checkers of `board`; `None` if it is not a valid board.
    fn position(&self, board: &[String]) -> Option<Position> {
        let (mut black, mut white) = (0_u64, 0_u64);
        for (row, line) in board.iter().enumerate() {
            let line = line.trim();
            for (file, symbol) in line.bytes().enumerate() {
                let bit = 1_u64.checked_shl((8 * file + 7 - row) as u32)?;
                match symbol {
                    b'b' => black |= bit,
                    b'w' => white |= bit,
                    b'.' => (),
                    _ => return None,
                }
            }
            if line.len() != 8 {
                return None;
            }
        }
        match self.side {
            Player::First => Position::new(black, white, self.side, self.plies),
            Player::Second => Position::new(white, black, self.side, self.plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Position as _;
    use searchbot::LastMove;

    use super::*;

    const START: &str =
        ".bbbbbb.\nw......w\nw......w\nw......w\nw......w\nw......w\nw......w\n.bbbbbb.";
    const AFTER_C1C3: &str =
        ".bbbbbb.\nw......w\nw......w\nw......w\nw......w\nw.b....w\nw......w\n.b.bbbb.";

    fn read(dialogue: &mut Dialogue, text: &str) -> Turn<Position> {
        dialogue.read_turn(&mut Lines::new(text.as_bytes())).unwrap().unwrap()
    }

    fn moves(texts: &[&str]) -> Vec<Move> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn the_first_turn_contains_the_colour_and_all_turns_the_board() {
        let mut dialogue = Dialogue::default();
        let turn = read(&mut dialogue, &format!("b\n{START}\nnull\n2\nb1b3\nc1c3\n"));
        let listed = moves(&["b1b3", "c1c3"]);
        let shown = Some(Position::initial());
        assert_eq!(turn, Turn { last: LastMove::None, shown, listed, unreadable: None });
        let turn = read(&mut dialogue, &format!("{START}\na2c2\n1\npass\n"));
        let shown = turn.shown.unwrap();
        assert_eq!((shown.side_to_move(), shown.plies()), (Player::First, 2));
        assert_eq!(turn.last, LastMove::Played("a2c2".parse().unwrap()));
        assert_eq!(turn.listed, [Move::PASS]);
    }

    #[test]
    fn the_second_player_begins_a_ply_later() {
        let mut dialogue = Dialogue::default();
        let text = format!("w\r\n{}\r\nc1c3\r\n1\r\na2c2\r\n", AFTER_C1C3.replace('\n', "\r\n"));
        let turn = read(&mut dialogue, &text);
        let mut expected = Position::initial();
        expected.play("c1c3".parse().unwrap()).unwrap();
        assert_eq!(turn.shown, Some(expected));
        let turn = read(&mut dialogue, &format!("{AFTER_C1C3}\npass\n1\na2c2\n"));
        let shown = turn.shown.unwrap();
        assert_eq!((shown.side_to_move(), shown.plies()), (Player::Second, 3));
        assert_eq!(turn.last, LastMove::Played(Move::PASS));
    }

    #[test]
    fn the_readable_parts_of_a_bad_turn_are_kept() {
        let check = |text: &str, has_board: bool, listed: &[&str], complaint: &str| {
            let turn = read(&mut Dialogue::default(), text);
            assert_eq!((turn.shown.is_some(), turn.listed), (has_board, moves(listed)), "{text:?}");
            let unreadable = turn.unreadable.unwrap();
            assert!(unreadable.contains(complaint), "{unreadable}");
        };
        let with = |rest: &str| format!("b\n{START}\n{rest}");
        check(&with("?\n1\nb1b3\n"), true, &["b1b3"], "last move: expected a move");
        check(&with("null\n2\nb1b3\nrubbish\n"), true, &["b1b3"], "found `rubbish`");
        check(&with("null\n2\nb1b3"), true, &["b1b3"], "ends within a turn");
        check(&with("null\nmany\nb1b3\n"), true, &[], "\"many\" is no number");
        check("b", false, &[], "last move");
        for board in [START.replacen('b', "x", 1), START.replacen(".b", "b", 1)] {
            check(&format!("b\n{board}\nnull\n1\nb1b3\n"), false, &["b1b3"], "a board");
        }
        let full = START.replace("w......w", "wwwwwwww");
        check(&format!("w\n{full}\nc1c3\n1\na2c2\n"), false, &["a2c2"], "a board");
    }
}
