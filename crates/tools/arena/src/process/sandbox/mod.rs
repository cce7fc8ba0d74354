//! Sandbox of programs: bubblewrap, where the system has it.
//!
//! A program in the sandbox has a PID namespace of its own, no network, and a read-only file
//! system, in which the folders of users and the data of the arena are hidden. It sees the files
//! that its command line names.

mod view;

use std::env::{self, consts::OS};
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use self::view::{TEMPORARY, View};
use crate::process::system::UserNamespace;

/// Sandbox in which programs are started; none by default.
#[derive(Clone, Default, Debug)]
pub struct Sandbox {
    /// Folders that are hidden from programs; `None` if programs run without a sandbox.
    hidden: Option<Vec<PathBuf>>,
    /// Users without rights for the programs that root starts. Other users have a namespace of
    /// their own for each program.
    users: Option<Arc<UserNamespace>>,
}

/// Error: there is no sandbox on this system.
#[derive(Debug, thiserror::Error)]
pub enum NoSandbox {
    /// A program is missing, or cannot be started.
    #[error("`{program}` cannot be started ({source}): install the package {package}")]
    Missing {
        /// The program.
        program: &'static str,
        /// The package of Debian that contains it.
        package: &'static str,
        /// Error of the operating system.
        source: io::Error,
    },
    /// Bubblewrap exists on Linux alone.
    #[error("there is no sandbox on {OS}: programs run with the rights of the user")]
    Unsupported,
    /// The system refuses the sandbox.
    #[error("`{BUBBLEWRAP}` cannot make a sandbox here: {0}")]
    Refused(String),
}

/// Program that makes the sandbox.
const BUBBLEWRAP: &str = "bwrap";

/// Program that sets limits of resources, of util-linux.
const PRLIMIT: &str = "prlimit";

/// Limits of the program and of each process that it starts: open files; processes and threads of
/// all processes together, which the system does not apply to a program that runs as root; no core
/// dump.
const LIMITS: [&str; 3] = ["--nofile=1024", "--nproc=512", "--core=0"];

/// Shell script that starts bubblewrap, its arguments, with the standard input and output of the
/// program as streams 3 and 4, and with the file `$0` as stream 5. Bubblewrap keeps its own
/// standard streams open until it ends: the arena would not notice that the program has closed one
/// of them.
const SET_ASIDE: &str = r#"exec 3<&0 4>&1 5<"$0" </dev/null >/dev/null; exec "$@""#;

/// Shell script that starts the program, its arguments, with the streams set aside.
const TAKE_BACK: &str = r#"exec <&3 >&4 3<&- 4>&- 5<&-; exec "$@""#;

/// Shell script that gives the streams of the program to the user `$0` first, so that it can open
/// them by name (`/dev/stdin`).
const GIVE_BACK: &str =
    r#"chown "$0" /dev/fd/3 /dev/fd/4 /dev/fd/2; exec <&3 >&4 3<&- 4>&- 5<&-; exec "$@""#;

/// Options of bubblewrap for the namespace of stream 5, and the rights to become one of its users.
const SHARED_USERS: [&str; 8] = [
    "--userns",
    "5",
    "--cap-add",
    "CAP_SETUID",
    "--cap-add",
    "CAP_SETGID",
    "--cap-add",
    "CAP_CHOWN",
];

/// Options of the two folders that a program can write, `/tmp` and `/dev/shm`: their bytes, and the
/// rights of all users.
const PRIVATE: [&str; 5] = ["--size", "33554432", "--perms", "1777", "--tmpfs"];

/// Options of bubblewrap that do not depend on the program: namespaces, and an end of all processes
/// with the arena. A session of its own keeps the program from typing into the terminal.
const OPTIONS: [&str; 15] = [
    "--die-with-parent",
    "--new-session",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-net",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--cap-drop",
    "ALL",
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "--dev",
];

impl Sandbox {
    /// Returns the sandbox of this system. Besides the folders of users, it hides `private`: the
    /// folders of the arena's data.
    ///
    /// # Errors
    ///
    /// Bubblewrap or `prlimit` is not installed, or the system does not allow user namespaces or is
    /// not Linux.
    pub fn find(private: &[PathBuf]) -> Result<Sandbox, NoSandbox> {
        if OS != "linux" {
            return Err(NoSandbox::Unsupported);
        }
        let missing =
            |program, package| move |source| NoSandbox::Missing { program, package, source };
        let version = ["--version".to_owned()];
        run(PRLIMIT, &version).map_err(missing(PRLIMIT, "util-linux"))?;
        run(BUBBLEWRAP, &version).map_err(missing(BUBBLEWRAP, "bubblewrap"))?;
        let mut refusal = String::new();
        let shared = UserNamespace::new().map(Arc::new);
        for users in shared.map(Some).into_iter().chain([None]) {
            let sandbox = Sandbox { hidden: Some(private.to_vec()), users };
            let words = sandbox.wrap(&["true".to_owned()]);
            let words = words.map_err(missing("true", "coreutils"))?;
            match run(&words[0], &words[1..]).map_err(missing("sh", "dash"))? {
                None => return Ok(sandbox),
                Some(message) => refusal = message,
            }
        }
        Err(NoSandbox::Refused(refusal))
    }

    /// Returns whether programs run in a sandbox.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.hidden.is_some()
    }

    /// Returns the command that starts `words` in the sandbox; `words` itself without one.
    ///
    /// # Errors
    ///
    /// There is no such program.
    pub fn wrap(&self, words: &[String]) -> io::Result<Vec<String>> {
        let Some(private) = &self.hidden else { return Ok(words.to_vec()) };
        let program = words.first().ok_or(io::ErrorKind::InvalidInput)?;
        // Inside of the sandbox this would look like a crash of the program.
        view::absolute(program, true).ok_or(io::ErrorKind::NotFound)?;
        let view = View::of(words, private);
        let users = self.users.as_ref().filter(|_| are_open_to_all(&view));
        let mut command: Vec<String> = Vec::new();
        let mut add = |words: &[&str]| command.extend(words.iter().map(|&word| word.to_owned()));
        let namespace = users.map_or("/dev/null".to_owned(), |users| users.path());
        add(&["sh", "-c", SET_ASIDE, &namespace, BUBBLEWRAP]);
        add(&OPTIONS);
        add(&["/dev"]);
        match users {
            Some(_) => add(&SHARED_USERS),
            None => add(&["--unshare-user"]),
        }
        for folder in &view.hidden {
            add(&PRIVATE);
            add(&[folder]);
        }
        if users.is_some() {
            // Bubblewrap makes folders that only root may enter.
            for folder in view.around_visible() {
                add(&["--perms", "0755", "--dir", &folder.to_string_lossy()]);
            }
        }
        for path in &view.visible {
            add(&["--ro-bind", path, path]);
        }
        add(&PRIVATE);
        add(&["/dev/shm"]);
        for folder in view.read_only() {
            add(&["--remount-ro", folder]);
        }
        add(&["--remount-ro", "/dev"]);
        if env::var_os("TMPDIR").is_some() {
            add(&["--setenv", "TMPDIR", TEMPORARY]);
        }
        if let Some(folder) = &view.current {
            add(&["--chdir", folder]);
        }
        add(&["--", "sh", "-c"]);
        match users {
            Some(_) => {
                let user = next_user().to_string();
                add(&[GIVE_BACK, &user, "setpriv", "--clear-groups"]);
                add(&["--reuid", &user, "--regid", &user, "--"]);
            }
            None => add(&[TAKE_BACK, "sh"]),
        }
        add(&[PRLIMIT]);
        add(&LIMITS);
        add(&["--"]);
        command.extend(words.iter().cloned());
        Ok(command)
    }
}

/// Returns whether users without rights may read the files that a command line names.
fn are_open_to_all(view: &View) -> bool {
    view.named.iter().all(|path| {
        let mut folders = path.ancestors().skip(1).filter(|folder| !view.hides(folder));
        UserNamespace::may_read(path) && folders.all(UserNamespace::may_enter)
    })
}

/// Returns the number of another user than for the program before, so that the limits of programs
/// that run at the same time are their own.
fn next_user() -> u32 {
    static STARTED: AtomicU32 = AtomicU32::new(0);
    let (first, last) = UserNamespace::USERS.into_inner();
    first + STARTED.fetch_add(1, Ordering::Relaxed) % (last - first + 1)
}

/// Runs a program to its end. Returns the last line of its standard error if it fails.
fn run(program: &str, arguments: &[String]) -> io::Result<Option<String>> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output()?;
    let message = String::from_utf8_lossy(&output.stderr);
    let last = message.trim().lines().last().unwrap_or("no message").to_owned();
    Ok((!output.status.success()).then_some(last))
}
