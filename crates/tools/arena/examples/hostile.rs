//! Table of hostile programs: what each gets without the sandbox and in it, and what the arena
//! says: `cargo run --profile tools -p arena --example hostile`.
//!
//! Without the sandbox nothing limits a fork bomb, so that attack is tried in the sandbox alone.
//! Each game is played by another process, the program itself, because it may be killed.

#![allow(clippy::unwrap_used, reason = "a table that cannot be made fails by a panic")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{self, Command};
use std::thread;
use std::time::{Duration, Instant};

use arena::{GamePair, Limits, Sandbox, Worker};
use registry::Stop;
use support::attacks::{self, DONE, REFUSED};
use support::{NoCompiler, breakthrough, mock_with_official_time, random};

/// Name of an attack, and the shell commands of its bot.
type Attack = (&'static str, fn(&Target) -> String);

const ATTACKS: [Attack; 9] = [
    (FORK_BOMB, |target| attacks::fork_bomb(target.seconds)),
    ("two forks, `setsid`, no environment", |target| attacks::leave_daemon(target.seconds)),
    ("kill the watchdog and the arena", |target| attacks::kill_arena(target.seconds)),
    ("read a file of the user's folder", |target| attacks::read(&target.folder.join("secret"))),
    ("connect to a port of this machine", |target| attacks::connect(target.port)),
    ("write 100 MB into `/tmp`", |_| attacks::fill_disk(&env::temp_dir().join("hostile"))),
    ("trace another bot (ptrace)", |_| attacks::open_memory(VICTIM)),
    ("open 10,000 files", |_| attacks::open_files()),
    ("write into the store", |target| attacks::write(&target.folder.join("games.db"))),
];

const FORK_BOMB: &str = "fork bomb";

/// Seconds for which another bot sleeps: it is recognized by them.
const VICTIM: &str = "76543210";

/// Targets of the attacks.
struct Target {
    /// A folder of the user, with a secret and a store.
    folder: PathBuf,
    /// A port that is open.
    port: u16,
    /// Time for which programs that are left behind sleep: they are recognized by it.
    seconds: u32,
}

fn main() {
    if let [_, number, mode, folder, port, seconds] = &env::args().collect::<Vec<_>>()[..] {
        let [port, seconds] = [port, seconds].map(|text| text.parse().unwrap());
        let target = Target { folder: folder.into(), port: u16::try_from(port).unwrap(), seconds };
        let attack = ATTACKS[number.parse::<usize>().unwrap()].1(&target);
        play(&attack, mode == "sandbox", target.folder);
        return;
    }
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut victim = Command::new("sleep").arg(VICTIM).spawn().unwrap();
    println!("| Program | Without the sandbox | In the sandbox |\n|---|---|---|");
    for (number, (name, _)) in ATTACKS.into_iter().enumerate() {
        let [without, with] = ["plain", "sandbox"].map(|mode| {
            if name == FORK_BOMB && mode == "plain" {
                return "not tried: takes all processes of the system".to_owned();
            }
            for file in ["secret", "games.db"] {
                fs::write(folder.path().join(file), "unchanged").unwrap();
            }
            let target = Target {
                folder: folder.path().to_owned(),
                port: listener.local_addr().unwrap().port(),
                seconds: 100_000_000 + process::id(),
            };
            try_attack(number, mode, &target)
        });
        println!("| {name} | {without} | {with} |");
    }
    victim.kill().unwrap();
    victim.wait().unwrap();
}

/// Plays a game in another process, and describes what came of it.
fn try_attack(number: usize, mode: &str, target: &Target) -> String {
    let folder = target.folder.to_str().unwrap();
    let started = Instant::now();
    let arena = Command::new(env::current_exe().unwrap())
        .args([&number.to_string(), mode, folder])
        .args([target.port.to_string(), target.seconds.to_string()])
        .output()
        .unwrap();
    let elapsed = started.elapsed().as_millis();
    let mut result = String::from_utf8(arena.stdout).unwrap().trim().to_owned();
    if !arena.status.success() {
        result = format!("the arena is dead: {}", arena.status);
    }
    // The watchdog of a killed arena has some work to do.
    thread::sleep(Duration::from_secs(1));
    let left = attacks::count_processes(&target.seconds.to_string());
    let _ = Command::new("pkill").args(["-9", "-f", &target.seconds.to_string()]).status();
    format!("{result}; {left} processes left; {elapsed} ms")
}

/// Plays the first game of a pair, and prints the bot's answer and the arena's verdict.
fn play(attack: &str, in_sandbox: bool, private: PathBuf) {
    let sandbox = match in_sandbox {
        true => Sandbox::find(&[private]).unwrap(),
        false => Sandbox::default(),
    };
    let game_pair = GamePair {
        game: breakthrough().name().to_owned(),
        contestants: [mock_with_official_time(&format!("turn; {attack}")), random()],
        opening: Vec::new(),
        seed: 1,
        limits: Limits::default(),
        foreign: None,
    };
    let stop = Stop::default();
    let mut worker = Worker::new(&NoCompiler, &stop, None).in_sandbox(&sandbox);
    let [game, _] = worker.play(&game_pair).unwrap();
    let answer = game.record.plies.last().map_or(String::new(), |ply| ply.mv.clone());
    let answer = match answer.as_str() {
        DONE | REFUSED => answer,
        "" => "no answer".to_owned(),
        number => format!("gets {number}"),
    };
    println!("{answer}; `{}`", game.summary.reason);
}
