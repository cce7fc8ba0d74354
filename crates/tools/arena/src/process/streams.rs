//! The three standard streams of a program, read and written without blocking.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use super::error_log::ErrorLog;
use super::lines::LineCutter;
use super::system::{Pipes, Stream};

/// The three standard streams of a program. The arena never waits for one of them alone.
///
/// Each wait moves data on all three, so that neither side can block the other: a program may fill
/// its standard error before it reads its input. Between turns the streams are not read, and a
/// program that goes on writing blocks when its pipe is full; in its own turn it does not.
pub(super) struct Streams<P> {
    pipes: P,
    unsent: VecDeque<u8>,
    /// No further text follows the unsent one.
    is_last: bool,
    cutter: LineCutter,
    lines: VecDeque<Line>,
    has_flooded: bool,
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

impl<P: Pipes> Streams<P> {
    /// Bytes read at once.
    const CHUNK: usize = 16_384;
    /// Largest number of reads of standard error when a turn ends: enough for the largest pipe that
    /// a program may request from the system, of 1 MiB.
    const LAST_READS: usize = (1 << 20) / Self::CHUNK;

    /// Returns the streams at the other ends of the pipes.
    pub(super) fn of(pipes: P) -> Streams<P> {
        Streams {
            pipes,
            unsent: VecDeque::new(),
            is_last: false,
            cutter: LineCutter::default(),
            lines: VecDeque::new(),
            has_flooded: false,
            log: ErrorLog::default(),
            buffer: vec![0; Self::CHUNK].into_boxed_slice(),
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
        self.unsent.is_empty() && self.pipes.is_written()
    }

    /// Removes and returns the next line; `None` if none has arrived yet.
    pub(super) fn next_line(&mut self) -> Option<Result<Line, StreamEnd>> {
        if let Some(line) = self.lines.pop_front() {
            return Some(Ok(line));
        }
        match self.pipes.is_open(Stream::Output) {
            true => None,
            false if self.has_flooded => Some(Err(StreamEnd::Flood)),
            false => Some(Err(StreamEnd::Closed)),
        }
    }

    /// Moves the data that can be moved. If there is none, waits for some for at most `limit`,
    /// rounded up to milliseconds.
    pub(super) fn pump(&mut self, limit: Duration) {
        // Lines that have not been taken yet block a program that writes ahead.
        let has_room = self.lines.is_empty();
        let wanted = [!self.is_flushed(), has_room, true];
        let [can_write, can_read, can_read_errors] = self.pipes.wait(wanted, limit);
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
        let _ = (0..Self::LAST_READS).find(|_| !self.read_errors());
        self.log.end_turn()
    }

    /// Returns whether standard error has ended.
    pub(super) fn is_log_complete(&self) -> bool {
        !self.pipes.is_open(Stream::Errors)
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
        if !self.pipes.is_open(Stream::Input) {
            self.unsent.clear();
            return;
        }
        while !self.unsent.is_empty() {
            match self.pipes.write(self.unsent.make_contiguous()) {
                Ok(len) => drop(self.unsent.drain(..len)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // A program that has closed its input may still answer.
                Err(_) => {
                    self.pipes.close(Stream::Input);
                    self.unsent.clear();
                    return;
                }
            }
        }
        if self.is_last {
            self.pipes.close(Stream::Input);
        }
    }

    fn read_output(&mut self) {
        let Some(len) = self.read_some(Stream::Output) else { return };
        let arrived = Instant::now();
        let (complete, in_bounds) = self.cutter.push(&self.buffer[..len]);
        self.lines.extend(complete.into_iter().map(|text| Line { text, arrived }));
        if in_bounds.is_err() {
            self.has_flooded = true;
            self.pipes.close(Stream::Output);
        }
    }

    /// Reads some of standard error, and returns whether there was any.
    fn read_errors(&mut self) -> bool {
        let len = self.read_some(Stream::Errors);
        if let Some(len) = len {
            self.log.push(&self.buffer[..len]);
        }
        len.is_some()
    }

    /// Reads the data that has arrived into the buffer, and returns its length; `None` if there is
    /// none. Closes a stream that is closed at its other end, or broken.
    fn read_some(&mut self, stream: Stream) -> Option<usize> {
        if !self.pipes.is_open(stream) {
            return None;
        }
        match self.pipes.read(stream, &mut self.buffer) {
            Ok(0) => {}
            Ok(len) => return Some(len),
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                return None;
            }
            Err(_) => {}
        }
        self.pipes.close(stream);
        None
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;
    use crate::process::system::{SystemPipes, ThreadPipes};

    const AMPLE_TIME: Duration = Duration::from_secs(60);

    fn start(script: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    fn polled(script: &str) -> (Child, Streams<SystemPipes>) {
        let mut child = start(script);
        let pipes = SystemPipes::of(&mut child);
        (child, Streams::of(pipes))
    }

    fn threaded(script: &str) -> (Child, Streams<ThreadPipes>) {
        let mut child = start(script);
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else { panic!("not piped") };
        (child, Streams::of(ThreadPipes::of(stdin, stdout, stderr).unwrap()))
    }

    /// Waits for a line and returns its text.
    fn line<P: Pipes>(streams: &mut Streams<P>) -> Result<String, StreamEnd> {
        loop {
            match streams.next_line() {
                Some(line) => return line.map(|line| line.text),
                None => streams.pump(AMPLE_TIME),
            }
        }
    }

    fn lines_that_are_written_ahead_are_kept_up_to_a_limit<P: Pipes>(
        (mut child, mut streams): (Child, Streams<P>),
    ) {
        for _ in 0..5_000 {
            assert_eq!(line(&mut streams).unwrap(), "ahead");
            streams.pump(Duration::ZERO);
            streams.pump(Duration::ZERO);
            assert!(streams.lines.len() <= Streams::<P>::CHUNK / "ahead\n".len() + 1);
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }

    fn all_lines_are_returned_before_the_end_of_the_stream<P: Pipes>(
        (mut child, mut streams): (Child, Streams<P>),
    ) {
        assert_eq!(line(&mut streams).unwrap(), "one");
        assert_eq!(line(&mut streams).unwrap(), "two");
        assert_eq!(line(&mut streams), Err(StreamEnd::Closed));
        child.wait().unwrap();
    }

    fn a_flood_stays_a_flood_and_ends_the_program_that_writes_it<P: Pipes>(
        (mut child, mut streams): (Child, Streams<P>),
    ) {
        assert_eq!(line(&mut streams).unwrap(), "one");
        for _ in 0..2 {
            assert_eq!(line(&mut streams), Err(StreamEnd::Flood));
        }
        child.wait().unwrap();
    }

    fn the_input_ends_after_the_last_text<P: Pipes>((mut child, mut streams): (Child, Streams<P>)) {
        let text = "0123456789\n".repeat(100_000);
        streams.send_last(&text);
        for _ in 0..100_000 {
            assert_eq!(line(&mut streams).unwrap(), "0123456789");
        }
        assert_eq!(line(&mut streams), Err(StreamEnd::Closed));
        child.wait().unwrap();
    }

    fn input_larger_than_a_pipe_is_written_while_output_is_read<P: Pipes>(
        (mut child, mut streams): (Child, Streams<P>),
    ) {
        let text = "0123456789\n".repeat(100_000);
        streams.send(&text);
        assert!(!streams.is_flushed());
        for _ in 0..100_000 {
            assert_eq!(line(&mut streams).unwrap(), "0123456789");
        }
        while !streams.is_flushed() {
            streams.pump(AMPLE_TIME);
        }
        drop(streams);
        child.wait().unwrap();
    }

    fn a_closed_input_takes_all_text_and_output_is_still_read<P: Pipes>(
        (mut child, mut streams): (Child, Streams<P>),
    ) {
        assert_eq!(line(&mut streams).unwrap(), "closed");
        for _ in 0..3 {
            streams.send(&"x".repeat(100_000));
            while !streams.is_flushed() {
                streams.pump(AMPLE_TIME);
            }
        }
        assert_eq!(line(&mut streams).unwrap(), "end");
        child.wait().unwrap();
    }

    /// Runs a check with pipes that are polled, as on Unix, and with threads, as on Windows.
    macro_rules! with_both_pipes {
        ($($check:ident: $script:expr;)*) => {
            mod with_polled_pipes {
                $(#[test] fn $check() { super::$check(super::polled($script)); })*
            }
            mod with_threads {
                $(#[test] fn $check() { super::$check(super::threaded($script)); })*
            }
        };
    }

    with_both_pipes! {
        lines_that_are_written_ahead_are_kept_up_to_a_limit: "exec yes ahead";
        all_lines_are_returned_before_the_end_of_the_stream: "echo one; echo two; printf three";
        a_flood_stays_a_flood_and_ends_the_program_that_writes_it:
            "echo one; exec tr '\\0' x </dev/zero";
        the_input_ends_after_the_last_text: "exec cat";
        input_larger_than_a_pipe_is_written_while_output_is_read: "exec cat";
        a_closed_input_takes_all_text_and_output_is_still_read:
            "exec <&-; echo closed; sleep 0.1; echo end";
    }

    #[test]
    fn all_that_was_written_before_a_line_belongs_to_its_turn() {
        let (mut child, mut streams) = polled("head -c 40000 /dev/zero | tr '\\0' a >&2; echo x");
        // The text is smaller than a pipe, so the program ends without a reader.
        child.wait().unwrap();
        assert_eq!(line(&mut streams).unwrap(), "x");
        assert_eq!(streams.end_turn(), "a".repeat(4096));
        streams.pump(Duration::ZERO);
        assert_eq!(streams.end_turn(), "");
    }
}
