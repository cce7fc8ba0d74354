//! Count of the game pairs that a foreign referee has not judged.

use crate::judge::RefereeFault;

/// Game pairs of a match that its foreign referee has not judged. They are not counted, and
/// `--resume` plays them again.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RefereeFailures {
    count: usize,
    first: Option<RefereeFault>,
    /// Those since the last judged game pair, the first of them included.
    succession: Vec<RefereeFault>,
}

/// Error: a foreign referee that fails again and again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the last {count} game pairs were not judged; the first of them: {first}")]
pub struct TooManyFailures {
    /// Number of game pairs.
    pub count: usize,
    /// The first fault.
    pub first: RefereeFault,
}

impl RefereeFailures {
    /// Number of failures in succession after which a match ends: the next games would fail too.
    const LIMIT: usize = 5;

    /// Returns the number of game pairs that were not judged.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the fault in the first of them; `None` if there are none.
    #[must_use]
    pub fn first(&self) -> Option<&RefereeFault> {
        self.first.as_ref()
    }

    /// Adds a game pair that was not judged.
    pub(crate) fn add(&mut self, fault: RefereeFault) -> Result<(), TooManyFailures> {
        self.count += 1;
        self.first.get_or_insert_with(|| fault.clone());
        self.succession.push(fault);
        match self.succession.len() {
            RefereeFailures::LIMIT => {
                let first = self.succession[0].clone();
                Err(TooManyFailures { count: RefereeFailures::LIMIT, first })
            }
            _ => Ok(()),
        }
    }

    /// Takes note of a game pair that was judged.
    pub(crate) fn end_succession(&mut self) {
        self.succession.clear();
    }
}
