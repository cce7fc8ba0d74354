//! Search tools of a game, made from the engine of its bot.

use gamekit::Position;

use crate::agent::Greedy;
use crate::equilibrium_search::find_equilibrium;
use crate::opening_search::{make_openings, play_openings};
use crate::search_tools::SearchTools;
use crate::searched_game::SearchedGame;

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
