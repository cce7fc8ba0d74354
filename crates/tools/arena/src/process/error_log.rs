//! Standard error of a program, capped per turn as the judge caps it.

use std::collections::VecDeque;
use std::mem;

/// Text that a program has written to standard error, as much of it as its judge would keep.
#[derive(Default)]
pub(super) struct ErrorLog {
    turn: Vec<u8>,
    kept_before: usize,
    end: VecDeque<u8>,
}

impl ErrorLog {
    /// Bytes kept per turn.
    const TURN: usize = 4096;
    /// Bytes kept per turn after [`ErrorLog::MUCH`] bytes have been kept.
    const TURN_AFTER_MUCH: usize = 1024;
    /// Kept bytes of earlier turns from which on the smaller cap applies.
    const MUCH: usize = 204_800;
    /// Bytes of the end of the stream that are kept in addition, without regard to the caps: the
    /// last output of a program shows why it failed.
    const END: usize = 1024;

    /// Appends more of the stream and drops all that is beyond the caps.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let cap = match self.kept_before {
            ErrorLog::MUCH.. => ErrorLog::TURN_AFTER_MUCH,
            _ => ErrorLog::TURN,
        };
        let kept = bytes.len().min(cap - self.turn.len());
        self.turn.extend_from_slice(&bytes[..kept]);
        self.end.extend(&bytes[bytes.len().saturating_sub(ErrorLog::END)..]);
        let surplus = self.end.len().saturating_sub(ErrorLog::END);
        self.end.drain(..surplus);
    }

    /// Ends a turn and returns the text kept of it. Bytes that are not UTF-8 become replacement
    /// characters.
    pub(super) fn end_turn(&mut self) -> String {
        self.kept_before += self.turn.len();
        String::from_utf8_lossy(&mem::take(&mut self.turn)).into_owned()
    }

    /// Returns the end of the whole stream, without surrounding white space.
    pub(super) fn end(&self) -> String {
        let bytes: Vec<u8> = self.end.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_holds_what_came_since_the_turn_before() {
        let mut log = ErrorLog::default();
        assert_eq!(log.end_turn(), "");
        log.push(b"one ");
        log.push(b"two\n");
        assert_eq!(log.end_turn(), "one two\n");
        log.push(b"\xffthree");
        assert_eq!(log.end_turn(), "\u{fffd}three");
        assert_eq!(log.end(), "one two\n\u{fffd}three");
    }

    #[test]
    fn a_turn_is_kept_up_to_its_cap_and_the_end_beyond_it() {
        let mut log = ErrorLog::default();
        log.push(&[b'a'; 4000]);
        log.push(&[b'b'; 4000]);
        log.push(b"panic");
        assert_eq!(log.end_turn(), "a".repeat(4000) + &"b".repeat(96));
        assert_eq!(log.end(), "b".repeat(1019) + "panic");
    }

    #[test]
    fn less_is_kept_of_a_turn_once_much_has_been_kept() {
        let mut log = ErrorLog::default();
        for turn in 0..60 {
            log.push(&[b'x'; 10_000]);
            let expected = if turn < 50 { 4096 } else { 1024 };
            assert_eq!(log.end_turn().len(), expected, "turn {turn}");
        }
    }
}
