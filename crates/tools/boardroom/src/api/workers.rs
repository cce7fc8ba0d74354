//! Endpoint of the workers and plans of a queue.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::error::{ApiError, ErrorBody};
use super::{Reply, ServerState};
use crate::worker_list::Workers;

#[utoipa::path(
    get,
    path = "/workers",
    summary = "Workers of the queue, and the plans in progress",
    responses(
        (status = 200, description = "done", body = Workers),
        (status = 404, description = "the server has no queue", body = ErrorBody),
        (status = 500, description = "the queue does not answer", body = ErrorBody)
    )
)]
pub(super) async fn list(State(state): State<Arc<ServerState>>) -> Reply<Workers> {
    let read = tokio::task::spawn_blocking(move || state.workers.read()).await;
    let missing = || {
        ApiError::missing(
            "this server shows no queue: start it by `cargo cg serve --queue \
             nats://localhost:4222`, or with the address of another queue",
        )
    };
    let workers = read.map_err(ApiError::broken)?.ok_or_else(missing)?;
    Ok(Json(workers.map_err(ApiError::broken)?))
}
