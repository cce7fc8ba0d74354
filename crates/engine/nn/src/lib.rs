//! Small networks, learned elsewhere, that value positions inside a search.
//!
//! A game says with [`Features`] what its network is told: which inputs are on, as each of the two
//! players sees the board. For each of them the hidden layer is a sum of columns, one for each
//! input that is on, so that after a move only the columns of inputs that changed are added and
//! taken away ([`Accumulator`]). Clipped and squared, what the player to move sees and what the
//! other one sees go into the head for the phase of the game, with a second layer or without.
//!
//! [`Network`] is all that in integers, at most 16 bits wide where it matters. It is written for
//! every processor; where there is AVX2 the same functions run compiled for it. [`Net`] makes a
//! network an evaluation for `search`.
//!
//! A network travels as text ([`Network::decode`]) of 15 bits a letter. With the feature `host`
//! there is what makes one: `Parameters` in floats, `Network::quantise`, `Network::encode`.

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

pub use features::{Change, Features};
pub use net::Net;
pub use network::{Accumulator, Network};
#[cfg(any(test, feature = "host"))]
pub use parameters::Parameters;
#[cfg(any(test, feature = "host"))]
pub use quantise::{QuantiseError, FINEST_STEPS};
pub use shape::Shape;
pub use text::TextError;

/// What an output of 1 is worth as an evaluation: for a logit, the units of a hand evaluation of
/// which 100 are about a piece.
pub const UNITS_PER_LOGIT: i32 = 200;

/// The largest weight of the first layer that can be quantised, and the negative of the smallest.
/// A network that keeps within a third of it is quantised in finer steps.
pub const MAX_FIRST_WEIGHT: f32 = 127.0 / 64.0;

/// The same for the weights of the second layer and of the outputs.
pub const MAX_HEAD_WEIGHT: f32 = 8.0;

/// The same for all biases.
pub const MAX_BIAS: f32 = 8.0;
