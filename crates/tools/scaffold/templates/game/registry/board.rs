//! {{title}} in the board room: drawing, move labels and the bot.

use boards::{
    Arrange, Arrangement, Board, BoardInfo, Bot, Kind, MoveDescription, Picture, SearchBot, cells,
    letters, numbers_down, owned,
};
use gamekit::{ParseError, Player};

use {{crate}}::{BotEngine, Move, Position, SETTINGS};
use {{crate}}::{HEIGHT, SQUARES, Square, WIDTH};

use super::{{Game}};
use super::reading::{ENDINGS, RULES, describe};

impl Board for {{Game}} {
    type Position = Position;

    const BOT: &'static dyn Bot<Position> = &SearchBot::<BotEngine>::new(SETTINGS.params);

    const ENDINGS: &'static [(&'static str, &'static str)] = ENDINGS;

    const ARRANGE: Arrange<Position> = Ok(arrange);

    fn info() -> BoardInfo {
        BoardInfo {
            title: "{{title}}",
            rules: RULES,
            players: ["Red", "Blue"],
            columns: WIDTH,
            rows: HEIGHT,
            files: letters(WIDTH as u8),
            ranks: numbers_down(HEIGHT as u8, 1),
            terrain: Vec::new(),
            kinds: vec![Kind { letter: 'P', kind: "man", label: String::new(), name: "piece" }],
            default_ms: SETTINGS.later_turn.as_millis() as u64,
            hides: false,
            setup: None,
        }
    }

    fn picture(pos: &Position, _viewer: Option<Player>) -> Picture {
        let letter_at = |index: usize| {
            let sq = Square::at(index % WIDTH, HEIGHT - 1 - index / WIDTH)?;
            pos.at(sq).map(|owner| owned('P', owner))
        };
        Picture { cells: cells(SQUARES, letter_at), ..Picture::default() }
    }

    fn describe(pos: &Position, mv: Move) -> MoveDescription {
        describe(pos, mv)
    }
}

/// Returns the position of an arrangement in the board editor.
fn arrange(arrangement: &Arrangement) -> Result<Position, String> {
    let symbol = |player: Player| ['x', 'o'][player.index()];
    let rows = arrangement.rows(|_, owner| symbol(owner));
    let text = format!("{rows} {}", symbol(arrangement.to_move()));
    text.parse().map_err(|error: ParseError| error.to_string())
}
