use nn::{Parameters, Shape};
use serde::{Deserialize, Serialize};

use super::tensors::{tensors, tensors_mut};

/// Bytes that are no network in floats.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these bytes are no network in floats, or only part of one")]
pub struct BadParameters;

/// The shape of a network, as the first line of its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    inputs: usize,
    hidden: usize,
    second: usize,
    buckets: usize,
}

/// The most numbers that a file may ask for.
const MOST: usize = 1 << 28;

/// Returns the bytes of a network in floats: its shape as a line of JSON, and behind it all numbers
/// in the order of the fields of [`Parameters`], four bytes each, little-endian.
#[must_use]
pub fn parameters_to_bytes(network: &Parameters) -> Vec<u8> {
    let Shape { inputs, hidden, second, buckets } = network.shape;
    let header = Header { inputs, hidden, second, buckets };
    let mut bytes = serde_json::to_vec(&header).expect("four numbers can be written");
    bytes.push(b'\n');
    for numbers in tensors(network) {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

/// Reads a network off bytes that [`parameters_to_bytes`] has made.
///
/// # Errors
///
/// Other bytes, or not all of them.
pub fn parameters_from_bytes(bytes: &[u8]) -> Result<Parameters, BadParameters> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(BadParameters)?;
    let Header { inputs, hidden, second, buckets } =
        serde_json::from_slice(&bytes[..end]).map_err(|_| BadParameters)?;
    let is_possible = [inputs, hidden, second, buckets].into_iter().all(|size| size < 1 << 16);
    let shape = Shape { inputs, hidden, second, buckets };
    if !is_possible || shape.parameters() > MOST {
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
    fn a_network_survives_its_bytes_and_less_of_them_is_refused() {
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
