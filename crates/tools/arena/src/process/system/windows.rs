//! Windows: job objects, which hold a program and all processes that it starts.

use std::io::{self, ErrorKind};
use std::os::windows::io::AsRawHandle;
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, CreationFlags, JobObject};
use win32job::{ExtendedLimitInfo, Job, JobError};
use windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

use super::observed::{ObservedTree, refuse_core};
use super::threads::ThreadPipes;
use crate::process::environment::Marker;
use crate::process::memory::MemoryUsage;

/// Environment variables that a program inherits, if they are set: the places of programs and
/// files, and the language of messages.
pub(in crate::process) const PASSED_ON: &[&str] = &[
    "PATH",
    "PATHEXT",
    "ComSpec",
    "SystemDrive",
    "SystemRoot",
    "TEMP",
    "TMP",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "LANG",
];

/// Running program in a job object of its own, with all processes that it starts.
pub(in crate::process) struct Group {
    child: Box<dyn ChildWrapper>,
    tree: ObservedTree,
    /// Peak of the program's resident memory while it could be read.
    peak: u64,
}

impl Group {
    /// Starts a program. All its streams are piped. Its processes are found by the job object, not
    /// by the marker.
    pub(in crate::process) fn start(
        command: Command,
        _marker: Marker,
        core: Option<usize>,
        _is_sandboxed: bool,
    ) -> io::Result<(Group, ThreadPipes)> {
        refuse_core(core)?;
        end_programs_with_arena()?;
        let tree = ObservedTree::new()?;
        let mut command = CommandWrap::from(command);
        // Ctrl-C in the console is for the arena alone. The program is suspended until it is in its
        // job object, so that no process that it starts is outside.
        command.wrap(CreationFlags(CREATE_NEW_PROCESS_GROUP)).wrap(JobObject);
        let mut child = command.spawn()?;
        let piped = "the command pipes all three streams";
        let stdin = child.stdin().take().expect(piped);
        let stdout = child.stdout().take().expect(piped);
        let stderr = child.stderr().take().expect(piped);
        let tree = tree.below(child.id());
        let mut group = Group { child, tree, peak: 0 };
        let pipes = ThreadPipes::of(stdin, stdout, stderr).inspect_err(|_| {
            group.kill();
        })?;
        Ok((group, pipes))
    }

    /// Returns whether the program has ended.
    pub(in crate::process) fn has_ended(&mut self) -> bool {
        // The wait for the whole job object would take one of its messages, for which `kill` waits.
        !matches!(self.child.inner_mut().try_wait(), Ok(None))
    }

    /// Returns the processor time that the program has used; `None` if it is gone.
    pub(in crate::process) fn cpu_time(&mut self) -> Option<Duration> {
        self.tree.cpu_time()
    }

    /// Returns the resident memory of the program and its child processes: their working sets.
    pub(in crate::process) fn memory(&mut self, _limit: u64) -> MemoryUsage {
        let handle = self.child.process_handle().map(|handle| handle.as_raw_handle() as isize);
        let counters = handle.map(win32job::utils::get_process_memory_info);
        if let Some(Ok(counters)) = counters {
            self.peak = self.peak.max(counters.peak_working_set_size as u64);
        }
        let MemoryUsage { highest, together } = self.tree.memory();
        MemoryUsage { highest: highest.max(self.peak), together }
    }

    /// Kills the program and all its child processes. Returns its exit status, if it is known.
    pub(in crate::process) fn kill(&mut self) -> Option<ExitStatus> {
        // The program may have ended by itself.
        let _ = self.child.start_kill();
        self.child.inner_mut().wait().ok()
    }
}

/// Puts this process into a job object that ends with it, and that all programs inherit: they end
/// with the arena even if it is killed.
fn end_programs_with_arena() -> io::Result<()> {
    static JOB: OnceLock<Result<Job, JobError>> = OnceLock::new();
    let made = JOB.get_or_init(|| {
        let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close())?;
        job.assign_current_process()?;
        Ok(job)
    });
    match made {
        Ok(_) => Ok(()),
        Err(error) => {
            let what = "the job object that ends programs with the arena cannot be made";
            Err(io::Error::new(ErrorKind::Other, format!("{what}: {error}")))
        }
    }
}
