//! Result of a unit of a match: the played games, and the clock with which they were played.

use arena::PlayedPair;
use serde::{Deserialize, Serialize};

use super::fair_clock::BOUNDS;

/// Result of a unit of a match.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayedUnit {
    /// Factor of the worker's clock; `None` if it was not scaled.
    pub(crate) clock: Option<f64>,
    /// The games.
    pub(crate) games: PlayedPair,
}

impl PlayedUnit {
    /// Reads the result of a unit of a match whose clocks `are_scaled`.
    pub(crate) fn parse(content: &[u8], are_scaled: bool) -> Result<PlayedUnit, String> {
        let played: PlayedUnit =
            serde_json::from_slice(content).map_err(|error| format!("no game pair: {error}"))?;
        let [least, most] = BOUNDS;
        match played.clock {
            Some(factor) if !are_scaled || !(least..=most).contains(&factor) => {
                Err(format!("the clock was scaled by {factor}"))
            }
            None if are_scaled => Err("the clock was not scaled".to_owned()),
            _ => Ok(played),
        }
    }
}
