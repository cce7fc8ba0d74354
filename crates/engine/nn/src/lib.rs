//! NNUE inference (efficiently updatable neural network): incrementally updated accumulators,
//! SCReLU activation, and one output head per bucket.
//!
//! A game defines by [`Features`] which inputs are active, from the perspective of each of the two
//! players. For each perspective the hidden layer is a sum of columns, one for each active input,
//! so that a move only adds and subtracts the columns of the inputs that it changes
//! ([`Accumulator`]). The squared clipped ReLU (SCReLU) of the side to move's and the opponent's
//! sums feeds the head of the output bucket, the phase of the game.
//!
//! [`Network`] is the network quantised to integers of at most 16 bits in the layers that matter
//! for speed. The code runs on every processor; with AVX2 the same functions run compiled for it.
//! [`Net`] makes a network an evaluation for `search`.
//!
//! A network is stored as text ([`Network::decode`]) of 15 bits per character. With the feature
//! `host` there are the parts that make one: `Parameters` in floats, `Network::quantise`,
//! `Network::encode`.

mod avx2;
mod changes;
mod coder;
mod digits;
#[cfg(any(test, feature = "host"))]
mod encode;
mod features;
mod lanes;
mod model;
mod net;
mod network;
mod numbers;
#[cfg(any(test, feature = "host"))]
mod parameters;
#[cfg(any(test, feature = "host"))]
mod quantise;
#[cfg(any(test, feature = "host"))]
mod safety;
mod scales;
mod shape;
mod text;

#[cfg(any(test, feature = "host"))]
pub use encode::sealed_text;
pub use features::{Change, Features};
pub use net::Net;
pub use network::{Accumulator, Network};
#[cfg(any(test, feature = "host"))]
pub use parameters::Parameters;
#[cfg(any(test, feature = "host"))]
pub use quantise::{QuantiseError, FINEST_STEPS};
pub use shape::Shape;
pub use text::TextError;

/// Returns whether the processor has AVX2, for which the networks then run compiled.
#[must_use]
pub fn has_avx2() -> bool {
    avx2::Avx2::detect().is_some()
}

/// Score in centi-pieces of an output of 1: the number of centi-pieces of a hand-crafted evaluation
/// per logit.
pub const UNITS_PER_LOGIT: i32 = 200;

/// Largest absolute weight of the first layer that can be quantised. A network whose weights stay
/// within a third of it is quantised in finer steps.
pub const MAX_FIRST_WEIGHT: f32 = 127.0 / 64.0;

/// Largest absolute weight of the heads that can be quantised.
pub const MAX_HEAD_WEIGHT: f32 = 8.0;

/// Largest absolute bias that can be quantised.
pub const MAX_BIAS: f32 = 8.0;
