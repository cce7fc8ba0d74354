//! Endpoints of games and positions: static data, positions after moves, and random setups.

use axum::Json;
use room::{
    Army, ArrangedPosition, GameInfo, PositionRequest, PositionView, game_infos, random_army,
};
use serde::Deserialize;

use super::Reply;
use super::error::ErrorBody;
use super::extract::{Body, PathParams, QueryParams};

#[utoipa::path(
    get,
    path = "/games",
    summary = "Games that can be played, with the data to draw their boards",
    responses((status = 200, description = "done", body = Vec<GameInfo>))
)]
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(game_infos())
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
    Ok(Json(PositionRequest::initial(game).view()?))
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
    Ok(Json(request.view()?))
}

#[utoipa::path(
    post,
    path = "/positions/arranged",
    summary = "Position with given pieces and side to move, with its notation and legal moves",
    request_body = ArrangedPosition,
    responses(
        (status = 200, description = "done", body = PositionView),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "the game has no such position", body = ErrorBody)
    )
)]
pub(super) async fn arranged(Body(request): Body<ArrangedPosition>) -> Reply<PositionView> {
    Ok(Json(request.view()?))
}

/// Query parameters of a random setup.
#[derive(Deserialize)]
pub(super) struct SetupParams {
    player: usize,
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
    Ok(Json(random_army(&game, index)?))
}
