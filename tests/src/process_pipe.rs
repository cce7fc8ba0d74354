//! Detection of processes that are left behind, by a named pipe.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use tempfile::TempDir;

/// Timeout of the tests: longer than any step takes on a loaded machine, and much shorter than the
/// lifetime of a bot that is left behind.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// Named pipe that test processes hold open, so that a test detects when the last of them has
/// ended.
pub struct ProcessPipe {
    path: PathBuf,
    reader: File,
    keeper: File,
    _folder: TempDir,
}

impl ProcessPipe {
    /// Creates a pipe that no test process holds yet.
    ///
    /// # Panics
    ///
    /// Panics if the operating system cannot create the pipe.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "creating a pipe has side effects")]
    pub fn new() -> ProcessPipe {
        let folder = tempfile::tempdir().expect("temporary folders can be created");
        let path = folder.path().join("pipe");
        mkfifo(&path, Mode::S_IRWXU).expect("the folder is new and belongs to this process");
        let open = |options: &mut OpenOptions| options.open(&path).expect("the pipe exists");
        // Opening only the reading end would block until a process opens the writing end.
        let keeper = open(File::options().read(true).write(true));
        let reader = open(File::options().read(true));
        ProcessPipe { path, reader, keeper, _folder: folder }
    }

    /// Returns the command line of a bot that holds the pipe: the program `zoo` with a behaviour.
    #[must_use]
    pub fn command(&self, zoo: &str, behaviour: &str) -> String {
        format!("{zoo} {behaviour} {}", self.path.display())
    }

    /// Waits until this number of further processes have opened the pipe.
    ///
    /// # Panics
    ///
    /// Panics if the pipe cannot be read.
    pub fn wait_for(&mut self, processes: usize) {
        self.reader.read_exact(&mut vec![0; processes]).expect("`keeper` holds the other end");
    }

    /// Waits until no process holds the pipe. Returns the number of processes that have opened it,
    /// without those of [`ProcessPipe::wait_for`].
    ///
    /// # Panics
    ///
    /// Panics if a process still holds the pipe after [`TIMEOUT`].
    pub fn check_all_gone(self) -> usize {
        let ProcessPipe { mut reader, keeper, .. } = self;
        drop(keeper);
        let (gone, all_gone) = mpsc::channel();
        thread::spawn(move || gone.send(reader.read_to_end(&mut Vec::new())));
        let read = all_gone.recv_timeout(TIMEOUT).expect("no process is left");
        read.expect("a pipe can be read to its end")
    }
}
