//! Trains networks on what games of a bot against itself have shown, with `burn`.
//!
//! [`train`] makes a network of samples, and can be interrupted: it goes on from its checkpoint, with
//! the same result. On the processor it takes gradients in pieces of a thousand positions and adds them
//! up in a fixed order, so it does not depend on the number of cores. The first layer, most of whose inputs are
//! off, is our own code, and so is AdamW; the head and the loss are `burn`'s. After each step all
//! numbers are clipped to what a bot's integers can keep.
//!
//! The program of this crate is what `cargo cg train` and `cargo cg learn` start: it is a crate of its
//! own because `burn` takes minutes to compile, which nobody should wait for who bundles a bot.

mod training;

pub use training::{
    BadParameters, CheckpointError, DeviceError, Point, TrainError, Trained, Training,
    TrainingDevice, TrainingWatch, parameters_from_bytes, parameters_to_bytes, train,
};
