//! Endpoints of games and positions: static data, positions after moves, and random setups.

use axum::Json;
use boards::{Frames, GameLine, LegalMove};
use registry::{Game, game, main_games};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Reply;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, PathParams, QueryParams};
use crate::info::GameInfo;
use crate::random;
use crate::replay::{player, set_result};
use crate::words::{ending, verdict_of};

/// Position of a game: a start position, and the moves played from there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// Name of the game.
    pub(crate) game: String,
    /// Responses of the players so far, as in records.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Start position in the notation of the game; default: the initial position.
    #[serde(default)]
    pub(crate) position: Option<String>,
}

/// Position and its legal moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionView {
    /// Position in all views.
    frames: Frames,
    /// Legal moves.
    legal: Vec<LegalMove>,
}

/// Maximum number of moves of a request: more than any game has.
const MAX_MOVES: usize = 4000;

impl PositionRequest {
    /// Returns the game line that leads to the position.
    pub(crate) fn game_line(&self) -> Result<Box<dyn GameLine>, ApiError> {
        let game = find_game(&self.game)?;
        let start = self.position.as_deref().filter(|text| !text.trim().is_empty());
        let mut line = game.board().begin(start.map(str::trim)).map_err(ApiError::impossible)?;
        if self.moves.len() > MAX_MOVES {
            return Err(ApiError::impossible(format!(
                "the request has more than {MAX_MOVES} moves"
            )));
        }
        for (index, mv) in self.moves.iter().enumerate() {
            let at = |error| ApiError::impossible(format!("move {}: {error}", index + 1));
            line.answer(mv).map_err(at)?;
        }
        Ok(line)
    }
}

/// Returns the game with this name.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn Game, ApiError> {
    let names = || main_games().map(|game| game.name()).collect::<Vec<_>>().join(", ");
    game(name).map_err(|_| {
        ApiError::missing(format!(
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

/// Returns the current position in all views, with its result if the game is over.
pub(crate) fn current_frames(game: &str, line: &dyn GameLine) -> Result<Frames, ApiError> {
    let mut frames = line.frames(line.played());
    let game = find_game(game)?;
    if let Some(verdict) = verdict_of(game, line).map_err(ApiError::broken)? {
        set_result(&mut frames, &ending(game, verdict.outcome, verdict.reason));
    }
    Ok(frames)
}

#[utoipa::path(
    get,
    path = "/games",
    summary = "Games that can be played, with the data to draw their boards",
    responses((status = 200, description = "done", body = Vec<GameInfo>))
)]
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(main_games().map(GameInfo::of).collect())
}

#[utoipa::path(
    get,
    path = "/games/{game}/start",
    summary = "Initial position of a game",
    params(("game" = String, Path, description = "name of the game")),
    responses(
        (status = 200, description = "done", body = PositionView),
        (status = 404, description = "no such game", body = ErrorBody)
    )
)]
pub(super) async fn start(PathParams(game): PathParams<String>) -> Reply<PositionView> {
    let request = PositionRequest { game, moves: Vec::new(), position: None };
    show(&request)
}

#[utoipa::path(
    post,
    path = "/positions",
    summary = "Position after some moves, with its legal moves",
    request_body = PositionRequest,
    responses(
        (status = 200, description = "done", body = PositionView),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "invalid position or move", body = ErrorBody)
    )
)]
pub(super) async fn position(Body(request): Body<PositionRequest>) -> Reply<PositionView> {
    show(&request)
}

fn show(request: &PositionRequest) -> Reply<PositionView> {
    let line = request.game_line()?;
    let frames = current_frames(&request.game, line.as_ref())?;
    Ok(Json(PositionView { frames, legal: line.legal() }))
}

/// Query parameters of a random setup.
#[derive(Deserialize)]
pub(super) struct SetupParams {
    player: usize,
}

/// Setup of an army.
#[derive(Serialize, ToSchema)]
pub(crate) struct Army {
    /// One capital letter per piece, in the order of the squares in `SetupInfo`.
    setup: String,
}

#[utoipa::path(
    get,
    path = "/games/{game}/setup",
    summary = "Random setup of an army",
    params(
        ("game" = String, Path, description = "name of the game"),
        ("player" = usize, Query, description = "0 or 1")
    ),
    responses(
        (status = 200, description = "done", body = Army),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "the game has no setup phase", body = ErrorBody)
    )
)]
pub(super) async fn setup(
    PathParams(game): PathParams<String>,
    QueryParams(SetupParams { player: index }): QueryParams<SetupParams>,
) -> Reply<Army> {
    let player = player(index).ok_or_else(|| ApiError::malformed("`player` must be 0 or 1"))?;
    let setup = find_game(&game)?.board().draw_setup(player, random::seed());
    let setup = setup.ok_or_else(|| ApiError::impossible("this game has no setup phase"))?;
    Ok(Json(Army { setup }))
}
