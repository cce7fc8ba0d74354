//! User namespace for the programs that root starts.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write as _};
use std::ops::RangeInclusive;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{self, Command, Stdio};

/// User numbers of the system that stand behind those of programs: a range that no distribution
/// gives to anybody.
const FIRST_OF_SYSTEM: u32 = 0x7000_0000;

/// User namespace in which root is root, and in which there are users without rights.
///
/// The kernel does not limit the processes of root, whatever namespace they are in. A program that
/// runs as one of these users is limited, and it can read what every user may read.
#[derive(Debug)]
pub(crate) struct UserNamespace {
    file: File,
}

impl UserNamespace {
    /// Numbers of the users, which are those of groups as well.
    pub(crate) const USERS: RangeInclusive<u32> = 1..=65_534;

    /// Returns a new namespace; `None` if this process does not run as root, who alone needs it, or
    /// if the system has no such users.
    pub(crate) fn new() -> Option<UserNamespace> {
        if is_root() { UserNamespace::make().ok() } else { None }
    }

    /// Returns a path by which other processes can open the namespace as long as this value exists.
    pub(crate) fn path(&self) -> String {
        format!("/proc/{}/fd/{}", process::id(), self.file.as_raw_fd())
    }

    /// Returns whether the users may read a file, and run it if anybody may.
    pub(crate) fn may_read(path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|file| {
            let mode = file.permissions().mode();
            let wanted = if mode & 0o111 == 0 { 0o4 } else { 0o5 };
            mode & wanted == wanted
        })
    }

    /// Returns whether the users may reach what is in a folder.
    pub(crate) fn may_enter(folder: &Path) -> bool {
        fs::metadata(folder).is_ok_and(|folder| folder.permissions().mode() & 0o1 != 0)
    }

    fn make() -> io::Result<UserNamespace> {
        // When the shell writes, it has left this namespace. It lives until its input ends.
        let mut shell = Command::new("unshare")
            .args(["--user", "sh", "-c", "echo; read -r _"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut stdin = shell.stdin.take().expect("the command pipes its input");
        let stdout = shell.stdout.take().expect("the command pipes its output");
        let folder = format!("/proc/{}", shell.id());
        let made = BufReader::new(stdout).read_line(&mut String::new()).and_then(|_| {
            let (first, last) = UserNamespace::USERS.into_inner();
            let map = format!("0 0 1\n{first} {FIRST_OF_SYSTEM} {last}\n");
            for file in ["uid_map", "gid_map"] {
                fs::write(format!("{folder}/{file}"), &map)?;
            }
            File::open(format!("{folder}/ns/user"))
        });
        let _ = writeln!(stdin);
        shell.wait()?;
        made.map(|file| UserNamespace { file })
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_alone_has_a_namespace() {
        let namespace = UserNamespace::new();
        assert!(is_root() || namespace.is_none());
        let Some(namespace) = namespace else { return };
        let [ours, theirs] = ["/proc/self/ns/user".to_owned(), namespace.path()];
        assert!(fs::metadata(&theirs).is_ok());
        assert_ne!(fs::read_link(ours).unwrap(), fs::read_link(theirs).unwrap());
    }
}
