use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::lines::LineCutter;
use super::tail::Tail;
use crate::Stop;

/// A running program in a process group of its own, with a thread for each of its streams.
///
/// Dropping it kills the whole group.
pub(crate) struct Process {
    child: Child,
    is_reaped: bool,
    input: Sender<String>,
    /// When each text given to `input` had been flushed.
    written: Receiver<Instant>,
    output: Receiver<Output>,
    log: Tail,
    stop: Stop,
}

/// What the reader of standard output has found. The channel closes with the stream.
enum Output {
    Line { text: String, arrived: Instant },
    Flood,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    Timeout,
    Closed,
    Flood,
    Stopped,
}

impl Process {
    /// How often a wait looks whether the match was asked to stop.
    const POLL: Duration = Duration::from_millis(50);
    /// How long a program that has closed its output may take to exit.
    const EXIT_GRACE: Duration = Duration::from_millis(300);
    /// How often that exit is looked for.
    const EXIT_POLL: Duration = Duration::from_millis(2);
    /// Lines that may wait to be asked for. A program that writes more is held up.
    const LINES_AHEAD: usize = 256;

    /// Starts the program `words[0]` with the other words as its arguments.
    pub(crate) fn start(words: &[String], stop: &Stop) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(arguments)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let piped = "the stream was asked to be piped";
        let stdin = child.stdin.take().expect(piped);
        let stdout = child.stdout.take().expect(piped);
        let log = Tail::of(child.stderr.take().expect(piped));

        let (input, to_write) = mpsc::channel();
        let (was_written, written) = mpsc::channel();
        thread::spawn(move || write_all(stdin, &to_write, &was_written));
        let (was_read, output) = mpsc::sync_channel(Process::LINES_AHEAD);
        thread::spawn(move || read_lines(stdout, &was_read));
        let stop = stop.clone();
        Ok(Process { child, is_reaped: false, input, written, output, log, stop })
    }

    /// Writes `text` and returns when it had been flushed.
    ///
    /// A program that does not read may still answer: a closed input is no failure.
    pub(crate) fn send(&self, text: String, limit: Duration) -> Result<Instant, NoLine> {
        let deadline = Instant::now() + limit;
        // The writer lives as long as `self.input`.
        let _ = self.input.send(text);
        self.wait(&self.written, deadline)
    }

    /// Returns the next line of output, which must arrive by `deadline`, and its arrival.
    pub(crate) fn line(&self, deadline: Instant) -> Result<(String, Instant), NoLine> {
        match self.wait(&self.output, deadline)? {
            Output::Line { arrived, .. } if arrived > deadline => Err(NoLine::Timeout),
            Output::Line { text, arrived } => Ok((text, arrived)),
            Output::Flood => Err(NoLine::Flood),
        }
    }

    /// Waits a moment for a program that has closed its output, and returns its status if it has
    /// ended.
    pub(crate) fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + Process::EXIT_GRACE;
        let mut status = None;
        while Instant::now() < deadline {
            if status.is_none() {
                status = self.child.try_wait().ok().flatten();
                if status.is_some() {
                    // At once: nobody else may get the group's number before it is used.
                    self.kill_group();
                    self.is_reaped = true;
                }
            }
            if status.is_some() && self.log.is_complete() {
                break;
            }
            thread::sleep(Process::EXIT_POLL);
        }
        status
    }

    /// Returns the end of what the program has written on standard error.
    pub(crate) fn log(&self) -> String {
        self.log.text()
    }

    fn wait<T>(&self, channel: &Receiver<T>, deadline: Instant) -> Result<T, NoLine> {
        loop {
            if self.stop.is_requested() {
                return Err(NoLine::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match channel.recv_timeout(left.min(Process::POLL)) {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Closed),
                // Something may have come just before the deadline, or before this thread woke.
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    return channel.try_recv().map_err(|_| NoLine::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Kills the program and all its children. That none are left is no failure.
    fn kill_group(&self) {
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill_group();
            let _ = self.child.wait();
        }
    }
}

fn write_all(stdin: ChildStdin, texts: &Receiver<String>, written: &Sender<Instant>) {
    let mut stdin = Some(stdin);
    for text in texts {
        if let Some(stream) = &mut stdin
            && stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_err()
        {
            stdin = None;
        }
        if written.send(Instant::now()).is_err() {
            break;
        }
    }
}

fn read_lines(mut stdout: impl Read, lines: &SyncSender<Output>) {
    let mut cutter = LineCutter::default();
    let mut buffer = [0; 4096];
    loop {
        let len = match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(len) => len,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let arrived = Instant::now();
        let (complete, in_bounds) = cutter.push(&buffer[..len]);
        for text in complete {
            if lines.send(Output::Line { text, arrived }).is_err() {
                return;
            }
        }
        if in_bounds.is_err() {
            // Nobody may be listening any more.
            let _ = lines.send(Output::Flood);
            return;
        }
    }
}
