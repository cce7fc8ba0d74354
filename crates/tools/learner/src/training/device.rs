use std::panic::{self, catch_unwind};

use burn_tensor::{Device, Tensor};

/// What a network is trained on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TrainingDevice {
    /// The processor, on all cores; the only one that makes the same network on every machine
    #[default]
    Cpu,
    /// A GPU, by whatever the system has for it: Vulkan, Metal or DirectX
    Wgpu,
    /// The first GPU of NVIDIA, by CUDA
    Cuda,
}

/// A device that cannot be trained on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeviceError {
    /// It is behind a feature of this crate.
    #[error(
        "`learner` was built without `{0}`: start it by `cargo cg`, or build it with that feature"
    )]
    NotBuilt(&'static str),
    /// It does not answer, or is not there.
    #[error("no device answers to `{0}`: look at its driver, or train with `--device cpu`")]
    Missing(&'static str),
}

impl TrainingDevice {
    /// Looks whether networks can be trained on it, which a training tells only when it begins.
    ///
    /// # Errors
    ///
    /// The device is behind a feature that this crate was built without, or there is none.
    pub fn check(self) -> Result<(), DeviceError> {
        self.open().map(drop)
    }

    /// Returns the device as `burn` knows it, after it has added two numbers.
    ///
    /// # Errors
    ///
    /// The device is behind a feature that this crate was built without, or there is none.
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
        // `burn` panics where there is no device, and some of it on threads of its own.
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
