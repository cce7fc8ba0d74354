//! Stratego for SPSA and duels. Its bot does not search a position of the game, so that its games
//! are played by agents, each of which sees its own view.

use std::path::PathBuf;

use fastrand::Rng;
use gamekit::Player;
use rand::SeedableRng;
use rand::rngs::StdRng;
use stratego::{Agent, AgentOptions, SETTINGS, Weights, draw_setup, play_agents};
use trainer::{
    Duel, DuelError, DuelPlayer, Effort, Evaluator, EvaluatorError, Parameter, SelfPlay, Spsa,
    SpsaError, SpsaGame, SpsaResult, SpsaRun, on_all_cores, set_weights, with_tunables,
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
        let effort = effort(&run.plan);
        let parameters = Parameter::weights(&mut Weights::default());
        let play = |values: [Vec<i32>; 2], rng: &mut Rng| {
            let options = values.map(|values| {
                let mut options = options(effort);
                set_weights(&mut options.weights, values);
                options
            });
            play_pair(effort, &options, rng)
        };
        run.play(parameters, &play)
    }

    fn spsa_search(
        &self,
        run: &SpsaRun<'_>,
        evaluator: &Evaluator,
        tunables: &[String],
    ) -> Result<SpsaResult, SpsaError> {
        check(evaluator)?;
        let effort = effort(&run.plan);
        let parameters = Parameter::tunables(tunables, &SETTINGS.params)?;
        let play = |values: [Vec<i32>; 2], rng: &mut Rng| {
            let options = values.map(|values| AgentOptions {
                params: with_tunables(SETTINGS.params, tunables, values),
                ..options(effort)
            });
            play_pair(effort, &options, rng)
        };
        Ok(run.play(parameters, &play))
    }

    /// Plays a game pair for each opening. The setups are drawn from the bot's pool instead.
    fn play_pairs(&self, duel: &Duel<'_>, openings: &[Vec<String>]) -> Result<Vec<f64>, DuelError> {
        let [one, other] = duel.players;
        let players = [player_options(one, duel.effort)?, player_options(other, duel.effort)?];
        Ok(on_all_cores(openings.len(), &|| {
            Box::new(|number| {
                let mut rng = SelfPlay::rng(duel.seed, number as u32);
                play_pair(duel.effort, &players, &mut rng)
            })
        }))
    }
}

/// Returns the options of the bot with the search parameters of a player.
fn player_options(player: DuelPlayer<'_>, effort: Effort) -> Result<AgentOptions, DuelError> {
    check(player.evaluator)?;
    let mut options = options(effort);
    for (name, value) in player.tunables {
        options.params.set(name, *value)?;
    }
    Ok(options)
}

/// Checks that the evaluator is the only one that the bot has.
fn check(evaluator: &Evaluator) -> Result<(), EvaluatorError> {
    match evaluator {
        Evaluator::Hand => Ok(()),
        _ => Err(EvaluatorError::OnlyByHand(StrategoSpsa.name())),
    }
}

fn effort(plan: &Spsa) -> Effort {
    Effort::Nodes(plan.self_play.nodes)
}

/// Returns the options of the bot, with a transposition table (TT) for the nodes of a search.
fn options(effort: Effort) -> AgentOptions {
    let mut options = AgentOptions::default();
    if let Effort::Nodes(_) = effort {
        options.table_bytes = effort.table_bytes();
    }
    options
}

/// Plays a game pair with setups from the bot's pool, with colours swapped in the second game.
/// Returns the points of the agent with the first options, from 0 to 2.
fn play_pair(effort: Effort, options: &[AgentOptions; 2], rng: &mut Rng) -> f64 {
    let mut rng = StdRng::seed_from_u64(rng.u64(..));
    let setups = Player::BOTH.map(|player| draw_setup(player, &mut rng));
    let points = Player::BOTH.map(|first| {
        let agents = Player::BOTH.map(|player| {
            let options = &options[usize::from(player != first)];
            Agent::with(player, &setups[player.index()], options.clone())
        });
        play_agents(agents, [&setups[0], &setups[1]], || effort.limits()).score(first)
    });
    points.iter().sum()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use search::Weights as _;
    use trainer::{Pairs, named_weights};

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
        let tuned = StrategoSpsa.spsa_weights(&run(8));
        assert_eq!(tuned, StrategoSpsa.spsa_weights(&run(8)));
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
        let effort = Effort::Nodes(60);
        let options = [options(effort), options(effort)];
        let points = play_pair(effort, &options, &mut Rng::with_seed(1));
        assert_eq!(points, 1.0);
    }

    #[test]
    fn a_duel_is_between_search_parameters_of_the_bot_alone() {
        let play = |evaluator: &Evaluator, tunables: &[(String, i32)]| {
            let other = DuelPlayer::from(&Evaluator::Hand);
            let players = [DuelPlayer { evaluator, tunables }, other];
            let duel = Duel { players, effort: Effort::Nodes(60), seed: 1 };
            StrategoSpsa.play_pairs(&duel, &vec![Vec::new(); 8])
        };
        assert_eq!(play(&Evaluator::Hand, &[]).unwrap(), [1.0; 8]);
        let careless = [("contempt".to_owned(), 0), ("reverse_futility_margin".to_owned(), 1)];
        assert_ne!(play(&Evaluator::Hand, &careless).unwrap(), [1.0; 8]);
        let message = |result: Result<Vec<f64>, DuelError>| result.unwrap_err().to_string();
        assert!(message(play(&Evaluator::Nothing, &[])).contains("stratego"));
        let unknown = message(play(&Evaluator::Hand, &[("depth".to_owned(), 1)]));
        assert!(unknown.contains("no tunable `depth`"), "{unknown}");
    }
}
