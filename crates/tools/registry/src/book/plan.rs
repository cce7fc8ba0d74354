//! Parameters of a generated opening book, and errors of its generation.

use fastrand::Rng;
use search::Score;

/// Parameters of a generated opening book.
///
/// The same parameters make the same book on every machine. A smaller number of openings gives the
/// first openings of a larger book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookPlan {
    /// Number of openings.
    pub openings: usize,
    /// Number of random plies per opening.
    pub plies: usize,
    /// Nodes of the search that evaluates each opening.
    pub nodes: u64,
    /// Largest absolute score that the search may return; 100 is about a piece.
    pub balance: Score,
    /// Seed of all randomness.
    pub seed: u64,
}

/// Error of the generation of an opening book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MakeBookError {
    /// All random walks of this length end the game.
    #[error("no opening of {0} plies leaves the game open: ask for fewer")]
    NoOpening(usize),
    /// Many random walks brought no further opening within the balance.
    #[error(
        "only {found} different openings of {plies} plies were found within a balance of \
         {balance}: ask for fewer openings, other plies or a larger balance"
    )]
    TooFew {
        /// Number of openings found.
        found: usize,
        /// Requested number of plies.
        plies: usize,
        /// Requested balance.
        balance: Score,
    },
}

impl BookPlan {
    /// Returns the command that makes the book of the game with that name.
    #[must_use]
    pub fn command(&self, game: &str) -> String {
        let BookPlan { openings, plies, nodes, balance, seed } = self;
        format!(
            "cargo cg book {game} --openings {openings} --plies {plies} --nodes {nodes} \
             --balance {balance} --seed {seed}"
        )
    }

    /// Returns the random number generator of one walk.
    pub(crate) fn rng(&self, walk: u64) -> Rng {
        let mut rng = Rng::with_seed(self.seed);
        Rng::with_seed(rng.u64(..).wrapping_add(walk))
    }
}
