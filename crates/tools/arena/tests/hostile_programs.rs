//! Tests of programs that lose by a fault, and of openings with programs. The tests across crates
//! show each fault in every game.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use arena::{Contestant, GamePairError, PlayedGame, Tally};
use registry::Termination;
use support::{command, mock, mock_with_official_time, one_pair, random};

/// Checks that a mock bot loses both games of a pair by the fault `expected`, and that the records
/// of these games are right.
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

#[test]
fn a_program_that_exits_has_crashed() {
    let detail = check_loses(mock("echo so long >&2; exit 3"), Termination::Crashed);
    assert_eq!(detail, "the process ended, exit status: 3; standard error: so long");
    let detail = check_loses(mock("turn; echo $mv; turn; kill -SEGV $$"), Termination::Crashed);
    assert!(detail.contains("signal: 11"), "{detail}");
}

#[test]
fn a_program_that_hangs_runs_out_of_time() {
    let detail = check_loses(mock_with_official_time("turn; sleep 600"), Termination::Timeout);
    assert!(detail.starts_with("no answer within 1000 ms; "), "{detail}");
    assert!(detail.ends_with(" ms of it on the processor"), "{detail}");
}

#[test]
fn an_empty_line_or_a_space_before_the_move_or_a_single_one_behind_it_loses() {
    check_loses(mock("turn; echo"), Termination::Unreadable);
    check_loses(mock(r#"turn; echo " $mv""#), Termination::Unreadable);
    check_loses(mock(r#"turn; echo "$mv ""#), Termination::Unreadable);
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
    assert!(matches!(error, GamePairError::Agent(_)));
    assert!(error.to_string().contains("`cmd:/no/such/bot` cannot be started"), "{error}");
}
