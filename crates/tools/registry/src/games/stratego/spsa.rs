//! Stratego for SPSA. Its bot does not search a position of the game, so that its games are played
//! by agents, each of which sees its own view.

use std::path::PathBuf;

use fastrand::Rng;
use gamekit::Player;
use rand::SeedableRng;
use rand::rngs::StdRng;
use search::Limits;
use stratego::{Agent, AgentOptions, SETTINGS, Weights, draw_setup, play_agents};
use trainer::{
    Effort, Evaluator, EvaluatorError, Parameter, Spsa, SpsaError, SpsaGame, SpsaResult, SpsaRun,
    set_weights, with_tunables,
};

/// Stratego, without the two-squares rule.
pub(super) struct StrategoSpsa;

impl SpsaGame for StrategoSpsa {
    fn name(&self) -> &'static str {
        "stratego"
    }

    fn source(&self) -> PathBuf {
        "crates/games/stratego/src/weights.rs".into()
    }

    fn spsa_weights(&self, run: &SpsaRun<'_>) -> SpsaResult {
        let plan = &run.plan;
        let parameters = Parameter::weights(&mut Weights::default());
        let play = |values: [Vec<i32>; 2], rng: &mut Rng| {
            let options = values.map(|values| {
                let mut options = options(plan);
                set_weights(&mut options.weights, values);
                options
            });
            play_pair(plan, &options, rng)
        };
        run.play(parameters, &play)
    }

    fn spsa_search(
        &self,
        run: &SpsaRun<'_>,
        evaluator: &Evaluator,
        tunables: &[String],
    ) -> Result<SpsaResult, SpsaError> {
        if *evaluator != Evaluator::Hand {
            return Err(EvaluatorError::OnlyByHand(self.name()).into());
        }
        let plan = &run.plan;
        let parameters = Parameter::tunables(tunables, &SETTINGS.params)?;
        let play = |values: [Vec<i32>; 2], rng: &mut Rng| {
            let options = values.map(|values| AgentOptions {
                params: with_tunables(SETTINGS.params, tunables, values),
                ..options(plan)
            });
            play_pair(plan, &options, rng)
        };
        Ok(run.play(parameters, &play))
    }
}

/// Returns the options of the bot, with a transposition table (TT) for the nodes of the plan.
fn options(plan: &Spsa) -> AgentOptions {
    let table_bytes = Effort::Nodes(plan.self_play.nodes).table_bytes();
    AgentOptions { table_bytes, ..AgentOptions::default() }
}

/// Plays a game pair with setups from the bot's pool, with colours swapped in the second game.
/// Returns the points of the agent with the first options, from 0 to 2.
fn play_pair(plan: &Spsa, options: &[AgentOptions; 2], rng: &mut Rng) -> f64 {
    let mut rng = StdRng::seed_from_u64(rng.u64(..));
    let setups = Player::BOTH.map(|player| draw_setup(player, &mut rng));
    let limits = Limits::nodes(plan.self_play.nodes);
    let points = Player::BOTH.map(|first| {
        let agents = Player::BOTH.map(|player| {
            let options = &options[usize::from(player != first)];
            Agent::with(player, &setups[player.index()], options.clone())
        });
        play_agents(agents, [&setups[0], &setups[1]], || limits).score(first)
    });
    points.iter().sum()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use search::Weights as _;
    use trainer::{Pairs, SelfPlay, named_weights};

    use super::*;

    fn run(pairs: u32) -> SpsaRun<'static> {
        SpsaRun {
            plan: plan(pairs),
            played: &[],
            progress: &|_| ControlFlow::Continue(()),
            pairs: Pairs::Here,
        }
    }

    fn plan(pairs: u32) -> Spsa {
        Spsa {
            self_play: SelfPlay { nodes: 60, opening_plies: (0, 0) },
            pairs,
            seed: 1,
            smallest_change: 4.0,
            relative_change: 0.5,
            gain: (0.5, 0.1),
        }
    }

    #[test]
    fn weights_move_towards_the_winners_and_again_to_the_same_values() {
        let tuned = StrategoSpsa.spsa_weights(&run(4));
        assert_eq!(tuned, StrategoSpsa.spsa_weights(&run(4)));
        assert!(tuned.decided > 0.0, "{tuned:?}");
        let mut weights = Weights::default();
        let (before, range) = (named_weights(&mut weights), |name: &str| weights.range(name));
        let names = |list: &[(String, i32)]| -> Vec<String> {
            list.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&tuned.values), names(&before));
        assert_ne!(tuned.values, before);
        assert!(tuned.values.iter().all(|(name, value)| range(name).contains(value)));
    }

    #[test]
    fn search_parameters_are_tuned_with_the_evaluation_by_hand_alone() {
        let tune = |evaluator: &Evaluator, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            StrategoSpsa.spsa_search(&run(2), evaluator, &names)
        };
        let tuned = tune(&Evaluator::Hand, &["razoring_margin"]).unwrap();
        assert_eq!(tuned.values[0].0, "razoring_margin");
        let message = |result: Result<SpsaResult, SpsaError>| result.unwrap_err().to_string();
        let other = message(tune(&Evaluator::Nothing, &["razoring_margin"]));
        assert!(other.contains("stratego"), "{other}");
        let twice = message(tune(&Evaluator::Hand, &["contempt", "contempt"]));
        assert_eq!(twice, "the tunable `contempt` is named twice");
    }

    #[test]
    fn equal_agents_share_the_points_of_a_pair() {
        let options = [options(&plan(1)), options(&plan(1))];
        let points = play_pair(&plan(1), &options, &mut Rng::with_seed(1));
        assert_eq!(points, 1.0);
    }
}
