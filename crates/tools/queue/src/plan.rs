//! Plans on the queue: all units that belong together, as workers see them.

use std::fmt;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Identity of a plan: the digest of all that distinguishes it from others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlanId(String);

impl PlanId {
    /// Number of hexadecimal digits.
    const LEN: usize = 32;

    /// Returns the identity of a plan that is described by `texts`.
    #[must_use]
    pub fn of(texts: &[&str]) -> PlanId {
        let mut hasher = Sha256::new();
        for text in texts {
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text);
        }
        let mut id = hex(&hasher.finalize());
        id.truncate(PlanId::LEN);
        PlanId(id)
    }

    /// Returns the identity at the end of the subject of a plan, if it is one.
    pub(crate) fn in_subject(subject: &str) -> Option<PlanId> {
        let id = subject.rsplit('.').next()?;
        let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        (id.len() == PlanId::LEN && id.chars().all(is_digit)).then(|| PlanId(id.to_owned()))
    }

    /// Returns the identity as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlanId {
    /// Writes the first digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", &self.0[..8.min(self.0.len())])
    }
}

/// Announcement of a plan to the workers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// Kind of the units.
    pub kind: String,
    /// Description of the plan for people.
    pub title: String,
    /// Milliseconds after which a unit without a heartbeat is handed to another worker.
    pub ack_wait_ms: u64,
    /// Number of tries of a unit.
    pub tries: i64,
    /// Number of all units, if it is known.
    pub units: Option<usize>,
    /// Speed of the plan's machine, if the units depend on time: workers scale their clocks by it.
    pub speed: Option<f64>,
    /// The conditions that a worker has to fulfil before it plays the units.
    pub content: Value,
}

impl Announcement {
    /// Default number of tries of a unit.
    pub const TRIES: i64 = 5;
    /// Default time without a heartbeat after which a unit is handed to another worker.
    pub const ACK_WAIT_MS: u64 = 60_000;
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_that_differ_have_different_identities() {
        let id = PlanId::of(&["a", "bc"]);
        assert_eq!(id, PlanId::of(&["a", "bc"]));
        assert_ne!(id, PlanId::of(&["ab", "c"]));
        assert_eq!(PlanId::in_subject(&format!("cg.plans.{}", id.as_str())), Some(id.clone()));
        assert_eq!(id.to_string().len(), 8);
        assert_eq!(PlanId::in_subject("cg.plans.zz"), None);
    }
}
