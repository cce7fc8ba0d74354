//! Whoever finds moves in games that are played inside this process.

use std::fmt;
use std::time::{Duration, Instant};

use gamekit::Position;
use search::{
    BestFirst, BestFirstParams, Evaluate, Limits, MoveOrder, Params, SearchResult, Searcher,
    Tactics, Task,
};

use crate::tunable_game::GameWithWeights;

/// How a player searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// As the bots do: [`search::Searcher`].
    #[default]
    AlphaBeta,
    /// Best-first minimax: [`search::BestFirst`].
    BestFirst,
}

/// How long a player may think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many nodes: the same games on every machine.
    Nodes(u64),
    /// So much time.
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
    /// Returns the limits of a search that begins now.
    pub(crate) fn limits(self) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits::nodes(nodes),
            Effort::Time(time) => Limits { hard: Some(Instant::now() + time), ..Limits::NONE },
        }
    }

    /// Returns the bytes of a transposition table, a power of two: what a search of so many nodes
    /// fits well into, and for who counts time what a bot has.
    pub(crate) fn table_bytes(self) -> usize {
        const LEAST: u64 = 1 << 20;
        const MOST: u64 = 64 << 20;
        const PER_NODE: u64 = 64;
        let bytes = match self {
            Effort::Nodes(nodes) => nodes.saturating_mul(PER_NODE).clamp(LEAST, MOST),
            Effort::Time(_) => MOST,
        };
        bytes.next_power_of_two() as usize
    }
}

/// How players are made, beside what they think of positions and their tunables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Make {
    pub(crate) method: Method,
    pub(crate) table_bytes: usize,
}

/// Finds moves, whatever its evaluation is.
pub(crate) trait Think<P: Position> {
    /// Forgets all earlier games.
    fn forget(&mut self);

    /// Searches within the limits. `None` if there are no moves.
    fn think(&mut self, task: &Task<'_, P>, limits: Limits) -> Option<SearchResult<P::Move>>;
}

impl<P, E> Think<P> for Searcher<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    fn forget(&mut self) {
        self.new_game();
    }

    fn think(&mut self, task: &Task<'_, P>, limits: Limits) -> Option<SearchResult<P::Move>> {
        self.search(task, limits, |_| ())
    }
}

impl<P, E> Think<P> for BestFirst<P, E>
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    fn forget(&mut self) {
        self.new_game();
    }

    fn think(&mut self, task: &Task<'_, P>, limits: Limits) -> Option<SearchResult<P::Move>> {
        self.search(task, limits)
    }
}

/// A player of any evaluator.
pub(crate) type Thinker<G> = Box<dyn Think<<G as GameWithWeights>::Position>>;

/// Makes players that think alike of positions, each with tunables of its own.
pub(crate) type Players<G> = Box<dyn Fn(Params) -> Thinker<G> + Sync>;

/// Returns a player that thinks of positions as `engine` does.
pub(crate) fn thinker<G: GameWithWeights, E>(engine: E, make: Make, params: Params) -> Thinker<G>
where
    E: Evaluate<G::Position> + MoveOrder<G::Position> + Tactics<G::Position> + 'static,
{
    let Make { method, table_bytes } = make;
    match method {
        Method::AlphaBeta => Box::new(Searcher::new(engine, params, table_bytes)),
        Method::BestFirst => {
            let units_per_logit = G::UNITS_PER_LOGIT;
            let best_first = BestFirstParams { units_per_logit, ..BestFirstParams::default() };
            Box::new(BestFirst::new(engine, params, table_bytes, best_first))
        }
    }
}
