//! Animated pictures of games.

use std::num::NonZeroU16;

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use room::Replay;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::ServerState;
use super::error::ApiError;
use crate::drawing::{Look, View, animation};

/// Width of a picture in pixels.
const WIDTH: u32 = 420;

/// Time of each position in milliseconds.
const DELAY: NonZeroU16 = NonZeroU16::new(700).unwrap();

/// Maximum number of turns of a picture: a longer game would take longer to draw than a client is
/// allowed to wait.
const MAX_PLIES: usize = 500;

/// Look of a picture.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureLook {
    /// Viewer.
    view: Viewer,
    /// True if the first player is at the top.
    flip: bool,
    /// True if the colours are those of the dark theme.
    dark: bool,
}

/// Viewer of a game.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Viewer {
    /// Spectator who knows everything.
    #[default]
    All,
    /// First player.
    First,
    /// Second player.
    Second,
}

impl From<PictureLook> for Look {
    fn from(look: PictureLook) -> Look {
        let view = match look.view {
            Viewer::All => View::All,
            Viewer::First => View::First,
            Viewer::Second => View::Second,
        };
        Look { view, is_flipped: look.flip, is_dark: look.dark, width: WIDTH }
    }
}

/// Returns the picture of a game as a download. One is drawn at a time.
pub(super) async fn picture(
    state: &ServerState,
    replay: Replay,
    look: PictureLook,
) -> Result<Response, ApiError> {
    if replay.plies.len() > MAX_PLIES {
        let message =
            format!("the game has more than {MAX_PLIES} plies: `cargo cg picture` draws any game");
        return Err(ApiError::impossible(message));
    }
    let _permit = state.pictures.acquire().await;
    let name = format!("attachment; filename=\"{}.png\"", replay.game.name);
    let drawn = tokio::task::spawn_blocking(move || animation(&replay, look.into(), DELAY)).await;
    let bytes = drawn.map_err(ApiError::broken)?.map_err(ApiError::broken)?;
    let headers = [(CONTENT_TYPE, "image/png".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}
