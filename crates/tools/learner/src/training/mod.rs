//! How a network is made of samples.

mod checkpoint;
mod course;
mod dense;
mod device;
mod first_layer;
mod head;
mod lesson;
mod optimizer;
mod parameters_file;
mod tensors;

pub use checkpoint::CheckpointError;
pub use course::{Point, TrainError, Trained, Training, TrainingWatch, train};
pub use device::{DeviceError, TrainingDevice};
pub use parameters_file::{BadParameters, parameters_from_bytes, parameters_to_bytes};
