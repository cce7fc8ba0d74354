//! Content of the announcement of a tuning run, and the play of one of its game pairs.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering};

use anyhow::bail;
use distributed::{evaluator, evaluator_name};
use queue::Queue;
use registry::{game, spsa_game, tunable_game};
use serde::{Deserialize, Serialize};
use trainer::{Evaluator, Pairs, Spsa, SpsaError, SpsaResult, SpsaRun};

use super::signature::signature;
use crate::programs::{Programs, hash};

/// Content of the announcement of a tuning run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TuningContent {
    /// Name of the game.
    game: String,
    /// Options of the run.
    plan: Spsa,
    /// Search parameters that are tuned; `None` if the weights are.
    search: Option<TunedSearch>,
    /// Signature of the rules and of the engine.
    signature: String,
}

/// Search parameters that are tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TunedSearch {
    /// Name of the evaluator, or of the object with the text of its network.
    evaluator: String,
    /// Names of the parameters.
    tunables: Vec<String>,
}

/// Unit of a tuning run: a game pair, and the results of all pairs before its update.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TuningUnit {
    /// Number of the pair.
    pub(crate) pair: u32,
    /// Results of the pairs before the update, in half points.
    pub(crate) played: Vec<u8>,
}

impl TuningContent {
    /// Kind of the units.
    pub(crate) const KIND: &'static str = "tuning";

    /// Returns the content of a run that tunes the weights, or the search parameters with these
    /// names by an evaluator, whose network is stored on the queue.
    pub(crate) fn of(
        name: &str,
        plan: Spsa,
        search: Option<(&Evaluator, &[String])>,
        queue: &Queue,
        programs: &Programs,
    ) -> anyhow::Result<TuningContent> {
        let search = match search {
            None => None,
            Some((evaluator, tunables)) => Some(TunedSearch {
                evaluator: evaluator_name(evaluator, queue)?,
                tunables: tunables.to_vec(),
            }),
        };
        let signature = signature_of(name, programs)?;
        Ok(TuningContent { game: name.to_owned(), plan, search, signature })
    }

    /// Returns the number of pairs of the run.
    pub(crate) fn pairs(&self) -> usize {
        self.plan.pairs as usize
    }

    /// Returns the name of the game.
    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    /// Returns the evaluator of the search parameters.
    ///
    /// # Errors
    ///
    /// The reason why this machine cannot play the same games.
    pub(crate) fn evaluator(
        &self,
        queue: &Queue,
        programs: &Programs,
    ) -> anyhow::Result<Evaluator> {
        if signature_of(&self.game, programs)? != self.signature {
            bail!(
                "the engine of {} plays other games here: use the same version on all machines",
                self.game
            );
        }
        match &self.search {
            Some(search) => evaluator(&search.evaluator, queue),
            None => Ok(Evaluator::Hand),
        }
    }

    /// Plays the pair of a unit. Returns its result in half points.
    ///
    /// # Errors
    ///
    /// The unit is not of this run, or the evaluator does not support the game.
    pub(crate) fn play(&self, unit: &TuningUnit, evaluator: &Evaluator) -> anyhow::Result<u8> {
        let TuningUnit { pair, played } = unit;
        let update = pair - pair % Spsa::PAIRS_PER_UPDATE;
        if *pair >= self.plan.pairs || played.len() != update as usize {
            bail!("the pair is not of the announced run");
        }
        let game = spsa_game(&self.game)?;
        let result = AtomicU8::new(u8::MAX);
        let progress = |results: &[u8]| {
            let played = results.get(*pair as usize).copied();
            result.store(played.unwrap_or(u8::MAX), Ordering::Relaxed);
            ControlFlow::Break(())
        };
        let pairs = Pairs::Only(*pair);
        let run = SpsaRun { plan: self.plan, played, progress: &progress, pairs };
        let tuned: Result<SpsaResult, SpsaError> = match &self.search {
            None => Ok(game.spsa_weights(&run)),
            Some(search) => game.spsa_search(&run, evaluator, &search.tunables),
        };
        tuned?;
        Ok(result.into_inner())
    }
}

/// Returns the signature of the rules of a game, and of its engine if it plays shards.
fn signature_of(name: &str, programs: &Programs) -> anyhow::Result<String> {
    let rules = signature(game(name)?, programs)?;
    let engine = match tunable_game(name) {
        Ok(game) => distributed::signature(game, &Evaluator::Hand)?,
        Err(_) => String::new(),
    };
    Ok(hash(&[rules.as_bytes(), engine.as_bytes()]))
}
