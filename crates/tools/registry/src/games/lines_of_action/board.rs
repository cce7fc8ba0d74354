//! Lines of Action in the board room: drawing, groups, move labels and the bot.

use boards::{
    Arrange, Arrangement, Board, BoardInfo, Bot, EMPTY, Kind, MoveDescription, MoveKind, Picture,
    SearchBot, cells, files, owned, ranks, square_index,
};
use gamekit::{ParseError, Player, Square};
use lines_of_action::{BotEngine, Move, Position, SETTINGS};

use super::LinesOfAction;

impl Board for LinesOfAction {
    type Position = Position;

    const BOT: &'static dyn Bot<Position> = &SearchBot::<BotEngine>::new(SETTINGS.params);

    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("connect", "all checkers of {winner} are connected"),
        (
            "connect-both",
            "{winner}'s own move has connected both sides, and that counts for {winner}",
        ),
        ("opponent-connect", "{loser} has connected the checkers of {winner}"),
        ("max-turns", "the game has lasted as long as it may"),
    ];

    const ARRANGE: Arrange<Position> = Ok(arrange);

    fn info() -> BoardInfo {
        BoardInfo {
            title: "Lines of Action",
            rules: [
                "A checker moves along a line by exactly the number of checkers on that line.",
                "It jumps over its own side, never over enemies, and captures by landing on one.",
                "A player wins by connecting all own checkers; diagonal neighbours also connect.",
            ],
            players: ["Black", "White"],
            columns: 8,
            rows: 8,
            files: files(),
            ranks: ranks(),
            terrain: Vec::new(),
            kinds: vec![Kind { letter: 'C', kind: "man", label: String::new(), name: "checker" }],
            default_ms: 150,
            hides: false,
            setup: None,
        }
    }

    fn picture(pos: &Position, _viewer: Option<Player>) -> Picture {
        let cells = cells(64, |square| owner_at(pos, square).map(|owner| owned('C', owner)));
        Picture { cells, groups: Some(groups(pos)), ..Picture::default() }
    }

    fn describe(pos: &Position, mv: Move) -> MoveDescription {
        let text = mv.to_string();
        let square = |text: Option<&str>| text?.parse::<Square>().ok();
        match (square(text.get(..2)), square(text.get(2..))) {
            (Some(from), Some(to)) => {
                let captures = owner_at(pos, square_index(to)).is_some();
                let label = if captures { format!("{from}×{to}") } else { text };
                MoveDescription::step(square_index(from), square_index(to), captures, label)
            }
            _ => MoveDescription {
                from: None,
                to: None,
                kind: MoveKind::Pass,
                label: text,
                role: None,
            },
        }
    }
}

/// Number of a side's checkers at the start of the game.
const MOST_CHECKERS: usize = 12;

/// Returns the position of an arrangement, with all plies of the game left.
fn arrange(arrangement: &Arrangement) -> Result<Position, String> {
    arrangement.check_counts(MOST_CHECKERS)?;
    let side = |player: Player| ['b', 'w'][player.index()];
    let rows = arrangement.fen_rows(|_, owner| side(owner));
    let to_move = arrangement.to_move();
    let text = format!("{rows} {} {}", side(to_move), to_move.index());
    text.parse().map_err(|error: ParseError| error.to_string())
}

/// Returns the owner of the checker on a square.
fn owner_at(pos: &Position, square: usize) -> Option<Player> {
    let (file, rank) = (square % 8, 7 - square / 8);
    pos.checker(file as u8, rank as u8)
}

/// Returns the adjacent squares in all eight directions.
fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    let (column, row) = (square % 8, square / 8);
    let rows = row.saturating_sub(1)..=(row + 1).min(7);
    let columns = column.saturating_sub(1)..=(column + 1).min(7);
    let beside = rows.flat_map(move |row| columns.clone().map(move |column| row * 8 + column));
    beside.filter(move |&other| other != square)
}

/// Returns one letter per checker: checkers of one group share a letter. The groups of each side
/// are lettered from `a` on.
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
