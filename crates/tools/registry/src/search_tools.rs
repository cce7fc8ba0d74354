//! Functions of the arena that use the search engine of a game's bot.

use fastrand::Rng;
use gamekit::Position;

use crate::agent::Choose;
use crate::book::{BookPlan, MakeBookError, Worth};
use crate::equilibrium::{Equilibrium, EquilibriumError, Place, Situation};
use crate::text_moves::BadMove;

/// Functions of the arena that use a bot's engine inside this process, without the engine's type.
/// Games whose bot has no engine have none.
pub(crate) struct SearchTools<P: Position> {
    /// Makes the greedy baseline, a one-ply player.
    pub(crate) greedy: fn(Rng) -> Box<dyn Choose<P>>,
    /// See [`Game::make_book`](crate::Game::make_book).
    pub(crate) make_openings: MakeOpenings,
    /// See [`Game::play_openings`](crate::Game::play_openings).
    pub(crate) play_openings: PlayOpenings,
    /// See [`Game::equilibrium`](crate::Game::equilibrium).
    pub(crate) find_equilibrium: fn(Place<'_>, u64) -> Result<Equilibrium, EquilibriumError>,
    /// See [`Game::situations`](crate::Game::situations).
    pub(crate) situations: fn() -> &'static [Situation],
}

type MakeOpenings = fn(&BookPlan, &mut dyn FnMut(usize)) -> Result<Vec<Vec<String>>, MakeBookError>;

type PlayOpenings = fn(&[Vec<String>], u64, &(dyn Fn(usize) + Sync)) -> Result<Worth, BadMove>;
