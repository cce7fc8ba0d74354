//! Match in progress: its plan, its store and its standings so far.

use std::collections::BTreeSet;

use stats::Hypothesis;

use crate::game_pair::GamePair;
use crate::judge::RefereeFault;
use crate::plan::Plan;
use crate::played::PlayedPair;
use crate::referee_failures::{RefereeFailures, TooManyFailures};
use crate::standings::Standings;
use crate::store::{MatchId, Store, StoreError, StoredMatch};
use crate::worker::GamePairError;
use crate::worker_pool::PairSource;

/// Match in progress: the plan, the store in which the games are saved, and the standings so far.
pub struct RunningMatch {
    plan: Plan,
    store: Store,
    id: MatchId,
    played: BTreeSet<usize>,
    /// All game pairs before this number have been handed out or were already stored.
    next: usize,
    standings: Standings,
    failures: RefereeFailures,
}

/// Error: a match that could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A game pair could not be played.
    #[error(transparent)]
    GamePair(#[from] GamePairError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The foreign referee fails again and again.
    #[error(transparent)]
    Referee(#[from] TooManyFailures),
}

impl RunningMatch {
    /// Begins a match and adds it to the store, with the command line that began it.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn begin(store: Store, plan: Plan, command: &str) -> Result<RunningMatch, StoreError> {
        let id = store.begin(&plan, command)?;
        Ok(RunningMatch {
            plan,
            store,
            id,
            played: BTreeSet::new(),
            next: 0,
            standings: Standings::default(),
            failures: RefereeFailures::default(),
        })
    }

    /// Resumes a match. Game pairs that the store holds are not played again.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn resume(store: Store, stored: StoredMatch) -> Result<RunningMatch, StoreError> {
        let StoredMatch { id, plan, .. } = stored;
        let played = store.played(id)?;
        let standings = store.standings(id)?;
        let failures = RefereeFailures::default();
        Ok(RunningMatch { plan, store, id, played, next: 0, standings, failures })
    }

    /// Returns the plan of the match.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the match's number in its store.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Returns the store of the games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the standings so far.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the number of game pairs played.
    #[must_use]
    pub fn pairs_played(&self) -> usize {
        self.played.len()
    }

    /// Returns the failures of the foreign referee since the match was begun or resumed.
    #[must_use]
    pub fn failures(&self) -> &RefereeFailures {
        &self.failures
    }

    /// Returns the decision of the sequential probability ratio test (SPRT); `None` before it has
    /// decided, or if there is none.
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
        self.failures.end_succession();
        for (pairing, [one, other]) in self.plan.results(pairing, &pair) {
            self.standings.add(pairing, [&one.summary, &other.summary]);
        }
        Ok(())
    }

    fn skip(&mut self, _number: usize, fault: RefereeFault) -> Result<(), MatchError> {
        Ok(self.failures.add(fault)?)
    }

    fn is_done(&self) -> bool {
        self.decision().is_some()
    }
}
