//! NNUE training on self-play games, with `burn`.
//!
//! [`train`] trains a network on training samples. It can be interrupted: it resumes from its
//! checkpoint, with the same result. On the CPU it computes the gradients of pieces of 1024
//! positions and adds them up in a fixed order, so that the result does not depend on the number of
//! cores. The sparse first layer and AdamW are code of this crate; the head and the loss use
//! `burn`. After each step all parameters are clipped to the range of the quantised network.
//!
//! The program of this crate is started by `cargo cg train` and `cargo cg learn`. It is a separate
//! crate because `burn` takes minutes to compile, and bundling a bot does not need it.

mod training;

pub use training::{
    BadParameters, CheckpointError, DeviceError, NoSecondLayer, Point, SecondLayer, TrainError,
    Trained, Training, TrainingDevice, TrainingWatch, parameters_from_bytes, parameters_to_bytes,
    train,
};
