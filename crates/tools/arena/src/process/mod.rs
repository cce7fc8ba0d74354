//! Programs as child processes: started in a clean environment, with piped streams, watched for
//! their memory, and killed together with all their own child processes.

mod environment;
mod error_log;
mod escaped;
mod lines;
mod memory;
mod streams;
mod tree;
mod watchdog;

use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;
use registry::{GameSetup, Stop, TurnLog};

use self::environment::Marker;
use self::memory::{MemoryLimitExceeded, MemoryWatch};
use self::streams::{StreamEnd, Streams};
use self::tree::ProcessTree;
use self::watchdog::WatchedGroup;
use crate::sandbox::Sandbox;

/// Running program in a process group of its own.
///
/// Dropping it kills the program with all its child processes, those that have left the group
/// included.
pub(crate) struct Process {
    child: Child,
    pid: Pid,
    is_reaped: bool,
    streams: Streams,
    /// The program runs below two processes of the sandbox.
    is_sandboxed: bool,
    /// Processor time of the program. In the sandbox the program is not known at its start.
    clock: Option<ClockId>,
    cpu_used: Duration,
    cpu_reported: Duration,
    memory: MemoryWatch,
    core: Option<usize>,
    marker: Marker,
    stop: Stop,
    /// Time by which it must have exited by itself, after it was sent its last text.
    exit_deadline: Option<Instant>,
    _watched: WatchedGroup,
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
        escaped::adopt_orphans()?;
        let marker = Marker::new();
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        marker.clean_environment(&mut command);
        let spawn = || watchdog::spawn_watched(&mut command);
        let (mut child, watched) = bound_to(setup.core, spawn)?;
        let pid = watched.group();
        let streams = Streams::of(&mut child);
        Ok(Process {
            child,
            pid,
            is_reaped: false,
            streams,
            is_sandboxed: sandbox.is_on(),
            clock: if sandbox.is_on() { None } else { clock_getcpuclockid(pid).ok() },
            cpu_used: Duration::ZERO,
            cpu_reported: Duration::ZERO,
            memory: MemoryWatch::new(setup.memory),
            core: setup.core,
            marker,
            stop: setup.stop.clone(),
            exit_deadline: None,
            _watched: watched,
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
        self.memory.check(self.pid).map_err(|MemoryLimitExceeded| LineError::Memory)?;
        Ok(self.turn_log())
    }

    /// Returns the data about this turn, and begins the next turn.
    pub(crate) fn turn_log(&mut self) -> TurnLog {
        self.read_clock();
        let cpu = self.clock.map(|_| self.cpu_used.saturating_sub(self.cpu_reported));
        self.cpu_reported = self.cpu_used;
        TurnLog { cpu, stderr: self.streams.end_turn(), report: None }
    }

    /// Waits a short time for a program that has closed its output, and returns its exit status if
    /// it has ended.
    pub(crate) fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + Process::EXIT_GRACE;
        let mut status = None;
        while Instant::now() < deadline {
            if status.is_none() && self.has_ended() {
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
        mut done: impl FnMut(&mut Streams) -> Option<Result<T, LineError>>,
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
            self.memory
                .check_periodically(self.pid)
                .map_err(|MemoryLimitExceeded| LineError::Memory)?;
        }
    }

    /// Waits for the exit of a program that was sent its last text, until its deadline.
    fn wait_for_exit(&mut self) {
        let Some(deadline) = self.exit_deadline.filter(|_| !self.is_reaped) else {
            return;
        };
        while !self.has_ended() && !self.stop.is_requested() && Instant::now() < deadline {
            self.streams.pump(Process::EXIT_POLL);
            // No more lines are needed, and output that is not read must not block the program.
            while let Some(Ok(_)) = self.streams.next_line() {}
        }
    }

    /// Returns whether the program has ended. Its process number stays in use until it is reaped.
    fn has_ended(&self) -> bool {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        !matches!(waitid(Id::Pid(self.pid), flags), Ok(WaitStatus::StillAlive))
    }

    /// Reads the processor time used so far, while the system provides it.
    fn read_clock(&mut self) {
        if self.clock.is_none() && self.is_sandboxed {
            let program = in_sandbox(self.pid);
            self.clock = program.and_then(|pid| clock_getcpuclockid(pid).ok());
        }
        if let Some(Ok(time)) = self.clock.map(ClockId::now) {
            self.cpu_used = time.into();
        }
    }

    /// Kills the program and all its child processes. Returns its exit status, unless it was killed
    /// before or the status is unknown.
    pub(crate) fn kill(&mut self) -> Option<ExitStatus> {
        if self.is_reaped {
            return None;
        }
        escaped::kill_group(self.pid);
        let status = self.child.wait().ok();
        self.is_reaped = true;
        escaped::kill_escaped(&self.marker, self.pid);
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait_for_exit();
        self.kill();
    }
}

/// Returns the process of the program itself: bubblewrap starts the first process of the namespace,
/// and that the program.
fn in_sandbox(bubblewrap: Pid) -> Option<Pid> {
    let tree = ProcessTree::now();
    let first = tree.children(bubblewrap).into_iter().next()?;
    tree.children(first).into_iter().next()
}

/// Starts a program while this thread is bound to a core, so that the program and all that it
/// starts are bound to it as well.
fn bound_to<T>(core: Option<usize>, start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let Some(core) = core else { return start() };
    let thread = Pid::from_raw(0);
    let before = sched_getaffinity(thread)?;
    let mut cores = CpuSet::new();
    cores.set(core).and_then(|()| sched_setaffinity(thread, &cores)).map_err(|error| {
        let what = format!("cannot be bound to core {core}, choose another: {error}");
        io::Error::new(io::Error::from(error).kind(), what)
    })?;
    let started = start();
    // A thread may return to the cores that it had.
    let _ = sched_setaffinity(thread, &before);
    started
}
