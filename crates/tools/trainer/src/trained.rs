//! Interface of the command line, implemented for every game with weights or a network.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::duel::{Duel, DuelError};
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::fit::{Fit, Fitted};
use crate::game_with_network::GameWithNetwork;
use crate::game_with_weights::GameWithWeights;
use crate::logistic::FitError;
use crate::network_game::NetworkGame;
use crate::samples::{Filter, Samples, SamplesError};
use crate::shard::{PlayedGame, Shard, Watch};
use crate::spsa::{SpsaError, SpsaResult, SpsaRun};
use crate::spsa_game::SpsaGame;
use crate::tunable_game::TunableGame;
use crate::{duel, fit, shard, spsa};

/// Game `G` for the command line: a [`TunableGame`] if it has weights, and a [`NetworkGame`] if its
/// bot accepts a network.
pub struct Trained<G>(PhantomData<G>);

impl<G> Trained<G> {
    /// The game.
    pub const NEW: Trained<G> = Trained(PhantomData);
}

/// Returns the path of a source file of a game's bot, relative to the root of the workspace.
fn source_file(game: &str, file: &str) -> PathBuf {
    Path::new("crates/games").join(game).join("src").join(file)
}

impl<G: GameWithWeights> SpsaGame for Trained<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn source(&self) -> PathBuf {
        source_file(G::NAME, "weights.rs")
    }

    fn spsa_weights(&self, run: &SpsaRun<'_>) -> SpsaResult {
        spsa::weights::<G>(run)
    }

    fn spsa_search(
        &self,
        run: &SpsaRun<'_>,
        evaluator: &Evaluator,
        tunables: &[String],
    ) -> Result<SpsaResult, SpsaError> {
        spsa::search::<G>(run, evaluator, tunables)
    }

    fn play_pairs(&self, duel: &Duel<'_>, openings: &[Vec<String>]) -> Result<Vec<f64>, DuelError> {
        duel::play_pairs::<G>(duel, openings)
    }
}

impl<G: GameWithWeights> TunableGame for Trained<G> {
    fn fit(&self, plan: &Fit, progress: &(dyn Fn(f64) + Sync)) -> Result<Fitted, FitError> {
        fit::run::<G>(plan, progress)
    }

    fn play_shard(
        &self,
        shard: &Shard,
        evaluator: &Evaluator,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<PlayedGame>>, EvaluatorError> {
        shard::play::<G>(shard, evaluator, watch)
    }

    fn relabel(
        &self,
        games: &[PlayedGame],
        evaluator: &Evaluator,
        nodes: u64,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Option<PlayedGame>>>, EvaluatorError> {
        shard::relabel::<G>(games, evaluator, nodes, watch)
    }
}

impl<G: GameWithNetwork> NetworkGame for Trained<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn source(&self) -> PathBuf {
        source_file(G::NAME, "network.rs")
    }

    fn turn(&self) -> Duration {
        G::TURN
    }

    fn lambda(&self) -> f32 {
        G::LAMBDA
    }

    fn read_samples(
        &self,
        paths: &[PathBuf],
        filter: &Filter,
        lambda: f32,
    ) -> Result<Samples, SamplesError> {
        Samples::read::<G>(paths, filter, lambda)
    }
}
