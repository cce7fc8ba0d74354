//! Devices that networks are trained on: CPU and GPUs.

use std::panic::{self, catch_unwind};

use burn_tensor::{Device, Tensor};

/// Device that a network is trained on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TrainingDevice {
    /// CPU, on all cores. Only this device gives the same network on every machine.
    #[default]
    Cpu,
    /// GPU through the graphics API of the system: Vulkan, Metal or DirectX.
    Wgpu,
    /// First NVIDIA GPU, through CUDA.
    Cuda,
}

/// Device that networks cannot be trained on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeviceError {
    /// Device whose feature of this crate is disabled.
    #[error(
        "`learner` was built without `{0}`: start it by `cargo cg`, or build it with that feature"
    )]
    NotBuilt(&'static str),
    /// Device that is missing or does not work.
    #[error("no device found for `{0}`: check its driver, or train with `--device cpu`")]
    Missing(&'static str),
}

impl TrainingDevice {
    /// Checks that networks can be trained on the device. Without this check the error would appear
    /// only when the training starts.
    ///
    /// # Errors
    ///
    /// This crate was built without the feature of the device, or there is no such device.
    pub fn check(self) -> Result<(), DeviceError> {
        self.open().map(drop)
    }

    /// Returns the device of `burn`, after a test addition on it.
    ///
    /// # Errors
    ///
    /// This crate was built without the feature of the device, or there is no such device.
    pub(super) fn open(self) -> Result<Device, DeviceError> {
        let (name, device): (_, fn() -> Device) = match self {
            TrainingDevice::Cpu => ("cpu", Device::flex),
            #[cfg(feature = "wgpu")]
            TrainingDevice::Wgpu => ("wgpu", || Device::wgpu(Default::default())),
            #[cfg(not(feature = "wgpu"))]
            TrainingDevice::Wgpu => return Err(DeviceError::NotBuilt("wgpu")),
            #[cfg(feature = "cuda")]
            TrainingDevice::Cuda => ("cuda", || Device::cuda(0)),
            #[cfg(not(feature = "cuda"))]
            TrainingDevice::Cuda => return Err(DeviceError::NotBuilt("cuda")),
        };
        // `burn` panics if there is no device, partly on its own threads. The hook hides the
        // messages.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| ()));
        let opened = catch_unwind(|| {
            let device = device();
            let two = Tensor::<1>::ones([1], &device) + Tensor::ones([1], &device);
            (two.into_scalar::<f32>() == 2.0).then_some(device)
        });
        panic::set_hook(hook);
        opened.ok().flatten().ok_or(DeviceError::Missing(name))
    }
}
