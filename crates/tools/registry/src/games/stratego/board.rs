//! Stratego in the board room: setups, hidden ranks, drawing, move labels and the bot.

use boards::{
    Arrange, Board, BoardInfo, Bot, EMPTY, Fight, HIDDEN, Kind, MoveDescription, MoveKind, Picture,
    Reserve, SetupInfo, Terrain, cells, owned,
};
use gamekit::{Player, Position as _};
use rand::SeedableRng;
use rand::rngs::StdRng;
use stratego::{LAKES, Move, Position, Rank, Square, Survivor, draw_setup};

use super::Stratego;
use super::bot::StrategoBot;

/// Rows and columns of the board.
const SIZE: usize = 10;

/// Index of the first square of Blue's setup.
pub(super) const BLUE: usize = Square::COUNT - Position::ARMY_SIZE;

impl<const TWO_SQUARES: bool> Board for Stratego<TWO_SQUARES> {
    type Position = Position;

    const BOT: &'static dyn Bot<Position> = &StrategoBot;

    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("flag", "{winner} has captured the flag of {loser}"),
        ("no-moves", "{loser} cannot move"),
        ("surrender", "{loser} has given up"),
        ("no-movers", "neither side has a piece left that can move"),
        ("quiet", "nobody has attacked for two hundred turns"),
        ("max-turns", "the game has lasted as long as it may"),
    ];

    /// A logistic curve fitted to the results of recorded games, by searches of 2,000 nodes in 266
    /// positions, has 1,073.
    const BAR_UNITS: f64 = 1000.0;

    const ARRANGE: Arrange<Position> = Err(
        "Stratego has hidden information: a position is more than its pieces, it also has which of \
         them have moved, and which ranks the other side knows.",
    );

    fn info() -> BoardInfo {
        let lakes = stratego::squares(LAKES);
        let mut kinds = Rank::ALL.map(kind).to_vec();
        kinds.push(Kind {
            letter: HIDDEN,
            kind: "unknown",
            label: String::new(),
            name: "hidden piece",
        });
        let stock = Rank::ALL.into_iter().rev().flat_map(|rank| {
            std::iter::repeat_n(rank.symbol(), usize::from(Rank::ARMY[rank.index()]))
        });
        BoardInfo {
            title: if TWO_SQUARES { "Stratego with the two-squares rule" } else { "Stratego" },
            rules: [
                "Both sides place forty pieces; their ranks are hidden from the other side.",
                "A move onto an enemy piece attacks it: both ranks are shown, and the lower rank \
                 is removed; scouts move any distance.",
                "A player wins by capturing the flag, or all enemy pieces that can move.",
            ],
            players: ["Red", "Blue"],
            columns: SIZE,
            rows: SIZE,
            files: (0..SIZE).rev().map(|x| x.to_string()).collect(),
            ranks: (0..SIZE).rev().map(|y| y.to_string()).collect(),
            terrain: lakes
                .map(|lake| Terrain { square: square_index(lake), kind: "lake", owner: None })
                .collect(),
            kinds,
            default_ms: 150,
            hides: true,
            setup: Some(SetupInfo {
                squares: [0, BLUE].map(|start| {
                    (start..start + Position::ARMY_SIZE)
                        .map(|index| square_index(Square::new(index as u8)))
                        .collect()
                }),
                stock: stock.collect(),
            }),
        }
    }

    fn initial() -> Position {
        if TWO_SQUARES { Position::with_two_squares() } else { Position::initial() }
    }

    fn picture(pos: &Position, viewer: Option<Player>) -> Picture {
        let letter_at = |square: usize| {
            let sq = square_of(square);
            let owner = pos.owner_at(sq)?;
            let is_hidden =
                viewer.is_some_and(|viewer| viewer != owner) && pos.revealed() & sq.bit() == 0;
            let rank = pos.rank_at(sq).filter(|_| !is_hidden);
            Some(owned(rank.map_or(HIDDEN, Rank::symbol), owner))
        };
        let mark_at = |square: usize| match square_of(square).bit() {
            bit if pos.revealed() & bit != 0 => Some('r'),
            bit if pos.moved() & bit != 0 => Some('m'),
            _ => Some(EMPTY),
        };
        let reserves = Player::BOTH.map(|player| {
            let lost = |rank: Rank| {
                let left = pos.of_rank(player, rank).count_ones() as usize;
                usize::from(Rank::ARMY[rank.index()]).saturating_sub(left)
            };
            let ranks = Rank::ALL.into_iter().rev().filter(|_| !pos.is_setting_up(player));
            ranks
                .filter(|&rank| lost(rank) > 0)
                .map(|rank| Reserve { letter: rank.symbol(), count: lost(rank) })
                .collect()
        });
        Picture {
            cells: cells(Square::COUNT, letter_at),
            marks: Some(cells(Square::COUNT, mark_at)),
            groups: None,
            reserves,
            attack: None,
        }
    }

    fn hides_something(_pos: &Position) -> bool {
        true
    }

    fn describe(pos: &Position, mv: Move) -> MoveDescription {
        match mv {
            Move::Place(rank) => {
                let side = pos.side_to_move();
                let placed = pos.occupied(side).count_ones() as usize;
                let start = if side == Player::First { 0 } else { BLUE };
                MoveDescription {
                    from: None,
                    to: Some(square_index(Square::new((start + placed) as u8))),
                    kind: MoveKind::Place,
                    label: kind(rank).name.to_owned(),
                    role: Some(rank.symbol()),
                }
            }
            Move::Step { from, to } => {
                let attacks = pos.owner_at(to).is_some();
                let sign = if attacks { '×' } else { '–' };
                let label = format!("{},{}{sign}{},{}", from.x(), from.y(), to.x(), to.y());
                MoveDescription::step(square_index(from), square_index(to), attacks, label)
            }
        }
    }

    /// Hides the setup of the other side.
    fn is_secret(before: &Position, mv: Move, _now: &Position, viewer: Player) -> bool {
        matches!(mv, Move::Place(_)) && before.side_to_move() != viewer
    }

    /// Splits a row of a setup, which has ten pieces.
    fn split_answer<'a>(pos: &Position, answer: &'a str) -> Vec<&'a str> {
        if pos.is_setting_up(pos.side_to_move()) && answer.chars().count() == SIZE {
            return answer.split("").filter(|part| !part.is_empty()).collect();
        }
        vec![answer]
    }

    fn draw_setup(player: Player, seed: u64) -> Option<String> {
        let setup = draw_setup(player, &mut StdRng::seed_from_u64(seed));
        Some(setup.into_iter().map(Rank::symbol).collect())
    }

    fn read_setup(text: &str) -> Option<Vec<Move>> {
        let ranks: Option<Vec<Rank>> = text.chars().map(Rank::from_symbol).collect();
        let ranks = ranks?;
        let is_complete = Rank::ALL.into_iter().all(|rank| {
            let count = ranks.iter().filter(|&&placed| placed == rank).count();
            count == usize::from(Rank::ARMY[rank.index()])
        });
        is_complete.then(|| ranks.into_iter().map(Move::Place).collect())
    }

    fn fight(before: &Position, mv: Move) -> Option<Fight> {
        let battle = before.battle(mv)?;
        Some(Fight {
            attacker: battle.attacker.symbol(),
            defender: battle.defender.symbol(),
            survivor: match battle.survivor() {
                Survivor::Attacker => "attacker",
                Survivor::Defender => "defender",
                Survivor::Nobody => "nobody",
            },
        })
    }
}

/// Returns the square index of the page. Red is at the top of the judge's board and at the bottom
/// of the page.
fn square_index(sq: Square) -> usize {
    Square::COUNT - 1 - sq.index()
}

/// Returns the square for a square index of the page: the inverse of [`square_index`].
fn square_of(square: usize) -> Square {
    Square::new((Square::COUNT - 1 - square) as u8)
}

/// Returns the English name of a rank.
pub(super) const fn rank_name(rank: Rank) -> &'static str {
    match rank {
        Rank::Flag => "flag",
        Rank::Bomb => "bomb",
        Rank::Spy => "spy",
        Rank::Scout => "scout",
        Rank::Miner => "miner",
        Rank::Sergeant => "sergeant",
        Rank::Lieutenant => "lieutenant",
        Rank::Captain => "captain",
        Rank::Major => "major",
        Rank::Colonel => "colonel",
        Rank::General => "general",
        Rank::Marshal => "marshal",
    }
}

/// Returns the kind of piece of a rank.
fn kind(rank: Rank) -> Kind {
    let name = rank_name(rank);
    Kind {
        letter: rank.symbol(),
        kind: name,
        label: rank.letter().to_ascii_uppercase().to_string(),
        name,
    }
}
