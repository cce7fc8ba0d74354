//! Players of games inside this process: an engine with its search parameters.

use std::fmt;
use std::time::{Duration, Instant};

use gamekit::Position;
use search::{Evaluate, Limits, MoveOrder, Params, SearchResult, Searcher, Tactics, Task};

/// Limit of the search for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Number of nodes. Games are the same on every machine.
    Nodes(u64),
    /// Time.
    Time(Duration),
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Effort::Time(time) => write!(f, "{} ms", time.as_millis()),
        }
    }
}

impl Effort {
    /// Returns the limits of a search that starts now.
    #[must_use]
    pub fn limits(self) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits::nodes(nodes),
            Effort::Time(time) => Limits { hard: Some(Instant::now() + time), ..Limits::NONE },
        }
    }

    /// Returns the size of a transposition table (TT) in bytes, a power of two: in proportion to
    /// the number of nodes, or the size that a bot has if the limit is a time.
    #[must_use]
    pub fn table_bytes(self) -> usize {
        const MIN: u64 = 1 << 20;
        const MAX: u64 = 64 << 20;
        const PER_NODE: u64 = 64;
        let bytes = match self {
            Effort::Nodes(nodes) => nodes.saturating_mul(PER_NODE).clamp(MIN, MAX),
            Effort::Time(_) => MAX,
        };
        bytes.next_power_of_two() as usize
    }
}

/// Player of games inside this process: a search with any evaluation.
pub trait EnginePlayer<P: Position> {
    /// Clears the state of earlier games.
    fn start_game(&mut self);

    /// Searches within the limits. Returns `None` if there are no moves.
    fn find_move(&mut self, task: &Task<'_, P>, limits: Limits) -> Option<SearchResult<P::Move>>;
}

impl<P, E> EnginePlayer<P> for Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    fn start_game(&mut self) {
        self.new_game();
    }

    fn find_move(&mut self, task: &Task<'_, P>, limits: Limits) -> Option<SearchResult<P::Move>> {
        self.search(task, limits, |_| ())
    }
}

/// Boxed player of a game.
pub type BoxedPlayer<P> = Box<dyn EnginePlayer<P>>;

/// Factory of players with the same evaluation, for given search parameters.
pub type PlayerFactory<P> = Box<dyn Fn(Params) -> BoxedPlayer<P> + Sync>;

/// Returns a player with this engine and a transposition table (TT) of `table_bytes`.
pub(crate) fn boxed_player<P, E>(engine: E, table_bytes: usize, params: Params) -> BoxedPlayer<P>
where
    P: Position + 'static,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P> + 'static,
{
    Box::new(Searcher::new(engine, params, table_bytes))
}
