use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::error_log::ErrorLog;
use super::lines::LineCutter;

/// The three streams of a program, none of which is ever waited for alone.
///
/// Whoever waits for one moves all of them, so that neither side can block the other: a program
/// may fill its standard error before it reads its input. Between turns nobody reads, and a program
/// that goes on writing waits when its pipe is full; in its own turn it does not.
pub(super) struct Streams {
    stdin: Option<ChildStdin>,
    unsent: VecDeque<u8>,
    /// Nothing will follow what is unsent.
    is_last: bool,
    stdout: Option<ChildStdout>,
    cutter: LineCutter,
    lines: VecDeque<Line>,
    has_flooded: bool,
    stderr: Option<ChildStderr>,
    log: ErrorLog,
    buffer: Box<[u8]>,
}

/// A whole line of output, without its end.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) arrived: Instant,
}

/// Why there will be no more lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoMoreLines {
    Closed,
    Flood,
}

impl Streams {
    /// How much is read at once, in bytes.
    const CHUNK: usize = 16_384;
    /// How often standard error is read again when a turn ends, at most: enough for the largest
    /// pipe that a program may ask the system for, of 1 MiB.
    const LAST_READS: usize = (1 << 20) / Streams::CHUNK;

    /// Takes over the streams of a child, all of which must be piped.
    pub(super) fn of(child: &mut Child) -> Streams {
        let piped = "the stream was asked to be piped";
        let stdin = child.stdin.take().expect(piped);
        let stdout = child.stdout.take().expect(piped);
        let stderr = child.stderr.take().expect(piped);
        // Only our ends of the pipes: the program's are not affected.
        stop_blocking(&stdin);
        stop_blocking(&stdout);
        stop_blocking(&stderr);
        Streams {
            stdin: Some(stdin),
            unsent: VecDeque::new(),
            is_last: false,
            stdout: Some(stdout),
            cutter: LineCutter::default(),
            lines: VecDeque::new(),
            has_flooded: false,
            stderr: Some(stderr),
            log: ErrorLog::default(),
            buffer: vec![0; Streams::CHUNK].into_boxed_slice(),
        }
    }

    /// Begins to write `text`.
    pub(super) fn send(&mut self, text: &str) {
        self.unsent.extend(text.as_bytes());
        self.write();
    }

    /// Begins to write `text`, behind which the stream is closed.
    pub(super) fn send_last(&mut self, text: &str) {
        self.is_last = true;
        self.send(text);
    }

    /// Tells whether all that was sent has been written, or cannot be.
    pub(super) fn is_flushed(&self) -> bool {
        self.unsent.is_empty()
    }

    /// Takes the next line that has come, `None` if none has yet.
    pub(super) fn next_line(&mut self) -> Option<Result<Line, NoMoreLines>> {
        if let Some(line) = self.lines.pop_front() {
            return Some(Ok(line));
        }
        match self.stdout {
            Some(_) => None,
            None if self.has_flooded => Some(Err(NoMoreLines::Flood)),
            None => Some(Err(NoMoreLines::Closed)),
        }
    }

    /// Moves what can be moved, and waits for it if that is nothing, for `limit` at most, rounded
    /// up to milliseconds.
    pub(super) fn pump(&mut self, limit: Duration) {
        // Lines that nobody has asked for yet hold up a program that writes ahead.
        let has_room = self.lines.is_empty();
        let wants = [
            self.stdin.as_ref().filter(|_| !self.unsent.is_empty()).map(|stream| stream.as_fd()),
            self.stdout.as_ref().filter(|_| has_room).map(|stream| stream.as_fd()),
            self.stderr.as_ref().map(|stream| stream.as_fd()),
        ];
        let events = [PollFlags::POLLOUT, PollFlags::POLLIN, PollFlags::POLLIN];
        let mut polled: Vec<PollFd<'_>> = wants
            .into_iter()
            .zip(events)
            .filter_map(|(stream, events)| stream.map(|stream| PollFd::new(stream, events)))
            .collect();
        let milliseconds = limit.as_nanos().div_ceil(1_000_000);
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX);
        // An interruption by a signal is as good as nothing moved.
        if poll(&mut polled, timeout).is_err() {
            return;
        }
        let mut results = polled.iter().map(|stream| stream.any() == Some(true));
        let [can_write, can_read, can_read_errors] =
            wants.map(|stream| stream.is_some() && results.next() == Some(true));
        if can_write {
            self.write();
        }
        // Before the lines: a program words its complaint before it answers.
        if can_read_errors {
            self.read_errors();
        }
        if can_read {
            self.read_output();
        }
    }

    /// Reads what is left of standard error and returns what was kept of this turn.
    pub(super) fn end_turn(&mut self) -> String {
        // A program that writes without end is not followed for ever.
        let _ = (0..Streams::LAST_READS).find(|_| !self.read_errors());
        self.log.end_turn()
    }

    /// Tells whether standard error has ended.
    pub(super) fn is_log_complete(&self) -> bool {
        self.stderr.is_none()
    }

    /// Returns the end of all that was written on standard error.
    pub(super) fn last_words(&self) -> String {
        self.log.end()
    }

    /// Forgets all turns, for a new game with the same program.
    pub(super) fn forget_turns(&mut self) {
        self.log = ErrorLog::default();
    }

    fn write(&mut self) {
        let Some(stdin) = &mut self.stdin else {
            self.unsent.clear();
            return;
        };
        while !self.unsent.is_empty() {
            match stdin.write(self.unsent.make_contiguous()) {
                Ok(len) => drop(self.unsent.drain(..len)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // A program that has closed its input may still answer.
                Err(_) => {
                    self.stdin = None;
                    self.unsent.clear();
                    return;
                }
            }
        }
        if self.is_last {
            self.stdin = None;
        }
    }

    fn read_output(&mut self) {
        let Some(stdout) = &mut self.stdout else {
            return;
        };
        let len = match read_some(stdout, &mut self.buffer) {
            Ok(Some(len)) => len,
            Ok(None) => return,
            Err(Ended) => {
                self.stdout = None;
                return;
            }
        };
        let arrived = Instant::now();
        let (complete, in_bounds) = self.cutter.push(&self.buffer[..len]);
        self.lines.extend(complete.into_iter().map(|text| Line { text, arrived }));
        if in_bounds.is_err() {
            self.has_flooded = true;
            self.stdout = None;
        }
    }

    /// Reads some of standard error, and tells whether there was any.
    fn read_errors(&mut self) -> bool {
        let Some(stderr) = &mut self.stderr else {
            return false;
        };
        match read_some(stderr, &mut self.buffer) {
            Ok(Some(len)) => {
                self.log.push(&self.buffer[..len]);
                return true;
            }
            Ok(None) => {}
            Err(Ended) => self.stderr = None,
        }
        false
    }
}

/// A stream that is closed at its other end, or broken.
struct Ended;

/// Reads what has come; `None` if that is nothing yet.
fn read_some(stream: &mut impl Read, buffer: &mut [u8]) -> Result<Option<usize>, Ended> {
    match stream.read(buffer) {
        Ok(0) => Err(Ended),
        Ok(len) => Ok(Some(len)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
            Ok(None)
        }
        Err(_) => Err(Ended),
    }
}

fn stop_blocking(pipe: &impl AsFd) {
    let done = fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK));
    done.expect("every pipe can be read and written without blocking");
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    const PATIENT: Duration = Duration::from_secs(60);

    fn start(script: &str) -> (Child, Streams) {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let streams = Streams::of(&mut child);
        (child, streams)
    }

    /// Waits for a line and returns its text.
    fn line(streams: &mut Streams) -> Result<String, NoMoreLines> {
        loop {
            match streams.next_line() {
                Some(line) => return line.map(|line| line.text),
                None => streams.pump(PATIENT),
            }
        }
    }

    #[test]
    fn lines_that_are_written_ahead_are_kept_and_not_without_end() {
        let (mut child, mut streams) = start("exec yes ahead");
        for _ in 0..5_000 {
            assert_eq!(line(&mut streams).unwrap(), "ahead");
            streams.pump(Duration::ZERO);
            streams.pump(Duration::ZERO);
            assert!(streams.lines.len() <= Streams::CHUNK / "ahead\n".len() + 1);
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn all_lines_are_seen_before_the_end() {
        let (mut child, mut streams) = start("echo one; echo two; printf three");
        assert_eq!(line(&mut streams).unwrap(), "one");
        assert_eq!(line(&mut streams).unwrap(), "two");
        assert_eq!(line(&mut streams), Err(NoMoreLines::Closed));
        child.wait().unwrap();
    }

    #[test]
    fn all_that_was_written_before_a_line_belongs_to_its_turn() {
        let (mut child, mut streams) = start("head -c 40000 /dev/zero | tr '\\0' a >&2; echo x");
        // Less than a pipe holds, so the program ends without a reader.
        child.wait().unwrap();
        assert_eq!(line(&mut streams).unwrap(), "x");
        assert_eq!(streams.end_turn(), "a".repeat(4096));
        streams.pump(Duration::ZERO);
        assert_eq!(streams.end_turn(), "");
    }

    #[test]
    fn a_flood_stays_one_and_ends_the_program_that_writes_it() {
        let (mut child, mut streams) = start("echo one; exec tr '\\0' x </dev/zero");
        assert_eq!(line(&mut streams).unwrap(), "one");
        for _ in 0..2 {
            assert_eq!(line(&mut streams), Err(NoMoreLines::Flood));
        }
        child.wait().unwrap();
    }

    #[test]
    fn behind_the_last_text_the_input_ends() {
        let (mut child, mut streams) = start("exec cat");
        let text = "0123456789\n".repeat(100_000);
        streams.send_last(&text);
        for _ in 0..100_000 {
            assert_eq!(line(&mut streams).unwrap(), "0123456789");
        }
        assert_eq!(line(&mut streams), Err(NoMoreLines::Closed));
        child.wait().unwrap();
    }

    #[test]
    fn input_larger_than_a_pipe_is_written_while_output_is_read() {
        let (mut child, mut streams) = start("exec cat");
        let text = "0123456789\n".repeat(100_000);
        streams.send(&text);
        for _ in 0..100_000 {
            assert_eq!(line(&mut streams).unwrap(), "0123456789");
        }
        assert!(streams.is_flushed());
        drop(streams);
        child.wait().unwrap();
    }
}
