//! Values that options can have.

use clap::ValueEnum;

/// Scale of an Elo difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EloModel {
    /// Normalized Elo, which does not depend on how many games are drawn
    Normalized,
    /// Logistic Elo
    Logistic,
}

/// Processor that trains a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Device {
    /// The processor, on all cores; the only one that makes the same network on every machine
    #[default]
    Cpu,
    /// A GPU, by whatever the system has for it: Vulkan, Metal or DirectX
    Wgpu,
    /// The first GPU of NVIDIA, by CUDA
    Cuda,
}

/// Parses a share.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
