use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, KeepAliveStream, Sse};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use utoipa::ToSchema;

use super::ServerState;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, QueryParams};
use super::games::Place;
use super::sessions::json_event;
use crate::engines::{EngineLoad, StopHandle};
use crate::thinking::{Task, Thought};

/// After so long an analysis ends by itself.
const LONGEST: Duration = Duration::from_secs(300);

/// The most lines that are followed at a time.
const MOST_LINES: usize = 8;

/// Iterations that a slow reader may be behind: more are left out.
const BACKLOG: usize = 32;

/// What is to be analysed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// The game's name.
    game: String,
    /// The answers so far, as records have them.
    #[serde(default)]
    moves: Vec<String>,
    /// Where the game starts, if not as usual.
    #[serde(default)]
    position: Option<String>,
    /// How many moves to follow, 1 to 8.
    #[serde(default = "three")]
    lines: usize,
}

/// The same behind a question mark, with commas between the moves.
#[derive(Deserialize)]
pub(super) struct ShortQuestion {
    game: String,
    #[serde(default)]
    moves: String,
    position: Option<String>,
    #[serde(default = "three")]
    lines: usize,
}

const fn three() -> usize {
    3
}

/// What the engine thinks after an iteration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Iteration {
    /// Plies.
    depth: usize,
    /// Positions visited.
    nodes: u64,
    /// Milliseconds since the analysis began.
    time_ms: u64,
    /// Whose view scores are of: 0 or 1, whoever is to move.
    player: usize,
    /// The best moves, the best first.
    lines: Vec<Thought>,
}

/// Why an analysis has ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct End {
    /// `done` where there is nothing more to find, `time` where it has lasted as long as it may.
    reason: &'static str,
}

enum Said {
    Iteration(Iteration),
    End(End),
}

#[utoipa::path(
    get,
    path = "/engines",
    summary = "How busy the engines are",
    responses((status = 200, description = "done", body = EngineLoad))
)]
pub(super) async fn busy(State(state): State<Arc<ServerState>>) -> Json<EngineLoad> {
    Json(state.engines.busy())
}

#[utoipa::path(
    get,
    path = "/analysis",
    summary = "As POST, with commas between the moves",
    params(("game" = String, Query), ("moves" = Option<String>, Query), ("position" = Option<String>, Query), ("lines" = Option<usize>, Query)),
    responses((status = 200, description = "a stream of events", content_type = "text/event-stream", body = Iteration), (status = 422, description = "a position that cannot be", body = ErrorBody), (status = 429, description = "all engines are busy", body = ErrorBody))
)]
pub(super) async fn ask(
    state: State<Arc<ServerState>>,
    QueryParams(short): QueryParams<ShortQuestion>,
) -> Result<Sse<KeepAliveStream<Answers>>, ApiError> {
    let moves = short.moves.split(',').map(str::trim).filter(|mv| !mv.is_empty());
    let question = Question {
        game: short.game,
        moves: moves.map(str::to_owned).collect(),
        position: short.position,
        lines: short.lines,
    };
    answer(state, Body(question)).await
}

#[utoipa::path(
    post,
    path = "/analysis",
    summary = "Events `iteration`, and at last `end`; closing the stream stops the engine",
    request_body = Question,
    responses((status = 200, description = "a stream of events", content_type = "text/event-stream", body = Iteration), (status = 422, description = "a position that cannot be", body = ErrorBody), (status = 429, description = "all engines are busy", body = ErrorBody))
)]
pub(super) async fn answer(
    State(state): State<Arc<ServerState>>,
    Body(question): Body<Question>,
) -> Result<Sse<KeepAliveStream<Answers>>, ApiError> {
    if !(1..=MOST_LINES).contains(&question.lines) {
        return Err(ApiError::malformed("`lines` is 1 to 8"));
    }
    let Question { game, moves, position, lines } = question;
    let course = Place { game, moves, position }.course()?;
    if course.legal().is_empty() {
        return Err(ApiError::impossible("the game is over here: there is nothing to analyse"));
    }
    let seat = state.engines.to_analyse();
    let seat = seat.map_err(|busy| ApiError::new(StatusCode::TOO_MANY_REQUESTS, busy))?;
    let (sender, said) = mpsc::channel(BACKLOG);
    let stopper = seat.stopper();
    tokio::spawn(seat.think(move |stop| {
        let task = Task { time: LONGEST, stop, salt: 0 };
        let player = course.to_move().index();
        let started = std::time::Instant::now();
        course.analyse(&task, lines, &mut |lines| {
            let Some(best) = lines.first() else { return };
            let (depth, nodes, time_ms) = (best.depth, best.nodes, best.time_ms);
            let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or(nodes);
            // Whoever reads too slowly hears of a later iteration.
            let iteration = Iteration { depth, nodes, time_ms, player, lines };
            let _ = sender.try_send(Said::Iteration(iteration));
        });
        let reason = if started.elapsed() < LONGEST { "done" } else { "time" };
        let _ = sender.blocking_send(Said::End(End { reason }));
    }));
    Ok(Sse::new(Answers { said, stopper }).keep_alive(KeepAlive::default()))
}

/// The stream of an analysis. The engine stops when it is dropped, which is when its reader has gone.
pub(super) struct Answers {
    said: mpsc::Receiver<Said>,
    stopper: StopHandle,
}

impl Stream for Answers {
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.said.poll_recv(context).map(|said| {
            said.map(|said| {
                Ok(match said {
                    Said::Iteration(iteration) => json_event("iteration", &iteration),
                    Said::End(end) => json_event("end", &end),
                })
            })
        })
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}
