//! The list of games.

use registry::Game;
use registry::official::Entry;

use crate::games::{{crate}}::{{Game}};

/// Games of this workspace.
pub static GAMES: &[&dyn Game] = &[
    // One line for each game.
    &Entry::<{{Game}}>::NEW,
];
