//! NNUE training on self-play games, with `burn`.
//!
//! [`train`] trains a network on training samples. It can be interrupted: it resumes from its
//! checkpoint, with the same result. On the CPU it computes the gradients of pieces of 1024
//! positions and adds them up in a fixed order, so that the result does not depend on the number of
//! cores. The sparse first layer and AdamW are code of this crate; the head and the loss use
//! `burn`. After each step all parameters are clipped to the range of the quantised network.
//!
//! [`run`] runs the commands `cargo cg train`, `cargo cg learn` and `cargo cg scaling`. They have a
//! crate of their own because `burn` takes minutes to compile, and bundling a bot does not need it.

mod commands;
mod generations;
mod kept;
mod pictures;
mod scaling;
mod strength;
mod training;
mod training_job;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

pub use training::{
    BadParameters, CheckpointError, DeviceError, NoSecondLayer, Point, SecondLayer, TrainError,
    Trained, Training, TrainingDevice, TrainingWatch, parameters_from_bytes, parameters_to_bytes,
    train,
};

use commands::{learn, scaling as scaling_command, train as train_command};

/// Runs the command of the process and returns its exit code.
pub fn run() -> ExitCode {
    let Cli { command, data } = Cli::of_process();
    exit_code(match &command {
        Command::Train(arguments) => train_command::run(arguments, &data),
        Command::Learn(arguments) => learn::run(arguments, &data),
        Command::Scaling(arguments) => scaling_command::run(arguments, &data),
        _ => return foreign_command("learner"),
    })
}
