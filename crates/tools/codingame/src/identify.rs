//! Choice of the game to which a result belongs, which a bare result does not name.

use gamekit::{Outcome, Player};
use registry::{Ending, Game, all_games, game};

use crate::game_result::GameResult;
use crate::mismatch::SiteMismatch;
use crate::rebuild::{Rebuilt, rebuild};

/// Result that cannot be imported.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotImported {
    /// The site and the referee do not agree.
    #[error("{game}: {mismatch}")]
    Mismatch {
        /// The game of the referee.
        game: &'static str,
        /// The difference.
        mismatch: SiteMismatch,
    },
    /// No referee accepts the whole game.
    #[error("no game here fits{titled}; the nearest is {nearest}: {mismatch}")]
    NoGame {
        /// The title, in words.
        titled: String,
        /// The game whose referee accepts the most turns.
        nearest: &'static str,
        /// Its difference.
        mismatch: SiteMismatch,
    },
    /// There are no games of the site here.
    #[error("no game of CodinGame is known here")]
    NoGames,
    /// Several referees accept the whole game.
    #[error("the turns fit {0}: name the game with --game")]
    Ambiguous(String),
}

/// Returns whether bots play the game on CodinGame: it compiles them, and it sends them nothing at
/// the end of a game.
#[must_use]
pub fn is_of_codingame(game: &dyn Game) -> bool {
    let ending = Ending { outcome: Outcome::Draw, fault: None };
    game.judge().eq_ignore_ascii_case("CodinGame")
        && game.referee().farewell(Player::First, ending).is_none()
}

/// Replays a result with the referee of the game `chosen`, or of the game that the title names.
/// Otherwise the game is the only one whose referee accepts the whole game.
///
/// # Errors
///
/// The referee does not agree with the site, or the game remains unknown.
pub fn identify(
    result: &GameResult,
    chosen: Option<&'static dyn Game>,
) -> Result<(&'static dyn Game, Rebuilt), NotImported> {
    if let Some(game) = chosen.or_else(|| titled_game(result)) {
        return match rebuild(result, game) {
            Ok(rebuilt) => Ok((game, rebuilt)),
            Err(mismatch) => Err(NotImported::Mismatch { game: game.name(), mismatch }),
        };
    }
    let games = all_games().iter().copied().filter(|game| is_of_codingame(*game));
    let (mut fitting, mut nearest) = (Vec::new(), None::<(&'static str, SiteMismatch)>);
    for game in games {
        match rebuild(result, game) {
            Ok(rebuilt) => fitting.push((game, rebuilt)),
            Err(mismatch) => {
                let reached = nearest.as_ref().map(|(_, mismatch)| mismatch.ply());
                if reached.is_none_or(|ply| mismatch.ply() > ply) {
                    nearest = Some((game.name(), mismatch));
                }
            }
        }
    }
    if fitting.len() > 1 {
        let names: Vec<&str> = fitting.iter().map(|(game, _)| game.name()).collect();
        return Err(NotImported::Ambiguous(names.join(", ")));
    }
    match (fitting.pop(), nearest) {
        (Some(found), _) => Ok(found),
        (None, Some((nearest, mismatch))) => {
            let title = result.title.as_ref();
            let titled = title.map_or(String::new(), |title| format!(" `{}`", shown(title)));
            Err(NotImported::NoGame { titled, nearest, mismatch })
        }
        (None, None) => Err(NotImported::NoGames),
    }
}

/// Returns the game that the title of the puzzle names.
fn titled_game(result: &GameResult) -> Option<&'static dyn Game> {
    let words: Vec<&str> = result.title.as_deref()?.split_whitespace().collect();
    let named = game(&words.join("-")).ok()?;
    is_of_codingame(named).then_some(named)
}

/// Returns the beginning of a title without characters that a terminal interprets.
fn shown(title: &str) -> String {
    const MOST: usize = 60;
    title.chars().filter(|c| !c.is_control()).take(MOST).collect()
}
