//! The three standard streams of a program, read and written without blocking.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::error_log::ErrorLog;
use super::lines::LineCutter;

/// The three standard streams of a program. The arena never waits for one of them alone.
///
/// Each wait moves data on all three, so that neither side can block the other: a program may fill
/// its standard error before it reads its input. Between turns the streams are not read, and a
/// program that goes on writing blocks when its pipe is full; in its own turn it does not.
pub(super) struct Streams {
    stdin: Option<ChildStdin>,
    unsent: VecDeque<u8>,
    /// No further text follows the unsent one.
    is_last: bool,
    stdout: Option<ChildStdout>,
    cutter: LineCutter,
    lines: VecDeque<Line>,
    has_flooded: bool,
    stderr: Option<ChildStderr>,
    log: ErrorLog,
    buffer: Box<[u8]>,
}

/// Whole line of output, without its line end.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) arrived: Instant,
}

/// Reason why no more lines follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StreamEnd {
    Closed,
    Flood,
}

impl Streams {
    /// Bytes read at once.
    const CHUNK: usize = 16_384;
    /// Largest number of reads of standard error when a turn ends: enough for the largest pipe that
    /// a program may request from the system, of 1 MiB.
    const LAST_READS: usize = (1 << 20) / Streams::CHUNK;

    /// Takes over the streams of a child process, all of which must be piped.
    pub(super) fn of(child: &mut Child) -> Streams {
        let piped = "the command pipes all three streams";
        let stdin = child.stdin.take().expect(piped);
        let stdout = child.stdout.take().expect(piped);
        let stderr = child.stderr.take().expect(piped);
        // Only our ends of the pipes: those of the program are not affected.
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

    /// Begins to write `text`, after which the stream is closed.
    pub(super) fn send_last(&mut self, text: &str) {
        self.is_last = true;
        self.send(text);
    }

    /// Returns whether all text has been written, or cannot be written any more.
    pub(super) fn is_flushed(&self) -> bool {
        self.unsent.is_empty()
    }

    /// Removes and returns the next line; `None` if none has arrived yet.
    pub(super) fn next_line(&mut self) -> Option<Result<Line, StreamEnd>> {
        if let Some(line) = self.lines.pop_front() {
            return Some(Ok(line));
        }
        match self.stdout {
            Some(_) => None,
            None if self.has_flooded => Some(Err(StreamEnd::Flood)),
            None => Some(Err(StreamEnd::Closed)),
        }
    }

    /// Moves the data that can be moved. If there is none, waits for some for at most `limit`,
    /// rounded up to milliseconds.
    pub(super) fn pump(&mut self, limit: Duration) {
        // Lines that have not been taken yet block a program that writes ahead.
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
        // An interruption by a signal is treated as if no data had moved.
        if poll(&mut polled, timeout).is_err() {
            return;
        }
        let mut results = polled.iter().map(|stream| stream.any() == Some(true));
        let [can_write, can_read, can_read_errors] =
            wants.map(|stream| stream.is_some() && results.next() == Some(true));
        if can_write {
            self.write();
        }
        // Before the lines: a program writes its complaint before its answer.
        if can_read_errors {
            self.read_errors();
        }
        if can_read {
            self.read_output();
        }
    }

    /// Reads the rest of standard error and returns the text kept of this turn.
    pub(super) fn end_turn(&mut self) -> String {
        // The number of reads is limited, since a program may write without end.
        let _ = (0..Streams::LAST_READS).find(|_| !self.read_errors());
        self.log.end_turn()
    }

    /// Returns whether standard error has ended.
    pub(super) fn is_log_complete(&self) -> bool {
        self.stderr.is_none()
    }

    /// Returns the end of all that was written to standard error.
    pub(super) fn stderr_tail(&self) -> String {
        self.log.end()
    }

    /// Discards all turns, for a new game with the same program.
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
            Err(StreamClosed) => {
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

    /// Reads some of standard error, and returns whether there was any.
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
            Err(StreamClosed) => self.stderr = None,
        }
        false
    }
}

/// Stream that is closed at its other end, or broken.
struct StreamClosed;

/// Reads the data that has arrived; `None` if there is none yet.
fn read_some(stream: &mut impl Read, buffer: &mut [u8]) -> Result<Option<usize>, StreamClosed> {
    match stream.read(buffer) {
        Ok(0) => Err(StreamClosed),
        Ok(len) => Ok(Some(len)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
            Ok(None)
        }
        Err(_) => Err(StreamClosed),
    }
}

fn stop_blocking(pipe: &impl AsFd) {
    let done = fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK));
    done.expect("a pipe supports O_NONBLOCK");
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    const AMPLE_TIME: Duration = Duration::from_secs(60);

    fn start(script: &str) -> (Child, Streams) {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let streams = Streams::of(&mut child);
        (child, streams)
    }

    /// Waits for a line and returns its text.
    fn line(streams: &mut Streams) -> Result<String, StreamEnd> {
        loop {
            match streams.next_line() {
                Some(line) => return line.map(|line| line.text),
                None => streams.pump(AMPLE_TIME),
            }
        }
    }

    #[test]
    fn lines_that_are_written_ahead_are_kept_up_to_a_limit() {
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
    fn all_lines_are_returned_before_the_end_of_the_stream() {
        let (mut child, mut streams) = start("echo one; echo two; printf three");
        assert_eq!(line(&mut streams).unwrap(), "one");
        assert_eq!(line(&mut streams).unwrap(), "two");
        assert_eq!(line(&mut streams), Err(StreamEnd::Closed));
        child.wait().unwrap();
    }

    #[test]
    fn all_that_was_written_before_a_line_belongs_to_its_turn() {
        let (mut child, mut streams) = start("head -c 40000 /dev/zero | tr '\\0' a >&2; echo x");
        // The text is smaller than a pipe, so the program ends without a reader.
        child.wait().unwrap();
        assert_eq!(line(&mut streams).unwrap(), "x");
        assert_eq!(streams.end_turn(), "a".repeat(4096));
        streams.pump(Duration::ZERO);
        assert_eq!(streams.end_turn(), "");
    }

    #[test]
    fn a_flood_stays_a_flood_and_ends_the_program_that_writes_it() {
        let (mut child, mut streams) = start("echo one; exec tr '\\0' x </dev/zero");
        assert_eq!(line(&mut streams).unwrap(), "one");
        for _ in 0..2 {
            assert_eq!(line(&mut streams), Err(StreamEnd::Flood));
        }
        child.wait().unwrap();
    }

    #[test]
    fn the_input_ends_after_the_last_text() {
        let (mut child, mut streams) = start("exec cat");
        let text = "0123456789\n".repeat(100_000);
        streams.send_last(&text);
        for _ in 0..100_000 {
            assert_eq!(line(&mut streams).unwrap(), "0123456789");
        }
        assert_eq!(line(&mut streams), Err(StreamEnd::Closed));
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
