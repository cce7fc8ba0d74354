use gamekit::Player;
use jungle::{Animal, BotEngine, Move, Position, SETTINGS, Square};

use crate::board::{Board, Described};
use crate::frame::{Picture, Reserve, cells, owned};
use crate::game_line::BoardLine;
use crate::info::{GameInfo, Kind, Terrain, limits_of};
use crate::thinking::{Decision, Insight, Task, analyse_by_search, decide_by_search};

/// Jungle.
pub(super) struct Jungle;

/// What is not grass, row by row: `w` for water, `t` and `d` for the second player's traps and den, `T`
/// and `D` for the first player's.
const TERRAIN: &str = "..tdt.. ...t... ....... .ww.ww. .ww.ww. .ww.ww. ....... ...T... ..TDT..";

impl Board for Jungle {
    type Position = Position;

    const NAME: &'static str = "jungle";

    fn info() -> GameInfo {
        let game = arena::game(Self::NAME).expect("the arena plays it");
        GameInfo {
            name: Self::NAME,
            title: "Jungle",
            rules: [
                "An animal steps to a square beside it and captures what is not stronger; the rat takes \
                 the elephant.",
                "Only the rat swims, lion and tiger leap across water, and in a trap everybody is weak.",
                "Who enters the enemy's den wins, and who cannot move loses.",
            ],
            players: ["Red", "Blue"],
            columns: 7,
            rows: 9,
            files: (0..7).map(|x| x.to_string()).collect(),
            ranks: (0..9).map(|y| y.to_string()).collect(),
            terrain: terrain(),
            kinds: Animal::ALL.map(kind).to_vec(),
            limits: limits_of(game),
            default_ms: 150,
            hides: false,
            judge: game.judge(),
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

    fn describe(pos: &Position, mv: Move) -> Described {
        let at = |square| Player::BOTH.into_iter().find_map(|player| pos.animal_at(player, square));
        let name = |animal| kind(animal).name;
        let mover = at(mv.from).map_or("animal", name);
        let prey = at(mv.to);
        let label = match prey {
            Some(prey) => format!("{mover} {} × {} {}", mv.from, name(prey), mv.to),
            None => format!("{mover} {} – {}", mv.from, mv.to),
        };
        Described::step(
            mv.from.index(),
            mv.to.index(),
            prey.is_some(),
            label.replace(' ', "\u{a0}"),
        )
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

/// Returns the letter that stands for an animal, a capital: the same as in the notation.
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
    // The strongest is 8, as on the pieces of the usual sets.
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
