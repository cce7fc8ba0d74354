//! Slow reference implementation of the rules, with a board of pieces and plain loops.

use std::collections::BTreeSet;

use gamekit::{Outcome, Player};

/// A column and a row, counted from the upper left corner.
pub(crate) type Cell = (i32, i32);

/// The evaluator's letters of the ranks.
pub(crate) const RANKS: &str = "sFB987654321";

/// The two-squares rule, off or on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    Free,
    TwoSquares,
}

/// A piece with an identity that stays the same when it moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    id: usize,
    pub(crate) owner: usize,
    pub(crate) rank: char,
    pub(crate) has_moved: bool,
    pub(crate) is_known: bool,
}

/// A step of a piece from one cell to another.
#[derive(Clone, Copy, Debug)]
struct Step {
    id: usize,
    from: Cell,
    to: Cell,
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) board: [[Option<Piece>; 10]; 10],
    pub(crate) rule: Rule,
    pub(crate) turn: usize,
    pub(crate) placed: usize,
    pub(crate) plies: u16,
    pub(crate) quiet: u8,
    /// All steps of either player.
    made: [Vec<Step>; 2],
}

const WAYS: [(&str, i32, i32); 4] =
    [("UP", 0, -1), ("DOWN", 0, 1), ("LEFT", -1, 0), ("RIGHT", 1, 0)];

fn is_lake((x, y): Cell) -> bool {
    [2, 3, 6, 7].contains(&x) && [4, 5].contains(&y)
}

fn text_of(Step { from: (x, y), to, .. }: Step) -> String {
    let (dx, dy) = (to.0 - x, to.1 - y);
    let (way, ..) =
        WAYS.into_iter().find(|way| (way.1, way.2) == (dx.signum(), dy.signum())).unwrap();
    match dx.abs() + dy.abs() {
        1 => format!("{x} {y} {way}"),
        distance => format!("{x} {y} {way} {distance}"),
    }
}

/// Returns origin, target and distance of a step.
fn read(text: &str) -> (Cell, Cell, i32) {
    let words: Vec<&str> = text.split(' ').collect();
    let from = (words[0].parse().unwrap(), words[1].parse().unwrap());
    let distance = words.get(3).map_or(1, |word| word.parse().unwrap());
    let (_, dx, dy) = WAYS.into_iter().find(|(name, ..)| *name == words[2]).unwrap();
    (from, (from.0 + distance * dx, from.1 + distance * dy), distance)
}

/// Returns the pairs of neighbouring cells between which a step passes, the lesser cell first.
fn borders(from: Cell, to: Cell) -> BTreeSet<(Cell, Cell)> {
    let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let mut borders = BTreeSet::new();
    let mut cell = from;
    while cell != to {
        let next = (cell.0 + dx, cell.1 + dy);
        borders.insert((cell.min(next), cell.max(next)));
        cell = next;
    }
    borders
}

/// Returns whether the attacker wins; `None` if both pieces fall.
fn winner(attacker: char, defender: char) -> Option<bool> {
    if defender == 'F' {
        return Some(true);
    }
    if defender == 'B' {
        return Some(attacker == '8');
    }
    if attacker == 's' && defender == '1' {
        return Some(true);
    }
    // A lower number is a higher rank; the spy is the lowest.
    let number = |rank: char| rank.to_digit(10).unwrap_or(10);
    if number(attacker) == number(defender) {
        return None;
    }
    Some(number(attacker) < number(defender))
}

impl Game {
    pub(crate) fn new(rule: Rule) -> Game {
        Game {
            board: [[None; 10]; 10],
            rule,
            turn: 0,
            placed: 0,
            plies: 0,
            quiet: 0,
            made: [Vec::new(), Vec::new()],
        }
    }

    /// Returns the number of pieces of a rank in an army.
    pub(crate) fn stock(rank: char) -> usize {
        match rank {
            '1' | '2' | 's' | 'F' => 1,
            '3' => 2,
            '4' => 3,
            '5' | '6' | '7' => 4,
            '8' => 5,
            '9' => 8,
            _ => 6,
        }
    }

    /// Returns the content of a cell on which pieces can stand; `None` for lakes and off the board.
    pub(crate) fn at(&self, (x, y): Cell) -> Option<Option<Piece>> {
        let is_on_board = (0..10).contains(&x) && (0..10).contains(&y) && !is_lake((x, y));
        is_on_board.then(|| self.board[y as usize][x as usize])
    }

    fn set(&mut self, (x, y): Cell, piece: Option<Piece>) {
        self.board[y as usize][x as usize] = piece;
    }

    pub(crate) fn put(
        &mut self,
        cell: Cell,
        owner: usize,
        rank: char,
        has_moved: bool,
        is_known: bool,
    ) {
        let id = (cell.0 + 10 * cell.1) as usize;
        self.set(cell, Some(Piece { id, owner, rank, has_moved, is_known }));
    }

    fn pieces(&self, owner: usize) -> impl Iterator<Item = Piece> + '_ {
        self.board.iter().flatten().flatten().copied().filter(move |piece| piece.owner == owner)
    }

    pub(crate) fn count(&self, owner: usize, rank: char) -> usize {
        self.pieces(owner).filter(|piece| piece.rank == rank).count()
    }

    /// Returns the number of a player's movable pieces.
    pub(crate) fn movers(&self, owner: usize) -> usize {
        self.pieces(owner).filter(|piece| !"FB".contains(piece.rank)).count()
    }

    /// Returns the ranks of the enemy's pieces that a player has not seen; all ranks while the
    /// enemy's army is being placed.
    pub(crate) fn hidden_from(&self, owner: usize) -> String {
        let enemy = 1 - owner;
        if self.placed < 40 * (enemy + 1) {
            return RANKS.chars().flat_map(|rank| vec![rank; Game::stock(rank)]).collect();
        }
        self.pieces(enemy).filter(|piece| !piece.is_known).map(|piece| piece.rank).collect()
    }

    /// Returns the steps of the player to move, including forbidden ones.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for y in 0..10 {
            for x in 0..10 {
                let Some(Some(piece)) = self.at((x, y)) else {
                    continue;
                };
                if piece.owner != self.turn || "FB".contains(piece.rank) {
                    continue;
                }
                for (_, dx, dy) in WAYS {
                    let farthest = if piece.rank == '9' { 9 } else { 1 };
                    for distance in 1..=farthest {
                        let to = (x + distance * dx, y + distance * dy);
                        let step = Step { id: piece.id, from: (x, y), to };
                        match self.at(to) {
                            None => break,
                            Some(None) => steps.push(step),
                            Some(Some(other)) => {
                                if other.owner != self.turn {
                                    steps.push(step);
                                }
                                break;
                            }
                        }
                    }
                }
            }
        }
        steps
    }

    /// Returns whether the piece has crossed a border in each of its player's last three turns and
    /// would cross it again.
    fn is_forbidden(&self, step: Step) -> bool {
        let made = &self.made[self.turn];
        if self.rule == Rule::Free || made.len() < 3 {
            return false;
        }
        let last = &made[made.len() - 3..];
        let has_crossed = |border| {
            last.iter().all(|old| old.id == step.id && borders(old.from, old.to).contains(border))
        };
        borders(step.from, step.to).iter().any(has_crossed)
    }

    fn legal_steps(&self) -> Vec<Step> {
        let mut steps = self.steps();
        steps.retain(|&step| !self.is_forbidden(step));
        steps
    }

    /// Returns whether the two-squares rule forbids a step now.
    pub(crate) fn forbids_any(&self) -> bool {
        self.steps().into_iter().any(|step| self.is_forbidden(step))
    }

    pub(crate) fn legal(&self) -> BTreeSet<String> {
        if self.placed < 80 {
            let is_left = |rank: &char| self.count(self.turn, *rank) < Game::stock(*rank);
            return RANKS.chars().filter(is_left).map(String::from).collect();
        }
        if self.outcome().is_some() {
            return BTreeSet::new();
        }
        self.legal_steps().into_iter().map(text_of).collect()
    }

    /// Returns the legal steps that attack.
    pub(crate) fn attacks(&self) -> BTreeSet<String> {
        let mut steps = self.legal_steps();
        steps.retain(|step| self.at(step.to).flatten().is_some());
        steps.into_iter().map(text_of).collect()
    }

    /// Returns the step that reverses the player's last step.
    pub(crate) fn step_back(&self) -> Option<String> {
        let last = self.made[self.turn].last()?;
        let mut steps = self.legal_steps().into_iter();
        steps.find(|step| (step.from, step.to) == (last.to, last.from)).map(text_of)
    }

    /// Returns the two ranks that meet in a step.
    pub(crate) fn battle(&self, text: &str) -> Option<(char, char)> {
        if self.placed < 80 {
            return None;
        }
        let (from, to, _) = read(text);
        Some((self.at(from)??.rank, self.at(to)??.rank))
    }

    pub(crate) fn play(&mut self, text: &str) {
        if self.placed < 80 {
            let owner = self.placed / 40;
            let place = (self.placed % 40) as i32;
            let first_row = if owner == 0 { 0 } else { 6 };
            let cell = (place % 10, first_row + place / 10);
            self.put(cell, owner, text.chars().next().unwrap(), false, false);
            self.placed += 1;
            self.turn = self.placed / 40 % 2;
            return;
        }
        let (from, to, distance) = read(text);
        let mut piece = self.at(from).flatten().unwrap();
        self.made[self.turn].push(Step { id: piece.id, from, to });
        self.set(from, None);
        piece.has_moved = true;
        piece.is_known |= distance > 1;
        self.quiet += 1;
        if let Some(mut defender) = self.at(to).unwrap() {
            self.quiet = 0;
            (piece.is_known, defender.is_known) = (true, true);
            match winner(piece.rank, defender.rank) {
                Some(true) => self.set(to, Some(piece)),
                Some(false) => self.set(to, Some(defender)),
                None => self.set(to, None),
            }
        } else {
            self.set(to, Some(piece));
        }
        self.turn = 1 - self.turn;
        self.plies += 1;
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if self.placed < 80 {
            return None;
        }
        for owner in 0..2 {
            if self.count(owner, 'F') == 0 {
                return Some(Outcome::Win(Player::BOTH[1 - owner]));
            }
        }
        match [self.movers(0), self.movers(1)] {
            [0, 0] => return Some(Outcome::Draw),
            [0, _] => return Some(Outcome::Win(Player::Second)),
            [_, 0] => return Some(Outcome::Win(Player::First)),
            _ => (),
        }
        if self.legal_steps().is_empty() {
            return Some(Outcome::Win(Player::BOTH[1 - self.turn]));
        }
        (self.plies == 2_000 || self.quiet == 200).then_some(Outcome::Draw)
    }
}
