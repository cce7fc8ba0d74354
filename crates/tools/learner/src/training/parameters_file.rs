//! File format of a network in floats.

use nn::{Parameters, Shape};
use serde::{Deserialize, Serialize};

use super::no_second_layer::{NoSecondLayer, SecondLayer};
use super::tensors::{tensors, tensors_mut};

/// Bytes that are not a complete network in floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadParameters {
    /// Bytes of something else, or of a part of a network.
    #[error("not a network in floats, or an incomplete one")]
    Incomplete,
    /// Network with a second hidden layer.
    #[error(transparent)]
    SecondLayer(#[from] SecondLayer),
}

/// Header of the file: the shape of the network.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    inputs: usize,
    hidden: usize,
    second: usize,
    buckets: usize,
}

/// Maximum number of parameters in a file.
const MAX_PARAMETERS: usize = 1 << 28;

/// Returns the bytes of a network in floats: its shape as one line of JSON, followed by all
/// parameters in the order of the fields of [`Parameters`], four bytes each, little-endian.
#[must_use]
pub fn parameters_to_bytes(network: &Parameters) -> Vec<u8> {
    let Shape { inputs, hidden, buckets } = network.shape;
    let header = Header { inputs, hidden, second: NoSecondLayer.into(), buckets };
    let mut bytes = serde_json::to_vec(&header).expect("four numbers serialise to JSON");
    bytes.push(b'\n');
    for numbers in tensors(network) {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

/// Decodes a network from bytes that [`parameters_to_bytes`] has returned.
///
/// # Errors
///
/// The bytes are not a complete network, or the network has a second hidden layer.
pub fn parameters_from_bytes(bytes: &[u8]) -> Result<Parameters, BadParameters> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(BadParameters::Incomplete)?;
    let Header { inputs, hidden, second, buckets } =
        serde_json::from_slice(&bytes[..end]).map_err(|_| BadParameters::Incomplete)?;
    let _: NoSecondLayer = second.try_into()?;
    let is_possible = [inputs, hidden, buckets].into_iter().all(|size| size < 1 << 16);
    let shape = Shape { inputs, hidden, buckets };
    if !is_possible || shape.parameters() > MAX_PARAMETERS {
        return Err(BadParameters::Incomplete);
    }
    let mut network = Parameters::zeros(shape);
    let (numbers, rest) = bytes[end + 1..].as_chunks::<4>();
    if numbers.len() != shape.parameters() || !rest.is_empty() {
        return Err(BadParameters::Incomplete);
    }
    let mut numbers = numbers.iter().map(|&number| f32::from_le_bytes(number));
    for number in tensors_mut(&mut network).into_iter().flatten() {
        *number = numbers.next().ok_or(BadParameters::Incomplete)?;
    }
    Ok(network)
}

/// Returns a fingerprint of a network. Different fingerprints mean different networks.
pub(super) fn fingerprint(network: &Parameters) -> u64 {
    let numbers = tensors(network).into_iter().flatten();
    numbers.fold(network.shape.hidden as u64, |sum, number| {
        (sum.rotate_left(5) ^ u64::from(number.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_networks_decode_and_incomplete_ones_are_rejected() {
        let mut network = Parameters::zeros(Shape { inputs: 3, hidden: 2, buckets: 2 });
        let all = tensors_mut(&mut network).into_iter().flatten();
        all.zip(0..).for_each(|(number, value)| *number = value as f32 / 7.0);
        let bytes = parameters_to_bytes(&network);
        assert_eq!(parameters_from_bytes(&bytes), Ok(network));
        for end in 0..bytes.len() {
            let found = parameters_from_bytes(&bytes[..end]);
            assert_eq!(found, Err(BadParameters::Incomplete), "{end}");
        }
    }

    #[test]
    fn a_network_with_a_second_layer_is_rejected() {
        let header = br#"{"inputs":3,"hidden":2,"second":4,"buckets":2}"#;
        let error = parameters_from_bytes(&[&header[..], b"\n"].concat()).unwrap_err();
        let expected =
            "networks with a second hidden layer are no longer supported: train another network";
        assert_eq!(error.to_string(), expected);
    }
}
