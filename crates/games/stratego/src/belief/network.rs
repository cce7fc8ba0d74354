//! Belief network: what a hidden piece's past says about its rank.

mod text;

use super::inputs::{Inputs, INPUTS};
use super::Odds;
use crate::rank::Rank;

/// Number of hidden neurons.
const HIDDEN: usize = 16;

/// Number of styles of play, each with output weights of its own: that of the bot, that of the bot
/// with other weights, and that of a pool of simple players.
const STYLES: usize = 3;

/// Number of weights of a style: for each rank, those of the hidden neurons, and a bias.
const OUTPUTS: usize = Rank::COUNT * (HIDDEN + 1);

/// Number of parts of 1 in a weight.
const SCALE: f32 = 1024.0;

/// Letter of the smallest weight, -16; the next letter is one part more. A bundle counts letters,
/// and this is one for each weight.
const FIRST: i32 = 0x3400;
/// Letter of the weight 0.
const ZERO: i32 = FIRST + (1 << 14);

/// Network with one hidden layer of rectified linear units. Its outputs are log-likelihoods (base
/// 2) of the ranks of a piece, of which only differences count.
#[derive(Clone, PartialEq, Debug)]
pub struct Network([f32; Network::SIZE]);

/// The bot's network.
pub(super) const NETWORK: Network = Network::decode(text::TEXT);

impl Network {
    /// Number of inputs.
    pub const INPUTS: usize = INPUTS;
    /// Number of hidden neurons.
    pub const HIDDEN: usize = HIDDEN;
    /// Number of styles of play.
    pub const STYLES: usize = STYLES;
    /// Number of weights: those of the hidden neurons by input, their biases, and the output
    /// weights by style and rank, each rank with its bias.
    pub const SIZE: usize = (INPUTS + 1) * HIDDEN + STYLES * OUTPUTS;

    /// Reads a network: one letter per weight.
    const fn decode(text: &str) -> Network {
        let bytes = text.as_bytes();
        let mut weights = [0.0; Network::SIZE];
        let mut index = 0;
        while index < Network::SIZE {
            // A letter of this range has three bytes in UTF-8, of 4, 6 and 6 bits.
            let letter = (bytes[3 * index] as i32 & 15) << 12
                | (bytes[3 * index + 1] as i32 & 63) << 6
                | (bytes[3 * index + 2] as i32 & 63);
            weights[index] = (letter - ZERO) as f32 / SCALE;
            index += 1;
        }
        Network(weights)
    }

    /// Returns the text of these weights, for the source of the bot. Weights beyond -16 and 16 are
    /// limited.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub fn encode(weights: &[f32; Network::SIZE]) -> String {
        let letter = |weight: &f32| {
            let parts = (weight * SCALE).round() as i32;
            let letter = (ZERO + parts).clamp(FIRST, FIRST + (1 << 15) - 1);
            char::from_u32(letter as u32)
        };
        weights.iter().filter_map(letter).collect()
    }

    /// Reads the text of [`Network::encode`].
    #[cfg(feature = "host")]
    #[must_use]
    pub fn read(text: &str) -> Network {
        Network::decode(text)
    }

    /// Returns the hidden neurons of a piece.
    pub(super) fn hidden(&self, inputs: &Inputs) -> [f32; HIDDEN] {
        let row = |input: usize| &self.0[input * HIDDEN..][..HIDDEN];
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(row(INPUTS));
        for &(input, value) in inputs {
            let weights = row(usize::from(input));
            hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        hidden.map(|sum| sum.max(0.0))
    }

    /// Returns the log-likelihood of each rank, in bits, if the owner has this style of play.
    pub(super) fn evidence(&self, hidden: &[f32; HIDDEN], style: usize) -> Odds {
        let outputs = &self.0[(INPUTS + 1) * HIDDEN + style * OUTPUTS..][..OUTPUTS];
        std::array::from_fn(|rank| {
            let weights = &outputs[rank * (HIDDEN + 1)..][..HIDDEN + 1];
            let products = weights.iter().zip(hidden).map(|(weight, neuron)| weight * neuron);
            products.sum::<f32>() + weights[HIDDEN]
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn weights_round_trip_through_their_text() {
        let mut rng = StdRng::seed_from_u64(1);
        let weights = [(); Network::SIZE].map(|()| rng.random_range(-16.0..15.9));
        let Network(read) = Network::decode(&Network::encode(&weights));
        let gaps = weights.iter().zip(&read).map(|(weight, read)| (weight - read).abs());
        assert!(gaps.fold(0.0, f32::max) <= 0.5 / SCALE);
        let Network(read) = Network::decode(&Network::encode(&[-100.0; Network::SIZE]));
        assert_eq!(read, [-16.0; Network::SIZE]);
    }

    #[test]
    fn the_bot_has_a_letter_for_each_weight() {
        assert_eq!(text::TEXT.chars().count(), Network::SIZE);
        assert_eq!(Network::encode(&NETWORK.0), text::TEXT);
    }

    #[test]
    fn evidence_is_the_output_of_one_hidden_layer() {
        let mut network = Network([0.0; Network::SIZE]);
        let Network(weights) = &mut network;
        weights[3 * HIDDEN + 1] = 2.0;
        weights[5 * HIDDEN + 1] = -1.0;
        weights[5 * HIDDEN + 2] = -1.0;
        weights[INPUTS * HIDDEN + 1] = 0.5;
        let miner = (INPUTS + 1) * HIDDEN + OUTPUTS + Rank::Miner.index() * (HIDDEN + 1);
        weights[miner + 1] = 4.0;
        weights[miner + 2] = 100.0;
        weights[miner + HIDDEN] = 0.25;
        let hidden = network.hidden(&vec![(3, 1.0), (5, 0.5)]);
        assert_eq!(hidden[..3], [0.0, 2.0, 0.0], "negative sums count as 0");
        let mut expected = [0.0; Rank::COUNT];
        assert_eq!(network.evidence(&hidden, 0), expected);
        expected[Rank::Miner.index()] = 8.25;
        assert_eq!(network.evidence(&hidden, 1), expected);
    }
}
