use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use fastrand::Rng;
use gamekit::Notation;
use search::{Evaluate, Tactics};
use serde::{Deserialize, Serialize};

use super::greedy::Greedy;
use super::uct::Uct;
use super::{Agent, Answer, Failure, Turn, TurnLog};
use crate::opening::random_move;

/// A player inside this process that plays every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Baseline {
    /// Any legal move, all equally likely.
    Random,
    /// The move after which the game's bot, without searching, thinks best of its position.
    Greedy,
    /// Plain tree search with random playouts.
    Uct(Effort),
}

/// How long a tree search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many playouts a move.
    Iterations(NonZeroU32),
    /// Almost as long as the turn's limit allows.
    Time,
}

/// Returns a baseline player for one game of `P`, whose bot has the engine `E`. A seed gives one way
/// of playing.
pub(crate) fn baseline_agent<P, E>(baseline: Baseline, seed: u64) -> Box<dyn Agent>
where
    P: Notation + 'static,
    E: Evaluate<P> + Tactics<P> + Default + 'static,
{
    let rng = Rng::with_seed(seed);
    match baseline {
        Baseline::Random => Box::new(Inside::<P, _>::new(rng)),
        Baseline::Greedy => Box::new(Inside::<P, _>::new(Greedy::new(E::default(), rng))),
        Baseline::Uct(effort) => Box::new(Inside::<P, _>::new(Uct::new(effort, rng))),
    }
}

/// Chooses among legal moves, within a time limit. `None` when there is none.
pub(crate) trait Choose<P: Notation> {
    fn choose(&mut self, pos: &P, limit: Duration) -> Option<P::Move>;
}

impl<P: Notation> Choose<P> for Rng {
    fn choose(&mut self, pos: &P, _: Duration) -> Option<P::Move> {
        random_move(pos, self)
    }
}

/// Follows the game by its moves and answers with a chooser's move.
struct Inside<P, C> {
    pos: P,
    played: usize,
    chooser: C,
}

impl<P: Notation, C: Choose<P>> Inside<P, C> {
    fn new(chooser: C) -> Inside<P, C> {
        Inside { pos: P::initial(), played: 0, chooser }
    }
}

impl<P: Notation, C: Choose<P>> Agent for Inside<P, C> {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let started = Instant::now();
        for text in &turn.moves[self.played..] {
            let mv = self.pos.parse_move(text).expect("the game so far is written in its notation");
            self.pos.play_unchecked(mv);
        }
        self.played = turn.moves.len();
        // A position without a move gets an empty line, for the referee to judge.
        let chosen = self.chooser.choose(&self.pos, turn.limit.share());
        let line = chosen.map_or(String::new(), |mv| mv.to_string());
        Ok(Answer { line, took: started.elapsed(), log: TurnLog::default() })
    }
}
