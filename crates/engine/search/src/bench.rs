//! Benchmark of the search on fixed positions, whose node count is the signature of a build.

use std::fmt;
use std::time::Duration;

use gamekit::Notation;

use crate::engine::{Evaluate, MoveOrder, Tactics};
use crate::limits::Limits;
use crate::params::Params;
use crate::root::Task;
use crate::searcher::Searcher;

/// Nodes and time of searches of fixed positions. The node count is the same on every machine and
/// for every build of the same engine: it is the engine's signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Nodes visited in all searches.
    pub nodes: u64,
    /// Time spent in all searches.
    pub elapsed: Duration,
}

/// Formats the speed on the first line and the node count on the second.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:.0} nodes per second", self.nodes_per_second())?;
        write!(f, "Bench: {}", self.nodes)
    }
}

impl Signature {
    /// Returns the nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64()
    }
}

/// Bytes of the transposition table.
const TABLE_BYTES: usize = 16 << 20;

/// Searches each position, given as text, within the limits, each as a new game. Ends with the hard
/// time limit.
///
/// # Panics
///
/// If a text is not a valid position.
#[must_use]
pub fn bench<P, E>(engine: E, params: Params, positions: &[&str], limits: Limits) -> Signature
where
    P: Notation,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    let mut searcher = Searcher::new(engine, params, TABLE_BYTES);
    let mut signature = Signature { nodes: 0, elapsed: Duration::ZERO };
    for text in positions {
        if limits.is_late() {
            break;
        }
        let pos: P = text.parse().expect("benchmark positions are valid");
        let mut moves = Vec::new();
        pos.legal_moves(|mv| moves.push(mv));
        searcher.new_game();
        let task = Task { root: &pos, moves: &moves, past: &[] };
        if let Some(result) = searcher.search(&task, limits, |_| ()) {
            signature.nodes += result.nodes;
            signature.elapsed += result.elapsed;
        }
    }
    signature
}
