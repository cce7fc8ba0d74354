//! The board as the judge shows it to a player: parsing, comparison with the view, and recovery.

use crate::position::Position;
use crate::rank::Rank;
use crate::square::{Square, LAKES};
use crate::view::View;

/// Number of lines of a board.
const ROWS: usize = 10;

/// A square of the judge's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    Empty,
    Lake,
    Enemy,
    Own(Rank),
}

impl Shown {
    fn from_letter(letter: char) -> Option<Shown> {
        match letter {
            '.' => Some(Shown::Empty),
            '+' => Some(Shown::Lake),
            '#' => Some(Shown::Enemy),
            _ => Rank::from_letter(letter).map(Shown::Own),
        }
    }
}

/// The judge's board: ten lines of ten letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShownBoard(Vec<Shown>);

impl ShownBoard {
    /// Reads a board; `None` if the lines are not a board.
    pub(crate) fn read(lines: &[String]) -> Option<ShownBoard> {
        let mut shown = Vec::with_capacity(Square::COUNT);
        for line in lines {
            shown.extend(line.chars().map(Shown::from_letter).collect::<Option<Vec<_>>>()?);
        }
        (lines.len() == ROWS && shown.len() == Square::COUNT).then_some(ShownBoard(shown))
    }

    fn squares(&self) -> impl Iterator<Item = (Square, Shown)> + '_ {
        (0..).map(Square::new).zip(self.0.iter().copied())
    }

    /// Returns whether this is the board of `view`.
    pub(crate) fn is_of(&self, view: &View) -> bool {
        self.squares().all(|(sq, shown)| match shown {
            Shown::Enemy => view.enemies() & sq.bit() != 0,
            Shown::Own(rank) => view.own() & sq.bit() != 0 && view.rank_at(sq) == Some(rank),
            Shown::Lake => LAKES & sq.bit() != 0,
            Shown::Empty => (view.own() | view.enemies() | LAKES) & sq.bit() == 0,
        })
    }

    /// Returns a view that fits this board, with its player to move. It keeps the knowledge in
    /// `before` about pieces that have not moved since.
    pub(crate) fn restore(&self, before: &View) -> View {
        let (player, mut pos) = (before.player(), Position::empty());
        for (sq, shown) in self.squares() {
            let (owner, rank) = match shown {
                Shown::Empty | Shown::Lake => continue,
                Shown::Own(rank) => (player, rank),
                // A hidden piece may have any rank here.
                Shown::Enemy => (player.opponent(), before.rank_at(sq).unwrap_or(Rank::Scout)),
            };
            pos.put(owner, sq, rank);
            let (moved, revealed) =
                (before.moved() & sq.bit() != 0, before.revealed() & sq.bit() != 0);
            let was_here = match shown {
                Shown::Own(rank) => {
                    before.own() & sq.bit() != 0 && before.rank_at(sq) == Some(rank)
                }
                _ => before.enemies() & sq.bit() != 0,
            };
            pos.mark(sq, rank.is_movable() && (moved || !was_here), revealed && was_here);
        }
        pos.set_rest(player, before.plies(), before.quiet_plies(), None);
        View::restored(&pos, before)
    }
}
