//! Attacks of hostile programs, as shell commands of mock bots. Unless stated otherwise, an attack
//! ends with a line that says what came of it: the bot's answer.

use std::fs;
use std::path::Path;

/// Answer after an attack that was refused.
pub(crate) const REFUSED: &str = "refused";

/// Answer after an attack that was not.
pub(crate) const DONE: &str = "done";

/// Starts processes that start processes, without end and without an answer. Too much load for a
/// test beside others.
pub(crate) fn fork_bomb(seconds: u32) -> String {
    format!("bomb() {{ bomb | bomb & }}; bomb; exec sleep {seconds}")
}

/// Starts 2000 processes that sleep for that many seconds, and answers with the number of those
/// that the system gave. A shell that gets none ends, so another one counts, without a process.
pub(crate) fn start_processes(seconds: u32) -> String {
    let start = format!("sleep {seconds} </dev/null >/dev/null 2>&1 & echo $n");
    format!(
        "log=$(mktemp); (n=0; while [ $n -lt 2000 ]; do n=$((n + 1)); {start}; done) >$log 2>&1; \
         while read -r line; do case $line in [0-9]*) n=$line ;; esac; done <$log; echo $n; rm $log"
    )
}

/// Leaves a process behind that has another session, another parent, and no environment: a sleep of
/// that many seconds.
pub(crate) fn leave_daemon(seconds: u32) -> String {
    let daemon = format!("env -i sleep {seconds} >/dev/null 2>&1 &");
    format!("setsid sh -c \"{daemon}\"; {daemon} echo {DONE}")
}

/// Kills the arena's watchdog and the arena, and goes on for that many seconds. The bot's own
/// command line does not contain the name of the watchdog.
pub(crate) fn kill_arena(seconds: u32) -> String {
    format!(
        "for child in $(cat /proc/$PPID/task/*/children); do \
         grep -qas [a]rena-watchdog /proc/$child/cmdline && kill -9 $child; done; \
         kill -9 $PPID 2>/dev/null; [ -d /proc/$PPID ] && echo {REFUSED}; exec sleep {seconds}"
    )
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> String {
    attempt(&format!("cat {} >/dev/null", path.display()))
}

/// Writes to a file.
pub(crate) fn write(path: &Path) -> String {
    attempt(&format!("echo x >>{}", path.display()))
}

/// Connects to a port of this machine.
pub(crate) fn connect(port: u16) -> String {
    attempt(&format!("bash -c \"exec 3<>/dev/tcp/127.0.0.1/{port}\""))
}

/// Writes 100 MB to a file, answers with its bytes, and removes it.
pub(crate) fn fill_disk(file: &Path) -> String {
    let file = file.display();
    format!("head -c 100000000 /dev/zero 2>/dev/null >{file}; wc -c <{file}; rm {file}")
}

/// Opens the memory of a process whose command line contains `mark`, for which the system demands
/// the right to trace it (ptrace(2)).
pub(crate) fn open_memory(mark: &str) -> String {
    // The command lines of this bot and of its `grep` do not contain the mark.
    let (head, tail) = mark.split_at(1);
    let find = format!("grep -las \"[{head}]{tail}\" /proc/[0-9]*/cmdline | head -n 1");
    attempt(&format!("victim=$({find}); [ \"$victim\" ] && exec 3<>\"${{victim%cmdline}}mem\""))
}

/// Opens 10,000 files, and answers with the number of those that the system gave.
pub(crate) fn open_files() -> String {
    let open = "n=0; while [ $n -lt 10000 ] && exec {file}</dev/null; do n=$((n + 1)); done";
    format!("bash -c \"{}; echo \\$n\" 2>/dev/null", open.replace('$', "\\$"))
}

/// Returns the number of processes whose command line contains `mark`.
pub(crate) fn count_processes(mark: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let command_lines = processes.filter_map(|process| {
        let words = fs::read(process.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&words).replace('\0', " "))
    });
    command_lines.filter(|command_line| command_line.contains(mark)).count()
}

fn attempt(command: &str) -> String {
    format!("({command}) 2>/dev/null && echo {DONE} || echo {REFUSED}")
}
