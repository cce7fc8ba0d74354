//! Faulty bots: every behaviour ends a game with the right termination, in every game that lists
//! its legal moves. The records of the games are correct, and no process is left behind.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::num::NonZeroUsize;
use std::process::Command;
use std::thread;

use arena::{
    GamePairError, MatchError, PlayedGame, RunningMatch, Sandbox, Store, Worker, WorkerPool,
};
use registry::{Game, Stop, Termination};
use tests::{NoCompiler, ProcessPipe, TIMEOUT, games_with_lists, plan_against_random};

/// Returns the command line of the program `zoo` that holds the pipe.
fn command(behaviour: &str, pipe: &ProcessPipe) -> String {
    pipe.command(env!("CARGO_BIN_EXE_zoo"), behaviour)
}

/// Time of a bot for a move.
#[derive(Clone, Copy)]
enum Time {
    /// Enough time on any machine.
    Enough,
    /// Time limit of the game's judge.
    Official,
}

impl Time {
    fn milliseconds(self) -> Option<u64> {
        match self {
            Time::Enough => Some(TIMEOUT.as_millis() as u64),
            Time::Official => None,
        }
    }
}

/// Plays a game pair in every game, all at once, and checks the record and the number of processes.
/// Calls `check` with each played game. `processes` is the number of processes that hold the pipe
/// in one game.
#[track_caller]
fn check_games(
    behaviour: &str,
    time: Time,
    processes: usize,
    check: impl Fn(&dyn Game, &PlayedGame) + Sync,
) {
    thread::scope(|scope| {
        for game in games_with_lists() {
            let check = &check;
            scope.spawn(move || check_pair(game, behaviour, time, processes, check));
        }
    });
}

/// Plays a game pair in one game; see [`check_games`].
fn check_pair(
    game: &'static dyn Game,
    behaviour: &str,
    time: Time,
    processes: usize,
    check: impl Fn(&dyn Game, &PlayedGame),
) {
    let pipe = ProcessPipe::new();
    let plan = plan_against_random(game, &command(behaviour, &pipe), time.milliseconds(), 1);
    for played in Worker::new(&NoCompiler, &Stop::default(), None).play(&plan.game_pair(0)).unwrap()
    {
        arena::verify(&played.record).unwrap();
        check(game, &played);
    }
    assert_eq!(pipe.check_all_gone(), 2 * processes, "{behaviour}");
}

/// Checks that bots with a behaviour play to the end of the game.
#[track_caller]
fn check_plays_on(behaviour: &str, processes: usize) {
    check_games(behaviour, Time::Enough, processes, |game, played| {
        let why = (game.name(), &played.summary);
        assert_eq!(played.summary.fault(), None, "{behaviour}: {why:?}");
        assert_eq!(played.summary.at_fault(), None);
    });
}

/// Checks that bots with a behaviour lose in `turn`, counted from 1.
#[track_caller]
fn check_loses(behaviour: &str, time: Time, turn: usize, expected: Termination) {
    check_games(behaviour, time, 1, |game, played| check_lost(game, played, turn, expected));
}

/// Checks that the first player has lost in `turn` by the expected fault.
#[track_caller]
fn check_lost(game: &dyn Game, played: &PlayedGame, turn: usize, expected: Termination) {
    let PlayedGame { summary, record } = played;
    let why = format!("{}: {:?}", game.name(), summary.detail);
    assert_eq!((summary.fault(), summary.at_fault()), (Some(expected), Some(0)), "{why}");
    assert_eq!(summary.score(0), 0.0, "{why}");
    let own = record.plies.iter().filter(|ply| ply.player == summary.first).count();
    assert_eq!(own, turn, "{why}");
}

/// Checks that bots with a behaviour lose in `turn` by `line`, with the termination for which the
/// referee of the game rejects this line.
#[track_caller]
fn check_refused(behaviour: &str, turn: usize, line: &str) {
    check_games(behaviour, Time::Enough, 1, |game, played| {
        let foul = game.referee().apply(line).unwrap_err();
        check_lost(game, played, turn, foul.into());
        assert_eq!(played.record.plies.last().unwrap().mv, line);
    });
}

#[test]
fn a_bot_that_plays_by_the_rules_plays_to_the_end() {
    check_plays_on("fair", 1);
    check_plays_on("first", 1);
    check_plays_on("random", 1);
}

#[test]
fn a_bot_may_write_long_messages() {
    check_plays_on("chatty", 1);
    check_plays_on("mojibake", 1);
}

#[test]
fn megabytes_on_standard_error_do_not_matter() {
    check_plays_on("noisy", 1);
}

#[test]
fn every_kind_of_line_end_ends_a_reply() {
    check_plays_on("return-and-feed", 1);
    check_plays_on("return", 1);
}

#[test]
fn a_line_that_the_referee_rejects_loses() {
    check_refused("illegal", 1, "9 9 9 9");
    check_refused("unreadable", 1, "?!");
    check_refused("garbage", 1, "\u{fffd}\u{fffd}");
}

#[test]
fn a_second_line_is_the_reply_of_the_next_turn() {
    check_refused("two-lines", 2, "9 9 9 9");
    check_refused("endless-lines", 1, "9 9 9 9");
}

#[test]
fn a_closed_input_is_no_fault_and_a_closed_output_is() {
    check_refused("close-input", 1, "9 9 9 9");
    check_loses("close-output", Time::Enough, 1, Termination::Closed);
}

#[test]
fn endless_output_is_a_flood() {
    check_loses("flood", Time::Enough, 1, Termination::Flood);
}

#[test]
fn a_process_that_exits_has_crashed() {
    check_loses("crash", Time::Enough, 2, Termination::Crashed);
    check_loses("exit", Time::Enough, 2, Termination::Crashed);
    check_loses("no-end-and-exit", Time::Enough, 1, Termination::Crashed);
}

/// Uses the official time limit, because the bots never reply in their first turn. On a loaded
/// machine a turn before that could exceed the limit.
#[test]
fn a_bot_that_does_not_reply_exceeds_its_time() {
    check_loses("silent", Time::Official, 1, Termination::Timeout);
    check_loses("no-end", Time::Official, 1, Termination::Timeout);
}

#[test]
fn a_bot_that_is_slow_in_a_later_turn_exceeds_its_time() {
    check_games("slow", Time::Official, 1, |_, PlayedGame { summary, .. }| {
        assert_eq!((summary.fault(), summary.at_fault()), (Some(Termination::Timeout), Some(0)));
    });
}

/// Plays the games one after the other, to limit the use of memory.
#[test]
fn a_bot_that_takes_too_much_memory_loses() {
    for game in games_with_lists() {
        check_pair(game, "hog", Time::Enough, 1, |game, played| {
            check_lost(game, played, 2, Termination::Memory);
        });
    }
}

/// Number of processes of a bot with children: the bot, a child that stays, one that leaves its
/// process group, one that exits, and the child of the latter.
const PROCESSES: usize = 5;

#[test]
fn no_child_outlives_its_game() {
    check_plays_on("brood", PROCESSES);
}

#[test]
fn no_child_outlives_a_match_that_is_stopped() {
    for game in games_with_lists() {
        let mut pipe = ProcessPipe::new();
        let time = Time::Enough.milliseconds();
        let plan = plan_against_random(game, &command("brood", &pipe), time, 1_000_000);
        let store = Store::in_memory().unwrap();
        let mut running_match = RunningMatch::begin(store, plan, "").unwrap();
        let stop = Stop::default();
        let jobs = NonZeroUsize::new(2).unwrap();
        let worker_pool = WorkerPool {
            jobs,
            cores: Vec::new(),
            sandbox: Sandbox::default(),
            compile: &NoCompiler,
            stop: stop.clone(),
        };
        thread::scope(|scope| {
            let playing = scope.spawn(|| worker_pool.play(&mut running_match));
            pipe.wait_for(2 * PROCESSES);
            stop.request();
            let played = playing.join().unwrap();
            assert!(matches!(played, Err(MatchError::GamePair(GamePairError::Stopped))));
        });
        pipe.check_all_gone();
    }
}

#[test]
fn no_bot_outlives_an_arena_that_is_killed() {
    let mut pipe = ProcessPipe::new();
    let mut arena = Command::new(env!("CARGO_BIN_EXE_endless_match"))
        .arg(command("brood", &pipe))
        .spawn()
        .unwrap();
    pipe.wait_for(3 * PROCESSES);
    arena.kill().unwrap();
    arena.wait().unwrap();
    pipe.check_all_gone();
    check_watchdog_ends(arena.id());
}

/// Checks that the watchdog of an arena ends. Its arguments contain the process id of the arena.
fn check_watchdog_ends(arena: u32) {
    let mark = format!("ARENA_PROCESS={arena}-");
    let has_mark = |folder: fs::DirEntry| {
        let arguments = fs::read(folder.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&arguments).contains(&mark)
    };
    let started = std::time::Instant::now();
    while fs::read_dir("/proc").unwrap().flatten().any(has_mark) {
        assert!(started.elapsed() < TIMEOUT, "the watchdog of {arena} still runs");
        thread::yield_now();
    }
}
