//! Programs as child processes: started in a clean environment, with piped streams, watched for
//! their memory, and killed together with all their own child processes.

mod environment;
mod error_log;
mod lines;
mod memory;
mod sandbox;
mod streams;
mod system;

use std::io::{self, ErrorKind};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use registry::{GameSetup, Stop, TurnLog};

use self::environment::Marker;
use self::memory::{MemoryLimitExceeded, MemoryWatch};
use self::streams::{StreamEnd, Streams};
use self::system::{Group, PASSED_ON, SystemPipes};

pub use self::sandbox::{NoSandbox, Sandbox};
pub use self::system::available_cores;

/// Running program.
///
/// Dropping it kills the program with all its child processes.
pub(crate) struct Process {
    group: Group,
    is_killed: bool,
    streams: Streams<SystemPipes>,
    /// Processor time that was used so far; `None` until the system has provided it.
    cpu_used: Option<Duration>,
    cpu_reported: Duration,
    memory: MemoryWatch,
    core: Option<usize>,
    stop: Stop,
    /// Time by which it must have exited by itself, after it was sent its last text.
    exit_deadline: Option<Instant>,
}

/// Reason for a missing line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineError {
    Timeout,
    Closed,
    Flood,
    Memory,
    Stopped,
}

impl Process {
    /// Interval at which a wait checks the memory, and whether a stop was requested.
    const POLL: Duration = MemoryWatch::INTERVAL;
    /// Time that a program which has closed its output has to exit.
    const EXIT_GRACE: Duration = Duration::from_millis(300);
    /// Time that a program has to exit after its last text: it may have something to save.
    const FAREWELL_GRACE: Duration = Duration::from_secs(1);
    /// Interval of the checks for an exit.
    const EXIT_POLL: Duration = Duration::from_millis(2);

    /// Starts the program `words[0]` with the other words as its arguments, in the sandbox if there
    /// is one.
    pub(crate) fn start(
        words: &[String],
        setup: &GameSetup<'_>,
        sandbox: &Sandbox,
    ) -> io::Result<Process> {
        let words = sandbox.wrap(words)?;
        let (program, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let marker = Marker::new();
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        marker.clean_environment(&mut command, PASSED_ON);
        let (group, pipes) = Group::start(command, marker, setup.core, sandbox.is_on())?;
        Ok(Process {
            group,
            is_killed: false,
            streams: Streams::of(pipes),
            cpu_used: None,
            cpu_reported: Duration::ZERO,
            memory: MemoryWatch::new(setup.memory),
            core: setup.core,
            stop: setup.stop.clone(),
            exit_deadline: None,
        })
    }

    /// Takes over the setup of another game. Returns `false` if the program cannot serve it.
    pub(crate) fn accept(&mut self, setup: &GameSetup<'_>) -> bool {
        self.stop = setup.stop.clone();
        self.memory.restart(setup.memory);
        // Threads that already run would stay on the old core.
        self.core == setup.core
    }

    /// Discards the data of all turns so far, including output after the last of them.
    pub(crate) fn forget_turns(&mut self) {
        self.turn_log();
        self.streams.forget_turns();
    }

    /// Writes as much of `text` as the program's pipe takes. The rest is written with the next
    /// text.
    pub(crate) fn begin_to_send(&mut self, text: &str) {
        self.streams.send(text);
    }

    /// Writes `text` and returns the time at which it had been flushed.
    ///
    /// A program that does not read may still answer, so a closed input is no failure.
    pub(crate) fn send(&mut self, text: &str, limit: Duration) -> Result<Instant, LineError> {
        let deadline = Instant::now() + limit;
        self.streams.send(text);
        self.wait(deadline, |streams| streams.is_flushed().then_some(Ok(Instant::now())))
    }

    /// Writes the last text that the program gets, and closes its input after it. When the process
    /// is dropped, the program first gets a short time to exit by itself.
    pub(crate) fn send_last(&mut self, text: &str) {
        self.streams.send_last(text);
        self.exit_deadline = Some(Instant::now() + Process::FAREWELL_GRACE);
    }

    /// Returns the next line of output, which must arrive by `deadline`, and its time of arrival.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<(String, Instant), LineError> {
        let line = self.wait(deadline, |streams| {
            streams.next_line().map(|line| {
                line.map_err(|why| match why {
                    StreamEnd::Closed => LineError::Closed,
                    StreamEnd::Flood => LineError::Flood,
                })
            })
        })?;
        if line.arrived > deadline {
            return Err(LineError::Timeout);
        }
        Ok((line.text, line.arrived))
    }

    /// Ends a turn in which a line has arrived, and returns the other data about it.
    pub(crate) fn end_turn(&mut self) -> Result<TurnLog, LineError> {
        self.check_memory()?;
        Ok(self.turn_log())
    }

    /// Returns the data about this turn, and begins the next turn.
    pub(crate) fn turn_log(&mut self) -> TurnLog {
        self.read_clock();
        let cpu = self.cpu_used.map(|used| used.saturating_sub(self.cpu_reported));
        self.cpu_reported = self.cpu_used.unwrap_or_default();
        TurnLog { cpu, stderr: self.streams.end_turn(), report: None }
    }

    /// Waits a short time for a program that has closed its output, and returns its exit status if
    /// it has ended.
    pub(crate) fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + Process::EXIT_GRACE;
        let mut status = None;
        while Instant::now() < deadline {
            if status.is_none() && self.group.has_ended() {
                self.read_clock();
                status = self.kill();
            }
            if status.is_some() && self.streams.is_log_complete() {
                break;
            }
            self.streams.pump(Process::EXIT_POLL);
        }
        status
    }

    /// Returns the end of the program's standard error.
    pub(crate) fn stderr_tail(&self) -> String {
        self.streams.stderr_tail()
    }

    /// Returns the peak of resident memory, in bytes.
    pub(crate) fn peak_memory(&self) -> u64 {
        self.memory.peak()
    }

    /// Moves data on the streams until `done` returns a result, or another reason ends the wait.
    fn wait<T>(
        &mut self,
        deadline: Instant,
        mut done: impl FnMut(&mut Streams<SystemPipes>) -> Option<Result<T, LineError>>,
    ) -> Result<T, LineError> {
        loop {
            if self.stop.is_requested() {
                return Err(LineError::Stopped);
            }
            if let Some(result) = done(&mut self.streams) {
                return result;
            }
            let now = Instant::now();
            if now >= deadline {
                return Err(LineError::Timeout);
            }
            self.streams.pump((deadline - now).min(Process::POLL));
            if self.memory.is_due() {
                self.check_memory()?;
            }
        }
    }

    fn check_memory(&mut self) -> Result<(), LineError> {
        let usage = self.group.memory(self.memory.limit());
        self.memory.check(usage).map_err(|MemoryLimitExceeded| LineError::Memory)
    }

    /// Waits for the exit of a program that was sent its last text, until its deadline.
    fn wait_for_exit(&mut self) {
        let Some(deadline) = self.exit_deadline.filter(|_| !self.is_killed) else {
            return;
        };
        while !self.group.has_ended() && !self.stop.is_requested() && Instant::now() < deadline {
            self.streams.pump(Process::EXIT_POLL);
            // No more lines are needed, and output that is not read must not block the program.
            while let Some(Ok(_)) = self.streams.next_line() {}
        }
    }

    /// Reads the processor time used so far, while the system provides it.
    fn read_clock(&mut self) {
        self.cpu_used = self.group.cpu_time().or(self.cpu_used);
    }

    /// Kills the program and all its child processes. Returns its exit status, unless it was killed
    /// before or the status is unknown.
    pub(crate) fn kill(&mut self) -> Option<ExitStatus> {
        if self.is_killed {
            return None;
        }
        self.is_killed = true;
        self.group.kill()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait_for_exit();
        self.kill();
    }
}
