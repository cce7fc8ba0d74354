use std::collections::BTreeSet;

use crate::game_pair::{GamePair, GamePairError, PlayedPair};
use crate::plan::Plan;
use crate::standings::Standings;
use crate::stats::Hypothesis;
use crate::store::{MatchId, Store, StoreError, StoredMatch};
use crate::summary::GameSummary;
use crate::worker_pool::PairSource;

/// A match that is being played: a plan, the store in which its games end up, and what they have
/// brought so far.
pub struct RunningMatch {
    plan: Plan,
    store: Store,
    id: MatchId,
    played: BTreeSet<usize>,
    /// All units before this one have been handed out or were played before.
    next: usize,
    standings: Standings,
}

/// A match that could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A game that could not be played.
    #[error(transparent)]
    GamePair(#[from] GamePairError),
    /// A store that cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RunningMatch {
    /// Begins a match and notes it in the store, with the command line that did it.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn begin(store: Store, plan: Plan, command: &str) -> Result<RunningMatch, StoreError> {
        let id = store.begin(&plan, command)?;
        let standings = Standings::default();
        Ok(RunningMatch { plan, store, id, played: BTreeSet::new(), next: 0, standings })
    }

    /// Goes on with a match: units that the store holds are not played again.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn resume(store: Store, stored: StoredMatch) -> Result<RunningMatch, StoreError> {
        let StoredMatch { id, plan, .. } = stored;
        let played = store.played(id)?;
        let standings = store.standings(id)?;
        Ok(RunningMatch { plan, store, id, played, next: 0, standings })
    }

    /// Returns what the match consists of.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the match's number in its store.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Returns where the games are.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns what the games so far have brought.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns how many units have been played.
    #[must_use]
    pub fn pairs_played(&self) -> usize {
        self.played.len()
    }

    /// Returns what the sequential test has decided, `None` while it has not, or if there is none.
    #[must_use]
    pub fn decision(&self) -> Option<Hypothesis> {
        self.plan.sprt.as_ref()?.decide(&self.standings.between(0, 1).pairs)
    }
}

impl PairSource for RunningMatch {
    type Error = MatchError;

    fn next(&mut self) -> Option<(usize, GamePair)> {
        while self.played.contains(&self.next) {
            self.next += 1;
        }
        let number = self.next;
        (number < self.plan.pair_count()).then(|| {
            self.next += 1;
            (number, self.plan.game_pair(number))
        })
    }

    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), MatchError> {
        let pairing = self.plan.pairing(number);
        self.store.add(self.id, &self.plan, number, pairing, &pair)?;
        self.played.insert(number);
        let summaries: [&GameSummary; 2] = [&pair[0].summary, &pair[1].summary];
        self.standings.add(pairing, summaries);
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.decision().is_some()
    }
}
