//! Tests of hostile programs in the sandbox, by what they can say about the system. Where the
//! system allows no sandbox, each test says so on standard error; without bubblewrap they fail.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{self, Command};
use std::thread;
use std::time::{Duration, Instant};

use arena::{Contestant, GamePair, Limits, NoSandbox, PlayedPair, Sandbox, Worker};
use registry::{Stop, Termination};
use support::attacks::{self, DONE, REFUSED};
use support::{NoCompiler, breakthrough, command, mock, random};

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
    play_bot(sandbox, mock(body))
}

/// Plays a game pair of a bot in the sandbox.
fn play_bot(sandbox: &Sandbox, bot: Contestant) -> PlayedPair {
    let game_pair = GamePair {
        game: breakthrough().name().to_owned(),
        contestants: [bot, random()],
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

/// Checks that a mark is in the command line of no process, within a few seconds.
#[track_caller]
fn check_none_left(mark: &str) {
    let started = Instant::now();
    while attacks::count_processes(mark) > 0 {
        assert!(started.elapsed() < Duration::from_secs(5), "it still runs");
    }
}

/// Returns a text that is in no other command line, and a number of seconds.
fn mark(kind: u32) -> (String, u32) {
    let seconds = kind * 10_000_000 + process::id();
    (format!("sleep {seconds}"), seconds)
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
    let (mark, seconds) = mark(1);
    check_says(&sandbox, &attacks::leave_daemon(seconds), DONE);
    check_none_left(&mark);
}

#[test]
fn the_number_of_processes_is_limited() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let (mark, seconds) = mark(2);
    let [first, _] = play(&sandbox, &format!("turn; {}", attacks::start_processes(seconds)));
    let started: usize = first.record.plies[0].mv.parse().unwrap();
    assert!((500..512).contains(&started), "{started}");
    check_none_left(&mark);
}

#[test]
fn a_program_that_only_its_owner_may_read_runs_too() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    // One folder is within a hidden one.
    for folder in [tempfile::tempdir().unwrap(), private_folder()] {
        let script = folder.path().join("programs/bot");
        fs::create_dir(script.parent().unwrap()).unwrap();
        fs::write(&script, "#!/bin/sh\nread -r _; echo here; sleep 600\n").unwrap();
        for (of_folder, of_script) in [(0o700, 0o755), (0o755, 0o700), (0o755, 0o755)] {
            fs::set_permissions(folder.path(), Permissions::from_mode(of_folder)).unwrap();
            fs::set_permissions(&script, Permissions::from_mode(of_script)).unwrap();
            let bot = command(script.to_str().unwrap(), Some(Duration::from_secs(60)));
            let [first, _] = play_bot(&sandbox, bot);
            assert_eq!(first.record.plies[0].mv, "here", "{:?}", first.summary);
        }
    }
}

#[test]
fn neither_the_arena_nor_its_watchdog_can_be_killed() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let (mark, seconds) = mark(3);
    check_says(&sandbox, &attacks::kill_arena(seconds), REFUSED);
    check_none_left(&mark);
}

#[test]
fn other_programs_cannot_be_traced() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let (mark, seconds) = mark(4);
    let mut victim = Command::new("sleep").arg(seconds.to_string()).spawn().unwrap();
    let attack = attacks::open_memory(&seconds.to_string());
    check_says(&sandbox, &attack, REFUSED);
    check_says(&Sandbox::default(), &attack, DONE);
    victim.kill().unwrap();
    victim.wait().unwrap();
    check_none_left(&mark);
}

#[test]
fn a_program_sees_no_process_but_its_own() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let test = process::id();
    check_says(&sandbox, &format!("kill -9 {test} 2>/dev/null || echo {REFUSED}"), REFUSED);
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
        check_says(&sandbox, &attacks::read(&secret), REFUSED);
        check_says(&sandbox, &attacks::write(&secret), REFUSED);
        let remove = format!("rm {} 2>/dev/null || echo refused", secret.display());
        check_says(&sandbox, &remove, REFUSED);
        assert_eq!(fs::read_to_string(&secret).unwrap(), "unchanged");
    }
    check_says(&sandbox, &attacks::read(Path::new("$HOME/.profile")), REFUSED);
    check_says(&sandbox, "ls | wc -l", "0");
    for path in ["$HOME/x", "/usr/x"] {
        check_says(&sandbox, &attacks::write(Path::new(path)), REFUSED);
    }
}

#[test]
fn there_is_no_network() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    check_says(&sandbox, &attacks::connect(listener.local_addr().unwrap().port()), REFUSED);
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
    // Two lines of headings, and the loopback device of the sandbox.
    check_says(&sandbox, "wc -l </proc/net/dev", "3");
}

#[test]
fn the_disk_cannot_be_filled() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    for folder in ["/tmp", "/dev/shm"] {
        check_says(&sandbox, &attacks::fill_disk(&Path::new(folder).join("x")), "33554432");
    }
    for folder in ["/var/tmp", "/dev", "/run"] {
        check_says(&sandbox, &attacks::write(&Path::new(folder).join("x")), REFUSED);
    }
}

#[test]
fn open_files_are_limited() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    check_says(&sandbox, "ulimit -n", "1024");
    let [first, _] = play(&sandbox, &format!("turn; {}", attacks::open_files()));
    let opened: u32 = first.record.plies[0].mv.parse().unwrap();
    assert!((1_000..1_024).contains(&opened), "{opened}");
}

#[test]
fn a_crash_and_a_missing_program_look_as_without_the_sandbox() {
    let Some(sandbox) = sandbox(&private_folder()) else { return };
    let [first, _] = play(&sandbox, "echo so long >&2; exit 3");
    assert_eq!(first.summary.fault(), Some(Termination::Crashed));
    let detail = first.summary.detail.unwrap();
    assert_eq!(detail, "the process ended, exit status: 3; standard error: so long");
    let contestants = [command("no-such-program", None), random()];
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
