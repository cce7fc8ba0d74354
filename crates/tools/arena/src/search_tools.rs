//! Functions of the arena that use the search engine of a game's bot.

use fastrand::Rng;
use gamekit::Position;
use search::{Evaluate, MoveOrder, Params, Tactics};

use crate::agent::{Choose, Greedy};
use crate::book::{BookPlan, MakeBookError, Worth};
use crate::book::{make_openings, play_openings};
use crate::equilibrium::{Equilibrium, EquilibriumError, Place, Situation};
use crate::equilibrium::{SimultaneousInfo, find_equilibrium};
use crate::official::OfficialGame;
use crate::text_moves::BadMove;

/// Game whose bot searches with an engine for crate `search`.
pub(crate) trait SearchedGame: OfficialGame {
    /// The bot's evaluation and other knowledge of the game, with the weights that ship.
    type Engine: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + Default
        + 'static;

    /// The bot's search parameters.
    const PARAMS: Params;
    /// Texts and examples for positions in which both players choose simultaneously, if the game
    /// has any.
    const SIMULTANEOUS_INFO: Option<SimultaneousInfo<Self::Position>> = None;
}

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

impl<P: Position + 'static> SearchTools<P> {
    /// Returns the functions for the engine of `G`.
    pub(crate) const fn of<G: SearchedGame<Position = P>>() -> SearchTools<P> {
        SearchTools {
            greedy: |rng| Box::new(Greedy::<G::Position, G::Engine>::new(rng)),
            make_openings: make_openings::<G>,
            play_openings: play_openings::<G>,
            find_equilibrium: find_equilibrium::<G>,
            situations: || G::SIMULTANEOUS_INFO.map_or(&[], |info| info.situations),
        }
    }
}
