//! Option values that several commands share.

use std::str::FromStr;

use clap::ValueEnum;

/// Scale of an Elo difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EloModel {
    /// Normalized Elo, which does not depend on the draw rate
    Normalized,
    /// Logistic Elo
    Logistic,
}

/// Use of a sandbox for the programs of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum SandboxMode {
    /// In a sandbox if the system has one: bubblewrap (`bwrap`) with user namespaces
    #[default]
    Auto,
    /// In a sandbox; an error if the system has none
    Require,
    /// Without a sandbox
    Off,
}

/// Device that trains a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Device {
    /// CPU, all cores; the only device with the same network on every machine
    #[default]
    Cpu,
    /// GPU, by the graphics API of the system: Vulkan, Metal or DirectX
    Wgpu,
    /// The first NVIDIA GPU, by CUDA
    Cuda,
}

/// Parses a positive number of a `NonZero` type.
pub(crate) fn positive<T: FromStr>(text: &str) -> Result<T, String> {
    let most = u64::MAX >> (u64::BITS as usize - 8 * size_of::<T>());
    text.parse().map_err(|_| format!("expected a whole number from 1 to {most}"))
}

/// Parses a fraction from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
