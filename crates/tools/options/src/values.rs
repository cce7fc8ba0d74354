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

/// Parses a minimum and a maximum from 0 to 255, `MIN-MAX`, or one number for both.
pub(crate) fn range(text: &str) -> Result<(u8, u8), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
        _ => Err("expected MIN-MAX, two whole numbers from 0 to 255 such as 4-10".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_number_or_a_minimum_and_a_maximum() {
        assert_eq!(range("4-10"), Ok((4, 10)));
        assert_eq!(range("7"), Ok((7, 7)));
        for wrong in ["", "-", "4-", "10-4", "4-256", "4..10", "-4"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
