//! Endpoint of the opening tree: the moves that recorded games have played in a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use registry::{OpeningMove, OpeningTree};
use room::PositionRequest;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{ApiError, ErrorBody};
use super::extract::Body;
use super::{Reply, ServerState};

/// Position in the opening tree.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct Opening {
    /// Number of games of the tree; 0 if there is no tree of this game.
    games: u32,
    /// Moves that were played here, the most frequent first.
    moves: Vec<PlayedMove>,
}

/// Move that was played in a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayedMove {
    /// Move in the notation of the judge.
    #[serde(rename = "move")]
    mv: String,
    /// Label of the move for readers.
    label: String,
    /// Games that the player of the move has won.
    wins: u32,
    /// Games that were drawn.
    draws: u32,
    /// Games that the player of the move has lost.
    losses: u32,
    /// Score of a search after the move, in centi-pieces from the view of its player.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
}

#[utoipa::path(
    post,
    path = "/openings",
    summary = "Moves that the games of the opening tree have played in a position",
    request_body = PositionRequest,
    responses(
        (status = 200, description = "done", body = Opening),
        (status = 404, description = "no such game", body = ErrorBody),
        (status = 422, description = "invalid position or move", body = ErrorBody)
    )
)]
pub(super) async fn opening(
    State(state): State<Arc<ServerState>>,
    Body(request): Body<PositionRequest>,
) -> Reply<Opening> {
    let line = request.game_line()?;
    let found = tokio::task::spawn_blocking(move || state.openings.of_game(&request.game)).await;
    let found = found.map_err(ApiError::broken)?.map_err(ApiError::broken)?;
    let Some(tree) = found else { return Ok(Json(Opening::default())) };
    let position = line.frame(line.played(), None).text.unwrap_or_default();
    let played = tree.position(&position).map_or(&[][..], |position| &position.moves);
    let legal = line.legal();
    let label = |mv: &str| {
        let known = legal.iter().find(|legal| legal.mv == mv);
        known.map_or_else(|| mv.to_owned(), |legal| legal.label.clone())
    };
    let moves = played.iter().map(|played| PlayedMove::of(&tree, played, label(&played.mv)));
    Ok(Json(Opening { games: tree.games(), moves: moves.collect() }))
}

impl PlayedMove {
    fn of(tree: &OpeningTree, played: &OpeningMove, label: String) -> PlayedMove {
        let &OpeningMove { wins, draws, losses, .. } = played;
        PlayedMove {
            mv: played.mv.clone(),
            label,
            wins,
            draws,
            losses,
            score: tree.score_after(played),
        }
    }
}
