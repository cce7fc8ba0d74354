//! Weights as options of an agent: they change its play.

use gamekit::{Player, Position as _};
use rand::rngs::StdRng;
use rand::SeedableRng;
use search::{Limits, Score};
use stratego::{draw_setup, Agent, AgentOptions, Move, Position, Weights};

/// Returns the steps of a game between two agents with these weights, with their scores.
fn play(weights: &Weights) -> Vec<(Move, Score)> {
    let mut rng = StdRng::seed_from_u64(1);
    let setups = Player::BOTH.map(|player| draw_setup(player, &mut rng));
    let mut agents = Player::BOTH.map(|player| {
        let options = AgentOptions { weights: weights.clone(), ..AgentOptions::default() };
        Agent::with(player, &setups[player.index()], options)
    });
    let mut pos = Position::initial().set_up([&setups[0], &setups[1]]);
    let mut steps = Vec::new();
    while pos.outcome().is_none() && steps.len() < 100 {
        let found = agents[pos.side_to_move().index()].decide(Limits::nodes(100));
        let found = found.expect("a game without an outcome has a legal step");
        let step = found.best;
        let battle = pos.battle(step);
        agents.iter_mut().for_each(|agent| agent.observe(step, battle));
        pos.play_unchecked(step);
        steps.push((step, found.score));
    }
    steps
}

#[test]
fn an_agent_plays_by_its_weights() {
    let default = play(&Weights::default());
    assert!(play(&Weights::default()) == default, "the same weights play the same game");
    let check = |change: fn(&mut Weights)| {
        let mut weights = Weights::default();
        change(&mut weights);
        assert!(play(&weights) != default, "{weights:?}");
    };
    check(|weights| weights.value[5] += 60);
    check(|weights| weights.information = [0; 12]);
    check(|weights| weights.attraction = 20);
    check(|weights| weights.threat = 80);
    check(|weights| weights.decay = 50);
    check(|weights| weights.flag_attraction = 0);
    check(|weights| weights.perceived = 0);
    check(|weights| weights.most_evidence = 0);
    check(|weights| weights.broad = 100);
}
