//! HTTP server: the embedded page, and a JSON API under `/api`.

mod access;
mod analysis;
mod engine_stream;
mod error;
mod extract;
mod files;
mod game_analysis;
mod games;
mod guard;
mod matches;
mod openings;
mod pictures;
mod refusals;
mod replays;
mod sessions;
mod streams;
mod workers;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{any, get};
use queue::Queue;
use room::RecordFileError;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa::openapi::Server;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

pub use guard::Hosts;
pub(crate) use streams::Client;

use crate::engines::Engines;
use crate::limits::Limits;
use crate::matches::{Colour, Sort};
use crate::openings::OpeningTrees;
use crate::record_cache::{RecordCache, RecordFile};
use crate::session_file::SessionFolder;
use crate::sessions::Sessions;
use crate::worker_list::WorkerList;
use error::ApiError;
use pictures::Viewer;
use streams::Streams;

/// Maximum size of a request body in bytes, except for record files.
const MAX_BODY_BYTES: usize = 128 << 10;

/// Maximum size of an uploaded record file in bytes, compressed or not.
const MAX_FILE_BYTES: usize = 16 << 20;

/// Maximum of the default number of engines.
const MAX_DEFAULT_ENGINES: usize = 4;

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Path of the arena's store.
    pub store: PathBuf,
    /// Folder of the opening trees, one file per game; it need not exist.
    pub openings: Option<PathBuf>,
    /// Folder of the reviews of games, if there is one.
    pub reviews: Option<PathBuf>,
    /// Folder of the games in progress, which are lost at the end of the server if there is none.
    pub sessions: Option<PathBuf>,
    /// Host names that the server accepts.
    pub hosts: Hosts,
    /// Record files: names and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Maximum number of engines that play, and of engines that analyse, at a time; at least 1.
    pub engines: usize,
    /// Token that every request needs; `None` if all requests are served. Hexadecimal digits.
    pub token: Option<String>,
    /// Queue whose workers are shown; `None` if there is none.
    pub queue: Option<Queue>,
    /// Bounds of what clients can hold.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            store: PathBuf::from("arena.db"),
            openings: None,
            reviews: None,
            sessions: None,
            hosts: Hosts::default(),
            files: Vec::new(),
            engines: thread::available_parallelism()
                .map_or(1, usize::from)
                .min(MAX_DEFAULT_ENGINES),
            token: None,
            queue: None,
            limits: Limits::default(),
        }
    }
}

/// OpenAPI description of the JSON API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "The board room",
        description = "Replay, play and analyse board games, and read matches. Squares are \
                       numbered row by row from the upper left corner of the board, from the view \
                       of the first player."
    ),
    components(schemas(Colour, Sort, Viewer))
)]
struct ApiDescription;

/// State shared by all requests.
pub(crate) struct ServerState {
    record_cache: RecordCache,
    hosts: Hosts,
    engines: Arc<Engines>,
    sessions: Sessions,
    store: PathBuf,
    openings: OpeningTrees,
    reviews: Option<PathBuf>,
    token: Option<String>,
    workers: WorkerList,
    limits: Limits,
    streams: Streams,
    /// Permit of the record file that is uploaded.
    uploads: Semaphore,
    /// Permit of the picture that is drawn.
    pictures: Semaphore,
}

/// Returns the router of the server.
///
/// # Errors
///
/// A record file cannot be read.
pub(crate) fn router(settings: Settings) -> Result<Router, RecordFileError> {
    let mut files = Vec::new();
    for (number, (name, bytes)) in settings.files.into_iter().enumerate() {
        files.push(RecordFile::read(format!("file{}", number + 1), name, &bytes)?);
    }
    let state = Arc::new(ServerState {
        record_cache: RecordCache::with(files),
        hosts: settings.hosts,
        engines: Engines::new(settings.engines),
        sessions: Sessions::new(settings.sessions.map(SessionFolder::new)),
        store: settings.store,
        openings: OpeningTrees::of(settings.openings),
        reviews: settings.reviews,
        token: settings.token,
        workers: WorkerList::of(settings.queue),
        limits: settings.limits,
        streams: Streams::new(settings.limits.streams),
        uploads: Semaphore::new(1),
        pictures: Semaphore::new(1),
    });
    sessions::resume_kept(&state);
    let one_upload = middleware::from_fn_with_state(Arc::clone(&state), replays::one_at_a_time);
    let (api, mut description) = OpenApiRouter::with_openapi(ApiDescription::openapi())
        .routes(routes!(games::list))
        .routes(routes!(games::start))
        .routes(routes!(games::setup))
        .routes(routes!(games::position))
        .routes(routes!(games::arranged))
        .routes(routes!(openings::opening))
        .routes(routes!(replays::files))
        .routes(
            routes!(replays::upload).layer(DefaultBodyLimit::max(MAX_FILE_BYTES)).layer(one_upload),
        )
        .routes(routes!(replays::list))
        .routes(routes!(replays::show))
        .routes(routes!(replays::picture))
        .routes(routes!(game_analysis::of_replay))
        .routes(routes!(sessions::open))
        .routes(routes!(sessions::show, sessions::close))
        .routes(routes!(sessions::play))
        .routes(routes!(sessions::undo))
        .routes(routes!(sessions::hint))
        .routes(routes!(sessions::stop))
        .routes(routes!(sessions::save_replay))
        .routes(routes!(sessions::events))
        .routes(routes!(analysis::engines))
        .routes(routes!(analysis::analyse_query, analysis::analyse))
        .routes(routes!(matches::list))
        .routes(routes!(matches::page))
        .routes(routes!(matches::games))
        .routes(routes!(matches::game))
        .routes(routes!(matches::picture))
        .routes(routes!(game_analysis::of_match))
        .routes(routes!(matches::events))
        .routes(routes!(workers::list))
        .split_for_parts();
    refusals::describe(&mut description);
    description.servers = Some(vec![Server::new("/api")]);
    let api = api
        .route("/openapi.json", get(async move || axum::Json(description)))
        .fallback(error::no_such_endpoint)
        .method_not_allowed_fallback(error::no_such_method);
    let router = Router::new()
        .nest("/api", api)
        .route("/api/", any(error::no_such_endpoint))
        .route("/assets/{*path}", get(files::asset_at))
        .fallback(files::index)
        .method_not_allowed_fallback(error::no_such_method)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&state), guard::check))
        .with_state(state);
    Ok(router)
}

/// JSON response, or an error.
type Reply<T> = Result<axum::Json<T>, ApiError>;
