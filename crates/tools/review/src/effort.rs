//! Limits of the searches of a review.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Duration;

use boards::Task;
use search::StopFlag;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Limit of each search of a review.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Nodes. The same limit gives the same review on every machine.
    #[schema(value_type = u64)]
    Nodes(NonZeroU64),
    /// Milliseconds.
    #[schema(value_type = u64)]
    Milliseconds(NonZeroU64),
}

impl Effort {
    /// Returns a limit of `factor` times as many nodes, or as much time.
    #[must_use]
    pub(crate) fn times(self, factor: NonZeroU64) -> Effort {
        match self {
            Effort::Nodes(nodes) => Effort::Nodes(nodes.saturating_mul(factor)),
            Effort::Milliseconds(ms) => Effort::Milliseconds(ms.saturating_mul(factor)),
        }
    }

    /// Returns the task of a search with this limit, which ends early if `stop` is raised.
    #[must_use]
    pub(crate) fn task(self, stop: StopFlag) -> Task {
        let (time, nodes) = match self {
            Effort::Nodes(nodes) => (None, Some(nodes)),
            Effort::Milliseconds(ms) => (Some(Duration::from_millis(ms.get())), None),
        };
        Task { time, nodes, stop, salt: 0 }
    }
}

/// Writes the limit for readers: `20000 nodes` or `100 ms`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Effort::Milliseconds(ms) => write!(f, "{ms} ms"),
        }
    }
}
