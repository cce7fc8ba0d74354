//! Self-play shards: units of self-play games in files, which can be merged in any order.

mod file;
mod game;
mod play;

use fastrand::Rng;
use serde::{Deserialize, Serialize};

pub use file::{ShardError, read_shard};
pub use game::PlayedGame;

pub(crate) use file::{encode, read_header};
pub(crate) use game::Ply;
pub(crate) use play::play;

/// Self-play shard: the options that determine its games, bit for bit, on any machine and any
/// number of cores. They are the header of the shard's file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Name of the game.
    pub game: String,
    /// Identifier of the evaluator: [`Evaluator::identity`](crate::Evaluator::identity).
    pub evaluator: String,
    /// Nodes per move.
    pub nodes: u64,
    /// Minimum and maximum number of random plies at the start of a game.
    pub opening_plies: (u8, u8),
    /// Seed of the random number generator.
    pub seed: u64,
    /// Number of games.
    pub games: u32,
}

/// Callbacks of a self-play run: progress and stop.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Returns `true` if the run has to stop.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Called after each game with its number of searched positions.
    pub on_game: &'a (dyn Fn(usize) + Sync),
    /// Called with each shard that exists already.
    pub on_known: &'a (dyn Fn(&Shard) + Sync),
}

impl Watch<'_> {
    /// Callbacks that do nothing and never stop the run.
    pub const NONE: Watch<'static> =
        Watch { is_stopped: &|| false, on_game: &|_| (), on_known: &|_| () };
}

impl Shard {
    /// Returns the name of the shard's file. It is unique among shards of one folder that differ in
    /// evaluator, nodes or seed.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Shard { evaluator, nodes, seed, .. } = self;
        format!("{evaluator}-{nodes}-{seed:06}{}", Shard::ENDING)
    }

    /// Default minimum and maximum number of random plies at the start of a game.
    pub const OPENING_PLIES: (u8, u8) = (4, 10);

    /// Ending of the names of shard files.
    pub(crate) const ENDING: &'static str = ".games.gz";

    /// Returns the random number generator of one game.
    fn rng(&self, game: u32) -> Rng {
        let mut rng = Rng::with_seed(self.seed);
        Rng::with_seed(rng.u64(..).wrapping_add(u64::from(game)))
    }
}
