//! Breakthrough in the board room: drawing, move labels and the bot.

use breakthrough::{BotEngine, Move, Position, SETTINGS};
use gamekit::Player;

use crate::board::{Board, MoveDescription};
use crate::bot_search::{analyse_by_search, decide_by_search};
use crate::frame::{Picture, cells, owned};
use crate::games::eight_by_eight::{files, ranks, square_index};
use crate::info::{GameInfo, Kind, Terrain, limits_of};
use crate::position_line::PositionLine;
use crate::search_results::{Decision, PvInfo, Task};

/// Breakthrough.
pub(super) struct Breakthrough;

impl Board for Breakthrough {
    type Position = Position;

    const NAME: &'static str = "breakthrough";

    fn info() -> GameInfo {
        let game = registry::game(Self::NAME).expect("the arena has every game of the board room");
        let home = |owner: usize, row: usize| {
            (0..8).map(move |file| Terrain {
                square: row * 8 + file,
                kind: "home",
                owner: Some(owner),
            })
        };
        GameInfo {
            name: Self::NAME,
            title: "Breakthrough",
            rules: [
                "A piece moves one square forward, straight or diagonally.",
                "The square straight ahead must be empty; a diagonal move may capture.",
                "A player wins by reaching the far rank or by capturing the last enemy piece.",
            ],
            players: ["White", "Black"],
            columns: 8,
            rows: 8,
            files: files(),
            ranks: ranks(),
            terrain: home(1, 0).chain(home(0, 7)).collect(),
            kinds: vec![Kind { letter: 'P', kind: "man", label: String::new(), name: "piece" }],
            limits: limits_of(game),
            default_ms: 100,
            hides: false,
            judge: game.judge(),
            setup: None,
        }
    }

    fn picture(pos: &Position, _viewer: Option<Player>) -> Picture {
        let (white, black) = pos.white_and_black();
        let letter_at = |square: usize| {
            let bit = 1_u64 << (square ^ 56);
            match (white & bit != 0, black & bit != 0) {
                (true, _) => Some(owned('P', Player::First)),
                (_, true) => Some(owned('P', Player::Second)),
                _ => None,
            }
        };
        Picture { cells: cells(64, letter_at), ..Picture::default() }
    }

    fn describe(pos: &Position, mv: Move) -> MoveDescription {
        let (white, black) = pos.white_and_black();
        let captures = (white | black) & mv.to.bit() != 0;
        let label = if captures { format!("{}×{}", mv.from, mv.to) } else { mv.to_string() };
        MoveDescription::step(square_index(mv.from), square_index(mv.to), captures, label)
    }

    fn decide(
        line: &PositionLine<Self::Position>,
        task: &Task,
        report: &mut dyn FnMut(PvInfo),
    ) -> Option<Decision> {
        decide_by_search::<_, BotEngine>(line, &line.now, SETTINGS.params, task, report)
    }

    fn analyse(
        line: &PositionLine<Self::Position>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<PvInfo>),
    ) {
        analyse_by_search::<_, BotEngine>(line, SETTINGS.params, task, lines, report);
    }
}
