//! Evaluators of self-play games and duels, by name: the hand-crafted evaluation, none, material,
//! or an NNUE network.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nn::{Network, Parameters, QuantiseError, Shape, TextError};
use sha2::{Digest, Sha256};

use crate::network_source::network_in_source;

/// Evaluation of positions in self-play games and duels. Move ordering, tactics and proofs are
/// those of the bot in every case; only the evaluation differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evaluator {
    /// Hand-crafted evaluation, with the weights in the source.
    Hand,
    /// Score of 0 for every position. Only results that the search proves count.
    Nothing,
    /// Material balance, in games that have one.
    Material,
    /// Text of a network.
    Network(String),
}

/// Evaluator that does not exist or does not support the game.
#[derive(Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// File that cannot be read.
    #[error(
        "{path} cannot be read; the evaluators are: hand, nothing, material, or the file of a \
         network"
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// Game without a material balance.
    #[error("{0} has no evaluation by material: take `hand`, `nothing`, or the file of a network")]
    NoMaterial(&'static str),
    /// Game whose bot supports only the hand-crafted evaluation.
    #[error("{0} supports only the evaluator `hand`")]
    OnlyByHand(&'static str),
    /// Text that does not decode to a network.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Network of another game, or of an earlier `Features`.
    #[error(
        "the network has {} inputs and {} heads, but {game} needs {inputs} and {buckets}",
        .shape.inputs, .shape.buckets
    )]
    Shape {
        /// Name of the game.
        game: &'static str,
        /// Number of inputs that the game needs.
        inputs: usize,
        /// Number of buckets that the game needs.
        buckets: usize,
        /// Shape of the network.
        shape: Shape,
    },
    /// Network with too many hidden neurons.
    #[error("the network has {0} hidden neurons, but {MAX_HIDDEN} is the maximum")]
    Wide(usize),
}

impl Evaluator {
    /// Returns the evaluator with this name: `hand`, `nothing`, `material`, or the path of a
    /// network. The file of a network holds its text, or it is the source of a bot with the text in
    /// it.
    ///
    /// # Errors
    ///
    /// The name is neither a known evaluator nor a file that can be read.
    pub fn find(name: &str) -> Result<Evaluator, EvaluatorError> {
        match name {
            "hand" => Ok(Evaluator::Hand),
            "nothing" => Ok(Evaluator::Nothing),
            "material" => Ok(Evaluator::Material),
            _ => {
                let text = read(Path::new(name))?;
                let network = network_in_source(&text).map(str::to_owned);
                Ok(Evaluator::Network(network.unwrap_or(text)))
            }
        }
    }

    /// Returns the network in the source of a bot, or the hand-crafted evaluation if it holds none.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn in_source(path: &Path) -> Result<Evaluator, EvaluatorError> {
        let source = read(path)?;
        let network = network_in_source(&source).map(str::to_owned);
        Ok(network.map_or(Evaluator::Hand, Evaluator::Network))
    }

    /// Returns the identifier of the evaluator in files: one word. For a network it contains the
    /// first bytes of the SHA-256 hash of its text.
    #[must_use]
    pub fn identity(&self) -> String {
        /// Number of bytes of the hash in the identifier.
        const BYTES: usize = 6;
        match self {
            Evaluator::Hand => "hand".to_owned(),
            Evaluator::Nothing => "nothing".to_owned(),
            Evaluator::Material => "material".to_owned(),
            Evaluator::Network(text) => {
                let mut name = "network_".to_owned();
                for byte in &Sha256::digest(text)[..BYTES] {
                    write!(name, "{byte:02x}").expect("writing to a string cannot fail");
                }
                name
            }
        }
    }

    /// Returns `true` if the evaluator with this identifier evaluates positions without a proven
    /// result: every evaluator but `nothing`.
    pub(crate) fn has_evaluation(identity: &str) -> bool {
        identity != "nothing"
    }
}

fn read(path: &Path) -> Result<String, EvaluatorError> {
    fs::read_to_string(path)
        .map_err(|source| EvaluatorError::Read { path: path.to_owned(), source })
}

/// Maximum number of hidden neurons of a network.
pub(crate) const MAX_HIDDEN: usize = 256;

/// Quantises a network of floats with `steps` steps from 0 to 1 in the weights of the first layer,
/// and returns its text. See [`Network::quantise_in_steps`].
///
/// # Errors
///
/// A number is outside of the range of quantisation, or the network has too many hidden neurons.
pub fn encode_network(network: &Parameters, steps: i32) -> Result<String, QuantiseError> {
    match network.shape.hidden {
        ..=64 => Ok(Network::<64>::quantise_in_steps(network, steps)?.encode()),
        65..=128 => Ok(Network::<128>::quantise_in_steps(network, steps)?.encode()),
        _ => Ok(Network::<MAX_HIDDEN>::quantise_in_steps(network, steps)?.encode()),
    }
}

/// Returns the network of a text in floats.
///
/// # Errors
///
/// The text does not decode to a network.
pub fn decode_network(text: &str) -> Result<Parameters, TextError> {
    Ok(Network::<MAX_HIDDEN>::decode(text)?.parameters())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluator_has_an_identifier_for_files() {
        let check = |evaluator: Evaluator, expected: &str| {
            assert_eq!(evaluator.identity(), expected);
        };
        check(Evaluator::Hand, "hand");
        check(Evaluator::Material, "material");
        // First bytes of the SHA-256 of "abc" (FIPS 180-4).
        check(Evaluator::Network("abc".to_owned()), "network_ba7816bf8f01");
    }

    #[test]
    fn a_name_is_an_evaluator_or_a_file() {
        assert_eq!(Evaluator::find("nothing").unwrap(), Evaluator::Nothing);
        let error = Evaluator::find("no/such/file").unwrap_err().to_string();
        assert!(error.contains("hand, nothing, material, or the file"), "{error}");
    }

    #[test]
    fn a_bot_without_a_network_evaluates_by_hand() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "pub type BotEngine = Engine;").unwrap();
        assert_eq!(Evaluator::in_source(file.path()).unwrap(), Evaluator::Hand);
    }
}
