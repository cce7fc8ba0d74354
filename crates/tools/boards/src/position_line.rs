//! Positions and moves of a game from its start, with the position type of one game.

use gamekit::{Notation, ParseError};

/// Positions and moves of a game up to now.
#[derive(Clone)]
pub struct PositionLine<P: Notation> {
    /// Start position in its notation; `None` for the initial position.
    pub start: Option<String>,
    /// Positions before each move.
    pub past: Vec<P>,
    /// Moves.
    pub moves: Vec<P::Move>,
    /// Current position.
    pub now: P,
}

impl<P: Notation + Copy> PositionLine<P> {
    /// Returns a line from the position `initial`, or from a position in its notation.
    ///
    /// # Errors
    ///
    /// The text is not a position.
    pub fn begin(start: Option<&str>, initial: fn() -> P) -> Result<PositionLine<P>, ParseError> {
        let now = start.map_or_else(|| Ok(initial()), str::parse)?;
        Ok(PositionLine {
            start: start.map(str::to_owned),
            past: Vec::new(),
            moves: Vec::new(),
            now,
        })
    }

    /// Returns the position after `index` moves.
    pub fn at(&self, index: usize) -> &P {
        self.past.get(index).unwrap_or(&self.now)
    }

    /// Returns the legal moves.
    pub fn legal_moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.now.legal_moves(|mv| moves.push(mv));
        moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: P::Move) {
        self.past.push(self.now);
        self.moves.push(mv);
        self.now.play_unchecked(mv);
    }

    /// Takes back all moves after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        if let Some(&pos) = self.past.get(len) {
            self.now = pos;
            self.past.truncate(len);
            self.moves.truncate(len);
        }
    }
}
