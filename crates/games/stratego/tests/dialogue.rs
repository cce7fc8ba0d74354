//! The evaluator's dialogue, line by line.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use botio::{Lines, Protocol};
use gamekit::Player;
use stratego::{Battle, Dialogue, Move, Rank, Reply, Report, Turn, Verdict};

const BOARD: &str = "F98\n..........\n1#s\n\n+\n5\n6\n7\n8\n9\n";

fn step(text: &str) -> Move {
    text.parse().unwrap()
}

fn setup_reply() -> Reply {
    let ranks = Rank::ALL.into_iter().zip(Rank::ARMY);
    let army = ranks.flat_map(|(rank, count)| vec![rank; usize::from(count)]);
    Reply::Setup(army.collect::<Vec<_>>().try_into().unwrap())
}

fn written(dialogue: &mut Dialogue, reply: &Reply) -> String {
    let mut output = Vec::new();
    dialogue.write_reply(reply, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Reads turns until the input ends, and answers each: a setup, `3 6 UP`, or nothing to an echo.
fn turns(input: &str) -> Vec<Turn> {
    let (mut dialogue, mut lines) = (Dialogue::default(), Lines::new(input.as_bytes()));
    let mut turns = Vec::new();
    while lines.wait().unwrap() {
        let Some(turn) = dialogue.read_turn(&mut lines).unwrap() else {
            break;
        };
        let reply = match turn {
            Turn::Setup { .. } => setup_reply(),
            Turn::Echo(_) => Reply::Silence,
            Turn::Act { .. } => Reply::Step(step("3 6 UP")),
        };
        written(&mut dialogue, &reply);
        turns.push(turn);
    }
    turns
}

fn check_report(
    line: &str,
    expected_step: Option<&str>,
    verdict: Option<Verdict>,
    is_readable: bool,
) {
    let report = Report::new(line);
    assert_eq!((report.step, report.verdict), (expected_step.map(step), verdict), "{line:?}");
    let unreadable = Turn::Echo(report).unreadable();
    assert_eq!(unreadable.is_none(), is_readable, "{unreadable:?}");
    assert!(
        unreadable.is_none_or(|complaint| complaint.contains(&format!("{line:?}"))),
        "{line:?}"
    );
}

#[test]
fn a_report_is_a_step_with_or_without_its_length_and_an_outcome() {
    let battle = |attacker, defender| Battle { attacker, defender };
    let check = |line, step, verdict| check_report(line, Some(step), Some(verdict), true);
    check("0 3 DOWN OK", "0 3 DOWN", Verdict::Ok);
    check("0 3 DOWN 1 OK", "0 3 DOWN", Verdict::Ok);
    check("0 3 DOWN 3 OK", "0 3 DOWN 3", Verdict::Ok);
    check("9 6 UP KILLS s 1", "9 6 UP", Verdict::Kills(battle(Rank::Spy, Rank::Marshal)));
    check("9 6 UP 2 DIES 9 B", "9 6 UP 2", Verdict::Dies(battle(Rank::Scout, Rank::Bomb)));
    check(
        "5 5 LEFT BOTHDIE 3 3",
        "5 5 LEFT",
        Verdict::BothDie(battle(Rank::Colonel, Rank::Colonel)),
    );
    check("5 5 RIGHT VICTORY_FLAG", "5 5 RIGHT", Verdict::VictoryFlag);
    check("5 5 RIGHT VICTORY_ATTRITION", "5 5 RIGHT", Verdict::VictoryAttrition);
    check("5 5 RIGHT ILLEGAL", "5 5 RIGHT", Verdict::Illegal);
    check("5 5 RIGHT VICTORY_FLAG 4 F", "5 5 RIGHT", Verdict::VictoryFlag);
    check_report("VICTORY_FLAG", None, Some(Verdict::VictoryFlag), true);
    check_report("VICTORY_ATTRITION", None, Some(Verdict::VictoryAttrition), true);
}

#[test]
fn the_readable_part_of_a_bad_report_is_kept() {
    check_report("", None, None, false);
    check_report("OK", None, Some(Verdict::Ok), false);
    check_report("1 OK", None, Some(Verdict::Ok), false);
    check_report("0 3 SOUTH OK", None, Some(Verdict::Ok), false);
    check_report("0 3 DOWN", Some("0 3 DOWN"), None, false);
    check_report("0 3 DOWN 2", Some("0 3 DOWN 2"), None, false);
    check_report("0 3 DOWN FINE", Some("0 3 DOWN"), None, false);
    check_report("0 3 DOWN 2 KILLS 1 0", Some("0 3 DOWN 2"), None, false);
    check_report("0 3 DOWN KILLS 1", Some("0 3 DOWN"), None, false);
    check_report("NO_MOVE OK", None, Some(Verdict::Ok), false);
    check_report("\u{fffd} é 日", None, None, false);
}

#[test]
fn a_game_is_a_setup_and_then_turns_with_echoes_between() {
    let board: Vec<String> = BOARD.lines().map(str::to_owned).collect();
    let setup = |player, line: &str| Turn::Setup { player: Some(player), line: line.to_owned() };
    let act = |last: Option<&str>| Turn::Act { last: last.map(Report::new), board: board.clone() };
    let echo = |line| Turn::Echo(Report::new(line));
    let input = format!(
        "RED someone 10 10\nSTART\n{BOARD}3 6 UP OK\n0 6 UP 2 OK\n{BOARD}3 6 UP DIES 9 B\n\
         VICTORY_FLAG\nQUIT VICTORY_FLAG\n3 6 UP OK\n"
    );
    let red = vec![
        setup(Player::First, "RED someone 10 10"),
        act(None),
        echo("3 6 UP OK"),
        act(Some("0 6 UP 2 OK")),
        echo("3 6 UP DIES 9 B"),
    ];
    assert_eq!(turns(&input), red);
    assert_eq!(turns(&input.replace('\n', "\r\n")), red);
    assert!(red.iter().all(|turn| turn.unreadable().is_none()));
    let blue =
        [setup(Player::Second, "BLUE 日 10 10"), act(Some("0 3 DOWN OK")), echo("3 6 UP OK")];
    assert_eq!(turns(&format!("BLUE 日 10 10\n0 3 DOWN OK\n{BOARD}3 6 UP OK\n")), blue);
}

#[test]
fn quit_ends_the_dialogue_at_any_line() {
    let input = format!("RED someone 10 10\nSTART\n{BOARD}3 6 UP OK\n0 6 UP 2 OK\n{BOARD}");
    let lines: Vec<&str> = input.lines().collect();
    // Lines at which a turn is complete and can be answered.
    let whole = [1, 12, 13, 24];
    for count in 0..=lines.len() {
        for quit in ["QUIT", "QUIT DRAW_DEFAULT 1 2", "QUIT\r"] {
            let input = format!("{}\n{quit}\n3 6 UP OK\n", lines[..count].join("\n"));
            let input = input.trim_start_matches('\n');
            let expected = whole.into_iter().filter(|&end| end <= count).count();
            assert_eq!(turns(input).len(), expected, "{input:?}");
        }
    }
}

#[test]
fn a_turn_cut_short_by_the_end_of_the_input_holds_the_lines_read() {
    let found = turns("RED someone 10 10\nSTART\nF98\n1#s");
    assert_eq!(found[1], Turn::Act { last: None, board: vec!["F98".to_owned(), "1#s".to_owned()] });
    assert_eq!(turns("RED someone 10 10\n0 3 DOWN VICTORY_FLAG\n").len(), 1);
    assert_eq!(turns("").len(), 0);
}

#[test]
fn an_unreadable_colour_is_reported_and_still_answered() {
    let found = turns(&format!("GREEN someone 10 10\nSTART\n{BOARD}"));
    assert_eq!(found.len(), 2);
    assert!(matches!(found[0], Turn::Setup { player: None, .. }));
    assert!(found[0].unreadable().unwrap().contains("\"GREEN someone 10 10\""));
}

#[test]
fn replies_are_four_lines_or_one_or_none() {
    let dialogue = &mut Dialogue::default();
    let rows = "FBBBBBBs99\n9999998888\n8777766665\n5554443321\n";
    assert_eq!(written(dialogue, &setup_reply()), rows);
    assert_eq!(written(dialogue, &Reply::Step(step("3 6 UP"))), "3 6 UP\n");
    assert_eq!(written(dialogue, &Reply::Step(step("0 3 DOWN 3"))), "0 3 DOWN 3\n");
    assert_eq!(written(dialogue, &Reply::Silence), "");
}
