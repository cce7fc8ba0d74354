//! The server: the page, and beneath it an interface of JSON.

mod analysis;
mod error;
mod extract;
mod files;
mod games;
mod guard;
mod matches;
mod replays;
mod sessions;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{any, get};
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa::openapi::Server;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

pub use guard::Hosts;

use crate::engines::Engines;
use crate::matches::{Colour, Sort};
use crate::record_cache::{RecordCache, RecordFile, RecordFileError};
use crate::sessions::Sessions;
use error::ApiError;

/// Bytes of a request, but for files of records.
const MOST_BYTES: usize = 256 << 10;

/// Bytes of a file of records, as it is sent.
const MOST_FILE_BYTES: usize = 16 << 20;

/// Engines of either kind, unless asked otherwise.
const MOST_ENGINES: usize = 4;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The arena's store.
    pub store: PathBuf,
    /// By which names browsers may ask for the server.
    pub hosts: Hosts,
    /// Files of records at hand: their names and what is in them.
    pub files: Vec<(String, Vec<u8>)>,
    /// How many engines may play, and how many may analyse at a time; at least 1.
    pub engines: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            store: PathBuf::from("arena.db"),
            hosts: Hosts::default(),
            files: Vec::new(),
            engines: thread::available_parallelism().map_or(1, usize::from).min(MOST_ENGINES),
        }
    }
}

/// What there is to ask for.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "The board room",
        description = "Replay, play and analyse board games, and look at matches. Squares are counted \
                       along the rows from the upper left corner of the board as the first player \
                       sees it."
    ),
    components(schemas(Colour, Sort))
)]
struct Description;

/// What all requests share.
pub(crate) struct ServerState {
    shelf: RecordCache,
    hosts: Hosts,
    engines: Arc<Engines>,
    tables: Sessions,
    store: PathBuf,
}

/// Returns the server.
///
/// # Errors
///
/// A file of records that cannot be read.
pub fn router(settings: Settings) -> Result<Router, RecordFileError> {
    let mut books = Vec::new();
    for (number, (name, bytes)) in settings.files.into_iter().enumerate() {
        books.push(RecordFile::read(format!("file{}", number + 1), name, &bytes)?);
    }
    let state = Arc::new(ServerState {
        shelf: RecordCache::with(books),
        hosts: settings.hosts,
        engines: Engines::new(settings.engines),
        tables: Sessions::default(),
        store: settings.store,
    });
    let (api, mut description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::list))
        .routes(routes!(games::start))
        .routes(routes!(games::setup))
        .routes(routes!(games::position))
        .routes(routes!(replays::files))
        .routes(routes!(replays::add).layer(DefaultBodyLimit::max(MOST_FILE_BYTES)))
        .routes(routes!(replays::list))
        .routes(routes!(replays::show))
        .routes(routes!(sessions::open))
        .routes(routes!(sessions::show, sessions::close))
        .routes(routes!(sessions::play))
        .routes(routes!(sessions::undo))
        .routes(routes!(sessions::advise))
        .routes(routes!(sessions::stop))
        .routes(routes!(sessions::keep))
        .routes(routes!(sessions::events))
        .routes(routes!(analysis::busy))
        .routes(routes!(analysis::ask, analysis::answer))
        .routes(routes!(matches::list))
        .routes(routes!(matches::page))
        .routes(routes!(matches::games))
        .routes(routes!(matches::game))
        .routes(routes!(matches::events))
        .split_for_parts();
    description.servers = Some(vec![Server::new("/api")]);
    let api = api
        .route("/openapi.json", get(async move || axum::Json(description)))
        .fallback(error::no_such_address)
        .method_not_allowed_fallback(error::no_such_method);
    let router = Router::new()
        .nest("/api", api)
        .route("/api/", any(error::no_such_address))
        .route("/assets/{*path}", get(files::asset_at))
        .fallback(files::index)
        .method_not_allowed_fallback(error::no_such_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&state), guard::check))
        .with_state(state);
    Ok(router)
}

/// What a request is answered with.
type Reply<T> = Result<axum::Json<T>, ApiError>;
