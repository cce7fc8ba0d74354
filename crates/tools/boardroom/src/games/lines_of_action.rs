use gamekit::{Player, Square};
use lines_of_action::{BotEngine, Move, Position, SETTINGS};

use crate::board::{Board, Described};
use crate::frame::{EMPTY, MoveKind, Picture, cells, owned};
use crate::game_line::BoardLine;
use crate::games::eight_by_eight::{files, ranks, seen};
use crate::info::{GameInfo, Kind, limits_of};
use crate::thinking::{Decision, Insight, Task, analyse_by_search, decide_by_search};

/// Lines of Action.
pub(super) struct LinesOfAction;

impl Board for LinesOfAction {
    type Position = Position;

    const NAME: &'static str = "lines-of-action";

    fn info() -> GameInfo {
        let game = arena::game(Self::NAME).expect("the arena plays it");
        GameInfo {
            name: Self::NAME,
            title: "Lines of Action",
            rules: [
                "A checker moves along a line exactly as many squares as there are checkers on it.",
                "It jumps over its own side, never over enemies, and captures by landing on one.",
                "Who has all his checkers in one group, neighbours in any direction, wins.",
            ],
            players: ["Black", "White"],
            columns: 8,
            rows: 8,
            files: files(),
            ranks: ranks(),
            terrain: Vec::new(),
            kinds: vec![Kind { letter: 'C', kind: "man", label: String::new(), name: "checker" }],
            limits: limits_of(game),
            default_ms: 150,
            hides: false,
            judge: game.judge(),
            setup: None,
        }
    }

    fn picture(pos: &Position, _viewer: Option<Player>) -> Picture {
        let cells = cells(64, |square| owner_at(pos, square).map(|owner| owned('C', owner)));
        Picture { cells, groups: Some(groups(pos)), ..Picture::default() }
    }

    fn describe(pos: &Position, mv: Move) -> Described {
        let text = mv.to_string();
        let square = |text: Option<&str>| text?.parse::<Square>().ok();
        match (square(text.get(..2)), square(text.get(2..))) {
            (Some(from), Some(to)) => {
                let captures = owner_at(pos, seen(to)).is_some();
                let label = if captures { format!("{from}×{to}") } else { text };
                Described::step(seen(from), seen(to), captures, label)
            }
            _ => Described { from: None, to: None, kind: MoveKind::Pass, label: text, role: None },
        }
    }

    fn decide(
        line: &BoardLine<Self>,
        task: &Task,
        report: &mut dyn FnMut(Insight),
    ) -> Option<Decision> {
        decide_by_search::<Self, BotEngine>(line, &line.now, SETTINGS.params, task, report)
    }

    fn analyse(
        line: &BoardLine<Self>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<Insight>),
    ) {
        analyse_by_search::<Self, BotEngine>(line, SETTINGS.params, task, lines, report);
    }
}

/// Returns whose checker stands on a square.
fn owner_at(pos: &Position, square: usize) -> Option<Player> {
    let (file, rank) = (square % 8, 7 - square / 8);
    pos.checker(file as u8, rank as u8)
}

/// Returns the squares beside a square, in all eight directions.
fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    let (column, row) = (square % 8, square / 8);
    let rows = row.saturating_sub(1)..=(row + 1).min(7);
    let columns = column.saturating_sub(1)..=(column + 1).min(7);
    let beside = rows.flat_map(move |row| columns.clone().map(move |column| row * 8 + column));
    beside.filter(move |&other| other != square)
}

/// Returns a letter for each checker, the same for those of a group; the groups of each side from `a` on.
fn groups(pos: &Position) -> String {
    let mut groups = vec![EMPTY; 64];
    for player in Player::BOTH {
        let is_own = |square: usize| owner_at(pos, square) == Some(player);
        let mut letter = b'a';
        for start in 0..64 {
            if groups[start] != EMPTY || !is_own(start) {
                continue;
            }
            let mut open = vec![start];
            while let Some(square) = open.pop() {
                groups[square] = char::from(letter);
                open.extend(
                    neighbours(square).filter(|&other| groups[other] == EMPTY && is_own(other)),
                );
            }
            letter += 1;
        }
    }
    groups.into_iter().collect()
}
