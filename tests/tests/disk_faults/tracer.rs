//! Runs a program whose n-th change of the files of a folder fails, or is its last.
//!
//! The program is traced (ptrace(2)): the kernel stops it at each system call, which may then be
//! replaced by an error. So a fault reaches what the program really asks of the system, whichever
//! library asks it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, read, read_link};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::errno::Errno;
use nix::libc::{
    SYS_fdatasync, SYS_fsync, SYS_pwrite64, SYS_rename, SYS_renameat, SYS_renameat2, SYS_write,
    SYS_writev, c_long, user_regs_struct,
};
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// Event at the chosen change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It fails; later ones do not.
    Once,
    /// The disk is full: all writes fail from there on.
    Full,
    /// The program is killed before it.
    Kill,
}

/// Program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Exit code; `None` if the program was killed.
    pub(crate) code: Option<i32>,
    /// Standard error.
    pub(crate) errors: String,
    /// Number of changes that the program asked for.
    pub(crate) changes: usize,
    /// Files that got their names before their contents were synced: they may be empty after a
    /// power failure.
    pub(crate) named_too_early: Vec<PathBuf>,
}

/// Change of a file.
#[derive(PartialEq, Eq)]
enum Change {
    Write(PathBuf),
    Sync(PathBuf),
    /// New name of the file with this name.
    Rename(PathBuf),
}

/// Traced program.
struct Traced<'a> {
    main: Pid,
    /// Folder whose files are watched.
    folder: &'a Path,
    /// Fault, and the number of the change at which it happens, from 1.
    fault: Option<(Fault, usize)>,
    changes: usize,
    /// Files that have been written since they were synced.
    unsynced: BTreeSet<PathBuf>,
    named_too_early: Vec<PathBuf>,
    /// Threads whose present system call fails, with the error.
    failing: BTreeMap<Pid, Errno>,
}

/// Runs a program in `folder` until it ends. Changes of files below this folder are counted, and
/// the fault happens at the one with its number.
#[allow(clippy::zombie_processes, reason = "the tracer waits for the process")]
pub(crate) fn run(command: &[String], folder: &Path, fault: Option<(Fault, usize)>) -> Ended {
    let printed = tempfile::tempdir().unwrap();
    let errors = printed.path().join("errors");
    // The shell waits until it is traced, and becomes the program.
    let mut shell = Command::new("sh")
        .args(["-c", "read -r _ && exec \"$@\" < /dev/null", "sh"])
        .args(command)
        .current_dir(folder)
        .env("CG_SETTINGS", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(File::create(&errors).unwrap())
        .spawn()
        .unwrap();
    let main = Pid::from_raw(shell.id().try_into().unwrap());
    let options = Options::PTRACE_O_TRACESYSGOOD
        | Options::PTRACE_O_TRACEEXEC
        | Options::PTRACE_O_TRACECLONE
        | Options::PTRACE_O_EXITKILL;
    ptrace::seize(main, options).unwrap();
    shell.stdin.take().unwrap().write_all(b"\n").unwrap();
    let folder = folder.canonicalize().unwrap();
    let mut traced = Traced {
        main,
        folder: &folder,
        fault,
        changes: 0,
        unsynced: BTreeSet::new(),
        named_too_early: Vec::new(),
        failing: BTreeMap::new(),
    };
    let code = traced.run_to_end();
    let errors = String::from_utf8(read(errors).unwrap()).unwrap();
    let Traced { changes, named_too_early, .. } = traced;
    Ended { code, errors, changes, named_too_early }
}

impl Traced<'_> {
    /// Follows the program and its threads. Returns its exit code.
    fn run_to_end(&mut self) -> Option<i32> {
        // The children of other threads are those of other tests.
        let flags = WaitPidFlag::__WALL | WaitPidFlag::__WNOTHREAD;
        loop {
            let (thread, signal) = match waitpid(None, Some(flags)).unwrap() {
                WaitStatus::Exited(ended, code) if ended == self.main => return Some(code),
                WaitStatus::Signaled(ended, ..) if ended == self.main => return None,
                WaitStatus::PtraceSyscall(thread) => {
                    self.at_system_call(thread);
                    (thread, None)
                }
                WaitStatus::PtraceEvent(thread, ..) => (thread, None),
                WaitStatus::Stopped(thread, signal) => (thread, Some(signal)),
                _ => continue,
            };
            ignore_if_gone(ptrace::syscall(thread, signal));
        }
    }

    /// Lets a system call pass or fail: a thread is stopped before the call and behind it.
    fn at_system_call(&mut self, thread: Pid) {
        let Ok(mut registers) = ptrace::getregs(thread) else { return };
        if let Some(error) = self.failing.remove(&thread) {
            registers.rax = code(-c_long::from(error as i32));
        } else {
            let is_before = registers.rax == code(-c_long::from(Errno::ENOSYS as i32));
            let change = is_before.then(|| self.change(thread, &registers)).flatten();
            let Some(error) = change.and_then(|change| self.error_of(change)) else { return };
            self.failing.insert(thread, error);
            // There is no such call, so that the kernel does nothing.
            registers.orig_rax = code(-1);
        }
        ignore_if_gone(ptrace::setregs(thread, registers));
    }

    /// Counts a change, and returns the error with which it fails, if any.
    fn error_of(&mut self, change: Change) -> Option<Errno> {
        self.changes += 1;
        let is_write = matches!(change, Change::Write(_));
        match change {
            Change::Write(path) => drop(self.unsynced.insert(path)),
            Change::Sync(path) => drop(self.unsynced.remove(&path)),
            Change::Rename(path) if self.unsynced.contains(&path) => {
                self.named_too_early.push(path);
            }
            Change::Rename(_) => (),
        }
        let (fault, number) = self.fault?;
        let error = if is_write { Errno::ENOSPC } else { Errno::EIO };
        match fault {
            Fault::Once => (self.changes == number).then_some(error),
            Fault::Full => (self.changes >= number && is_write).then_some(error),
            Fault::Kill if self.changes == number => {
                ignore_if_gone(kill(self.main, Signal::SIGKILL));
                None
            }
            Fault::Kill => None,
        }
    }

    /// Returns which change of a watched file a thread asks for, if any.
    #[allow(non_upper_case_globals, reason = "names of the C library")]
    fn change(&self, thread: Pid, registers: &user_regs_struct) -> Option<Change> {
        let change = match c_long::try_from(registers.orig_rax).ok()? {
            SYS_write | SYS_writev | SYS_pwrite64 => Change::Write(open_file(thread, registers)?),
            SYS_fsync | SYS_fdatasync => Change::Sync(open_file(thread, registers)?),
            SYS_rename => Change::Rename(path_at(thread, registers.rdi)?),
            SYS_renameat | SYS_renameat2 => Change::Rename(path_at(thread, registers.rsi)?),
            _ => return None,
        };
        let (Change::Write(path) | Change::Sync(path) | Change::Rename(path)) = &change;
        path.starts_with(self.folder).then_some(change)
    }
}

/// Returns a register's content for a signed number.
fn code(number: c_long) -> u64 {
    number.cast_unsigned()
}

/// A thread may end at any time, and cannot be asked for more then.
fn ignore_if_gone(result: nix::Result<()>) {
    assert!(matches!(result, Ok(()) | Err(Errno::ESRCH)), "{result:?}");
}

/// Returns the path of the file to which a system call's first argument refers.
fn open_file(thread: Pid, registers: &user_regs_struct) -> Option<PathBuf> {
    read_link(format!("/proc/{thread}/fd/{}", registers.rdi)).ok()
}

/// Returns the path, from the root, whose text is at an address of a thread's memory.
fn path_at(thread: Pid, address: u64) -> Option<PathBuf> {
    let mut bytes = [0; 4096];
    let read = File::open(format!("/proc/{thread}/mem")).ok()?.read_at(&mut bytes, address).ok()?;
    let text = bytes[..read].split(|&byte| byte == 0).next()?;
    let folder = read_link(format!("/proc/{thread}/cwd")).ok()?;
    // `.` in the middle, which tempfile writes, is no part of the path.
    Some(folder.join(str::from_utf8(text).ok()?).components().collect())
}
