use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Reply;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, PathParams, QueryParams};
use crate::frame::{Frames, LegalMove};
use crate::game_line::GameLine;
use crate::games::{AnyGame, played, room};
use crate::info::GameInfo;
use crate::replay::{end, player};
use crate::words::ending;

/// A place in a game: where it starts, and what was played from there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    /// The game's name.
    pub(crate) game: String,
    /// The answers so far, as records have them.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Where the game starts, if not as usual, in its notation.
    #[serde(default)]
    pub(crate) position: Option<String>,
}

/// A position and what may be played in it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Shown {
    /// The position in all views.
    frames: Frames,
    /// The legal moves.
    legal: Vec<LegalMove>,
}

/// Moves of a game: more than any has.
const MOST_MOVES: usize = 4000;

impl Place {
    /// Returns the game at this place.
    pub(crate) fn course(&self) -> Result<Box<dyn GameLine>, ApiError> {
        let room = known(&self.game)?;
        let start = self.position.as_deref().filter(|text| !text.trim().is_empty());
        let mut course = room.begin(start.map(str::trim)).map_err(ApiError::impossible)?;
        if self.moves.len() > MOST_MOVES {
            return Err(ApiError::impossible(format!("more than {MOST_MOVES} moves")));
        }
        for (index, mv) in self.moves.iter().enumerate() {
            let at = |error| ApiError::impossible(format!("move {}: {error}", index + 1));
            course.answer(mv).map_err(at)?;
        }
        Ok(course)
    }
}

/// Returns the game of that name.
pub(crate) fn known(name: &str) -> Result<&'static dyn AnyGame, ApiError> {
    let names = || played().iter().map(|room| room.name()).collect::<Vec<_>>().join(", ");
    room(name).ok_or_else(|| {
        ApiError::missing(format!("no game is called `{}`: there are {}", short(name), names()))
    })
}

/// Returns the beginning of a text that came with a request.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Returns the position now in all views, with its result if the game is over.
pub(crate) fn frames_now(game: &str, course: &dyn GameLine) -> Result<Frames, ApiError> {
    let mut frames = course.frames(course.played());
    if let Some(verdict) = course.verdict().map_err(ApiError::broken)? {
        end(&mut frames, &ending(known(game)?, verdict.outcome, verdict.reason));
    }
    Ok(frames)
}

#[utoipa::path(
    get,
    path = "/games",
    summary = "The games and what is needed to draw their boards",
    responses((status = 200, description = "done", body = Vec<GameInfo>))
)]
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(played().iter().map(|room| room.info()).collect())
}

#[utoipa::path(
    get,
    path = "/games/{game}/start",
    summary = "A game's first position",
    params(("game" = String, Path, description = "the game's name")),
    responses((status = 200, description = "done", body = Shown), (status = 404, description = "no such game", body = ErrorBody))
)]
pub(super) async fn start(PathParams(game): PathParams<String>) -> Reply<Shown> {
    let place = Place { game, moves: Vec::new(), position: None };
    show(&place)
}

#[utoipa::path(
    post,
    path = "/positions",
    summary = "A position after some moves, and its legal moves",
    request_body = Place,
    responses((status = 200, description = "done", body = Shown), (status = 404, description = "no such game", body = ErrorBody), (status = 422, description = "a move or a position that cannot be", body = ErrorBody))
)]
pub(super) async fn position(Body(place): Body<Place>) -> Reply<Shown> {
    show(&place)
}

fn show(place: &Place) -> Reply<Shown> {
    let course = place.course()?;
    let frames = frames_now(&place.game, course.as_ref())?;
    Ok(Json(Shown { frames, legal: course.legal() }))
}

/// Whose setup is asked for.
#[derive(Deserialize)]
pub(super) struct Whose {
    player: usize,
}

/// An army as it is set up.
#[derive(Serialize, ToSchema)]
pub(crate) struct Army {
    /// A capital a piece, in the order of the game's squares for setups.
    setup: String,
}

#[utoipa::path(
    get,
    path = "/games/{game}/setup",
    summary = "An army drawn by chance",
    params(("game" = String, Path, description = "the game's name"), ("player" = usize, Query, description = "0 or 1")),
    responses((status = 200, description = "done", body = Army), (status = 404, description = "no such game", body = ErrorBody), (status = 422, description = "a game without setups", body = ErrorBody))
)]
pub(super) async fn setup(
    PathParams(game): PathParams<String>,
    QueryParams(Whose { player: index }): QueryParams<Whose>,
) -> Reply<Army> {
    let player = player(index).ok_or_else(|| ApiError::malformed("`player` is 0 or 1"))?;
    let setup = known(&game)?.draw_setup(player, crate::chance::seed());
    let setup = setup.ok_or_else(|| ApiError::impossible("in this game nobody sets up an army"))?;
    Ok(Json(Army { setup }))
}
