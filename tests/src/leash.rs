use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use tempfile::TempDir;

/// Longer than anything takes on a loaded machine, and much shorter than a bot lives that is left
/// behind.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A pipe with a name, by which a test sees when the last process that holds it is gone.
pub struct Leash {
    path: PathBuf,
    end: File,
    keeper: File,
    _folder: TempDir,
}

impl Leash {
    /// Makes a pipe that nobody holds yet.
    ///
    /// # Panics
    ///
    /// The system refuses it.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a pipe is no value that one can do without")]
    pub fn new() -> Leash {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("leash");
        mkfifo(&path, Mode::S_IRWXU).expect("the folder is new and ours");
        let open = |options: &mut OpenOptions| options.open(&path).expect("the pipe is ours");
        // Opening one end alone would wait for the other.
        let keeper = open(File::options().read(true).write(true));
        let end = open(File::options().read(true));
        Leash { path, end, keeper, _folder: folder }
    }

    /// Returns the command line of a bot that holds the leash: of the program `zoo`, in a temper.
    #[must_use]
    pub fn command(&self, zoo: &str, temper: &str) -> String {
        format!("{zoo} {temper} {}", self.path.display())
    }

    /// Waits until so many processes have taken the leash.
    ///
    /// # Panics
    ///
    /// The pipe breaks.
    pub fn wait_for(&mut self, processes: usize) {
        self.end.read_exact(&mut vec![0; processes]).expect("its other end is held here");
    }

    /// Checks that nobody holds the leash any more, and returns how many have taken it since
    /// somebody waited for that.
    ///
    /// # Panics
    ///
    /// Somebody still holds it after [`PATIENCE`].
    pub fn check_all_gone(self) -> usize {
        let Leash { mut end, keeper, .. } = self;
        drop(keeper);
        let (gone, all_gone) = mpsc::channel();
        thread::spawn(move || gone.send(end.read_to_end(&mut Vec::new())));
        let read = all_gone.recv_timeout(PATIENCE).expect("no process is left");
        read.expect("a pipe can be read to its end")
    }
}
