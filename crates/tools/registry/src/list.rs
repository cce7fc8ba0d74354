//! The list of games: the only place of the tools, besides the module of each game, that names one.

use crate::game::Game;
use crate::games::breakthrough::Breakthrough;
use crate::games::jungle::Jungle;
use crate::games::lamistra::Lamistra;
use crate::games::lines_of_action::LinesOfAction;
use crate::games::stratego::Stratego;
use crate::official::Entry;

/// Games of this workspace.
pub static GAMES: &[&dyn Game] = &[
    &Entry::<Breakthrough>::NEW,
    &Entry::<LinesOfAction>::NEW,
    &Entry::<Jungle>::NEW,
    &Entry::<Lamistra>::NEW,
    &Entry::<Stratego<false>>::NEW,
    &Entry::<Stratego<true>>::NEW,
];
