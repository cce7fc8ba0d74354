//! Checkpoint of a training: its state and the optimizer, in one file.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use trainer::write_whole;

use super::optimizer::Optimizer;
use super::parameters_file::{BadParameters, parameters_from_bytes, parameters_to_bytes};
use super::training_run::{Point, Training};

/// Checkpoint, from which a training resumes with the same result as without an interruption.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub(super) state: State,
    pub(super) optimizer: Optimizer,
}

/// State of a training: its options, its samples and its progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) training: Training,
    /// Fingerprint of the samples: [`Samples::fingerprint`](trainer::Samples::fingerprint).
    pub(super) samples: u64,
    /// Fingerprint of the network that the training starts from; `None` if it is a random one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<u64>,
    /// Number of optimizer steps so far.
    pub(super) step: u64,
    #[serde(rename = "course")]
    pub(super) loss_curve: Vec<Point>,
    /// Summed loss since the last point of the loss curve, as the bits of an `f64`.
    pub(super) loss_bits: u64,
    /// Number of positions in `loss_bits`.
    pub(super) positions: u64,
}

/// Number of the optimizer's parts, each as large as the network.
const PARTS: usize = 3;

/// Checkpoint that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// File that cannot be read or written.
    #[error("{path} cannot be read or written")]
    Access {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// File that is not a complete checkpoint.
    #[error("{0} is not a checkpoint: remove it to start again")]
    Broken(PathBuf),
    /// Checkpoint of a network with a second hidden layer.
    #[error(
        "{0} is of a network with a second hidden layer, which is no longer supported: remove it, \
         or choose another folder"
    )]
    SecondLayer(PathBuf),
    /// Checkpoint of other samples or other options.
    #[error("{0} is of other data or another training: remove it, or choose another folder")]
    Other(PathBuf),
}

impl Checkpoint {
    /// Writes the checkpoint atomically: its state as one line of JSON, followed by the three parts
    /// of the optimizer.
    pub(super) fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let mut bytes = serde_json::to_vec(&self.state).expect("a state serialises to JSON");
        bytes.push(b'\n');
        let Optimizer { network, means, squares } = &self.optimizer;
        for part in [network, means, squares] {
            bytes.extend(parameters_to_bytes(part));
        }
        write_whole(path, &bytes)
            .map_err(|source| CheckpointError::Access { path: path.to_owned(), source })
    }

    /// Reads the checkpoint of a training with these options, and with samples and a start of these
    /// fingerprints. Returns `None` if there is no file.
    pub(super) fn read(
        path: &Path,
        training: &Training,
        samples: u64,
        start: Option<u64>,
    ) -> Result<Option<Checkpoint>, CheckpointError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(CheckpointError::Access { path: path.to_owned(), source }),
        };
        let found = Checkpoint::of_bytes(&bytes).map_err(|error| match error {
            BadParameters::Incomplete => CheckpointError::Broken(path.to_owned()),
            BadParameters::SecondLayer(_) => CheckpointError::SecondLayer(path.to_owned()),
        })?;
        let state = &found.state;
        if state.training != *training || state.samples != samples || state.start != start {
            return Err(CheckpointError::Other(path.to_owned()));
        }
        Ok(Some(found))
    }

    fn of_bytes(bytes: &[u8]) -> Result<Checkpoint, BadParameters> {
        let incomplete = BadParameters::Incomplete;
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(incomplete)?;
        let rest = &bytes[end + 1..];
        // The parts have the same shape, and therefore the same length.
        let (length, 0) = (rest.len() / PARTS, rest.len() % PARTS) else { return Err(incomplete) };
        let mut parts = rest.chunks_exact(length.max(1)).map(parameters_from_bytes);
        let mut part = || parts.next().unwrap_or(Err(BadParameters::Incomplete));
        let optimizer = Optimizer { network: part()?, means: part()?, squares: part()? };
        let state = serde_json::from_slice(&bytes[..end]).map_err(|_| incomplete)?;
        Ok(Checkpoint { state, optimizer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::no_second_layer::NoSecondLayer;

    /// Checkpoint that was written when networks could have a second hidden layer.
    const OLD: &[u8] = include_bytes!("../../tests/data/checkpoint.bin");

    #[test]
    fn an_old_checkpoint_is_read_and_written_with_the_same_bytes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), OLD).unwrap();
        let training = Training {
            hidden: 2,
            second: NoSecondLayer,
            epochs: 3,
            batch: 256,
            learning_rate: 0.01,
            weight_decay: 0.25,
            seed: 1,
            steps: None,
        };
        let found = Checkpoint::read(file.path(), &training, 12_345, None).unwrap().unwrap();
        let Optimizer { network, means, squares } = &found.optimizer;
        let numbers = |values: std::ops::Range<i8>, step: f32| {
            values.map(|value| f32::from(value % 11 - 5) * step).collect::<Vec<f32>>()
        };
        assert_eq!(network.first_weights, numbers(0..6, 0.125));
        assert_eq!(means.first_biases, numbers(6..8, 0.5));
        assert_eq!(squares.output_weights, numbers(8..16, 1.0));
        assert_eq!(network.output_biases, numbers(16..18, 0.125));
        std::fs::remove_file(file.path()).unwrap();
        found.write(file.path()).unwrap();
        assert_eq!(std::fs::read(file.path()).unwrap(), OLD);
    }

    #[test]
    fn a_checkpoint_with_a_second_layer_is_rejected() {
        let network = br#"{"inputs":3,"hidden":2,"second":4,"buckets":2}"#;
        let part = [&network[..], b"\n"].concat();
        let bytes = [&b"{}\n"[..], &part, &part, &part].concat();
        let found = Checkpoint::of_bytes(&bytes);
        assert!(matches!(found, Err(BadParameters::SecondLayer(_))), "{found:?}");
    }
}
