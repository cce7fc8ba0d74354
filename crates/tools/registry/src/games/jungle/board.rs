//! Jungle in the board room: terrain, drawing, move labels and the bot.

use boards::{
    Arrange, Arrangement, Board, BoardInfo, Bot, Kind, MoveDescription, Picture, Reserve,
    SearchBot, Terrain, cells, owned,
};
use gamekit::{ParseError, Player};
use jungle::{Animal, BotEngine, Move, Position, SETTINGS, Square};

use super::Jungle;

/// Terrain row by row: `.` for grass, `w` for water, `t` and `d` for traps and den of the second
/// player, `T` and `D` for traps and den of the first player.
const TERRAIN: &str = "..tdt.. ...t... ....... .ww.ww. .ww.ww. .ww.ww. ....... ...T... ..TDT..";

impl Board for Jungle {
    type Position = Position;

    const BOT: &'static dyn Bot<Position> = &SearchBot::<BotEngine>::new(SETTINGS.params);

    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("den", "{winner} has entered the den of {loser}"),
        ("no-pieces", "{loser} has no animals left"),
        ("no-legal-moves", "{loser} cannot move"),
        ("max-turns", "the game has lasted as long as it may"),
    ];

    const ARRANGE: Arrange<Position> = Ok(arrange);

    fn info() -> BoardInfo {
        BoardInfo {
            title: "Jungle",
            rules: [
                "An animal moves to an adjacent square and captures animals that are not stronger; \
                 the rat captures the elephant.",
                "Only the rat swims; lion and tiger jump over water; an animal in a trap is weak.",
                "A player wins by entering the enemy's den; a player who cannot move loses.",
            ],
            players: ["Red", "Blue"],
            columns: 7,
            rows: 9,
            files: (0..7).map(|x| x.to_string()).collect(),
            ranks: (0..9).map(|y| y.to_string()).collect(),
            terrain: terrain(),
            kinds: Animal::ALL.map(kind).to_vec(),
            default_ms: 150,
            hides: false,
            setup: None,
        }
    }

    fn picture(pos: &Position, _viewer: Option<Player>) -> Picture {
        let cells = cells(Square::COUNT, |square| {
            let square = Square::new(square as u8);
            Player::BOTH.into_iter().find_map(|player| {
                pos.animal_at(player, square).map(|animal| owned(letter(animal), player))
            })
        });
        let reserves = Player::BOTH.map(|player| {
            let lost = |animal: &Animal| pos.square_of(player, *animal) == Square::NOWHERE;
            let lost = Animal::ALL.into_iter().filter(lost);
            lost.map(|animal| Reserve { letter: letter(animal), count: 1 }).collect()
        });
        Picture { cells, reserves, ..Picture::default() }
    }

    fn describe(pos: &Position, mv: Move) -> MoveDescription {
        let at = |square| Player::BOTH.into_iter().find_map(|player| pos.animal_at(player, square));
        let name = |animal| kind(animal).name;
        let moved = at(mv.from).map_or("animal", name);
        let captured = at(mv.to);
        let label = match captured {
            Some(captured) => format!("{moved} {} × {} {}", mv.from, name(captured), mv.to),
            None => format!("{moved} {} – {}", mv.from, mv.to),
        };
        MoveDescription::step(
            mv.from.index(),
            mv.to.index(),
            captured.is_some(),
            label.replace(' ', "\u{a0}"),
        )
    }
}

/// Returns the position of an arrangement, with all plies of the game left.
fn arrange(arrangement: &Arrangement) -> Result<Position, String> {
    arrangement.check_counts(1)?;
    let terrain = terrain();
    for (square, owner, letter) in arrangement.pieces() {
        let place = terrain.iter().find(|place| place.square == square);
        let problem = match place.map(|place| (place.kind, place.owner)) {
            Some(("water", _)) if letter != self::letter(Animal::Rat) => {
                "is in the water, where only the rat can be"
            }
            Some(("den", Some(of))) if of == owner.index() => "is in its own den",
            _ => continue,
        };
        return Err(format!("{} {problem}", arrangement.name(owner, letter)));
    }
    let to_move = arrangement.to_move();
    let side = ['r', 'b'][to_move.index()];
    let text = format!("{} {side} {}", arrangement.fen_rows(owned), to_move.index());
    text.parse().map_err(|error: ParseError| error.to_string())
}

/// Returns the squares with special terrain.
fn terrain() -> Vec<Terrain> {
    let symbols = TERRAIN.chars().filter(|symbol| *symbol != ' ').enumerate();
    let terrain = symbols.filter_map(|(square, symbol)| {
        let (kind, owner) = match symbol {
            'w' => ("water", None),
            't' => ("trap", Some(1)),
            'd' => ("den", Some(1)),
            'T' => ("trap", Some(0)),
            'D' => ("den", Some(0)),
            _ => return None,
        };
        Some(Terrain { square, kind, owner })
    });
    terrain.collect()
}

/// Returns the capital letter of an animal, as in the notation.
const fn letter(animal: Animal) -> char {
    match animal {
        Animal::Elephant => 'E',
        Animal::Lion => 'L',
        Animal::Tiger => 'T',
        Animal::Panther => 'P',
        Animal::Dog => 'D',
        Animal::Wolf => 'W',
        Animal::Cat => 'C',
        Animal::Rat => 'R',
    }
}

/// Returns the kind of piece of an animal.
fn kind(animal: Animal) -> Kind {
    let name = match animal {
        Animal::Elephant => "elephant",
        Animal::Lion => "lion",
        Animal::Tiger => "tiger",
        Animal::Panther => "panther",
        Animal::Dog => "dog",
        Animal::Wolf => "wolf",
        Animal::Cat => "cat",
        Animal::Rat => "rat",
    };
    // The strongest animal has the number 8, as on physical pieces.
    let label = (Animal::ALL.len() - animal.index()).to_string();
    Kind { letter: letter(animal), kind: name, label, name }
}

#[cfg(test)]
mod tests {
    use gamekit::Position as _;

    use super::*;

    #[test]
    fn letters_are_those_of_the_notation() {
        let pos = Position::initial();
        let board: String = pos.to_string().split(' ').next().unwrap().replace('/', "");
        let pieces: String = board.chars().filter(char::is_ascii_alphabetic).collect();
        let drawn: String =
            Jungle::picture(&pos, None).cells.chars().filter(|cell| *cell != '.').collect();
        assert_eq!(drawn, pieces);
    }
}
