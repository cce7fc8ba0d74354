//! Games of a bot against itself, in units of work whose files can be merged in any order.

mod file;
mod folder;
mod game;
mod play;

use fastrand::Rng;
use serde::{Deserialize, Serialize};

pub use file::{ShardError, read_shard};
pub use folder::{Folder, Placed, SelfPlayError};
pub use game::PlayedGame;

pub(crate) use game::Ply;
pub(crate) use play::play;

/// A unit of self-play: a plain value from which the games follow, bit for bit, on any machine and
/// any number of cores. It stands at the beginning of its file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The game's name.
    pub game: String,
    /// Who judges positions: [`Evaluator::identity`](crate::Evaluator::identity).
    pub evaluator: String,
    /// Nodes per move.
    pub nodes: u64,
    /// The fewest and the most random moves at the start of a game.
    pub opening_plies: (u8, u8),
    /// The source of all randomness.
    pub seed: u64,
    /// How many games.
    pub games: u32,
}

/// Who looks on while games are played.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Tells whether to stop.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Hears how many positions the game had that has just ended.
    pub on_game: &'a (dyn Fn(usize) + Sync),
    /// Hears of a shard whose games need not be played.
    pub on_known: &'a (dyn Fn(&Shard) + Sync),
}

impl Watch<'_> {
    /// Nobody looks on.
    pub const NOBODY: Watch<'static> =
        Watch { is_stopped: &|| false, on_game: &|_| (), on_known: &|_| () };
}

impl Shard {
    /// Returns the name of the shard's file. It differs between shards that may lie in one folder.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Shard { evaluator, nodes, seed, .. } = self;
        format!("{evaluator}-{nodes}-{seed:06}{}", Shard::ENDING)
    }

    /// Random plies at the start of every game unless others are wanted: the fewest and the most.
    pub const OPENING_PLIES: (u8, u8) = (4, 10);

    /// How the name of every shard's file ends.
    pub(crate) const ENDING: &'static str = ".games.gz";

    /// Returns the source of randomness of one game.
    fn rng(&self, game: u32) -> Rng {
        let mut rng = Rng::with_seed(self.seed);
        Rng::with_seed(rng.u64(..).wrapping_add(u64::from(game)))
    }
}
