//! Line reader for the input of a bot.

use std::io::{self, BufRead, BufReader, Read};

/// Reader of input lines, as they arrive from the judge.
///
/// A line ends with `\n` or `\r\n`; the last one may lack its end. Invalid UTF-8 is replaced, so
/// that garbage reaches the protocol as text that it can reject.
#[derive(Debug)]
pub struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// Size of the buffer in bytes: more than any judge sends in a turn.
    const BUFFER: usize = 1 << 16;

    /// Maximum length of a returned line, in bytes. The rest of a longer line is dropped.
    const LONGEST_LINE: usize = 1 << 12;

    /// Returns a reader of the lines of `input`.
    pub fn new(input: R) -> Lines<R> {
        Lines { reader: BufReader::with_capacity(Self::BUFFER, input), line: Vec::new() }
    }

    /// Blocks until the first byte of a turn has arrived. Returns `false` at the end of the input.
    ///
    /// # Errors
    ///
    /// Errors of reading the input.
    pub fn wait(&mut self) -> io::Result<bool> {
        Ok(!self.reader.fill_buf()?.is_empty())
    }

    /// Reads one line without its end. Returns `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Errors of reading the input.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        self.line.clear();
        if !self.wait()? {
            return Ok(None);
        }
        let mut ended = false;
        while !ended && self.wait()? {
            let buffered = self.reader.buffer();
            let end = buffered.iter().position(|&byte| byte == b'\n');
            let text = &buffered[..end.unwrap_or(buffered.len())];
            let room = Self::LONGEST_LINE - self.line.len();
            self.line.extend_from_slice(&text[..text.len().min(room)]);
            let used = text.len() + usize::from(end.is_some());
            ended = end.is_some();
            self.reader.consume(used);
        }
        if self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        Ok(Some(String::from_utf8_lossy(&self.line).into_owned()))
    }

    /// Drops the input that has arrived and was not read yet, without waiting for more.
    ///
    /// A judge sends a turn as a whole, so that a protocol can skip the rest of an unreadable turn
    /// by this.
    pub fn discard_arrived(&mut self) {
        let arrived = self.reader.buffer().len();
        self.reader.consume(arrived);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8], expected: &[&str]) {
        let mut lines = Lines::new(input);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            found.push(line);
        }
        assert_eq!(found, expected, "{input:?}");
    }

    #[test]
    fn lines_end_with_line_feed_with_or_without_carriage_return() {
        check(b"None\n22\r\na2b3\n", &["None", "22", "a2b3"]);
        check(b"\n\r\n", &["", ""]);
    }

    #[test]
    fn the_last_line_may_lack_its_end() {
        check(b"None\n2", &["None", "2"]);
        check(b"", &[]);
    }

    #[test]
    fn bytes_that_are_not_text_do_not_stop_the_reading() {
        check(b"\xff\xfe\n22\n", &["\u{fffd}\u{fffd}", "22"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut input = vec![b'x'; 300_000];
        input.extend_from_slice(b"\n22\n");
        let mut lines = Lines::new(&input[..]);
        assert_eq!(lines.next_line().unwrap().map(|line| line.len()), Some(1 << 12));
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("22"));
    }

    #[test]
    fn the_rest_of_a_turn_can_be_dropped() {
        let mut lines = Lines::new(&b"None\nrubbish\nmore\n"[..]);
        assert_eq!(lines.next_line().unwrap().as_deref(), Some("None"));
        lines.discard_arrived();
        assert!(!lines.wait().unwrap());
    }
}
