//! Reserved number of files that were written when networks could have a second hidden layer.

use serde::{Deserialize, Serialize};

/// Size of a second hidden layer in a file: always 0. No other size is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct NoSecondLayer;

/// Network with a second hidden layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("networks with a second hidden layer are no longer supported: train another network")]
pub struct SecondLayer;

impl TryFrom<usize> for NoSecondLayer {
    type Error = SecondLayer;

    fn try_from(neurons: usize) -> Result<NoSecondLayer, SecondLayer> {
        if neurons == 0 { Ok(NoSecondLayer) } else { Err(SecondLayer) }
    }
}

impl From<NoSecondLayer> for usize {
    fn from(_: NoSecondLayer) -> usize {
        0
    }
}
