//! File format of a network in floats.

use nn::{Parameters, Shape};
use serde::{Deserialize, Serialize};

use super::tensors::{tensors, tensors_mut};

/// Bytes that are not a complete network in floats.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a network in floats, or an incomplete one")]
pub struct BadParameters;

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
    let Shape { inputs, hidden, second, buckets } = network.shape;
    let header = Header { inputs, hidden, second, buckets };
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
/// The bytes are not a complete network.
pub fn parameters_from_bytes(bytes: &[u8]) -> Result<Parameters, BadParameters> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(BadParameters)?;
    let Header { inputs, hidden, second, buckets } =
        serde_json::from_slice(&bytes[..end]).map_err(|_| BadParameters)?;
    let is_possible = [inputs, hidden, second, buckets].into_iter().all(|size| size < 1 << 16);
    let shape = Shape { inputs, hidden, second, buckets };
    if !is_possible || shape.parameters() > MAX_PARAMETERS {
        return Err(BadParameters);
    }
    let mut network = Parameters::zeros(shape);
    let (numbers, rest) = bytes[end + 1..].as_chunks::<4>();
    if numbers.len() != shape.parameters() || !rest.is_empty() {
        return Err(BadParameters);
    }
    let mut numbers = numbers.iter().map(|&number| f32::from_le_bytes(number));
    for number in tensors_mut(&mut network).into_iter().flatten() {
        *number = numbers.next().ok_or(BadParameters)?;
    }
    Ok(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_networks_decode_and_incomplete_ones_are_rejected() {
        for second in [0, 2] {
            let shape = Shape { inputs: 3, hidden: 2, second, buckets: 2 };
            let mut network = Parameters::zeros(shape);
            let all = tensors_mut(&mut network).into_iter().flatten();
            all.zip(0..).for_each(|(number, value)| *number = value as f32 / 7.0);
            let bytes = parameters_to_bytes(&network);
            assert_eq!(parameters_from_bytes(&bytes), Ok(network));
            for end in 0..bytes.len() {
                assert_eq!(parameters_from_bytes(&bytes[..end]), Err(BadParameters), "{end}");
            }
        }
    }
}
