//! State of a run of generations, which is written to its folder after every step.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stats::{Elo, PairScores};
use trainer::{Evaluator, Shard};

use crate::kept;
use crate::strength::Strength;
use crate::training::{NoSecondLayer, Training};

/// Options of a run of generations. A run resumes only with the same options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    pub(crate) game: String,
    /// Evaluator of the start: `nothing`, `hand` or `present`.
    pub(crate) from: String,
    /// Nodes per move, in self-play and in the gate.
    pub(crate) nodes: u64,
    /// Games per shard.
    pub(crate) games: u32,
    pub(crate) hidden: usize,
    /// Reserved number of the file.
    pub(crate) second: NoSecondLayer,
    pub(crate) lambda: f32,
    pub(crate) seed: u64,
}

/// State of a run: its options and its progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    pub(crate) plan: Plan,
    /// Time of the run so far, in seconds.
    pub(crate) spent: f64,
    pub(crate) generations: Vec<Generation>,
}

/// Generation: its self-play games, the network trained on them and on those of earlier
/// generations, and the match of this network against the current one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Generation {
    /// Start of the generation and its planned end, in seconds of the run.
    pub(crate) time: [f64; 2],
    /// Identifier of the evaluator in its games: [`Evaluator::identity`].
    pub(crate) evaluator: String,
    /// Number of its shards. `None` until all are played.
    pub(crate) shards: Option<u64>,
    /// Options of its training. `None` until they are chosen.
    pub(crate) training: Option<Training>,
    /// Number of training samples.
    pub(crate) positions: usize,
    /// Final training loss and validation loss. `None` until the training is complete.
    pub(crate) loss: Option<[f32; 2]>,
    /// Result of the gate. `None` until it is complete.
    pub(crate) gate: Option<Gate>,
}

/// Gate: the match of a new network against the current one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gate {
    /// Identifier of the opponent: [`Evaluator::identity`].
    pub(crate) against: String,
    /// Game pairs by the points of the new network.
    pub(crate) pairs: PairScores,
    /// Final log-likelihood ratio (LLR) of the SPRT.
    pub(crate) llr: f64,
    /// `true` if the new network has passed.
    pub(crate) is_passed: bool,
}

/// Maximum number of shards of a generation: the distance between the seeds of two generations.
const SEEDS: u64 = 1_000_000;

/// Training window: the number of last generations whose games are learned from.
const WINDOW: usize = 3;

impl State {
    /// Returns the seed of a generation's training and gate.
    pub(crate) fn seed(&self, number: usize) -> u64 {
        self.plan.seed + number as u64
    }

    /// Reads the state in the folder, or returns a new one if there is none.
    pub(crate) fn open(folder: &Path, plan: Plan) -> anyhow::Result<State> {
        match kept::read::<State>(&State::path(folder))? {
            None => Ok(State { plan, spent: 0.0, generations: Vec::new() }),
            Some(state) if state.plan == plan => Ok(state),
            Some(_) => Err(kept::other_options(folder)),
        }
    }

    /// Writes the state atomically.
    pub(crate) fn save(&self, folder: &Path) -> anyhow::Result<()> {
        kept::write(&State::path(folder), self)
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("state.json")
    }

    /// Returns the shard of a generation with this number.
    pub(crate) fn shard(&self, generation: usize, number: u64) -> Shard {
        Shard {
            game: self.plan.game.clone(),
            evaluator: self.generations[generation].evaluator.clone(),
            nodes: self.plan.nodes,
            opening_plies: Shard::OPENING_PLIES,
            seed: self.plan.seed + SEEDS * generation as u64 + number,
            games: self.plan.games,
            labels: None,
        }
    }

    /// Returns the shards that a generation learns from: its own and those of earlier generations
    /// in the window. Games without an evaluation are left out as soon as there are games with one.
    pub(crate) fn window(&self, generation: usize) -> Vec<Shard> {
        let evaluated = self.generations.iter().position(Generation::has_evaluation);
        let first = (generation + 1).saturating_sub(WINDOW);
        let first = first.max(evaluated.unwrap_or_default()).min(generation);
        let of = |generation: usize| {
            let count = self.generations[generation].shards.unwrap_or_default();
            (0..count).map(move |number| self.shard(generation, number))
        };
        (first..=generation).flat_map(of).collect()
    }

    /// Returns the generation whose network plays the self-play games of `generation`: that of the
    /// current network. If the run started with `nothing` and no network has passed, it is the last
    /// generation: games of players with an evaluation teach more than games of players without
    /// one.
    pub(crate) fn player(&self, generation: usize) -> Option<usize> {
        let starts_with_nothing = self.plan.from == Evaluator::Nothing.identity();
        let last = generation.checked_sub(1).filter(|_| starts_with_nothing);
        self.current(generation).or(last)
    }

    /// Returns the generation of the current network, which the network of `generation` has to
    /// beat: the last earlier generation that has passed its gate. Returns `None` if no generation
    /// has passed; the current evaluator is then that of the start of the run.
    pub(crate) fn current(&self, generation: usize) -> Option<usize> {
        (0..generation).rev().find(|&earlier| self.generations[earlier].is_passed())
    }

    /// Returns the strength of the current network before the first generation, which is 0, and
    /// after each generation.
    pub(crate) fn strengths(&self) -> Vec<Strength> {
        let mut elo = 0.0;
        let gates = self.generations.iter().filter_map(|generation| generation.gate.as_ref());
        let after = gates.map(|gate| {
            // The Elo difference of a match without a loss would be infinite.
            let score = gate.pairs.score();
            let most = 1.0 - 0.5 / f64::from(gate.pairs.pairs().max(1));
            if gate.is_passed {
                elo += Elo::of_score(score.min(most)).0;
            }
            Strength { elo, is_bound: gate.is_passed && score > most }
        });
        let start = Strength { elo: 0.0, is_bound: false };
        [start].into_iter().chain(after.collect::<Vec<Strength>>()).collect()
    }
}

impl Generation {
    /// Returns `true` if the players of its games had an evaluation: any evaluator but `nothing`.
    pub(crate) fn has_evaluation(&self) -> bool {
        self.evaluator != Evaluator::Nothing.identity()
    }

    /// Returns `true` if its network has passed the gate.
    pub(crate) fn is_passed(&self) -> bool {
        self.gate.as_ref().is_some_and(|gate| gate.is_passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generation(is_passed: bool) -> Generation {
        let pairs = PairScores { counts: [0, 0, 10, 0, 10] };
        Generation {
            time: [0.0, 1.0],
            evaluator: "hand".to_owned(),
            shards: Some(2),
            training: None,
            positions: 0,
            loss: None,
            gate: Some(Gate { against: "hand".to_owned(), pairs, llr: 3.0, is_passed }),
        }
    }

    fn plan() -> Plan {
        Plan {
            game: "breakthrough".to_owned(),
            from: "nothing".to_owned(),
            nodes: 100,
            games: 10,
            hidden: 16,
            second: NoSecondLayer,
            lambda: 0.7,
            seed: 5,
        }
    }

    #[test]
    fn the_current_network_is_the_last_that_has_passed() {
        let generations = [false, true, false, false].map(generation).to_vec();
        let state = State { plan: plan(), spent: 0.0, generations };
        let current: Vec<Option<usize>> = (0..4).map(|number| state.current(number)).collect();
        assert_eq!(current, [None, None, Some(1), Some(1)]);
        let players: Vec<Option<usize>> = (0..4).map(|number| state.player(number)).collect();
        assert_eq!(players, [None, Some(0), Some(1), Some(1)]);
        let elo = Elo::of_score(0.75).0;
        let strengths: Vec<f64> = state.strengths().iter().map(|strength| strength.elo).collect();
        assert_eq!(strengths, [0.0, 0.0, elo, elo, elo]);
    }

    #[test]
    fn the_strength_after_a_gate_without_a_loss_is_a_bound() {
        let mut generations = [true; 2].map(generation).to_vec();
        generations[1].gate.as_mut().unwrap().pairs = PairScores { counts: [0, 0, 0, 0, 10] };
        let state = State { plan: plan(), spent: 0.0, generations };
        let bounds: Vec<bool> =
            state.strengths().iter().map(|strength| strength.is_bound).collect();
        assert_eq!(bounds, [false, false, true]);
    }

    #[test]
    fn a_network_that_does_not_beat_the_hand_crafted_evaluation_plays_no_games() {
        let plan = Plan { from: "hand".to_owned(), ..plan() };
        let state = State { plan, spent: 0.0, generations: vec![generation(false)] };
        assert_eq!(state.player(1), None);
    }

    #[test]
    fn a_generation_learns_from_its_games_and_those_of_the_two_before() {
        let generations = [true; 4].map(generation).to_vec();
        let state = State { plan: plan(), spent: 0.0, generations };
        let seeds = |generation| -> Vec<u64> {
            state.window(generation).iter().map(|shard| shard.seed).collect()
        };
        assert_eq!(seeds(0), [5, 6]);
        assert_eq!(seeds(3), [1_000_005, 1_000_006, 2_000_005, 2_000_006, 3_000_005, 3_000_006]);
    }

    #[test]
    fn a_run_resumes_only_with_the_same_options() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = State::open(folder.path(), plan()).unwrap();
        state.spent = 3.5;
        state.generations.push(generation(true));
        state.save(folder.path()).unwrap();
        assert_eq!(State::open(folder.path(), plan()).unwrap(), state);
        let other = State::open(folder.path(), Plan { nodes: 200, ..plan() });
        assert!(other.unwrap_err().to_string().contains("holds a run with other options"));
    }

    #[test]
    fn a_state_of_a_network_with_a_second_layer_is_rejected() {
        let text = |second: u32| {
            let plan = serde_json::to_string(&plan()).unwrap();
            assert!(plan.contains("\"hidden\":16,\"second\":0,\"lambda\""), "{plan}");
            plan.replace("\"second\":0", &format!("\"second\":{second}"))
        };
        assert_eq!(serde_json::from_str::<Plan>(&text(0)).unwrap(), plan());
        let error = serde_json::from_str::<Plan>(&text(4)).unwrap_err().to_string();
        assert!(error.starts_with("networks with a second hidden layer are no longer"), "{error}");
    }
}
