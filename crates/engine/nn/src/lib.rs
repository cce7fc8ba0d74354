//! Small networks, learned elsewhere, that value positions inside a search.
//!
//! A game says with [`Features`] what its network is told. For each of the two players the hidden
//! layer is a sum of columns, one for each input that is on, so that after a move only the columns
//! of inputs that changed are added and taken away.

mod features;
#[cfg(any(test, feature = "host"))]
mod parameters;
mod shape;

pub use features::{Change, Features};
#[cfg(any(test, feature = "host"))]
pub use parameters::Parameters;
pub use shape::Shape;

/// What a logit of 1 is worth as an evaluation: the units of a hand evaluation, of which 100 are
/// about a piece.
pub const UNITS_PER_LOGIT: i32 = 200;

/// The largest weight of the first layer that can be quantised without clipping, and the negative
/// of the smallest. A network that keeps within a third of it is quantised in finer steps.
pub const MAX_FIRST_WEIGHT: f32 = 127.0 / 64.0;

/// The same for the weights of the second layer and of the outputs.
pub const MAX_HEAD_WEIGHT: f32 = 8.0;

/// The same for all biases.
pub const MAX_BIAS: f32 = 8.0;
