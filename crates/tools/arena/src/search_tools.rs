use fastrand::Rng;
use gamekit::Position;
use search::{Evaluate, MoveOrder, Params, Tactics};

use crate::agent::{Choose, Greedy};
use crate::book::{BookPlan, MakeBookError, Worth};
use crate::book::{make_openings, play_openings};
use crate::equilibrium::{AtOnce, find_equilibrium};
use crate::equilibrium::{Equilibrium, EquilibriumError, Place, Situation};
use crate::official::OfficialGame;
use crate::text_moves::BadMove;

/// A game whose bot finds its moves with an engine for crate `search`.
pub(crate) trait SearchedGame: OfficialGame {
    /// What the game's bot knows about it, with the weights that ship.
    type Engine: Evaluate<Self::Position>
        + MoveOrder<Self::Position>
        + Tactics<Self::Position>
        + Default
        + 'static;

    /// How the game's bot searches.
    const PARAMS: Params;
    /// What to say of positions in which both players choose at once, where there are any.
    const AT_ONCE: Option<AtOnce<Self::Position>> = None;
}

/// What the arena does with a bot's engine inside this process, for whoever does not know the
/// engine's type. A game whose bot has none goes without.
pub(crate) struct SearchTools<P: Position> {
    /// Makes the baseline that looks one ply ahead.
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
    /// Returns what the engine of `G` is good for.
    pub(crate) const fn of<G: SearchedGame<Position = P>>() -> SearchTools<P> {
        SearchTools {
            greedy: |rng| Box::new(Greedy::<G::Position, G::Engine>::new(rng)),
            make_openings: make_openings::<G>,
            play_openings: play_openings::<G>,
            find_equilibrium: find_equilibrium::<G>,
            situations: || G::AT_ONCE.map_or(&[], |at_once| at_once.situations),
        }
    }
}
