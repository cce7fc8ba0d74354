//! Watchdog: a shell that kills the programs of this process if this process is killed itself.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nix::unistd::Pid;

use crate::process::environment::Marker;

/// Shell script that kills the programs that this process leaves behind when it is killed itself.
///
/// The shell reads the process groups of the running programs, `+<group>` or `-<group>` a line,
/// until its input ends for any reason. Then it kills the remaining groups, and every process that
/// carries a marker of this arena. It repeats that until it has found none three times: a process
/// may have started a child process meanwhile, and one that begins another program has no
/// environment for a moment.
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
none=0 round=0
while [ "$none" -lt 3 ] && [ "$round" -lt 100 ]; do
    round=$((round + 1)) none=$((none + 1))
    for file in $(grep -lasF -e "$1" /proc/[0-9]*/environ); do
        none=0
        pid=${file#/proc/}
        kill -s KILL "${pid%/environ}"
    done
    [ "$none" -eq 0 ] || sleep 0.05
done
"#;

/// The only watchdog of this process, started with the first program.
static WATCHDOG: Mutex<Option<Watchdog>> = Mutex::new(None);

/// The process groups of the running programs, and the shell that has a list of them.
struct Watchdog {
    groups: BTreeSet<Pid>,
    shell: Child,
    input: ChildStdin,
}

/// Process group of a program that is on the watchdog's list until this value is dropped.
pub(in crate::process::system) struct WatchedGroup(Pid);

impl WatchedGroup {
    /// Returns the number of the group, which is that of the program.
    pub(in crate::process::system) fn group(&self) -> Pid {
        self.0
    }
}

impl Drop for WatchedGroup {
    fn drop(&mut self) {
        if let Some(watchdog) = lock().as_mut() {
            watchdog.groups.remove(&self.0);
            watchdog.write_line('-', self.0);
        }
    }
}

/// Starts a program in a process group of its own and puts the group on the watchdog's list.
pub(in crate::process::system) fn spawn_watched(
    command: &mut Command,
) -> io::Result<(Child, WatchedGroup)> {
    start_watchdog()?;
    // Without the lock: other games may start their programs at the same time.
    let child = command.spawn()?;
    let group = pid_of(&child);
    if let Some(watchdog) = lock().as_mut() {
        watchdog.groups.insert(group);
        watchdog.write_line('+', group);
    }
    Ok((child, WatchedGroup(group)))
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

/// Returns the known processes of this arena: its programs and the watchdog's shell.
#[cfg(target_os = "linux")]
pub(in crate::process::system) fn known_processes() -> BTreeSet<Pid> {
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
        // No marker of a surrounding arena, which would kill the watchdog too early, and no stream
        // whose reader might wait for the end of this process.
        command.env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A terminal sends its signals to the foreground group, so the shell gets another group.
        let mut shell = command.process_group(0).spawn()?;
        let input = shell.stdin.take().expect("the command pipes its input");
        Ok(Watchdog { groups: BTreeSet::new(), shell, input })
    }

    /// Writes to the shell that a program has started or ended. If the shell has been killed,
    /// starts a new one.
    fn write_line(&mut self, sign: char, group: Pid) {
        if writeln!(self.input, "{sign}{group}").is_ok() {
            return;
        }
        let _ = self.shell.wait();
        if let Ok(mut successor) = Watchdog::start() {
            let groups: String = self.groups.iter().map(|group| format!("+{group}\n")).collect();
            // If this fails too, the next program tries again.
            let _ = successor.input.write_all(groups.as_bytes());
            successor.groups = std::mem::take(&mut self.groups);
            *self = successor;
        }
    }
}

/// Locks the watchdog. A panic cannot leave it in an inconsistent state, so poisoning is ignored.
fn lock() -> MutexGuard<'static, Option<Watchdog>> {
    WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pid_of(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).expect("a process number is an i32"))
}

#[cfg(test)]
mod tests {
    use nix::sys::signal::{Signal, kill};
    use nix::sys::wait::{Id, WaitPidFlag, waitid};

    use super::*;

    fn start() -> (Child, WatchedGroup) {
        spawn_watched(Command::new("sleep").arg("600").process_group(0)).unwrap()
    }

    fn shell_and_groups() -> (Pid, BTreeSet<Pid>) {
        let watchdog = lock();
        let watchdog = watchdog.as_ref().unwrap();
        (pid_of(&watchdog.shell), watchdog.groups.clone())
    }

    #[test]
    fn a_killed_watchdog_is_replaced_by_one_that_lists_all_programs() {
        let (mut first, watched_first) = start();
        let (shell, groups) = shell_and_groups();
        assert!(groups.contains(&watched_first.group()));
        kill(shell, Signal::SIGKILL).unwrap();
        // Another test may have noticed it and waited for the shell before.
        let _ = waitid(Id::Pid(shell), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT);
        let (mut second, watched_second) = start();
        let (successor, groups) = shell_and_groups();
        assert_ne!(successor, shell);
        assert!(groups.is_superset(&[watched_first.group(), watched_second.group()].into()));
        for child in [&mut first, &mut second] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let group = watched_second.group();
        drop(watched_second);
        assert!(!shell_and_groups().1.contains(&group));
    }
}
