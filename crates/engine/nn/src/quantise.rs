//! Quantisation of a network in floats to integers that cannot overflow.

use std::fmt;

use crate::network::Network;
use crate::parameters::Parameters;
use crate::scales::Scales;
use crate::shape::Shape;
use crate::{MAX_BIAS, MAX_FIRST_WEIGHT, MAX_HEAD_WEIGHT};

/// Error of parameters that cannot be quantised.
#[derive(Clone, PartialEq, Debug)]
pub enum QuantiseError {
    /// The length of a layer differs from the shape.
    Length {
        /// Name of the layer.
        layer: &'static str,
        /// Its length.
        found: usize,
        /// Its length according to the shape.
        expected: usize,
    },
    /// A number is too large, or NaN.
    Number {
        /// Name of the layer.
        layer: &'static str,
        /// The number.
        found: f32,
        /// Largest allowed absolute value in this layer.
        largest: f32,
    },
    /// A layer has no neurons, or too many for any text.
    Shape(Shape),
    /// The hidden layer has more neurons than fit.
    Wide {
        /// Neurons of the hidden layer.
        hidden: usize,
        /// Number of neurons that fit.
        room: usize,
    },
    /// The sums of a layer could overflow even at the coarsest scale.
    Overflow,
}

impl fmt::Display for QuantiseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuantiseError::Length { layer, found, expected } => {
                write!(f, "{layer} has {found} numbers, but the shape requires {expected}")
            }
            QuantiseError::Number { layer, found, largest } => {
                write!(f, "{layer} contains {found}; clip its numbers to ±{largest} in training")
            }
            QuantiseError::Shape(shape) => write!(f, "invalid network shape {shape:?}"),
            QuantiseError::Wide { hidden, room } => {
                write!(f, "the network has {hidden} hidden neurons, but at most {room} fit")
            }
            QuantiseError::Overflow => {
                write!(f, "the weights are too large; clip them in training")
            }
        }
    }
}

impl std::error::Error for QuantiseError {}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Quantises parameters in the finest steps at which no sum can overflow for any set of inputs:
    /// [`Network::quantise_in_steps`] with [`FINEST_STEPS`].
    ///
    /// # Errors
    ///
    /// The errors of [`Network::quantise_in_steps`].
    pub fn quantise(parameters: &Parameters) -> Result<Network<HIDDEN>, QuantiseError> {
        Network::quantise_in_steps(parameters, FINEST_STEPS)
    }

    /// Quantises parameters to integers with which no sum can overflow for any set of inputs.
    ///
    /// In the first layer 1 becomes `steps`, from 1 to [`FINEST_STEPS`], or less if a weight would
    /// exceed 127 steps. The other weights have steps of 1/256 unless their sums are very large. A
    /// network with fewer steps has a shorter text.
    ///
    /// # Errors
    ///
    /// If the length of a layer differs from the shape, if a number is NaN or beyond
    /// [`MAX_FIRST_WEIGHT`], [`MAX_HEAD_WEIGHT`] or [`MAX_BIAS`], or if the hidden layer is wider
    /// than `HIDDEN`.
    ///
    /// # Panics
    ///
    /// If `steps` is out of range.
    pub fn quantise_in_steps(
        parameters: &Parameters,
        steps: i32,
    ) -> Result<Network<HIDDEN>, QuantiseError> {
        assert!((1..=FINEST_STEPS).contains(&steps), "{steps} steps");
        check(parameters)?;
        let shape = parameters.shape;
        if shape.hidden > HIDDEN {
            return Err(QuantiseError::Wide { hidden: shape.hidden, room: HIDDEN });
        }
        // The first layer is scaled first: its coarser weights leave room for finer ones behind it.
        let largest = largest(&parameters.first_weights);
        let mut scales = Scales { first: steps, head: 1 };
        while scales.first as f32 * largest > 127.0 + ROUNDING {
            scales.first -= 1;
        }
        let is_safe = |scales| Network::<HIDDEN>::rounded(parameters, scales).is_safe();
        while !is_safe(scales) && scales.first > 1 {
            scales.first -= 1;
        }
        let mut finest = (1..=Scales::MAX_HEAD).rev().map(|head| Scales { head, ..scales });
        let scales = finest.find(|&scales| is_safe(scales)).ok_or(QuantiseError::Overflow)?;
        Ok(Network::rounded(parameters, scales))
    }

    /// Returns the network in floats, each of them an integer of the network divided by its scale.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let scales = of_layers(self.scales);
        let mut layers: [Vec<f32>; 4] = Default::default();
        self.clone().visit_numbers(|layer, _, number| {
            layers[layer].push((f64::from(number) / scales[layer]) as f32);
            number
        });
        let [first_biases, first_weights, output_weights, output_biases] = layers;
        Parameters { shape: self.shape, first_weights, first_biases, output_weights, output_biases }
    }

    fn rounded(parameters: &Parameters, scales: Scales) -> Network<HIDDEN> {
        let mut network = Network::zeros(parameters.shape, scales);
        let Parameters { first_weights, first_biases, output_weights, output_biases, .. } =
            parameters;
        let layers = [first_biases, first_weights, output_weights, output_biases];
        let mut floats = layers
            .into_iter()
            .zip(of_layers(scales))
            .flat_map(|(layer, scale)| layer.iter().map(move |&float| f64::from(float) * scale));
        network.visit_numbers(|_, _, _| {
            floats.next().expect("layers have the lengths of the shape").round() as i32
        });
        network
    }
}

/// Returns the integer that represents 1 in each layer, in the order of
/// [`Network::visit_numbers`].
fn of_layers(scales: Scales) -> [f64; 4] {
    let Scales { first, head } = scales;
    [first, first, head, scales.sum_one()].map(f64::from)
}

/// Maximum number of steps of 1 in the first layer: its square has 15 bits.
pub const FINEST_STEPS: i32 = Scales::MAX_FIRST;

/// Tolerance of the bound of a product, because floats are inexact.
const ROUNDING: f32 = 0.01;

fn check(parameters: &Parameters) -> Result<(), QuantiseError> {
    let shape = parameters.shape;
    if !shape.is_possible() {
        return Err(QuantiseError::Shape(shape));
    }
    let Shape { inputs, hidden, buckets } = shape;
    let layer = |layer, numbers: &[f32], expected, largest: f32| {
        let is_within = |number: &f32| number.abs() <= largest;
        match numbers.iter().find(|number| !is_within(number)) {
            _ if numbers.len() != expected => {
                Err(QuantiseError::Length { layer, found: numbers.len(), expected })
            }
            Some(&found) => Err(QuantiseError::Number { layer, found, largest }),
            None => Ok(()),
        }
    };
    let Parameters { first_weights, first_biases, output_weights, output_biases, .. } = parameters;
    layer("first_weights", first_weights, inputs * hidden, MAX_FIRST_WEIGHT)?;
    layer("first_biases", first_biases, hidden, MAX_BIAS)?;
    layer("output_weights", output_weights, buckets * 2 * hidden, MAX_HEAD_WEIGHT)?;
    layer("output_biases", output_biases, buckets, MAX_BIAS)
}

fn largest(numbers: &[f32]) -> f32 {
    numbers.iter().fold(0.0, |largest, number| largest.max(number.abs()))
}
