use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use trainer::write_whole;

use super::optimizer::Optimizer;
use super::parameters_file::{parameters_from_bytes, parameters_to_bytes};
use super::training_run::{Point, Training};

/// All that a training needs to go on as if nothing had happened.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub(super) state: State,
    pub(super) optimizer: Optimizer,
}

/// How far a training is, and of what.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) training: Training,
    /// [`Samples::fingerprint`](trainer::Samples::fingerprint)
    pub(super) samples: u64,
    /// Steps made.
    pub(super) step: u64,
    pub(super) course: Vec<Point>,
    /// The loss since the last point, in the bits of an `f64`, and of how many positions.
    pub(super) loss_bits: u64,
    pub(super) positions: u64,
}

/// Parts of the optimizer, each as large as the network.
const PARTS: usize = 3;

/// A checkpoint that is none.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{path} cannot be read or written")]
    Access {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It holds something else.
    #[error("{0} is no checkpoint: remove it to begin anew")]
    Broken(PathBuf),
    /// It belongs to another training.
    #[error("{0} is of other data or another training: remove it, or choose another folder")]
    Other(PathBuf),
}

impl Checkpoint {
    /// Writes the checkpoint, whole or not at all: its state as a line of JSON, and the three parts
    /// of the optimizer.
    pub(super) fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let mut bytes = serde_json::to_vec(&self.state).expect("a state can be written");
        bytes.push(b'\n');
        let Optimizer { network, means, squares } = &self.optimizer;
        for part in [network, means, squares] {
            bytes.extend(parameters_to_bytes(part));
        }
        write_whole(path, &bytes)
            .map_err(|source| CheckpointError::Access { path: path.to_owned(), source })
    }

    /// Reads the checkpoint of this training of these samples; `None` if there is no file.
    pub(super) fn read(
        path: &Path,
        training: &Training,
        samples: u64,
    ) -> Result<Option<Checkpoint>, CheckpointError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(CheckpointError::Access { path: path.to_owned(), source }),
        };
        let found = Checkpoint::of_bytes(&bytes);
        let found = found.ok_or_else(|| CheckpointError::Broken(path.to_owned()))?;
        if found.state.training != *training || found.state.samples != samples {
            return Err(CheckpointError::Other(path.to_owned()));
        }
        Ok(Some(found))
    }

    fn of_bytes(bytes: &[u8]) -> Option<Checkpoint> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let state: State = serde_json::from_slice(&bytes[..end]).ok()?;
        let rest = &bytes[end + 1..];
        // The parts have one shape, and therefore one length.
        let (length, 0) = (rest.len() / PARTS, rest.len() % PARTS) else { return None };
        let mut parts = rest.chunks_exact(length.max(1)).map(parameters_from_bytes);
        let mut part = || parts.next()?.ok();
        let optimizer = Optimizer { network: part()?, means: part()?, squares: part()? };
        Some(Checkpoint { state, optimizer })
    }
}
