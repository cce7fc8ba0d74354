//! Training of a network on samples: forward and backward pass, optimizer, checkpoints.

mod checkpoint;
mod dense;
mod device;
mod first_layer;
mod gradients;
mod head;
mod no_second_layer;
mod optimizer;
mod parameters_file;
mod quantised;
mod tensors;
mod training_run;

pub use checkpoint::CheckpointError;
pub use device::{DeviceError, TrainingDevice};
pub use no_second_layer::{NoSecondLayer, SecondLayer};
pub use parameters_file::{BadParameters, parameters_from_bytes, parameters_to_bytes};
pub use training_run::{Point, TrainError, Trained, Training, TrainingWatch, train};
