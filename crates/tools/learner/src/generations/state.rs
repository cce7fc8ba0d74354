use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail};
use arena::{Elo, PairScores};
use learner::Training;
use serde::{Deserialize, Serialize};
use trainer::{Evaluator, Shard, write_whole};

/// What a run of generations was asked for. A run goes on only with the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    pub(crate) game: String,
    /// `nothing`, `hand` or `present`.
    pub(crate) from: String,
    /// Nodes per move, of self-play and of the gate.
    pub(crate) nodes: u64,
    /// Games per shard.
    pub(crate) games: u32,
    pub(crate) hidden: usize,
    pub(crate) second: usize,
    pub(crate) lambda: f32,
    pub(crate) seed: u64,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    pub(crate) plan: Plan,
    /// Seconds that the run has taken so far.
    pub(crate) spent: f64,
    pub(crate) generations: Vec<Generation>,
}

/// One generation: the data, the network learned from it and from what came before, and its match
/// with the network before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Generation {
    /// Seconds of the run before it began, and those before it should be over.
    pub(crate) time: [f64; 2],
    /// Who judged positions in its games: [`Evaluator::identity`](trainer::Evaluator::identity).
    pub(crate) evaluator: String,
    /// How many shards it has, when they are all there.
    pub(crate) shards: Option<u64>,
    /// How it is trained, when that is known.
    pub(crate) training: Option<Training>,
    /// Positions learned from.
    pub(crate) positions: usize,
    /// The loss at the end, of the positions learned from and of those kept aside.
    pub(crate) loss: Option<[f32; 2]>,
    /// How the gate has ended, when it has.
    pub(crate) gate: Option<Gate>,
}

/// The match of a network with the present one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gate {
    /// Whom it played: [`Evaluator::identity`].
    pub(crate) against: String,
    /// Pairs by the points of the new network.
    pub(crate) pairs: PairScores,
    /// The log-likelihood ratio of the test at its end.
    pub(crate) llr: f64,
    /// Whether the new network has passed.
    pub(crate) is_passed: bool,
}

/// Seeds of one generation's shards, at most.
const SEEDS: u64 = 1_000_000;

/// How many generations' games are learned from, the last ones.
const WINDOW: usize = 3;

impl State {
    /// Returns the source of all randomness of a generation's training and gate.
    pub(crate) fn seed(&self, number: usize) -> u64 {
        self.plan.seed + number as u64
    }

    /// Returns the state in the folder, or a new one.
    pub(crate) fn open(folder: &Path, plan: Plan) -> anyhow::Result<State> {
        let path = State::path(folder);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(State { plan, spent: 0.0, generations: Vec::new() });
            }
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        let state: State = serde_json::from_str(&text)
            .with_context(|| format!("{} is not the state of a run", path.display()))?;
        if state.plan != plan {
            bail!(
                "{} holds a run with other options: remove it, or choose another folder with -o",
                folder.display()
            );
        }
        Ok(state)
    }

    /// Writes the state, whole or not at all.
    pub(crate) fn keep(&self, folder: &Path) -> anyhow::Result<()> {
        let path = State::path(folder);
        let text = serde_json::to_string_pretty(self)? + "\n";
        write_whole(&path, text.as_bytes()).with_context(|| path.display().to_string())
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("state.json")
    }

    /// Returns a shard of a generation.
    pub(crate) fn shard(&self, generation: usize, number: u64) -> Shard {
        Shard {
            game: self.plan.game.clone(),
            evaluator: self.generations[generation].evaluator.clone(),
            nodes: self.plan.nodes,
            opening_plies: Shard::OPENING_PLIES,
            seed: self.plan.seed + SEEDS * generation as u64 + number,
            games: self.plan.games,
        }
    }

    /// Returns the shards that a generation learns from: its own and those of some before, but no
    /// games without opinions once there are others.
    pub(crate) fn window(&self, generation: usize) -> Vec<Shard> {
        let informed = self.generations.iter().position(Generation::has_opinions);
        let first = (generation + 1).saturating_sub(WINDOW);
        let first = first.max(informed.unwrap_or_default()).min(generation);
        let of = |generation: usize| {
            let count = self.generations[generation].shards.unwrap_or_default();
            (0..count).map(move |number| self.shard(generation, number))
        };
        (first..=generation).flat_map(of).collect()
    }

    /// Returns the generation whose network plays in the games of `generation`: the present one. As
    /// long as there is nothing but `nothing` it is the last, whether it has passed or not: games of
    /// players with an opinion teach more than those of players without.
    pub(crate) fn player(&self, generation: usize) -> Option<usize> {
        let begins_with_nothing = self.plan.from == Evaluator::Nothing.identity();
        let last = generation.checked_sub(1).filter(|_| begins_with_nothing);
        self.present(generation).or(last)
    }

    /// Returns the generation whose network that of `generation` has to beat: the last before it
    /// that has passed its gate. `None` if that is still what the run began with.
    pub(crate) fn present(&self, generation: usize) -> Option<usize> {
        (0..generation).rev().find(|&earlier| self.generations[earlier].is_passed())
    }

    /// Returns the strength of the present network after each generation, and before the first one
    /// as 0, in Elo: the sum of what the gates have shown.
    pub(crate) fn strengths(&self) -> Vec<f64> {
        let mut strength = 0.0;
        let passed = self.generations.iter().filter_map(|generation| generation.gate.as_ref());
        let after = passed.map(|gate| {
            if gate.is_passed {
                // A match without a loss would be worth infinitely much.
                let score = gate.pairs.score();
                let most = 1.0 - 0.5 / f64::from(gate.pairs.pairs().max(1));
                strength += Elo::of_score(score.min(most)).0;
            }
            strength
        });
        [0.0].into_iter().chain(after.collect::<Vec<f64>>()).collect()
    }
}

impl Generation {
    /// Tells whether its games were played by someone who judges positions at all.
    pub(crate) fn has_opinions(&self) -> bool {
        self.evaluator != Evaluator::Nothing.identity()
    }

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
            second: 0,
            lambda: 0.7,
            seed: 5,
        }
    }

    #[test]
    fn the_present_network_is_the_last_that_has_passed() {
        let generations = [false, true, false, false].map(generation).to_vec();
        let state = State { plan: plan(), spent: 0.0, generations };
        let present: Vec<Option<usize>> = (0..4).map(|number| state.present(number)).collect();
        assert_eq!(present, [None, None, Some(1), Some(1)]);
        let players: Vec<Option<usize>> = (0..4).map(|number| state.player(number)).collect();
        assert_eq!(players, [None, Some(0), Some(1), Some(1)]);
        let elo = Elo::of_score(0.75).0;
        assert_eq!(state.strengths(), [0.0, 0.0, elo, elo, elo]);
    }

    #[test]
    fn a_network_that_is_no_better_than_the_hand_plays_no_games() {
        let plan = Plan { from: "hand".to_owned(), ..plan() };
        let state = State { plan, spent: 0.0, generations: vec![generation(false)] };
        assert_eq!(state.player(1), None);
    }

    #[test]
    fn a_generation_learns_from_its_games_and_those_of_two_before() {
        let generations = [true; 4].map(generation).to_vec();
        let state = State { plan: plan(), spent: 0.0, generations };
        let seeds = |generation| -> Vec<u64> {
            state.window(generation).iter().map(|shard| shard.seed).collect()
        };
        assert_eq!(seeds(0), [5, 6]);
        assert_eq!(seeds(3), [1_000_005, 1_000_006, 2_000_005, 2_000_006, 3_000_005, 3_000_006]);
    }

    #[test]
    fn a_run_goes_on_with_the_same_options_only() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = State::open(folder.path(), plan()).unwrap();
        state.spent = 3.5;
        state.generations.push(generation(true));
        state.keep(folder.path()).unwrap();
        assert_eq!(State::open(folder.path(), plan()).unwrap(), state);
        let other = State::open(folder.path(), Plan { nodes: 200, ..plan() });
        assert!(other.unwrap_err().to_string().contains("holds a run with other options"));
    }
}
