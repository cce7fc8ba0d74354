//! Bench: self-play at a fixed depth, whose node count is the engine's signature.

use std::time::Instant;

use gamekit::{Player, Position as _};
use rand::rngs::StdRng;
use rand::SeedableRng;
use search::{Limits, Signature};

use crate::agent::Agent;
use crate::position::Position;
use crate::setups::draw_setup;

/// Search depth of each step in plies.
const DEPTH: usize = 5;
/// Number of steps of the self-play game.
const STEPS: usize = 100;

/// Plays a game of self-play and returns the total of the nodes searched.
#[must_use]
pub fn bench() -> Signature {
    let mut rng = StdRng::seed_from_u64(1);
    let setups = Player::BOTH.map(|player| draw_setup(player, &mut rng));
    let mut agents = Player::BOTH.map(|player| Agent::new(player, &setups[player.index()]));
    let mut pos = Position::initial().set_up([&setups[0], &setups[1]]);
    let started = Instant::now();
    let mut nodes = 0;
    let limits = Limits { depth: DEPTH, ..Limits::NONE };
    for _ in 0..STEPS {
        let Some(found) = agents[pos.side_to_move().index()].decide(limits) else { break };
        nodes += found.nodes;
        let battle = pos.battle(found.best);
        agents.iter_mut().for_each(|agent| agent.observe(found.best, battle));
        pos.play_unchecked(found.best);
    }
    Signature { nodes, elapsed: started.elapsed() }
}
