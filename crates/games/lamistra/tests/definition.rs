//! Slow reference implementation of the rules. It finds the legal roles of a piece by assigning the
//! remaining roles to the remaining pieces (bipartite matching).

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;

use gamekit::{Outcome, Player, Position as _};
use lamistra::Position;

/// Roles of each side at the start.
const ROLES: &str = "VBBBBGOOLLLMMMMRRRRRS";

/// Column and row, counted from 0.
type Cell = (i32, i32);

#[derive(Clone, Debug)]
struct Piece {
    owner: usize,
    cell: Cell,
    role: Option<char>,
    has_moved: bool,
}

#[derive(Clone, Debug)]
struct Game {
    pieces: Vec<Piece>,
    /// Roles of the captured pieces.
    fallen: [String; 2],
    turn: usize,
    steps: u32,
    /// Each player's last step, unless it was an attack.
    last: [Option<(Cell, Cell)>; 2],
    attack: Option<(Cell, Cell)>,
    name: Option<char>,
}

fn is_movable(role: char) -> bool {
    !"VB".contains(role)
}

fn is_on_board((column, row): Cell) -> bool {
    (0..7).contains(&column) && (0..7).contains(&row) && ![(1, 3), (5, 3)].contains(&(column, row))
}

fn text_of((column, row): Cell) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn cell_of(text: &str) -> Cell {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

impl Game {
    fn new() -> Game {
        let piece =
            |owner, column, row| Piece { owner, cell: (column, row), role: None, has_moved: false };
        let homes = [(0, 0..3), (1, 4..7)];
        let pieces = homes.into_iter().flat_map(|(owner, rows)| {
            rows.flat_map(move |row| (0..7).map(move |column| piece(owner, column, row)))
        });
        Game {
            pieces: pieces.collect(),
            fallen: Default::default(),
            turn: 0,
            steps: 0,
            last: [None, None],
            attack: None,
            name: None,
        }
    }

    fn at(&self, cell: Cell) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.cell == cell)
    }

    /// Returns whether every piece of `owner` without a role can take one of the remaining roles.
    fn is_consistent(&self, owner: usize) -> bool {
        let mut left: Vec<char> = ROLES.chars().collect();
        let known = self.pieces.iter().filter(|piece| piece.owner == owner);
        for role in known.filter_map(|piece| piece.role).chain(self.fallen[owner].chars()) {
            match left.iter().position(|&other| other == role) {
                Some(place) => drop(left.remove(place)),
                None => return false,
            }
        }
        let pieces: Vec<&Piece> = self
            .pieces
            .iter()
            .filter(|piece| piece.owner == owner && piece.role.is_none())
            .collect();
        assert_eq!(pieces.len(), left.len());
        let mut given = vec![None; left.len()];
        (0..pieces.len())
            .all(|piece| assign(&pieces, &left, piece, &mut given, &mut BTreeSet::new()))
    }

    /// Returns whether the piece may have `role`; `attacks` says whether it is the attacker.
    fn may_be(&self, piece: usize, role: char, attacks: bool) -> bool {
        let mut named = self.clone();
        let it = &mut named.pieces[piece];
        if it.role.is_some_and(|known| known != role) {
            return false;
        }
        if (attacks || it.has_moved) && !is_movable(role) {
            return false;
        }
        it.role = Some(role);
        let owner = it.owner;
        named.is_consistent(owner)
    }

    fn may_step(&self, from: usize, to: Cell) -> bool {
        let piece = &self.pieces[from];
        if !is_on_board(to) || piece.role.is_some_and(|role| !is_movable(role)) {
            return false;
        }
        match self.at(to).map(|target| self.pieces[target].owner) {
            Some(owner) if owner == piece.owner => false,
            Some(_) => ROLES.chars().any(|role| self.may_be(from, role, true)),
            None if self.last[self.turn] == Some((to, piece.cell)) => false,
            None => {
                let mut stepped = self.clone();
                stepped.pieces[from].has_moved = true;
                stepped.is_consistent(piece.owner)
            }
        }
    }

    fn legal_steps(&self) -> Vec<String> {
        let mut legal = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            if piece.owner != self.turn {
                continue;
            }
            let (column, row) = piece.cell;
            for to in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)] {
                if self.may_step(index, to) {
                    legal.push(format!("{}-{}", text_of(piece.cell), text_of(to)));
                }
            }
        }
        legal
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.outcome().is_some() {
            return BTreeSet::new();
        }
        let Some((from, to)) = self.attack else {
            return self.legal_steps().into_iter().collect();
        };
        let attacks = self.name.is_none();
        let piece = self.at(if attacks { from } else { to }).unwrap();
        let roles = ROLES.chars().filter(|&role| self.may_be(piece, role, attacks));
        roles.map(String::from).collect()
    }

    fn play(&mut self, mv: &str) {
        match (mv.split_once('-'), self.attack, self.name) {
            (Some((from, to)), ..) => {
                let (from, to) = (cell_of(from), cell_of(to));
                if self.at(to).is_some() {
                    self.attack = Some((from, to));
                    return;
                }
                let piece = self.at(from).unwrap();
                self.pieces[piece].cell = to;
                self.pieces[piece].has_moved = true;
                self.last[self.turn] = Some((from, to));
                self.end_turn();
            }
            (None, _, None) => self.name = mv.chars().next(),
            (None, Some((from, to)), Some(attacker)) => {
                self.fight(from, to, attacker, mv.chars().next().unwrap());
                self.last[self.turn] = None;
                (self.attack, self.name) = (None, None);
                self.end_turn();
            }
            _ => panic!("{mv}"),
        }
    }

    fn end_turn(&mut self) {
        self.turn = 1 - self.turn;
        self.steps += 1;
    }

    fn fight(&mut self, from: Cell, to: Cell, attacker: char, defender: char) {
        let winner = match (attacker, defender) {
            (_, 'V') | ('M', 'B') | ('S', 'G') => Some(true),
            (_, 'B') => Some(false),
            _ if attacker == defender => None,
            // The higher rank stands earlier.
            _ => Some("GOLMRS".find(attacker) < "GOLMRS".find(defender)),
        };
        for (cell, role, survives) in
            [(from, attacker, winner == Some(true)), (to, defender, winner == Some(false))]
        {
            let piece = self.at(cell).unwrap();
            if survives {
                self.pieces[piece].role = Some(role);
            } else {
                self.fallen[self.pieces[piece].owner].push(role);
                self.pieces.remove(piece);
            }
        }
        if winner == Some(true) {
            let piece = self.at(from).unwrap();
            self.pieces[piece].cell = to;
            self.pieces[piece].has_moved = true;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.fallen.iter().position(|fallen| fallen.contains('V')) {
            return Some(Outcome::Win(Player::BOTH[1 - loser]));
        }
        if self.attack.is_some() {
            return None;
        }
        if self.steps == 400 {
            return Some(Outcome::Draw);
        }
        self.legal_steps().is_empty().then(|| Outcome::Win(Player::BOTH[1 - self.turn]))
    }
}

/// Gives `piece` a role, if necessary one of a piece that can take another (Kuhn, 1955).
fn assign(
    pieces: &[&Piece],
    roles: &[char],
    piece: usize,
    given: &mut [Option<usize>],
    tried: &mut BTreeSet<usize>,
) -> bool {
    for (place, &role) in roles.iter().enumerate() {
        if pieces[piece].has_moved && !is_movable(role) || !tried.insert(place) {
            continue;
        }
        let is_free = match given[place] {
            None => true,
            Some(other) => assign(pieces, roles, other, given, tried),
        };
        if is_free {
            given[place] = Some(piece);
            return true;
        }
    }
    false
}

fn legal_moves(pos: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv.to_string()));
    moves
}

/// Plays random games. A player who can choose between attacking and not attacking attacks with
/// probability `attacks`. A player who can choose between an immovable and a movable role names an
/// immovable one (flag or bomb) with probability `walls`.
fn check_games(games: u64, attacks: f64, walls: f64) -> [u32; 3] {
    let mut outcomes = [0; 3];
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (mut fast, mut slow) = (Position::initial(), Game::new());
        loop {
            let legal = legal_moves(&fast);
            assert_eq!(legal.iter().cloned().collect::<BTreeSet<_>>(), slow.legal(), "{fast}");
            assert_eq!(fast.outcome(), slow.outcome(), "{fast}");
            if let Some(outcome) = fast.outcome() {
                outcomes[match outcome {
                    Outcome::Win(winner) => winner.index(),
                    Outcome::Draw => 2,
                }] += 1;
                break;
            }
            let is_wall = |mv: &&String| ["V", "B"].contains(&mv.as_str());
            let is_attack = |mv: &&String| {
                mv.split_once('-').is_some_and(|(_, to)| slow.at(cell_of(to)).is_some())
            };
            let (wants_attack, wants_wall) = (rng.f64() < attacks, rng.f64() < walls);
            let is_wanted = |mv: &&String| match fast.attack() {
                None => is_attack(mv) == wants_attack,
                Some(_) => is_wall(mv) == wants_wall,
            };
            let wanted: Vec<&String> = legal.iter().filter(is_wanted).collect();
            let mv = rng.choice(wanted).or_else(|| rng.choice(&legal)).unwrap().clone();
            fast.play(mv.parse().unwrap()).unwrap();
            slow.play(&mv);
        }
    }
    outcomes
}

#[test]
fn the_counting_rule_for_roles_agrees_with_assigning_them() {
    let mut outcomes = [0; 3];
    for (attacks, walls) in [(0.02, 0.1), (0.4, 0.1), (0.9, 0.0), (0.9, 0.05), (1.0, 0.6)] {
        for (total, count) in outcomes.iter_mut().zip(check_games(12, attacks, walls)) {
            *total += count;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 0), "{outcomes:?}");
}

fn count(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |mv: &String| {
        let mut after = game.clone();
        after.play(mv);
        count(&after, depth - 1)
    };
    game.legal().iter().map(after).sum()
}

#[test]
fn perft_agrees_with_the_slow_rules() {
    for (moves, depth) in [("", 3), ("a3-a4 a5-a4 G R", 3), ("c3-c4 c5-c4 S M d3-d4 d5-d4 O", 3)] {
        let (mut fast, mut slow) = (Position::initial(), Game::new());
        for mv in moves.split_whitespace() {
            fast.play(mv.parse().unwrap()).unwrap();
            slow.play(mv);
        }
        assert_eq!(gamekit::perft(&fast, depth), count(&slow, depth), "{moves}");
    }
}
