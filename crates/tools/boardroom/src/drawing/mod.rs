//! Pictures of boards outside of a browser: a position as SVG, a game as an animated PNG.
//!
//! The page's own modules draw the board, in an interpreter and with few elements of the DOM. So
//! there is one drawing of each game.

mod animation;
mod painter;
mod raster;

use boards::{Frame, Frames};
use room::Replay;

pub use animation::animation;
pub use painter::board;

/// Look of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Viewer, who may not know everything.
    pub view: View,
    /// True if the first player is at the top of the picture.
    pub is_flipped: bool,
    /// True if the colours are those of the dark theme.
    pub is_dark: bool,
    /// Width in pixels.
    pub width: u32,
}

/// Viewer of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Spectator who knows everything.
    All,
    /// First player.
    First,
    /// Second player.
    Second,
}

/// Error: a picture that cannot be drawn, which is a bug of this program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the board cannot be drawn: {0}")]
pub struct DrawingError(String);

impl DrawingError {
    #[allow(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
    fn new(error: impl ToString) -> DrawingError {
        DrawingError(error.to_string())
    }
}

impl View {
    /// Returns the frame that the viewer sees.
    fn of(self, frames: &Frames) -> &Frame {
        let own = match self {
            View::All => None,
            View::First => frames.first.as_ref(),
            View::Second => frames.second.as_ref(),
        };
        own.unwrap_or(&frames.all)
    }
}

/// Returns the frames of a game that the viewer sees: the start, and one after each turn.
fn frames_of(replay: &Replay, view: View) -> impl Iterator<Item = &Frame> {
    (0..=replay.plies.len()).map(move |ply| match ply.checked_sub(1) {
        None => view.of(&replay.start),
        Some(index) => view.of(&replay.plies[index].frames),
    })
}
