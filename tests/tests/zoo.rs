//! Bots of every temper end their games with the right termination, in every game that lists its
//! moves, and leave nothing behind: neither a wrong record nor a process.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::num::NonZeroUsize;
use std::process::Command;
use std::thread;

use arena::{
    Game, GamePairError, MatchError, PlayedGame, RunningMatch, Stop, Store, Termination, Worker,
    WorkerPool,
};
use tests::{Leash, NoCompiler, PATIENCE, games_with_lists, plan_against_random};

/// The command line of a bot of the zoo that holds the leash.
fn command(temper: &str, leash: &Leash) -> String {
    leash.command(env!("CARGO_BIN_EXE_zoo"), temper)
}

/// How long a bot may take.
#[derive(Clone, Copy)]
enum Time {
    /// As long as it needs, on any machine.
    Enough,
    /// What the game's judge allows.
    Official,
}

impl Time {
    fn milliseconds(self) -> Option<u64> {
        match self {
            Time::Enough => Some(PATIENCE.as_millis() as u64),
            Time::Official => None,
        }
    }
}

/// Plays a pair in every game, all at once, and checks what must be true of any game; gives the rest
/// to `check`. `family` is how many processes hold the leash in one game.
#[track_caller]
fn check_games(
    temper: &str,
    time: Time,
    family: usize,
    check: impl Fn(&dyn Game, &PlayedGame) + Sync,
) {
    thread::scope(|scope| {
        for game in games_with_lists() {
            let check = &check;
            scope.spawn(move || check_pair(game, temper, time, family, check));
        }
    });
}

fn check_pair(
    game: &'static dyn Game,
    temper: &str,
    time: Time,
    family: usize,
    check: impl Fn(&dyn Game, &PlayedGame),
) {
    let leash = Leash::new();
    let plan = plan_against_random(game, &command(temper, &leash), time.milliseconds(), 1);
    for played in Worker::new(&NoCompiler, &Stop::default(), None).play(&plan.game_pair(0)).unwrap()
    {
        arena::verify(&played.record).unwrap();
        check(game, &played);
    }
    assert_eq!(leash.check_all_gone(), 2 * family, "{temper}");
}

/// Checks that bots of a temper play to the end of the game.
#[track_caller]
fn check_plays_on(temper: &str, family: usize) {
    check_games(temper, Time::Enough, family, |game, played| {
        let why = (game.name(), &played.summary);
        assert_eq!(played.summary.fault(), None, "{temper}: {why:?}");
        assert_eq!(played.summary.at_fault(), None);
    });
}

/// Checks that bots of a temper lose in `turn`, counted from 1.
#[track_caller]
fn check_loses(temper: &str, time: Time, turn: usize, expected: Termination) {
    check_games(temper, time, 1, |game, played| check_lost(game, played, turn, expected));
}

#[track_caller]
fn check_lost(game: &dyn Game, played: &PlayedGame, turn: usize, expected: Termination) {
    let PlayedGame { summary, record } = played;
    let why = format!("{}: {:?}", game.name(), summary.detail);
    assert_eq!((summary.fault(), summary.at_fault()), (Some(expected), Some(0)), "{why}");
    assert_eq!(summary.score(0), 0.0, "{why}");
    let own = record.plies.iter().filter(|ply| ply.player == summary.first).count();
    assert_eq!(own, turn, "{why}");
}

/// Checks that bots of a temper lose in `turn` by a line that their referee refuses as it refuses
/// `line`, in the way of its game.
#[track_caller]
fn check_refused(temper: &str, turn: usize, line: &str) {
    check_games(temper, Time::Enough, 1, |game, played| {
        let foul = game.referee().apply(line).unwrap_err();
        check_lost(game, played, turn, foul.into());
        assert_eq!(played.record.plies.last().unwrap().mv, line);
    });
}

#[test]
fn a_bot_that_plays_by_the_rules_reaches_the_end() {
    check_plays_on("fair", 1);
    check_plays_on("first", 1);
    check_plays_on("random", 1);
}

#[test]
fn a_bot_may_say_much() {
    check_plays_on("chatty", 1);
    check_plays_on("mojibake", 1);
}

#[test]
fn megabytes_on_standard_error_do_not_matter() {
    check_plays_on("noisy", 1);
}

#[test]
fn every_kind_of_line_end_ends_an_answer() {
    check_plays_on("return-and-feed", 1);
    check_plays_on("return", 1);
}

#[test]
fn a_line_that_the_referee_refuses_loses() {
    check_refused("illegal", 1, "9 9 9 9");
    check_refused("unreadable", 1, "?!");
    check_refused("garbage", 1, "\u{fffd}\u{fffd}");
}

#[test]
fn a_second_line_is_the_next_turns_answer() {
    check_refused("two-lines", 2, "9 9 9 9");
    check_refused("endless-lines", 1, "9 9 9 9");
}

#[test]
fn a_closed_input_is_no_fault_and_a_closed_output_is() {
    check_refused("close-input", 1, "9 9 9 9");
    check_loses("close-output", Time::Enough, 1, Termination::Closed);
}

#[test]
fn output_without_an_end_is_a_flood() {
    check_loses("flood", Time::Enough, 1, Termination::Flood);
}

#[test]
fn a_process_that_ends_has_crashed() {
    check_loses("crash", Time::Enough, 2, Termination::Crashed);
    check_loses("exit", Time::Enough, 2, Termination::Crashed);
    check_loses("no-end-and-exit", Time::Enough, 1, Termination::Crashed);
}

/// Time passes on a loaded machine too; only that a turn before the last is in time is not certain
/// there, so it is given enough of it.
#[test]
fn a_bot_without_an_answer_runs_out_of_time() {
    check_loses("silent", Time::Official, 1, Termination::Timeout);
    check_loses("no-end", Time::Official, 1, Termination::Timeout);
}

#[test]
fn a_bot_that_is_slow_in_a_later_turn_runs_out_of_time() {
    check_games("slow", Time::Official, 1, |_, PlayedGame { summary, .. }| {
        assert_eq!((summary.fault(), summary.at_fault()), (Some(Termination::Timeout), Some(0)));
    });
}

/// One after the other, for the sake of the machine's memory.
#[test]
fn a_bot_that_takes_too_much_memory_loses() {
    for game in games_with_lists() {
        check_pair(game, "hog", Time::Enough, 1, |game, played| {
            check_lost(game, played, 2, Termination::Memory);
        });
    }
}

/// How many processes a bot with children is: itself, one that stays, one that leaves, one that
/// exits, and its child.
const FAMILY: usize = 5;

#[test]
fn no_child_outlives_its_game() {
    check_plays_on("brood", FAMILY);
}

#[test]
fn no_child_outlives_a_match_that_is_stopped() {
    for game in games_with_lists() {
        let mut leash = Leash::new();
        let time = Time::Enough.milliseconds();
        let plan = plan_against_random(game, &command("brood", &leash), time, 1_000_000);
        let store = Store::in_memory().unwrap();
        let mut running_match = RunningMatch::begin(store, plan, "").unwrap();
        let stop = Stop::default();
        let jobs = NonZeroUsize::new(2).unwrap();
        let worker_pool =
            WorkerPool { jobs, cores: Vec::new(), compile: &NoCompiler, stop: stop.clone() };
        thread::scope(|scope| {
            let playing = scope.spawn(|| worker_pool.play(&mut running_match));
            leash.wait_for(2 * FAMILY);
            stop.request();
            let played = playing.join().unwrap();
            assert!(matches!(played, Err(MatchError::GamePair(GamePairError::Stopped))));
        });
        leash.check_all_gone();
    }
}

#[test]
fn no_bot_outlives_an_arena_that_is_killed() {
    let mut leash = Leash::new();
    let mut arena = Command::new(env!("CARGO_BIN_EXE_endless_match"))
        .arg(command("brood", &leash))
        .spawn()
        .unwrap();
    leash.wait_for(3 * FAMILY);
    arena.kill().unwrap();
    arena.wait().unwrap();
    leash.check_all_gone();
    check_watchdog_ends(arena.id());
}

/// Checks that the watchdog of an arena, in whose arguments its number stands, ends after its work.
fn check_watchdog_ends(arena: u32) {
    let mark = format!("ARENA_PROCESS={arena}-");
    let has_mark = |folder: fs::DirEntry| {
        let arguments = fs::read(folder.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&arguments).contains(&mark)
    };
    let started = std::time::Instant::now();
    while fs::read_dir("/proc").unwrap().flatten().any(has_mark) {
        assert!(started.elapsed() < PATIENCE, "the watchdog of {arena} still runs");
        thread::yield_now();
    }
}
