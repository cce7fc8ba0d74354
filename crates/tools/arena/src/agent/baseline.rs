//! Baseline players inside the arena's process: random, greedy, UCT, and those of a single game.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use fastrand::Rng;
use gamekit::{Notation, Position};
use serde::{Deserialize, Serialize};

use super::uct::Uct;
use super::{Agent, Answer, Failure, Turn, TurnLog};
use crate::official::OfficialGame;
use crate::opening::random_move;

/// Baseline player inside this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Baseline {
    /// Plays any legal move, all equally likely.
    Random,
    /// Plays the move after which the bot's static evaluation is best for the player (no search).
    Greedy,
    /// Plays by plain tree search with random playouts (UCT, a form of MCTS).
    Uct(Effort),
    /// Plays one game only.
    Own(OwnName),
}

/// Name of a baseline that plays one game only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnName(pub(super) &'static str);

/// Budget of a tree search for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Number of playouts per move.
    Iterations(NonZeroU32),
    /// Almost the whole limit of the turn; with a clock for the whole game, a share of it.
    Time,
}

/// Description of a baseline that plays one game only, for the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaselineInfo {
    /// The name.
    pub name: &'static str,
    /// A few words about its play.
    pub about: &'static str,
}

/// Baseline that plays one game only.
pub(crate) struct OwnBaseline<P> {
    pub(crate) info: BaselineInfo,
    /// Makes the player. The generator is the source of all randomness in its play.
    pub(crate) make: fn(Rng) -> Box<dyn Choose<P>>,
}

/// Returns a baseline player for one game of `G`; `None` if the baseline does not play this game.
/// The same seed always plays in the same way.
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
    Some(Box::new(BaselineAgent::<G>::new(chooser, seed)))
}

/// Chooses a legal move within a time limit.
pub(crate) trait Choose<P: Position> {
    /// Returns the chosen move; `None` if there is no legal move.
    fn choose(&mut self, pos: &P, limit: Duration) -> Option<P::Move>;
}

impl<P: Position> Choose<P> for Rng {
    fn choose(&mut self, pos: &P, _: Duration) -> Option<P::Move> {
        random_move(pos, self)
    }
}

/// Agent that follows the game by its moves and answers with the move of a chooser. The chooser
/// sees a position in which all that is hidden from the player has been drawn at random
/// (determinization).
struct BaselineAgent<G: OfficialGame> {
    pos: G::Position,
    played: usize,
    chooser: Box<dyn Choose<G::Position>>,
    hidden_rng: Rng,
}

impl<G: OfficialGame> BaselineAgent<G> {
    /// Separates the random draws of hidden information from those that the chooser makes with the
    /// same seed.
    const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

    fn new(chooser: Box<dyn Choose<G::Position>>, seed: u64) -> BaselineAgent<G> {
        let hidden_rng = Rng::with_seed(seed ^ Self::SALT);
        BaselineAgent { pos: G::initial(), played: 0, chooser, hidden_rng }
    }
}

impl<G: OfficialGame> Agent for BaselineAgent<G> {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let started = Instant::now();
        for text in &turn.moves[self.played..] {
            let mv = self.pos.parse_move(text).expect("the moves are in the game's notation");
            self.pos.play_unchecked(mv);
        }
        self.played = turn.moves.len();
        let mut seen = G::imagined(&self.pos, &mut self.hidden_rng);
        let count = G::moves_in_line(&seen);
        let limit = turn.limit.share() / count as u32;
        // A position without a legal move gets an empty line, which the referee judges.
        let mut line = String::new();
        for _ in 0..count {
            let Some(mv) = self.chooser.choose(&seen, limit) else { break };
            line += &mv.to_string();
            seen.play_unchecked(mv);
        }
        Ok(Answer { line, took: started.elapsed(), log: TurnLog::default() })
    }
}
