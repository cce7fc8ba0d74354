//! Programs under the arena's hand: started clean, spoken to, watched, and killed with all theirs.

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

use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;

use self::environment::Marker;
use self::memory::{AboveLimit, MemoryWatch};
use self::streams::{NoMoreLines, Streams};
use self::watchdog::Guarded;
use super::{GameSetup, TurnLog};
use crate::stop::Stop;

/// A running program in a process group of its own.
///
/// Dropping it kills it with all its children, those that have left the group as well.
pub(crate) struct Process {
    child: Child,
    pid: Pid,
    is_reaped: bool,
    streams: Streams,
    clock: Option<ClockId>,
    cpu_used: Duration,
    cpu_told: Duration,
    memory: MemoryWatch,
    core: Option<usize>,
    marker: Marker,
    stop: Stop,
    /// When it must have exited by itself, once it has been told that nothing more will come.
    leaves_by: Option<Instant>,
    _guarded: Guarded,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    Timeout,
    Closed,
    Flood,
    Memory,
    Stopped,
}

impl Process {
    /// How often a wait looks whether the match was asked to stop, and at the memory.
    const POLL: Duration = MemoryWatch::INTERVAL;
    /// How long a program that has closed its output may take to exit.
    const EXIT_GRACE: Duration = Duration::from_millis(300);
    /// How long a program that has been told the end may take to exit: it may have something to put
    /// away.
    const LEAVE_GRACE: Duration = Duration::from_secs(1);
    /// How often an exit is looked for.
    const EXIT_POLL: Duration = Duration::from_millis(2);

    /// Starts the program `words[0]` with the other words as its arguments.
    pub(crate) fn start(words: &[String], setup: &GameSetup<'_>) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        escaped::adopt_orphans()?;
        let marker = Marker::new();
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        marker.clean_environment(&mut command);
        let (mut child, guarded) = watchdog::spawn_guarded(&mut command)?;
        let pid = guarded.group();
        let streams = Streams::of(&mut child);
        let process = Process {
            child,
            pid,
            is_reaped: false,
            streams,
            clock: clock_getcpuclockid(pid).ok(),
            cpu_used: Duration::ZERO,
            cpu_told: Duration::ZERO,
            memory: MemoryWatch::new(setup.memory),
            core: setup.core,
            marker,
            stop: setup.stop.clone(),
            leaves_by: None,
            _guarded: guarded,
        };
        // Threads and children that the program starts from now on stay there.
        if let Some(core) = setup.core {
            bind(pid, core)?;
        }
        Ok(process)
    }

    /// Takes on another game's setup. `false` if the program cannot serve it.
    pub(crate) fn accept(&mut self, setup: &GameSetup<'_>) -> bool {
        self.stop = setup.stop.clone();
        self.memory.restart(setup.memory);
        // Threads that run already would stay on the old core.
        self.core == setup.core
    }

    /// Forgets all turns so far, and what came behind the last of them.
    pub(crate) fn forget_turns(&mut self) {
        self.turn_log();
        self.streams.forget_turns();
    }

    /// Writes as much of `text` as the program's pipe takes; the rest goes with what is sent next.
    pub(crate) fn begin_to_send(&mut self, text: &str) {
        self.streams.send(text);
    }

    /// Writes `text` and returns when it had been flushed.
    ///
    /// A program that does not read may still answer: a closed input is no failure.
    pub(crate) fn send(&mut self, text: &str, limit: Duration) -> Result<Instant, NoLine> {
        let deadline = Instant::now() + limit;
        self.streams.send(text);
        self.wait(deadline, |streams| streams.is_flushed().then_some(Ok(Instant::now())))
    }

    /// Writes the last text that the program gets, and closes its input behind it. When it is
    /// dropped, it has had a moment to exit by itself.
    pub(crate) fn take_leave(&mut self, text: &str) {
        self.streams.send_last(text);
        self.leaves_by = Some(Instant::now() + Process::LEAVE_GRACE);
    }

    /// Returns the next line of output, which must arrive by `deadline`, and its arrival.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<(String, Instant), NoLine> {
        let line = self.wait(deadline, |streams| {
            streams.next_line().map(|line| {
                line.map_err(|why| match why {
                    NoMoreLines::Closed => NoLine::Closed,
                    NoMoreLines::Flood => NoLine::Flood,
                })
            })
        })?;
        if line.arrived > deadline {
            return Err(NoLine::Timeout);
        }
        Ok((line.text, line.arrived))
    }

    /// Ends a turn in which a line has come, and returns what is known of it beside that.
    pub(crate) fn end_turn(&mut self) -> Result<TurnLog, NoLine> {
        self.memory.look(self.pid).map_err(|AboveLimit| NoLine::Memory)?;
        Ok(self.turn_log())
    }

    /// Returns what is known of this turn, and begins the next.
    pub(crate) fn turn_log(&mut self) -> TurnLog {
        self.read_clock();
        let cpu = self.clock.map(|_| self.cpu_used.saturating_sub(self.cpu_told));
        self.cpu_told = self.cpu_used;
        TurnLog { cpu, stderr: self.streams.end_turn(), report: None }
    }

    /// Waits a moment for a program that has closed its output, and returns its status if it has
    /// ended.
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

    /// Returns the end of what the program has written on standard error.
    pub(crate) fn last_words(&self) -> String {
        self.streams.last_words()
    }

    /// Returns the most memory that was seen resident, in bytes.
    pub(crate) fn peak_memory(&self) -> u64 {
        self.memory.peak()
    }

    /// Moves the streams until `done` says something, or there is a reason to stop waiting.
    fn wait<T>(
        &mut self,
        deadline: Instant,
        mut done: impl FnMut(&mut Streams) -> Option<Result<T, NoLine>>,
    ) -> Result<T, NoLine> {
        loop {
            if self.stop.is_requested() {
                return Err(NoLine::Stopped);
            }
            if let Some(result) = done(&mut self.streams) {
                return result;
            }
            let now = Instant::now();
            if now >= deadline {
                return Err(NoLine::Timeout);
            }
            self.streams.pump((deadline - now).min(Process::POLL));
            self.memory.look_at_times(self.pid).map_err(|AboveLimit| NoLine::Memory)?;
        }
    }

    /// Waits for a program that is leaving, as long as it may take.
    fn let_leave(&mut self) {
        let Some(deadline) = self.leaves_by.filter(|_| !self.is_reaped) else {
            return;
        };
        while !self.has_ended() && !self.stop.is_requested() && Instant::now() < deadline {
            self.streams.pump(Process::EXIT_POLL);
            // Nobody asks for more lines, and what it still has to say must not hold it up.
            while let Some(Ok(_)) = self.streams.next_line() {}
        }
    }

    /// Tells whether the program has ended. Its number stays taken until it is reaped.
    fn has_ended(&self) -> bool {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        !matches!(waitid(Id::Pid(self.pid), flags), Ok(WaitStatus::StillAlive))
    }

    /// Notes the processor time used so far, as long as the system knows it.
    fn read_clock(&mut self) {
        if let Some(Ok(time)) = self.clock.map(ClockId::now) {
            self.cpu_used = time.into();
        }
    }

    /// Kills the program and all its children, and returns how it ended, unless it was known before
    /// or cannot be found out.
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
        self.let_leave();
        self.kill();
    }
}

fn bind(program: Pid, core: usize) -> io::Result<()> {
    let mut cores = CpuSet::new();
    cores.set(core).and_then(|()| sched_setaffinity(program, &cores)).map_err(|error| {
        let what = format!("cannot be bound to core {core}, choose another: {error}");
        io::Error::new(io::Error::from(error).kind(), what)
    })
}
