use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gamekit::Position;
use nn::{Features, Net, Network, Parameters, QuantiseError, Shape, TextError};
use search::{Evaluate, Params, Score};
use sha2::{Digest, Sha256};

use crate::network_game::GameWithNetwork;
use crate::network_source::network_in_source;
use crate::thinker::{Make, Players, Thinker, thinker};
use crate::tunable_game::GameWithWeights;

/// Who judges positions in games of the bot against itself. Rules of thumb, ordering and proofs are
/// the bot's in every case; only the evaluation differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evaluator {
    /// The evaluation by hand, with the weights of the source.
    Hand,
    /// Every position is worth nothing: only what the search proves counts.
    Nothing,
    /// Counted pieces, in games where counting them says something.
    Material,
    /// A network, as its text.
    Network(String),
}

/// An evaluator that cannot judge.
#[derive(Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// A file that cannot be read.
    #[error(
        "{path} cannot be read; the evaluators are: hand, nothing, material, or the file of a network"
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The source of a bot that has no network.
    #[error("{0} holds no network")]
    NoNetwork(PathBuf),
    /// A game in which counting pieces says nothing.
    #[error("{0} has no evaluation by material: take `hand`, `nothing`, or the file of a network")]
    NoMaterial(&'static str),
    /// A game whose bot takes no other evaluation.
    #[error("{0} is judged by `hand` alone: its bot takes no other evaluation")]
    OnlyByHand(&'static str),
    /// A text that is no network.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A network of another game, or of an earlier `Features`.
    #[error(
        "the network has {} inputs and {} heads, and {game} wants {inputs} and {buckets}",
        .shape.inputs, .shape.buckets
    )]
    Shape {
        /// The game.
        game: &'static str,
        /// What the game tells a network.
        inputs: usize,
        /// How many phases of it are told apart.
        buckets: usize,
        /// What the network is.
        shape: Shape,
    },
    /// A network of more hidden units than any player here.
    #[error("the network has {0} hidden units, and {WIDEST} are the most")]
    Wide(usize),
}

impl Evaluator {
    /// Returns the evaluator of that name: `hand`, `nothing`, `material`, or the file of a network:
    /// its text, or the source of a bot that carries it.
    ///
    /// # Errors
    ///
    /// Another name under which no file can be read.
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

    /// Returns the network in the source of a bot.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or holds none.
    pub fn in_source(path: &Path) -> Result<Evaluator, EvaluatorError> {
        let source = read(path)?;
        let network = network_in_source(&source);
        let network = network.ok_or_else(|| EvaluatorError::NoNetwork(path.to_owned()))?;
        Ok(Evaluator::Network(network.to_owned()))
    }

    /// Returns what the evaluator is called in files: a word, which for a network holds the
    /// beginning of the SHA-256 of its text.
    #[must_use]
    pub fn identity(&self) -> String {
        /// Bytes of the hash that are written.
        const BYTES: usize = 6;
        match self {
            Evaluator::Hand => "hand".to_owned(),
            Evaluator::Nothing => "nothing".to_owned(),
            Evaluator::Material => "material".to_owned(),
            Evaluator::Network(text) => {
                let mut name = "network_".to_owned();
                for byte in &Sha256::digest(text)[..BYTES] {
                    write!(name, "{byte:02x}").expect("a string takes all that is written");
                }
                name
            }
        }
    }

    /// Tells whether the evaluator of that identity has an opinion of positions that no search has
    /// proven.
    pub(crate) fn has_opinions(identity: &str) -> bool {
        identity != "nothing"
    }
}

fn read(path: &Path) -> Result<String, EvaluatorError> {
    fs::read_to_string(path)
        .map_err(|source| EvaluatorError::Read { path: path.to_owned(), source })
}

/// Returns a maker of players that judge as `evaluator` does, in a game in which positions are only
/// judged by hand.
pub(crate) fn players_by_hand<G: GameWithWeights>(
    evaluator: &Evaluator,
    make: Make,
) -> Result<Players<G>, EvaluatorError> {
    match evaluator {
        Evaluator::Hand => {
            Ok(Box::new(move |params| thinker::<G, _>(G::Engine::default(), make, params)))
        }
        _ => Err(EvaluatorError::OnlyByHand(G::NAME)),
    }
}

/// Returns a maker of players that judge as `evaluator` does.
pub(crate) fn players<G: GameWithNetwork>(
    evaluator: &Evaluator,
    make: Make,
) -> Result<Players<G>, EvaluatorError> {
    match evaluator {
        Evaluator::Hand => players_by_hand::<G>(evaluator, make),
        Evaluator::Nothing => {
            let judge = || Plain::<G::Position>(|_| 0);
            Ok(Box::new(move |params| judged_by::<G, _>(judge(), make, params)))
        }
        Evaluator::Material => {
            let material = G::MATERIAL.ok_or(EvaluatorError::NoMaterial(G::NAME))?;
            Ok(Box::new(move |params| judged_by::<G, _>(Plain(material), make, params)))
        }
        Evaluator::Network(text) => players_by_network::<G>(text, make),
    }
}

/// The most hidden units of a network that plays here.
const WIDEST: usize = 256;

/// Returns a maker of players that judge by the network of this text.
fn players_by_network<G: GameWithNetwork>(
    text: &str,
    make: Make,
) -> Result<Players<G>, EvaluatorError> {
    let text = text.trim_end();
    let shape = Shape::of_text(text)?;
    let (inputs, buckets) = (G::Features::INPUTS, G::Features::BUCKETS);
    if [shape.inputs, shape.buckets] != [inputs, buckets] {
        return Err(EvaluatorError::Shape { game: G::NAME, inputs, buckets, shape });
    }
    match shape.hidden {
        ..=32 => players_of_width::<G, 32>(text, make),
        33..=64 => players_of_width::<G, 64>(text, make),
        65..=128 => players_of_width::<G, 128>(text, make),
        129..=WIDEST => players_of_width::<G, WIDEST>(text, make),
        hidden => Err(EvaluatorError::Wide(hidden)),
    }
}

fn players_of_width<G: GameWithNetwork, const HIDDEN: usize>(
    text: &str,
    make: Make,
) -> Result<Players<G>, EvaluatorError> {
    let network = Network::<HIDDEN>::decode(text)?;
    let judge = move || Net::<G::Features, HIDDEN>::new(network.clone());
    Ok(Box::new(move |params| judged_by::<G, _>(judge(), make, params)))
}

/// Returns the text of a network in floats, rounded to integers in so many steps:
/// [`Network::quantise_in_steps`].
///
/// # Errors
///
/// Numbers that are beyond what can be rounded, or more hidden units than players here have.
pub fn encode_network(network: &Parameters, steps: i32) -> Result<String, QuantiseError> {
    match network.shape.hidden {
        ..=64 => Ok(Network::<64>::quantise_in_steps(network, steps)?.encode()),
        65..=128 => Ok(Network::<128>::quantise_in_steps(network, steps)?.encode()),
        _ => Ok(Network::<WIDEST>::quantise_in_steps(network, steps)?.encode()),
    }
}

/// Returns a player with another evaluation than that by hand.
fn judged_by<G: GameWithNetwork, V: Evaluate<G::Position> + 'static>(
    judge: V,
    make: Make,
    params: Params,
) -> Thinker<G> {
    thinker::<G, _>(G::judged_by(judge), make, params)
}

/// An evaluation that is computed anew for each position.
struct Plain<P>(fn(&P) -> Score);

impl<P: Position> Evaluate<P> for Plain<P> {
    type State = ();

    fn refresh(&self, _: &P) {}

    fn update(&self, (): &(), _: &P, _: P::Move, _: &P) {}

    fn evaluate(&self, pos: &P, (): &()) -> Score {
        (self.0)(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluator_has_a_name_for_files() {
        let check = |evaluator: Evaluator, expected: &str| {
            assert_eq!(evaluator.identity(), expected);
        };
        check(Evaluator::Hand, "hand");
        check(Evaluator::Material, "material");
        // The SHA-256 of "abc" begins so, as FIPS 180-4 has it.
        check(Evaluator::Network("abc".to_owned()), "network_ba7816bf8f01");
    }

    #[test]
    fn a_name_is_an_evaluator_or_a_file() {
        assert_eq!(Evaluator::find("nothing").unwrap(), Evaluator::Nothing);
        let error = Evaluator::find("no/such/file").unwrap_err().to_string();
        assert!(error.contains("hand, nothing, material, or the file"), "{error}");
    }
}
