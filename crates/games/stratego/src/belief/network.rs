//! Belief network: what a hidden piece's past says about its rank.

mod text;

use super::inputs::INPUTS;
use super::letters::letter;
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

/// Letter of the smallest weight, -16; the next letter is one part more.
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
        let mut weights = [0.0; Network::SIZE];
        let mut index = 0;
        while index < Network::SIZE {
            weights[index] = (letter(text, index) - ZERO) as f32 / SCALE;
            index += 1;
        }
        Network(weights)
    }

    /// Returns the network with these weights.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub const fn new(weights: [f32; Network::SIZE]) -> Network {
        Network(weights)
    }

    /// Returns all weights.
    #[cfg(feature = "host")]
    #[must_use]
    pub const fn weights(&self) -> &[f32; Network::SIZE] {
        &self.0
    }

    /// Returns all weights, to change them.
    #[cfg(feature = "host")]
    pub const fn weights_mut(&mut self) -> &mut [f32; Network::SIZE] {
        &mut self.0
    }

    /// Returns the network as a text, for the source of the bot. Its weights are rounded to
    /// multiples of 1/1024 and limited to -16 to 16.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub fn encode(&self) -> String {
        let letter = |weight: &f32| {
            let parts = (weight * SCALE).round() as i32;
            let letter = (ZERO + parts).clamp(FIRST, FIRST + (1 << 15) - 1);
            char::from_u32(letter as u32)
        };
        self.0.iter().filter_map(letter).collect()
    }

    /// Reads the text of [`Network::encode`].
    ///
    /// # Panics
    ///
    /// Panics if the text has fewer letters than [`Network::SIZE`].
    #[cfg(feature = "host")]
    #[must_use]
    pub fn read(text: &str) -> Network {
        Network::decode(text)
    }

    /// Returns the hidden neurons of a piece with these inputs, those that are not 0.
    #[must_use]
    pub fn hidden(&self, inputs: &[(u16, f32)]) -> [f32; HIDDEN] {
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
    #[must_use]
    pub fn evidence(&self, hidden: &[f32; HIDDEN], style: usize) -> Odds {
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
        let Network(read) = Network::decode(&Network::new(weights).encode());
        let gaps = weights.iter().zip(&read).map(|(weight, read)| (weight - read).abs());
        assert!(gaps.fold(0.0, f32::max) <= 0.5 / SCALE);
        let Network(read) = Network::decode(&Network::new([-100.0; Network::SIZE]).encode());
        assert_eq!(read, [-16.0; Network::SIZE]);
    }

    #[test]
    fn the_bot_has_a_letter_for_each_weight() {
        assert_eq!(text::TEXT.chars().count(), Network::SIZE);
        assert_eq!(NETWORK.encode(), text::TEXT);
    }

    #[test]
    fn evidence_is_the_output_of_one_hidden_layer() {
        let mut network = Network::new([0.0; Network::SIZE]);
        let Network(weights) = &mut network;
        weights[3 * HIDDEN + 1] = 2.0;
        weights[5 * HIDDEN + 1] = -1.0;
        weights[5 * HIDDEN + 2] = -1.0;
        weights[INPUTS * HIDDEN + 1] = 0.5;
        let miner = (INPUTS + 1) * HIDDEN + OUTPUTS + Rank::Miner.index() * (HIDDEN + 1);
        weights[miner + 1] = 4.0;
        weights[miner + 2] = 100.0;
        weights[miner + HIDDEN] = 0.25;
        let hidden = network.hidden(&[(3, 1.0), (5, 0.5)]);
        assert_eq!(hidden[..3], [0.0, 2.0, 0.0], "negative sums count as 0");
        let mut expected = [0.0; Rank::COUNT];
        assert_eq!(network.evidence(&hidden, 0), expected);
        expected[Rank::Miner.index()] = 8.25;
        assert_eq!(network.evidence(&hidden, 1), expected);
    }
}
