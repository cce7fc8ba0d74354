//! Tests of hostile programs in the sandbox, by what they can say about the system. Where the
//! system allows no sandbox, each test says so on standard error; without bubblewrap they fail.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::process;
use std::thread;
use std::time::{Duration, Instant};

use arena::{GamePair, Limits, NoSandbox, PlayedPair, Sandbox, Worker};
use registry::{Stop, Termination};
use support::{NoCompiler, breakthrough, mock, random};

/// Returns the sandbox of this system, with `private` hidden. `None` if the system allows none,
/// after a message past the test's captured output.
fn sandbox(private: &tempfile::TempDir) -> Option<Sandbox> {
    match Sandbox::find(&[private.path().to_owned()]) {
        Ok(sandbox) => Some(sandbox),
        Err(error @ NoSandbox::Missing { .. }) => panic!("{error}"),
        Err(error) => {
            let name = thread::current().name().unwrap_or_default().to_owned();
            let _ = writeln!(std::io::stderr(), "no sandbox here, {name} not tested: {error}");
            None
        }
    }
}

/// Returns a folder for private data that no other rule hides.
fn private_folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// Plays a game pair of a bot that runs `body`, in the sandbox.
fn play(sandbox: &Sandbox, body: &str) -> PlayedPair {
    let game_pair = GamePair {
        game: breakthrough().name().to_owned(),
        contestants: [mock(body), random()],
        opening: Vec::new(),
        seed: 1,
        limits: Limits::default(),
        foreign: None,
    };
    let stop = Stop::default();
    Worker::new(&NoCompiler, &stop, None).in_sandbox(sandbox).play(&game_pair).unwrap()
}

/// Checks that the bot says `expected` in its first turn, where a move is due.
#[track_caller]
fn check_says(sandbox: &Sandbox, body: &str, expected: &str) {
    let [first, second] = play(sandbox, &format!("turn; {body}"));
    for game in [first, second] {
        assert_eq!(game.summary.at_fault(), Some(0), "{:?}", game.summary);
        assert_eq!(game.record.plies.last().unwrap().mv, expected, "{:?}", game.summary);
    }
}

/// Returns whether a process with this command line runs.
fn runs(command_line: &str) -> bool {
    let mut processes = fs::read_dir("/proc").unwrap().flatten();
    processes.any(|process| {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        words == command_line.replace(' ', "\0").into_bytes()
    })
}

#[test]
fn a_program_plays_in_the_sandbox_as_without_it() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let body = "while turn; do echo bot: d4 +0.50 9n >&2; echo $mv; done";
    let [one, other] = [&sandbox, &Sandbox::default()].map(|sandbox| play(sandbox, body));
    for (game, plain) in one.iter().zip(&other) {
        assert_eq!(game.summary.fault(), None, "{:?}", game.summary);
        assert_eq!(game.record.clone().bare(), plain.record.clone().bare());
        let ply = game.record.plies.iter().find(|ply| game.player_of(ply) == 0).unwrap();
        let turn = ply.turn.as_ref().unwrap();
        assert!(turn.report.is_some() && turn.cpu_us.is_some());
        assert!(game.summary.usage[0].peak_memory > 0);
    }
}

#[test]
fn closed_output_is_noticed() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let [first, _] = play(&sandbox, "exec >/dev/null; sleep 600");
    assert_eq!(first.summary.fault(), Some(Termination::Closed), "{:?}", first.summary);
}

#[test]
fn a_daemon_ends_with_its_program() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let seconds = 1_000_000 + process::id();
    let daemon = format!("env -i sleep {seconds} >/dev/null 2>&1 &");
    check_says(&sandbox, &format!("setsid sh -c \"{daemon}\"; {daemon} echo started"), "started");
    let started = Instant::now();
    while runs(&format!("sleep {seconds}")) {
        assert!(started.elapsed() < Duration::from_secs(5), "it still runs");
    }
}

#[test]
fn a_program_sees_no_process_but_its_own() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    // Neither the arena and its watchdog nor other bots can be killed or traced.
    let test = process::id();
    check_says(&sandbox, &format!("kill -9 {test} 2>/dev/null || echo refused"), "refused");
    check_says(&sandbox, "kill -9 $PPID; kill -9 -1; echo alive", "alive");
}

#[test]
fn private_files_can_be_neither_read_nor_written() {
    let private = private_folder();
    let Some(sandbox) = sandbox(&private) else { return };
    // A folder of temporary files, and the folder of the arena's data.
    for folder in [&tempfile::tempdir().unwrap(), &private] {
        let secret = folder.path().join("secret");
        fs::write(&secret, "unchanged").unwrap();
        let path = secret.display();
        check_says(&sandbox, &format!("cat {path} 2>/dev/null || echo refused"), "refused");
        for attack in [format!("echo x >{path}"), format!("rm {path}")] {
            let attack = format!("({attack}) 2>/dev/null && echo done || echo refused");
            check_says(&sandbox, &attack, "refused");
        }
        assert_eq!(fs::read_to_string(&secret).unwrap(), "unchanged");
    }
    check_says(&sandbox, "cat $HOME/.profile 2>/dev/null || echo refused", "refused");
    check_says(&sandbox, "ls | wc -l", "0");
    check_says(&sandbox, "(echo x >$HOME/x) 2>/dev/null || echo refused", "refused");
    check_says(&sandbox, "(echo x >/usr/x) 2>/dev/null || echo refused", "refused");
}

#[test]
fn there_is_no_network() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!("bash -c \"exec 3<>/dev/tcp/127.0.0.1/{port}\" 2>/dev/null");
    check_says(&sandbox, &format!("{connect} && echo connected || echo refused"), "refused");
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
    // Two lines of headings, and the loopback device of the sandbox.
    check_says(&sandbox, "wc -l </proc/net/dev", "3");
}

#[test]
fn the_disk_cannot_be_filled() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    for folder in ["/tmp", "/dev/shm"] {
        let fill = format!("head -c 100000000 /dev/zero 2>/dev/null >{folder}/x");
        check_says(&sandbox, &format!("{fill}; wc -c <{folder}/x"), "33554432");
    }
    for folder in ["/var/tmp", "/dev", "/run"] {
        let write = format!("(echo x >{folder}/x) 2>/dev/null || echo refused");
        check_says(&sandbox, &write, "refused");
    }
}

#[test]
fn open_files_are_limited() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    check_says(&sandbox, "ulimit -n; ulimit -n 10000 2>/dev/null", "1024");
}

#[test]
fn many_processes_end_with_their_program() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let seconds = 2_000_000 + process::id();
    let start = format!("sleep {seconds} </dev/null >/dev/null 2>&1 &");
    let many = format!("i=0; while [ $i -lt 50 ]; do {start} i=$((i + 1)); done; echo started");
    check_says(&sandbox, &many, "started");
    assert!(!runs(&format!("sleep {seconds}")));
}

#[test]
fn a_crash_and_a_missing_program_look_as_without_the_sandbox() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let [first, _] = play(&sandbox, "echo so long >&2; exit 3");
    assert_eq!(first.summary.fault(), Some(Termination::Crashed));
    let detail = first.summary.detail.unwrap();
    assert_eq!(detail, "the process ended, exit status: 3; standard error: so long");
    let contestants = [support::command("no-such-program", None), random()];
    let game_pair = GamePair {
        game: breakthrough().name().to_owned(),
        contestants,
        opening: Vec::new(),
        seed: 1,
        limits: Limits::default(),
        foreign: None,
    };
    let stop = Stop::default();
    let error = Worker::new(&NoCompiler, &stop, None).in_sandbox(&sandbox).play(&game_pair);
    let message = error.unwrap_err().to_string();
    assert!(message.contains("`cmd:no-such-program` cannot be started"), "{message}");
}
