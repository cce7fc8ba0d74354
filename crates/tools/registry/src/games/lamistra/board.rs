//! Lamistra in the board room: drawing, hidden roles, move labels and the bot.

use boards::{
    Arrange, Board, BoardInfo, Bot, EMPTY, Fight, HIDDEN, Kind, MoveDescription, MoveKind,
    OpenAttack, Picture, Reserve, Terrain, Trace, cells, letters, numbers_down, owned,
};
use gamekit::{Player, Square};
use lamistra::{Attack, Move, Piece, Position, Role, Survivor};

use super::Lamistra;
use super::bot::LamistraBot;

/// Rows and columns of the board.
const SIZE: usize = 7;

/// Squares of the lakes, b4 and f4.
const LAKES: [usize; 2] = [22, 26];

impl Board for Lamistra {
    type Position = Position;

    const BOT: &'static dyn Bot<Position> = &LamistraBot;

    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("flag", "{winner} has captured the flag of {loser}"),
        ("no-moves", "{loser} cannot move"),
        ("max-turns", "the game has lasted as long as it may"),
    ];

    const ARRANGE: Arrange<Position> = Err(
        "A position of Lamistra is more than its pieces: it also has the roles that each side has \
         left, and the last step of each side, which may not be reversed.",
    );

    fn info() -> BoardInfo {
        let mut kinds = Role::ALL.map(kind).to_vec();
        kinds.push(Kind {
            letter: HIDDEN,
            kind: "unknown",
            label: String::new(),
            name: "piece without a role",
        });
        BoardInfo {
            title: "Lamistra",
            rules: [
                "At the start no piece has a role; a turn is one step along a row or a column.",
                "When a piece attacks, both owners name the roles of their pieces, without \
                 knowledge of the other's choice; the lower role is removed.",
                "A player who loses the flag or cannot move loses; a piece that has moved cannot \
                 be flag or bomb.",
            ],
            players: ["Red", "Blue"],
            columns: SIZE,
            rows: SIZE,
            files: letters(SIZE as u8),
            ranks: numbers_down(SIZE as u8, 1),
            terrain: LAKES.map(|square| Terrain { square, kind: "lake", owner: None }).to_vec(),
            kinds,
            default_ms: 400,
            hides: true,
            setup: None,
        }
    }

    fn picture(pos: &Position, viewer: Option<Player>) -> Picture {
        let piece_at = |square: usize| {
            let cell = cell(square);
            Player::BOTH
                .into_iter()
                .find_map(|player| pos.army(player).piece_at(cell).map(|piece| (player, piece)))
        };
        let letter_at = |square: usize| {
            let (player, piece) = piece_at(square)?;
            let letter = match piece {
                Piece::Named(role) => role.letter(),
                Piece::Unmoved | Piece::Moved => HIDDEN,
            };
            Some(owned(letter, player))
        };
        let mark_at = |square: usize| match piece_at(square)?.1 {
            Piece::Named(_) => Some('r'),
            Piece::Moved => Some('m'),
            Piece::Unmoved => Some(EMPTY),
        };
        let reserves = Player::BOTH.map(|player| {
            let stock = |role: Role| usize::from(pos.army(player).stock(role));
            let left = Role::ALL.into_iter().filter(|&role| stock(role) > 0);
            left.map(|role| Reserve { letter: role.letter(), count: stock(role) }).collect()
        });
        let attack = pos.attack().map(|Attack { step, name }| OpenAttack {
            from: square_index(step.from),
            to: square_index(step.to),
            name: name
                .filter(|_| viewer.is_none_or(|viewer| viewer == pos.stepper()))
                .map(Role::letter),
        });
        Picture {
            cells: cells(SIZE * SIZE, letter_at),
            marks: Some(cells(SIZE * SIZE, mark_at)),
            groups: None,
            reserves,
            attack,
        }
    }

    fn hides_something(pos: &Position) -> bool {
        pos.attack().is_some_and(|attack| attack.name.is_some())
    }

    fn describe(pos: &Position, mv: Move) -> MoveDescription {
        match mv {
            Move::Step(step) => {
                let enemies = pos.army(pos.stepper().opponent()).pieces();
                let attacks = enemies & step.to.bit() != 0;
                let sign = if attacks { '×' } else { '–' };
                let label = format!("{}{sign}{}", step.from, step.to);
                MoveDescription::step(
                    square_index(step.from),
                    square_index(step.to),
                    attacks,
                    label,
                )
            }
            Move::Name(role) => MoveDescription {
                from: None,
                to: None,
                kind: MoveKind::Name,
                label: kind(role).name.to_owned(),
                role: Some(role.letter()),
            },
        }
    }

    fn trace(before: &Position, mv: Move) -> Option<Trace> {
        let (step, captured) = match (mv, before.attack()) {
            (Move::Name(_), attack) => (attack?.step, true),
            (Move::Step(step), _) => {
                let enemies = before.army(before.stepper().opponent()).pieces();
                (step, enemies & step.to.bit() != 0)
            }
        };
        Some(Trace {
            from: Some(square_index(step.from)),
            to: Some(square_index(step.to)),
            captured,
        })
    }

    /// Hides the role of the attacker until the defender has named a role.
    fn is_secret(before: &Position, mv: Move, now: &Position, viewer: Player) -> bool {
        let is_open = Lamistra::hides_something(now) && before.plies() == now.plies();
        is_open && matches!(mv, Move::Name(_)) && before.stepper() != viewer
    }

    fn fight(before: &Position, mv: Move) -> Option<Fight> {
        let (Move::Name(defender), Some(attacker)) = (mv, before.attack()?.name) else {
            return None;
        };
        Some(Fight {
            attacker: attacker.letter(),
            defender: defender.letter(),
            survivor: match attacker.against(defender) {
                Survivor::Attacker => "attacker",
                Survivor::Defender => "defender",
                Survivor::Nobody => "nobody",
            },
        })
    }
}

/// Returns the square of the rules for a square index of the page.
fn cell(square: usize) -> Square {
    Square::new(((SIZE - 1 - square / SIZE) * 8 + square % SIZE) as u8)
}

/// Returns the square index of the page for a square of the rules.
fn square_index(cell: Square) -> usize {
    (SIZE - 1 - usize::from(cell.rank())) * SIZE + usize::from(cell.file())
}

/// Returns the kind of piece of a role.
fn kind(role: Role) -> Kind {
    let name = match role {
        Role::Flag => "flag",
        Role::Bomb => "bomb",
        Role::General => "general",
        Role::Colonel => "colonel",
        Role::Lieutenant => "lieutenant",
        Role::Miner => "miner",
        Role::Rider => "rider",
        Role::Spy => "spy",
    };
    Kind { letter: role.letter(), kind: name, label: role.letter().to_string(), name }
}
