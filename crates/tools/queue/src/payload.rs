//! Compressed form of units and results in messages, of bounded size.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// Maximum size of an uncompressed unit or result, in bytes.
const MOST: u64 = 64 << 20;

/// Compresses a unit or result.
pub(crate) fn pack(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).expect("writing to a vector cannot fail");
    encoder.finish().expect("writing to a vector cannot fail")
}

/// Returns the content of a message. The error says why it is none.
pub(crate) fn unpack(message: &[u8]) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let read = ZlibDecoder::new(message).take(MOST + 1).read_to_end(&mut content);
    read.map_err(|error| format!("the message is damaged: {error}"))?;
    match content.len() as u64 <= MOST {
        true => Ok(content),
        false => Err(format!("the message holds more than {} MiB", MOST >> 20)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_holds_its_content() {
        for content in [b"".as_slice(), b"a game pair", &[7; 100_000]] {
            assert_eq!(unpack(&pack(content)).unwrap(), content);
        }
        assert!(pack(&[7; 100_000]).len() < 1000);
    }

    #[test]
    fn damaged_and_huge_messages_are_refused() {
        assert!(unpack(b"no such thing").unwrap_err().contains("damaged"));
        let packed = pack(b"a game pair");
        assert!(unpack(&packed[..packed.len() - 5]).unwrap_err().contains("damaged"));
        let huge = pack(&vec![0; MOST as usize + 1]);
        assert!(unpack(&huge).unwrap_err().contains("more than 64 MiB"));
    }
}
