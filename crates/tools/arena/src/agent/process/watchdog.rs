use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nix::unistd::Pid;

use super::environment::Marker;

/// Kills what this process leaves behind when it is killed itself, and so could not do it.
///
/// It is a shell that notes the groups of the running programs, `+<group>` and `-<group>` a line, and
/// goes on when its input ends, however that came about. Then it kills the groups that are left, and
/// every process that carries a marker of this arena; a few times over, since a process may have had
/// a child meanwhile.
const SCRIPT: &str = r#"
trap "" HUP INT TERM
groups=" "
while read -r line; do
    group=${line#?}
    case $line in
        +*) groups="$groups$group " ;;
        -*) groups=${groups%%" $group "*}" "${groups#*" $group "} ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for round in 1 2 3 4 5; do
    found=$(grep -lasF -e "$1" /proc/[0-9]*/environ)
    [ -n "$found" ] || break
    for file in $found; do
        pid=${file#/proc/}
        kill -s KILL "${pid%/environ}"
    done
done
"#;

/// The only watchdog of this process, from the first program on.
static WATCHDOG: Mutex<Option<Watchdog>> = Mutex::new(None);

/// The running programs, and the shell that knows them.
struct Watchdog {
    groups: BTreeSet<Pid>,
    shell: Child,
    input: ChildStdin,
}

/// The group of a program that the watchdog knows, until this is dropped.
pub(super) struct Guarded(Pid);

impl Guarded {
    /// Returns the number of the group, which is that of the program.
    pub(super) fn group(&self) -> Pid {
        self.0
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if let Some(watchdog) = lock().as_mut() {
            watchdog.groups.remove(&self.0);
            watchdog.tell('-', self.0);
        }
    }
}

/// Starts a program in a group of its own and has it guarded.
pub(super) fn spawn_guarded(command: &mut Command) -> io::Result<(Child, Guarded)> {
    start_watchdog()?;
    // Other games may start theirs at the same time.
    let child = command.spawn()?;
    let group = pid_of(&child);
    if let Some(watchdog) = lock().as_mut() {
        watchdog.groups.insert(group);
        watchdog.tell('+', group);
    }
    Ok((child, Guarded(group)))
}

fn start_watchdog() -> io::Result<()> {
    let mut watchdog = lock();
    if watchdog.is_none() {
        let started = Watchdog::start().map_err(|error| {
            let what = "the shell `sh` that kills programs left behind cannot be started";
            io::Error::new(error.kind(), format!("{what}: {error}"))
        });
        *watchdog = Some(started?);
    }
    Ok(())
}

/// Returns the processes that are known to this arena: its programs and the watchdog's shell.
pub(super) fn known_processes() -> BTreeSet<Pid> {
    let watchdog = lock();
    let known = watchdog
        .iter()
        .flat_map(|watchdog| watchdog.groups.iter().copied().chain([pid_of(&watchdog.shell)]));
    known.collect()
}

impl Watchdog {
    fn start() -> io::Result<Watchdog> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "arena-watchdog", &Marker::common_start()]);
        // No marker of a surrounding arena, which would kill the watchdog before its time; and no
        // stream on which somebody might wait for our end.
        command.env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // The signals of a terminal go to the group that it shows.
        let mut shell = command.process_group(0).spawn()?;
        let input = shell.stdin.take().expect("the stream was asked to be piped");
        Ok(Watchdog { groups: BTreeSet::new(), shell, input })
    }

    /// Tells the shell of a program that has come or gone. If somebody has killed the shell, another
    /// takes its place.
    fn tell(&mut self, sign: char, group: Pid) {
        if writeln!(self.input, "{sign}{group}").is_ok() {
            return;
        }
        let _ = self.shell.wait();
        if let Ok(mut successor) = Watchdog::start() {
            let groups: String = self.groups.iter().map(|group| format!("+{group}\n")).collect();
            // If this fails too, the next program finds out.
            let _ = successor.input.write_all(groups.as_bytes());
            successor.groups = std::mem::take(&mut self.groups);
            *self = successor;
        }
    }
}

/// Nothing in here is left half done by a panic.
fn lock() -> MutexGuard<'static, Option<Watchdog>> {
    WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pid_of(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).expect("process numbers are below two to the 22nd"))
}

#[cfg(test)]
mod tests {
    use nix::sys::signal::{Signal, kill};
    use nix::sys::wait::{Id, WaitPidFlag, waitid};

    use super::*;

    fn start() -> (Child, Guarded) {
        spawn_guarded(Command::new("sleep").arg("600").process_group(0)).unwrap()
    }

    fn shell_and_groups() -> (Pid, BTreeSet<Pid>) {
        let watchdog = lock();
        let watchdog = watchdog.as_ref().unwrap();
        (pid_of(&watchdog.shell), watchdog.groups.clone())
    }

    #[test]
    fn a_watchdog_that_was_killed_has_a_successor_that_knows_all_programs() {
        let (mut first, guarded_first) = start();
        let (shell, groups) = shell_and_groups();
        assert!(groups.contains(&guarded_first.group()));
        kill(shell, Signal::SIGKILL).unwrap();
        // Another test may have noticed, and waited for it, before.
        let _ = waitid(Id::Pid(shell), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT);
        let (mut second, guarded_second) = start();
        let (successor, groups) = shell_and_groups();
        assert_ne!(successor, shell);
        assert!(groups.is_superset(&[guarded_first.group(), guarded_second.group()].into()));
        for child in [&mut first, &mut second] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let group = guarded_second.group();
        drop(guarded_second);
        assert!(!shell_and_groups().1.contains(&group));
    }
}
