use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use fastrand::Rng;
use gamekit::{Notation, Position};
use serde::{Deserialize, Serialize};

use super::uct::Uct;
use super::{Agent, Answer, Failure, Turn, TurnLog};
use crate::official::OfficialGame;
use crate::opening::random_move;

/// A player inside this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Baseline {
    /// Any legal move, all equally likely.
    Random,
    /// The move after which the game's bot, without searching, thinks best of its position.
    Greedy,
    /// Plain tree search with random playouts.
    Uct(Effort),
    /// A player of one game alone.
    Own(OwnName),
}

/// The name of a baseline that plays one game alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnName(pub(super) &'static str);

/// How long a tree search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many playouts a move.
    Iterations(NonZeroU32),
    /// Almost as long as the turn's limit allows; of a clock for the whole game a share.
    Time,
}

/// A baseline that plays one game alone, as the command line tells of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaselineInfo {
    /// Its name.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
}

/// A baseline that plays one game alone.
pub(crate) struct OwnBaseline<P> {
    pub(crate) info: BaselineInfo,
    /// Makes its player; what is random in its play comes from the generator.
    pub(crate) make: fn(Rng) -> Box<dyn Choose<P>>,
}

/// Returns a baseline player for one game of `G`, `None` if no such baseline plays it. A seed gives
/// one way of playing.
pub(crate) fn baseline_agent<G: OfficialGame>(
    baseline: Baseline,
    seed: u64,
) -> Option<Box<dyn Agent>> {
    let rng = Rng::with_seed(seed);
    let chooser: Box<dyn Choose<G::Position>> = match baseline {
        Baseline::Random => Box::new(rng),
        Baseline::Greedy => (G::SEARCH?.greedy)(rng),
        Baseline::Uct(effort) => Box::new(Uct::new(effort, rng)),
        Baseline::Own(OwnName(name)) => {
            let own = G::OWN_BASELINES.iter().find(|own| own.info.name == name)?;
            (own.make)(rng)
        }
    };
    Some(Box::new(Inside::<G>::new(chooser, seed)))
}

/// Chooses among legal moves, within a time limit. `None` when there is none.
pub(crate) trait Choose<P: Position> {
    fn choose(&mut self, pos: &P, limit: Duration) -> Option<P::Move>;
}

impl<P: Position> Choose<P> for Rng {
    fn choose(&mut self, pos: &P, _: Duration) -> Option<P::Move> {
        random_move(pos, self)
    }
}

/// Follows the game by its moves and answers with a chooser's move. What is hidden from the player
/// is hidden from the chooser.
struct Inside<G: OfficialGame> {
    pos: G::Position,
    played: usize,
    chooser: Box<dyn Choose<G::Position>>,
    imagination: Rng,
}

impl<G: OfficialGame> Inside<G> {
    /// Keeps what a player imagines apart from what his chooser draws with the same seed.
    const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

    fn new(chooser: Box<dyn Choose<G::Position>>, seed: u64) -> Inside<G> {
        let imagination = Rng::with_seed(seed ^ Self::SALT);
        Inside { pos: G::initial(), played: 0, chooser, imagination }
    }
}

impl<G: OfficialGame> Agent for Inside<G> {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let started = Instant::now();
        for text in &turn.moves[self.played..] {
            let mv = self.pos.parse_move(text).expect("the game so far is written in its notation");
            self.pos.play_unchecked(mv);
        }
        self.played = turn.moves.len();
        let mut seen = G::imagined(&self.pos, &mut self.imagination);
        let count = G::moves_in_line(&seen);
        let limit = turn.limit.share() / count as u32;
        // A position without a move gets an empty line, for the referee to judge.
        let mut line = String::new();
        for _ in 0..count {
            let Some(mv) = self.chooser.choose(&seen, limit) else { break };
            line += &mv.to_string();
            seen.play_unchecked(mv);
        }
        Ok(Answer { line, took: started.elapsed(), log: TurnLog::default() })
    }
}
