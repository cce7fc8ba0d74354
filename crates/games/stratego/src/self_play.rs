//! Games between two agents of this crate, for tools and measurements.

use gamekit::{Outcome, Position as _};
use search::Limits;

use crate::agent::Agent;
use crate::position::{Position, Setup};

/// Plays a game between two agents to its end, each step within the limits that `limits` returns.
///
/// # Panics
///
/// Panics if an agent finds no step although the game is not over.
#[must_use]
pub fn play_agents(
    mut agents: [Agent; 2],
    armies: [&Setup; 2],
    limits: impl Fn() -> Limits,
) -> Outcome {
    let mut pos = Position::initial().set_up(armies);
    loop {
        if let Some(outcome) = pos.outcome() {
            return outcome;
        }
        let found = agents[pos.side_to_move().index()].decide(limits());
        let mv = found.expect("a game without an outcome has a legal step").best;
        let battle = pos.battle(mv);
        agents.iter_mut().for_each(|agent| agent.observe(mv, battle));
        pos.play_unchecked(mv);
    }
}
