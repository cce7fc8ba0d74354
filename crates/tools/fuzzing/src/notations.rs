//! Target `notations`: text of positions and moves of all games.

use std::sync::LazyLock;

use crate::edits::edited;
use crate::games::GAMES;
use crate::samples::recorded_games;

/// Real positions and moves of one game.
struct Texts {
    positions: Vec<String>,
    moves: Vec<String>,
}

/// Parses text as a position, or as a move, of one of the games. What parses must survive its own
/// text, also after each legal move, and a position that parses can be searched.
pub fn notations(data: &[u8]) {
    static TEXTS: LazyLock<Vec<Texts>> = LazyLock::new(|| {
        let texts = GAMES.iter().map(|game| {
            let samples = || recorded_games().iter().filter(|it| it.package() == game.package);
            Texts {
                positions: samples().flat_map(|sample| sample.positions.clone()).collect(),
                moves: samples().flat_map(|sample| sample.moves.clone()).collect(),
            }
        });
        texts.collect()
    });
    let Some((&choice, data)) = data.split_first() else { return };
    let number = usize::from(choice) % GAMES.len();
    let (game, texts) = (&GAMES[number], &TEXTS[number]);
    // Half of the inputs are positions, of which an eighth is searched too.
    match usize::from(choice) / GAMES.len() % 16 {
        kind @ 0..8 => (game.check_position)(&edited(data, &texts.positions), kind == 0),
        _ => (game.check_move)(&edited(data, &texts.moves)),
    }
}
