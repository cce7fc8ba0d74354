//! Breakthrough in the board room: drawing, move labels and the bot.

use boards::{
    Arrange, Arrangement, Board, BoardInfo, Bot, Kind, MoveDescription, Picture, SearchBot,
    Terrain, cells, files, owned, ranks, square_index,
};
use breakthrough::{BotEngine, Move, Position, SETTINGS};
use gamekit::{ParseError, Player};

use super::Breakthrough;

impl Board for Breakthrough {
    type Position = Position;

    const BOT: &'static dyn Bot<Position> = &SearchBot::<BotEngine>::new(SETTINGS.params);

    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("home-row", "a piece of {winner} has reached the far rank"),
        ("captured-all", "{winner} has captured every piece of {loser}"),
    ];

    const ARRANGE: Arrange<Position> = Ok(arrange);

    fn info() -> BoardInfo {
        let home = |owner: usize, row: usize| {
            (0..8).map(move |file| Terrain {
                square: row * 8 + file,
                kind: "home",
                owner: Some(owner),
            })
        };
        BoardInfo {
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
            default_ms: 100,
            hides: false,
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
}

/// Number of a side's pieces at the start of the game.
const MOST_PIECES: usize = 16;

/// Returns the position of an arrangement.
fn arrange(arrangement: &Arrangement) -> Result<Position, String> {
    arrangement.check_counts(MOST_PIECES)?;
    let side = ['w', 'b'][arrangement.to_move().index()];
    let text = format!("{} {side}", arrangement.fen_rows(owned));
    text.parse().map_err(|error: ParseError| error.to_string())
}
