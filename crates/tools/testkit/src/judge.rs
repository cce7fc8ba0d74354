//! Judge's side of the protocol: composes turns and parses replies.

use gamekit::{Notation, Position};

/// Format of a judge's turns, for tests that act as the judge.
pub struct Judge<P: Position> {
    /// Returns the lines before the number of legal moves, each with its line end, for given moves
    /// and the position after them. They hold the last move in a line of its own, or the position.
    pub heading: fn(&[P::Move], &P) -> String,
}

impl<P: Position> Judge<P> {
    /// Returns the heading of the turn after the moves `played`.
    pub(crate) fn heading(&self, played: &[P::Move]) -> String {
        (self.heading)(played, &after(played))
    }

    /// Returns the turn after the moves `played`.
    pub(crate) fn turn(&self, played: &[P::Move]) -> String {
        let legal = legal_moves(&after::<P>(played));
        let list: String = legal.iter().map(|mv| format!("{mv}\n")).collect();
        format!("{}{}\n{list}", self.heading(played), legal.len())
    }
}

/// Returns the position after `moves`, which are legal, from the initial position.
pub(crate) fn after<P: Position>(moves: &[P::Move]) -> P {
    let mut pos = P::initial();
    for &mv in moves {
        pos.play(mv).unwrap_or_else(|error| panic!("{error}: {pos:?}"));
    }
    pos
}

/// Returns the legal moves in the order of the rules.
pub(crate) fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

/// Returns the move at the start of a reply. Moves may contain spaces.
pub(crate) fn read_move<P: Notation>(reply: &str) -> P::Move {
    let line = reply.lines().last().unwrap_or_default();
    let ends = line.match_indices(' ').map(|(end, _)| end).chain([line.len()]);
    let read = |end: usize| P::initial().parse_move(&line[..end]).ok();
    ends.rev().find_map(read).unwrap_or_else(|| panic!("no move in {reply:?}"))
}
