//! Division of a program's output into lines, as CodinGame does it.

/// Cuts a program's output into lines as CodinGame does: `\n`, `\r\n` and a lone `\r` end a line. A
/// judge reads at most 10,000 bytes per turn, the line end included.
#[derive(Default)]
pub(super) struct LineCutter {
    partial: Vec<u8>,
    after_return: bool,
}

/// Output without a line end that is longer than a judge reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLong;

impl LineCutter {
    /// Bytes without a line end from which on output counts as no answer.
    const FLOOD: usize = 10_000;

    /// Appends more output and returns the lines that it completes. Bytes that are not UTF-8 become
    /// replacement characters.
    pub(super) fn push(&mut self, bytes: &[u8]) -> (Vec<String>, Result<(), TooLong>) {
        let mut lines = Vec::new();
        for &byte in bytes {
            let ends_return = byte == b'\n' && self.after_return;
            self.after_return = byte == b'\r';
            match byte {
                b'\n' if ends_return => {}
                b'\n' | b'\r' => {
                    lines.push(String::from_utf8_lossy(&self.partial).into_owned());
                    self.partial.clear();
                }
                _ if self.partial.len() == LineCutter::FLOOD - 1 => return (lines, Err(TooLong)),
                _ => self.partial.push(byte),
            }
        }
        (lines, Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pieces: &[&str], expected: &[&str]) {
        let mut cutter = LineCutter::default();
        let lines: Vec<String> = pieces.iter().flat_map(|p| cutter.push(p.as_bytes()).0).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn every_kind_of_line_end_ends_a_line_once() {
        check(&["a\nb\r\nc\rd"], &["a", "b", "c"]);
        check(&["a\r", "\nb\n"], &["a", "b"]);
        check(&["a\n\n", "\r\r\n"], &["a", "", "", ""]);
    }

    #[test]
    fn a_line_may_come_in_pieces() {
        check(&["c2", "c", "3\nd"], &["c2c3"]);
        check(&["c2c3"], &[]);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        assert_eq!(LineCutter::default().push(b"a\xffb\n").0, ["a\u{fffd}b"]);
    }

    #[test]
    fn ten_thousand_bytes_are_a_line_with_its_end_and_a_flood_without() {
        let mut cutter = LineCutter::default();
        assert_eq!(cutter.push(&[b'x'; 9_999]), (vec![], Ok(())));
        assert_eq!(cutter.push(b"\n").0[0].len(), 9_999);
        assert_eq!(cutter.push(&[b'x'; 10_000]), (vec![], Err(TooLong)));
    }
}
