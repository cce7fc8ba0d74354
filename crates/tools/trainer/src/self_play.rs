//! Options and openings of the self-play games of [`Fit`](crate::Fit) and [`Spsa`](crate::Spsa).

use fastrand::Rng;
use gamekit::Position;
use search::Searcher;
use serde::{Deserialize, Serialize};

use crate::random_walk::random_walk;
use crate::searched_game::SearchedGame;

/// Options of self-play games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlay {
    /// Nodes per move.
    pub nodes: u64,
    /// Minimum and maximum number of random plies at the start of a game.
    pub opening_plies: (usize, usize),
}

/// Player of self-play games.
pub(crate) type Player<G> = Searcher<<G as SearchedGame>::Position, <G as SearchedGame>::Engine>;

/// Size of a player's transposition table (TT), in bytes: enough for a search of some thousand
/// nodes.
const TABLE_BYTES: usize = 1 << 20;

/// Maximum number of attempts to draw an opening that does not end the game.
const ATTEMPTS: usize = 1000;

/// Returns a player with a copy of `engine`.
pub(crate) fn player<G: SearchedGame>(engine: &G::Engine) -> Player<G> {
    Searcher::new(engine.clone(), G::PARAMS, TABLE_BYTES)
}

impl SelfPlay {
    /// Returns the random number generator of one game.
    #[must_use]
    pub fn rng(seed: u64, game: u32) -> Rng {
        let mut rng = Rng::with_seed(seed);
        Rng::with_seed(rng.u64(..).wrapping_add(u64::from(game)))
    }

    /// Draws a position by random moves. Returns the initial position if all attempts end the game.
    pub(crate) fn opening<P: Position>(&self, rng: &mut Rng) -> P {
        let (fewest, most) = self.opening_plies;
        let walk = |rng: &mut Rng| {
            let plies = rng.usize(fewest..=most);
            let (pos, _) = random_walk(P::initial(), plies, rng);
            pos.outcome().is_none().then_some(pos)
        };
        (0..ATTEMPTS).find_map(|_| walk(rng)).unwrap_or_else(P::initial)
    }
}
