//! Lamistra in the board room: drawing, hidden roles, move labels and the bot.

use std::time::Instant;

use gamekit::{Player, Square};
use lamistra::{Attack, Engine, Move, Piece, Position, Role, SETTINGS, Survivor};
use search::{Searcher, Solution};

use crate::board::{Board, MoveDescription};
use crate::bot_search::{TT_BYTES, analyse_by_search, decide_by_search};
use crate::frame::{
    EMPTY, Fight, HIDDEN, MoveKind, OpenAttack, Picture, Reserve, Trace, cells, owned,
};
use crate::info::{GameInfo, Kind, Terrain, letters, limits_of, numbers_down};
use crate::position_line::PositionLine;
use crate::search_results::{Decision, PvInfo, Task};

/// Lamistra.
pub(super) struct Lamistra;

/// Rows and columns of the board.
const SIZE: usize = 7;

/// Squares of the lakes, b4 and f4.
const LAKES: [usize; 2] = [22, 26];

impl Board for Lamistra {
    type Position = Position;

    const NAME: &'static str = "lamistra";

    fn info() -> GameInfo {
        let game = registry::game(Self::NAME).expect("the arena has every game of the board room");
        let mut kinds = Role::ALL.map(kind).to_vec();
        kinds.push(Kind {
            letter: HIDDEN,
            kind: "unknown",
            label: String::new(),
            name: "piece without a role",
        });
        GameInfo {
            name: Self::NAME,
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
            limits: limits_of(game),
            default_ms: 400,
            hides: true,
            judge: game.judge(),
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

    fn decide(
        line: &PositionLine<Self::Position>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<Decision> {
        decide_by_search::<_, Engine>(line, &fair_root(line), SETTINGS.params, task, report)
    }

    fn analyse(
        line: &PositionLine<Self::Position>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<PvInfo>),
    ) {
        if line.now.attack().is_none() {
            return analyse_by_search::<_, Engine>(line, SETTINGS.params, task, lines, report);
        }
        let mut searcher = Searcher::new(Engine::default(), SETTINGS.params, TT_BYTES);
        let root = fair_root(line);
        let is_attacker = root.attack().is_some_and(|attack| attack.name.is_none());
        let limits = task.limits();
        searcher.solve_root(&root, &line.past, limits, |solution| {
            let is_over = limits.hard.is_some_and(|hard| Instant::now() >= hard);
            if solution.depth > 0 && !is_over {
                report(equilibrium_lines(solution, is_attacker, lines));
            }
        });
    }
}

/// Returns the position without information that is hidden from the side to move.
fn fair_root(line: &PositionLine<Position>) -> Position {
    match line.now.attack() {
        Some(Attack { name: Some(_), .. }) => line.now.with_any_name(),
        _ => line.now,
    }
}

/// Returns the choices of the side to move with the highest probabilities in the Nash equilibrium.
fn equilibrium_lines(solution: &Solution<Move>, is_attacker: bool, lines: usize) -> Vec<PvInfo> {
    let (choices, shares) = match is_attacker {
        true => (&solution.rows, &solution.equilibrium.rows),
        false => (&solution.columns, &solution.equilibrium.columns),
    };
    let mut choices: Vec<(Move, f64)> = choices.iter().zip(shares.iter().copied()).collect();
    choices.sort_by(|one, other| other.1.total_cmp(&one.1));
    let score = if is_attacker { solution.score } else { -solution.score };
    let info = |(mv, share): (Move, f64)| PvInfo {
        depth: solution.depth,
        score,
        nodes: solution.nodes,
        time: solution.elapsed,
        pv: vec![mv.to_string()],
        share: Some(share),
    };
    choices.into_iter().take(lines).map(info).collect()
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
