//! Drawing of boards by the modules of the page, in an interpreter of JavaScript.

use room::Replay;
use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Runtime};

use super::{DrawingError, Look, frames_of};
use crate::assets::asset;
use crate::inline::inline_modules;

/// Modules that take the place of a browser, among those of the page.
const MODULES: [(&str, &str); 3] = [
    (ENTRY, include_str!("picture.js")),
    ("js/elements.js", include_str!("elements.js")),
    ("js/styles.js", include_str!("styles.js")),
];
const ENTRY: &str = "js/picture.js";

/// Function that the modules define.
const PAINTER: &str = "painter";

/// Style sheets with the colours of boards.
const SHEETS: [&str; 2] = ["css/base.css", "css/board.css"];

/// Returns the board after `ply` turns of a game as SVG.
///
/// # Errors
///
/// The game has fewer turns, or the modules of the page cannot draw it.
pub fn board(replay: &Replay, ply: usize, look: Look) -> Result<String, DrawingError> {
    let mut drawn = None;
    if ply <= replay.plies.len() {
        paint(replay, ply..ply + 1, look, |svg| {
            drawn = Some(svg);
            Ok(())
        })?;
    }
    let plies = replay.plies.len();
    drawn.ok_or_else(|| DrawingError(format!("the game has {plies} plies and no ply {ply}")))
}

/// Calls `take` with the SVG of the board after each of the turns `plies` of a game.
pub(super) fn paint(
    replay: &Replay,
    plies: std::ops::Range<usize>,
    look: Look,
    mut take: impl FnMut(String) -> Result<(), DrawingError>,
) -> Result<(), DrawingError> {
    let read = |path: &str| {
        let own = MODULES.iter().find(|(name, _)| *name == path);
        own.map(|(_, text)| (*text).to_owned()).or_else(|| Some(asset(path)?.text()?.to_owned()))
    };
    let script = inline_modules(ENTRY, &read).map_err(DrawingError::new)?;
    let sheets = SHEETS.map(|path| read(path).unwrap_or_default());
    let runtime = Runtime::new().map_err(DrawingError::new)?;
    let context = Context::full(&runtime).map_err(DrawingError::new)?;
    context.with(|ctx| {
        caught(&ctx, ctx.eval::<(), _>(script))?;
        let painter: Function<'_> = caught(&ctx, ctx.globals().get(PAINTER))?;
        let theme = if look.is_dark { "dark" } else { "light" };
        let settings = (json(&replay.game)?, json(&sheets)?, theme, look.is_flipped);
        let draw: Function<'_> = caught(&ctx, painter.call(settings))?;
        for frame in frames_of(replay, look.view).skip(plies.start).take(plies.len()) {
            take(caught(&ctx, draw.call((json(frame)?, look.width)))?)?;
        }
        Ok(())
    })
}

/// Returns the result of a call, or the exception that it has thrown as an error.
fn caught<'js, T>(ctx: &Ctx<'js>, result: rquickjs::Result<T>) -> Result<T, DrawingError> {
    result.catch(ctx).map_err(DrawingError::new)
}

fn json(value: &impl serde::Serialize) -> Result<String, DrawingError> {
    serde_json::to_string(value).map_err(DrawingError::new)
}
