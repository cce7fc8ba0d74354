//! Programs that misbehave lose their games, and nothing else happens.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use arena::{Contestant, PlayedGame, Tally, Termination, UnitError};
use support::{command, hasty_mock, mock, one_pair, random};

/// Checks that a mock bot loses both games of a pair in that way, and that the records of these
/// games are right.
#[track_caller]
fn check_loses(bot: Contestant, expected: Termination) -> String {
    let pair = one_pair(bot, random());
    let games = pair.play().unwrap();
    for PlayedGame { summary, record } in &games {
        assert_eq!((summary.fault(), summary.score(0)), (Some(expected), 0.0), "{summary:?}");
        assert_eq!(summary.at_fault(), Some(0));
        arena::verify(record).unwrap();
    }
    games[0].summary.detail.clone().unwrap()
}

/// Checks that a mock bot plays both games of a pair to their end.
#[track_caller]
fn check_plays_on(bot: Contestant) {
    for game in one_pair(bot, random()).play().unwrap() {
        assert_eq!(game.summary.fault(), None, "{:?}", game.summary);
    }
}

#[test]
fn a_program_that_plays_by_the_rules_reaches_the_end() {
    check_plays_on(mock("while turn; do echo $mv; done"));
    check_plays_on(mock("while turn; do echo $mv hello, referee; done"));
    check_plays_on(mock(r#"while turn; do printf "%s\r\n" $mv; done"#));
}

#[test]
fn a_program_that_exits_has_crashed() {
    let detail = check_loses(mock("echo so long >&2; exit 3"), Termination::Crashed);
    assert_eq!(detail, "the process ended, exit status: 3; standard error: so long");
    let detail = check_loses(mock("turn; echo $mv; turn; kill -SEGV $$"), Termination::Crashed);
    assert!(detail.contains("signal: 11"), "{detail}");
}

#[test]
fn an_answer_without_a_line_end_before_the_exit_is_none() {
    check_loses(mock("turn; printf %s $mv; exit 0"), Termination::Crashed);
}

#[test]
fn a_program_that_hangs_runs_out_of_time() {
    let detail = check_loses(hasty_mock("turn; sleep 600"), Termination::Timeout);
    assert_eq!(detail, "no answer within 1000 ms");
}

#[test]
fn a_program_that_never_reads_runs_out_of_time() {
    check_loses(hasty_mock("sleep 600"), Termination::Timeout);
}

#[test]
fn a_program_that_closes_its_output_has_closed_it() {
    check_loses(mock("exec >&-; while turn; do :; done"), Termination::Closed);
}

#[test]
fn a_program_that_closes_its_input_may_still_answer() {
    check_loses(mock("exec <&-; echo a2a4; sleep 600"), Termination::Illegal);
}

#[test]
fn output_without_a_line_end_is_a_flood() {
    check_loses(mock("turn; while :; do printf xxxxxxxxxxxxxxxx; done"), Termination::Flood);
}

#[test]
fn endless_lines_are_answers_one_turn_after_the_other() {
    check_loses(mock("while :; do echo b2b4; done"), Termination::Illegal);
}

#[test]
fn garbage_is_unreadable_or_illegal() {
    check_loses(mock("turn; echo ????"), Termination::Unreadable);
    check_loses(mock("turn; echo"), Termination::Unreadable);
    check_loses(mock(r#"turn; printf "\377\376\n""#), Termination::Unreadable);
    check_loses(mock("turn; echo resign"), Termination::Illegal);
}

#[test]
fn a_space_before_the_move_or_a_single_one_behind_it_loses() {
    check_loses(mock(r#"turn; echo " $mv""#), Termination::Unreadable);
    check_loses(mock(r#"turn; echo "$mv ""#), Termination::Unreadable);
}

#[test]
fn a_second_line_is_the_next_turns_answer() {
    let detail =
        check_loses(mock(r#"turn; echo $mv; echo "!"; sleep 600"#), Termination::Unreadable);
    assert!(detail.contains("answered `!`"), "{detail}");
}

#[test]
fn much_standard_error_neither_blocks_nor_matters() {
    check_plays_on(mock("while turn; do head -c 100000 /dev/zero >&2; echo $mv; done"));
}

#[test]
fn a_program_that_leaves_the_opening_loses() {
    let first_move_of_the_list = "read -r _; read -r _; read -r mv; echo $mv; sleep 600";
    let pair = one_pair(mock(first_move_of_the_list), random()).with_opening();
    let games = pair.play().unwrap();
    assert_eq!(games[0].summary.fault(), Some(Termination::LeftOpening));
    arena::verify(&games[0].record).unwrap();
    assert_eq!([&games].into_iter().collect::<Tally>().faults[0].left_opening, 2);
}

#[test]
fn a_program_that_follows_the_opening_starts_from_it() {
    let follower = r#"IFS=";"; for mv in $1; do list="$list $mv"; done; IFS=" "; set -- $list
        ply=1
        while read -r last && read -r n; do
            [ "$last" = None ] || ply=$((ply + 1))
            while [ "$n" -gt 0 ]; do read -r mv; n=$((n - 1)); done
            eval "known=\${$ply}"
            echo ${known:-$mv}
            ply=$((ply + 1))
        done"#;
    let pair = one_pair(mock(follower), random()).with_opening();
    for game in pair.play().unwrap() {
        assert_eq!(game.summary.fault(), None, "{:?}", game.summary);
        let moves: Vec<String> = game.record.plies.into_iter().map(|ply| ply.mv).collect();
        assert_eq!(moves[..4], pair.opening);
    }
}

#[test]
fn a_program_that_does_not_exist_ends_the_match() {
    let error = one_pair(random(), command("/no/such/bot", None)).play().unwrap_err();
    assert!(matches!(error, UnitError::Agent(_)));
    assert!(error.to_string().contains("`cmd:/no/such/bot` cannot be started"), "{error}");
}

/// A pipe with a name, by which a test sees when the last process that holds it is gone.
struct Leash {
    path: PathBuf,
    end: File,
    keeper: File,
    _folder: tempfile::TempDir,
}

impl Leash {
    /// Longer than a kill takes, and much shorter than the mock's children live.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn new() -> Leash {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("leash");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        // Opening one end alone would wait for the other.
        let keeper = File::options().read(true).write(true).open(&path).unwrap();
        let end = File::open(&path).unwrap();
        Leash { path, end, keeper, _folder: folder }
    }

    /// A bot that cannot be asked to end, and has a child of that kind; both hold the leash.
    fn stubborn(&self, body: &str) -> Contestant {
        let path = self.path.display();
        mock(&format!(
            r#"trap "" TERM INT HUP; exec 9>{path}; sleep 3600 >/dev/null 2>&1 & {body}"#
        ))
    }

    fn check_all_gone(self) {
        let Leash { mut end, keeper, .. } = self;
        drop(keeper);
        let (gone, all_gone) = mpsc::channel();
        thread::spawn(move || gone.send(end.read_to_end(&mut Vec::new()).unwrap()));
        all_gone.recv_timeout(Leash::PATIENCE).expect("no process is left");
    }
}

#[test]
fn no_process_outlives_its_game() {
    for body in ["turn; echo illegal; sleep 3600", "exit 0", "while turn; do echo $mv; done"] {
        let leash = Leash::new();
        one_pair(leash.stubborn(body), random()).play().unwrap();
        leash.check_all_gone();
    }
}

#[test]
fn no_process_outlives_a_match_that_is_stopped() {
    let mut leash = Leash::new();
    let pair = one_pair(leash.stubborn("turn; echo asked >&9; sleep 3600"), random());
    let stop = pair.stop.clone();
    let playing = thread::spawn(move || pair.play().map(|_| ()));
    leash.end.read_exact(&mut [0; 6]).unwrap();
    stop.request();
    assert!(matches!(playing.join().unwrap(), Err(UnitError::Stopped)));
    leash.check_all_gone();
}
