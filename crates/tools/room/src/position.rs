//! Positions: a start position with the moves from there, its legal moves, and random setups.

use boards::{Frames, GameLine, LegalMove};
use registry::{Game, game, main_games};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::info::GameInfo;
use crate::problem::Problem;
use crate::random;
use crate::replay::{player, set_result};
use crate::words::{ending, verdict_of};

/// Position of a game: a start position, and the moves played from there.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Name of the game.
    pub game: String,
    /// Responses of the players so far, as in records.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Start position in the notation of the game; default: the initial position.
    #[serde(default)]
    pub position: Option<String>,
}

/// Position that the board editor has arranged.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArrangedPosition {
    /// Name of the game.
    pub game: String,
    /// Pieces, one character per square as in frames.
    pub cells: String,
    /// Side to move, 0 or 1.
    pub to_move: usize,
}

/// Position and its legal moves.
#[derive(Serialize, ToSchema)]
pub struct PositionView {
    /// Position in all views.
    pub frames: Frames,
    /// Legal moves.
    pub legal: Vec<LegalMove>,
}

/// Setup of an army.
#[derive(Serialize, ToSchema)]
pub struct Army {
    /// One capital letter per piece, in the order of the squares in `SetupInfo`.
    pub setup: String,
}

/// Maximum number of moves of a request: more than any game has.
const MAX_MOVES: usize = 4000;

impl PositionRequest {
    /// Returns the initial position of a game.
    #[must_use]
    pub fn initial(game: String) -> PositionRequest {
        PositionRequest { game, moves: Vec::new(), position: None }
    }

    /// Returns the game line that leads to the position.
    ///
    /// # Errors
    ///
    /// The game is unknown, or the position or a move is not valid.
    pub fn game_line(&self) -> Result<Box<dyn GameLine>, Problem> {
        let game = find_game(&self.game)?;
        let start = self.position.as_deref().filter(|text| !text.trim().is_empty());
        let mut line = game.board().begin(start.map(str::trim)).map_err(Problem::impossible)?;
        if self.moves.len() > MAX_MOVES {
            return Err(Problem::impossible(format!(
                "the request has more than {MAX_MOVES} moves"
            )));
        }
        for (index, mv) in self.moves.iter().enumerate() {
            let at = |error| Problem::impossible(format!("move {}: {error}", index + 1));
            line.answer(mv).map_err(at)?;
        }
        Ok(line)
    }

    /// Returns the position in all views, with its legal moves, and with its result if the game is
    /// over.
    ///
    /// # Errors
    ///
    /// As [`PositionRequest::game_line`].
    pub fn view(&self) -> Result<PositionView, Problem> {
        let line = self.game_line()?;
        let mut frames = line.frames(line.played());
        let game = find_game(&self.game)?;
        if let Some(verdict) = verdict_of(game, line.as_ref()).map_err(Problem::broken)? {
            set_result(&mut frames, &ending(game, verdict.outcome, verdict.reason));
        }
        Ok(PositionView { frames, legal: line.legal() })
    }
}

impl ArrangedPosition {
    /// Returns the position with its notation and its legal moves.
    ///
    /// # Errors
    ///
    /// The game or the side is unknown, or there is no such position.
    pub fn view(self) -> Result<PositionView, Problem> {
        let ArrangedPosition { game, cells, to_move } = self;
        let to_move = player(to_move);
        let to_move = to_move.ok_or_else(|| Problem::malformed("`toMove` must be 0 or 1"))?;
        let text = find_game(&game)?.board().arrange(&cells, to_move);
        let position = Some(text.map_err(Problem::impossible)?);
        PositionRequest { game, moves: Vec::new(), position }.view()
    }
}

/// Returns the games that can be played, with the data to draw their boards.
#[must_use]
pub fn game_infos() -> Vec<GameInfo> {
    main_games().map(GameInfo::of).collect()
}

/// Returns a random setup of the army of player 0 or 1.
///
/// # Errors
///
/// The game is unknown or has no setup phase, or there is no such player.
pub fn random_army(game: &str, index: usize) -> Result<Army, Problem> {
    let player = player(index).ok_or_else(|| Problem::malformed("`player` must be 0 or 1"))?;
    let setup = find_game(game)?.board().draw_setup(player, random::seed());
    let setup = setup.ok_or_else(|| Problem::impossible("this game has no setup phase"))?;
    Ok(Army { setup })
}

/// Returns the game with this name.
///
/// # Errors
///
/// No game has that name.
pub fn find_game(name: &str) -> Result<&'static dyn Game, Problem> {
    let names = || main_games().map(|game| game.name()).collect::<Vec<_>>().join(", ");
    game(name).map_err(|_| {
        Problem::missing(format!(
            "no game is called `{}`; the games are: {}",
            shortened(name),
            names()
        ))
    })
}

/// Returns the first 40 characters of a text of a request, for messages.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
