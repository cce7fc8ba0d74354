//! Pace of requests: pauses between them, and growing waits after a refusal.

use std::time::Duration;

/// Pace of the requests to a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Pause between two requests.
    pub pause: Duration,
    /// Wait before the first repetition of a request; each further wait is twice as long.
    pub first_wait: Duration,
    /// Longest wait. A site that asks for a longer one gets no further request.
    pub longest_wait: Duration,
    /// Number of times that a request is sent.
    pub attempts: u32,
    /// Maximum time of a request, until its whole answer has arrived.
    pub patience: Duration,
}

impl Default for Pace {
    /// Half a second between requests, and up to five minutes of waits for each.
    fn default() -> Pace {
        Pace {
            pause: Duration::from_millis(500),
            first_wait: Duration::from_secs(2),
            longest_wait: Duration::from_secs(120),
            attempts: 7,
            patience: Duration::from_secs(60),
        }
    }
}

impl Pace {
    /// Returns the wait before repetition `number`, from 0, if the site does not name one.
    #[must_use]
    pub fn wait(&self, number: u32) -> Duration {
        let factor = 2_u32.checked_pow(number).unwrap_or(u32::MAX);
        self.first_wait.saturating_mul(factor).min(self.longest_wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest() {
        let pace = Pace::default();
        let waits = [0, 1, 2, 5, 6, 99].map(|number| pace.wait(number).as_secs());
        assert_eq!(waits, [2, 4, 8, 64, 120, 120]);
    }
}
