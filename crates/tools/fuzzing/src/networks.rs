//! Target `networks`: text of networks that nobody has trained.

use std::cmp::Ordering;

use nn::{Network, Shape, TextError, sealed_text};

/// Neurons that fit into the networks of this target.
const HIDDEN: usize = 16;

/// First byte of an input whose other bytes are the text itself.
const RAW: u8 = 0xff;

/// Digits of a header that bytes determine.
const HEADER: usize = 8;

/// Maximum number of digits behind the header.
const MAX_BODY: usize = 1 << 12;

/// Decodes text as a network. What decodes has no sum that overflows, whatever its inputs are, and
/// survives its own text.
pub fn networks(data: &[u8]) {
    if let Some((&RAW, text)) = data.split_first() {
        let text = String::from_utf8_lossy(text);
        let _ = Shape::of_text(&text);
        return check(&text);
    }
    let Some((header, body)) = data.split_first_chunk::<HEADER>() else { return };
    let header = header_of(header);
    let text = |len: usize| -> String {
        let digits = (0..len).map(|at| digit(body, at));
        sealed_text(&header.into_iter().chain(digits).collect::<Vec<u16>>())
    };
    // The numbers determine the length of the text: search for it.
    let (mut least, mut most) = (0, MAX_BODY);
    while least < most {
        let middle = least.midpoint(most);
        match length_of(&text(middle)) {
            Ordering::Less => least = middle + 1,
            Ordering::Equal => return check(&text(middle)),
            Ordering::Greater => most = middle,
        }
    }
    check(&text(least));
}

/// Returns the digits of a header: small sizes, and scales of any size.
fn header_of(bytes: &[u8; HEADER]) -> [u16; HEADER] {
    let [inputs, hidden, second, buckets, first, head, reserved, style] = bytes.map(u16::from);
    [
        inputs * (1 + hidden / 64),
        hidden % 20,
        u16::from(second == 1),
        buckets % 8,
        first * 2,
        head * 128,
        reserved,
        style % 3,
    ]
}

/// Returns a digit of the body: that of the bytes, and behind them a mixture of all of them.
fn digit(body: &[u8], at: usize) -> u16 {
    match body.get(2 * at..2 * at + 2) {
        Some(pair) => u16::from_be_bytes([pair[0], pair[1]]),
        None => {
            let seed = body.iter().fold(at as u64, |sum, &byte| {
                sum.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(byte))
            });
            // Without bytes the body is all zeros, the shortest text of a network.
            if body.is_empty() { 0 } else { fastrand::Rng::with_seed(seed).u16(..) }
        }
    }
}

fn length_of(text: &str) -> Ordering {
    match Network::<HIDDEN>::decode(text) {
        Err(TextError::Short) => Ordering::Less,
        Err(TextError::Long) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

fn check(text: &str) {
    let Ok(network) = Network::<HIDDEN>::decode(text) else { return };
    let Shape { inputs, buckets, .. } = network.shape();
    assert_eq!(Shape::of_text(text), Ok(network.shape()));
    let again = Network::<HIDDEN>::decode(&network.encode());
    let again = again.unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut rng = fastrand::Rng::with_seed(1);
    let all: Vec<usize> = (0..inputs).collect();
    let some: Vec<usize> = all.iter().copied().filter(|_| rng.bool()).collect();
    for bucket in 0..buckets {
        for [mover, other] in [[&all, &all], [&some, &all], [&all, &some]] {
            let logit = network.logit(mover, other, bucket);
            assert_eq!(logit, again.logit(mover, other, bucket), "{text}");
        }
        assert!(network.logit(&[], &some, bucket).is_finite(), "{text}");
    }
}
