//! Agent of a baseline: a player inside this process, for any official game.

use std::time::Instant;

use fastrand::Rng;
use gamekit::{Notation as _, Position as _};

use super::OfficialGame;
use crate::agent::{Agent, Answer, Baseline, Choose, Failure, OwnName, Turn, Uct};
use crate::turn_log::TurnLog;

/// Returns a baseline player for one game of `G`; `None` if the baseline does not play this game.
/// The same seed always plays in the same way.
pub(super) fn baseline_agent<G: OfficialGame>(
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
        let mut seen = G::determinized(&self.pos, &mut self.hidden_rng);
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
