//! Tests of Stratego's referee in dialogue with programs that follow the evaluator's protocol
//! exactly.
//!
//! The input and output of a program are derived here from the protocol, from the program's point
//! of view, and not from the referee's code.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::time::Duration;

use arena::{Contestant, GamePair, GameSummary, Limits, PlayedGame, Record, Worker};
use fastrand::Rng;
use gamekit::{Outcome, Player, Position as _};
use registry::{Stop, game, own_baselines};
use stratego::{Move, Position, Square, squares};
use support::actors::{self, AMPLE_TIME};
use support::{NoCompiler, baseline, breakthrough};

/// Setup from the back row to the front.
const ROWS: [&str; 4] = ["FB99999999", "BBBBB88888", "777766665s", "5554443321"];

fn rows(player: Player) -> [&'static str; 4] {
    let mut rows = ROWS;
    if player == Player::Second {
        rows.reverse();
    }
    rows
}

/// Returns the position after both setups.
fn start() -> Position {
    let mut pos = Position::initial();
    for letter in Player::BOTH.into_iter().flat_map(rows).flat_map(str::chars) {
        pos.play(letter.to_string().parse().unwrap()).unwrap();
    }
    pos
}

/// Returns the lines that show the board to a player.
fn board(pos: &Position, me: Player) -> Vec<String> {
    let symbol = |index: u8| {
        let sq = Square::new(index);
        match (pos.owner_at(sq), pos.rank_at(sq)) {
            (Some(owner), Some(rank)) if owner == me => rank.letter(),
            (Some(_), _) => '#',
            _ if [42, 43, 46, 47, 52, 53, 56, 57].contains(&index) => '+',
            _ => '.',
        }
    };
    let row = |y: u8| format!("< {}", (0..10).map(|x| symbol(10 * y + x)).collect::<String>());
    (0..10).map(row).collect()
}

/// Returns the line that reports a step.
fn told(before: &Position, mv: Move, after: &Position) -> String {
    let us = before.side_to_move();
    let has_won = after.outcome() == Some(Outcome::Win(us));
    let Some(battle) = before.battle(mv) else {
        return format!("{mv} {}", if has_won { "VICTORY_ATTRITION" } else { "OK" });
    };
    let (attacker, defender) = (battle.attacker.letter(), battle.defender.letter());
    if has_won {
        let what = if defender == 'F' { "FLAG" } else { "ATTRITION" };
        return format!("{mv} VICTORY_{what}");
    }
    let Move::Step { to, .. } = mv else { panic!("{mv} is no step") };
    let word = match after.owner_at(to) {
        Some(owner) if owner == us => "KILLS",
        Some(_) => "DIES",
        None => "BOTHDIE",
    };
    format!("{mv} {word} {attacker} {defender}")
}

/// Returns the output and input lines of a player in a game, or in the beginning of one, up to the
/// player's turn.
fn script(moves: &[Move], me: Player) -> Vec<String> {
    let colour = ["RED", "BLUE"][me.index()];
    let mut lines = vec![format!("< {colour} opponent 10 10")];
    lines.extend(rows(me).map(|row| format!("> {row}")));
    let mut pos = start();
    if me == Player::First {
        lines.push("< START".to_owned());
        lines.extend(board(&pos, me));
    }
    for &mv in moves {
        let (is_mine, before) = (pos.side_to_move() == me, pos);
        pos.play(mv).unwrap();
        if is_mine {
            lines.push(format!("> {mv}"));
        }
        lines.push(format!("< {}", told(&before, mv, &pos)));
        if !is_mine && pos.outcome().is_none() {
            lines.extend(board(&pos, me));
        }
    }
    lines
}

/// Checks the result of a game in which both actors reach the end of their scripts.
#[track_caller]
fn check(scripts: [Vec<String>; 2], result: &str, reason: &str) -> PlayedGame {
    let [first, second] = scripts.map(|lines| lines.join("; "));
    let (game, notes) = actors::play("stratego", [&first, &second], AMPLE_TIME);
    let why = format!("{:?}", game.summary.detail);
    assert_eq!(notes, ["done", "done"], "{why}");
    assert_eq!((&*game.record.result, &*game.record.reason), (result, reason), "{why}");
    game
}

/// Policy of random steps in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MovePolicy {
    /// All steps are equally likely.
    Any,
    /// Every player attacks if possible, but not the flag.
    Aggressive,
    /// No player attacks.
    Peaceful,
    /// No player attacks before many quiet plies have passed, and after that no player attacks the
    /// flag.
    Patient,
}

impl MovePolicy {
    /// Returns the steps among which one is drawn.
    fn choice(self, pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        pos.legal_moves(|mv| moves.push(mv));
        let is_flag =
            |mv: Move| pos.battle(mv).is_some_and(|battle| battle.defender.letter() == 'F');
        let is_wanted = |mv: Move| match self {
            MovePolicy::Any => true,
            MovePolicy::Aggressive => pos.battle(mv).is_some() && !is_flag(mv),
            MovePolicy::Patient if pos.quiet_plies() > 30 => {
                pos.battle(mv).is_some() && !is_flag(mv)
            }
            MovePolicy::Peaceful | MovePolicy::Patient => pos.battle(mv).is_none(),
        };
        let is_no_flag = |mv: Move| self == MovePolicy::Any || !is_flag(mv);
        let few = |is_wanted: &dyn Fn(Move) -> bool| -> Vec<Move> {
            moves.iter().copied().filter(|&mv| is_wanted(mv)).collect()
        };
        let choices = [few(&is_wanted), few(&is_no_flag), moves.clone()];
        choices.into_iter().find(|choice| !choice.is_empty()).unwrap_or_default()
    }

    /// Plays random games until one ends as wanted.
    fn play(self, result: &str, is_wanted: impl Fn(&Position, &[Move]) -> bool) -> Vec<Move> {
        for seed in 0..2_000 {
            let (mut pos, mut moves, mut rng) = (start(), Vec::new(), Rng::with_seed(seed));
            while let Some(mv) = rng.choice(self.choice(&pos)) {
                pos.play(mv).unwrap();
                moves.push(mv);
            }
            let outcome = pos.outcome().map(|outcome| outcome.to_string());
            if outcome.as_deref() == Some(result) && is_wanted(&pos, &moves) {
                return moves;
            }
        }
        panic!("no game fulfils the condition");
    }
}

/// Plays a game to its end through the dialogue, and checks the moves of its record.
#[track_caller]
fn check_whole_game(moves: &[Move], result: &str, reason: &str) {
    let quit = match result {
        "1-0" => "< QUIT RED",
        "0-1" => "< QUIT BLUE",
        _ => "< QUIT DRAW",
    };
    let scripts = Player::BOTH.map(|player| {
        let mut lines = script(moves, player);
        lines.push(quit.to_owned());
        lines
    });
    let game = check(scripts, result, reason);
    let played: Vec<String> = game.record.plies.into_iter().map(|ply| ply.mv).collect();
    let rows = Player::BOTH.into_iter().flat_map(rows).map(str::to_owned);
    let expected: Vec<String> = rows.chain(moves.iter().map(ToString::to_string)).collect();
    assert_eq!(played, expected);
}

fn has_lost_flag(pos: &Position) -> bool {
    let has_flag =
        |player| squares(pos.occupied(player)).any(|sq| pos.rank_at(sq).unwrap().letter() == 'F');
    Player::BOTH.into_iter().any(|player| !has_flag(player))
}

#[test]
fn whole_games_end_by_the_flag_and_by_attrition_on_either_side() {
    for result in ["1-0", "0-1"] {
        let moves = MovePolicy::Any.play(result, |pos, _| has_lost_flag(pos));
        check_whole_game(&moves, result, "flag");
        let moves = MovePolicy::Aggressive.play(result, |pos, _| !has_lost_flag(pos));
        check_whole_game(&moves, result, "no-moves");
    }
}

#[test]
fn a_player_who_loses_the_last_piece_by_attacking_is_told_that_it_dies() {
    let moves = MovePolicy::Aggressive
        .play("0-1", |pos, _| !has_lost_flag(pos) && pos.side_to_move() == Player::Second);
    check_whole_game(&moves, "0-1", "no-moves");
}

#[test]
fn many_quiet_plies_and_very_many_plies_are_a_draw() {
    let moves = MovePolicy::Peaceful.play("1/2-1/2", |pos, _| pos.quiet_plies() == 200);
    check_whole_game(&moves, "1/2-1/2", "quiet");
    let moves = MovePolicy::Patient.play("1/2-1/2", |pos, _| pos.plies() == 2_000);
    check_whole_game(&moves, "1/2-1/2", "max-turns");
}

fn moves(text: &str) -> Vec<Move> {
    text.split(';').filter(|mv| !mv.is_empty()).map(|mv| mv.parse().unwrap()).collect()
}

/// Returns the scripts of a game in which the player to move after these moves sends `line` and
/// loses, and the result. The loser is sent `verdict` if there is one.
fn scripts_of_end(moves: &[Move], line: &str, verdict: Option<&str>) -> ([Vec<String>; 2], String) {
    let loser = if moves.len().is_multiple_of(2) { Player::First } else { Player::Second };
    let winner = ["RED", "BLUE"][loser.opponent().index()];
    let scripts = Player::BOTH.map(|player| {
        let mut lines = script(moves, player);
        if player == loser {
            lines.push(format!("> {line}"));
            lines.extend(verdict.map(|verdict| format!("< {line} {verdict}")));
        }
        lines.push(format!("< QUIT {winner}"));
        lines
    });
    (scripts, if loser == Player::First { "0-1" } else { "1-0" }.to_owned())
}

#[test]
fn a_player_who_resigns_has_lost_without_a_fault() {
    for text in ["", "1 3 DOWN;1 6 UP;0 3 DOWN", "0 3 DOWN;0 6 UP"] {
        let (scripts, result) = scripts_of_end(&moves(text), "SURRENDER", None);
        let game = check(scripts, &result, "surrender");
        assert_eq!((game.summary.fault(), game.summary.at_fault()), (None, None));
        assert_eq!(game.record.plies.last().unwrap().mv, "SURRENDER");
    }
}

#[track_caller]
fn check_refused(text: &str, line: &str, reason: &str) {
    let (scripts, result) = scripts_of_end(&moves(text), line, Some("ILLEGAL"));
    let game = check(scripts, &result, reason);
    assert_eq!(game.record.plies.last().unwrap().mv, line);
}

#[test]
fn a_step_that_the_rules_forbid_loses() {
    // Into a lake, onto an own piece, with a bomb, too far, with the enemy's piece, from an empty
    // square.
    for line in ["2 3 DOWN", "0 2 DOWN", "0 1 DOWN", "0 3 DOWN 2", "0 6 UP", "0 4 DOWN", "0 3 UP"] {
        check_refused("", line, "illegal");
    }
    check_refused("0 3 DOWN", "0 3 UP", "illegal");
    check_refused("0 3 DOWN", "0 4 DOWN", "illegal");
}

#[test]
fn a_line_that_is_no_step_loses() {
    for line in ["0 3 down", "0 3", "03 DOWN", "NO_MOVE", "9", "surrender", "0 3 DOWN OK"] {
        check_refused("", line, "unreadable");
    }
    check_refused("0 3 DOWN", "0 6 UP 0", "unreadable");
}

/// Checks that Red loses with the last of these rows.
#[track_caller]
fn check_setup(rows: &[&str], reason: &str) {
    let mut first = vec!["< RED opponent 10 10".to_owned()];
    first.extend(rows.iter().map(|row| format!("> {row}")));
    first.push("< QUIT BLUE".to_owned());
    let game = check([first, vec!["< QUIT BLUE".to_owned()]], "0-1", reason);
    assert_eq!(game.record.plies.len(), rows.len());
}

#[test]
fn a_setup_that_is_no_army_loses() {
    let [back, second, third, _] = ROWS;
    // Too many pieces of a rank, and letters that are not those of a rank.
    for row in ["FF99999999", "FB9999999S", "FB 9999999", "fb99999999", "FB99999990"] {
        check_setup(&[row], "illegal");
    }
    check_setup(&[back, second, third, "5554443311"], "illegal");
    check_setup(&[back, second, third, "5554443325"], "illegal");
    for row in ["", "FB9999999", "FB999999999", "SURRENDER"] {
        check_setup(&[row], "unreadable");
    }
    check_setup(&[back, second, third, "0 3 DOWN"], "unreadable");
}

#[test]
fn a_wrong_setup_of_the_second_player_ends_the_game_before_the_first_step() {
    let mut first = vec!["< RED opponent 10 10".to_owned()];
    first.extend(ROWS.map(|row| format!("> {row}")));
    first.push("< QUIT RED".to_owned());
    let second = ["< BLUE opponent 10 10", "> 1111111111", "< QUIT RED"].map(str::to_owned);
    check([first, second.to_vec()], "1-0", "illegal");
}

#[test]
fn a_player_that_crashes_or_hangs_loses_and_the_other_one_is_told() {
    let silent = |end: &str, time, reason| {
        let [mut first, mut second] =
            Player::BOTH.map(|player| script(&moves("0 3 DOWN;0 6 UP"), player));
        first.push(end.to_owned());
        second.push("< QUIT BLUE".to_owned());
        let (game, notes) = actors::play("stratego", [&first.join("; "), &second.join("; ")], time);
        assert_eq!((&*game.record.result, &*game.record.reason), ("0-1", reason));
        assert_eq!(notes, ["", "done"]);
    };
    silent("! exit 3", AMPLE_TIME, "crash");
    silent("! sleep 600", Duration::from_secs(2), "timeout");
}

#[test]
fn the_rows_of_a_setup_share_one_limit() {
    let mut first = vec!["< RED opponent 10 10".to_owned()];
    first.extend(ROWS.iter().flat_map(|row| [format!("> {row}"), "! sleep 0.6".to_owned()]));
    let (game, _) =
        actors::play("stratego", [&first.join("; "), "< QUIT BLUE"], Duration::from_millis(1));
    assert_eq!((&*game.record.reason, game.record.plies.len() < 4), ("timeout", true));
}

/// The echo arrives while the opponent is to move: a program that waits for it before the opponent
/// may answer would block otherwise.
#[test]
fn a_player_is_told_the_outcome_of_a_step_before_the_other_one_answers() {
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("heard");
    let played = moves("0 3 DOWN;0 6 UP");
    let [mut first, mut second] = Player::BOTH.map(|player| script(&played, player));
    let echo = first.iter().position(|line| line == "< 0 3 DOWN OK").unwrap();
    first.insert(echo + 1, format!("! touch {}", sign.display()));
    let answer = second.iter().position(|line| line == "> 0 6 UP").unwrap();
    second.insert(answer, format!("! until [ -e {} ];do sleep 0.01;done", sign.display()));
    first.extend(["> SURRENDER", "< QUIT BLUE"].map(str::to_owned));
    second.push("< QUIT BLUE".to_owned());
    check([first, second], "0-1", "surrender");
}

fn play_between(contestants: [Contestant; 2], seed: u64) -> PlayedGame {
    actors::play_between("stratego", contestants, seed)
}

#[test]
fn the_games_own_baselines_play_by_the_rules_and_play_no_other_game() {
    let (_, own) = own_baselines().find(|(game, _)| game.name() == "stratego").unwrap();
    assert!(own.len() > 1, "{own:?}");
    for one in &own {
        for other in ["random", "uct:1", own[0].name] {
            for seed in 0..2 {
                let game = play_between([one.name, other].map(baseline), seed);
                assert_eq!(game.summary.fault(), None, "{}: {:?}", one.name, game.summary);
                let again = play_between([one.name, other].map(baseline), seed);
                assert_eq!(again.record.bare(), game.record.bare());
            }
        }
        assert!(baseline(one.name).check(breakthrough()).is_err());
    }
}

#[test]
fn games_of_the_heuristic_player_are_decided_and_won_against_the_random_player() {
    let points = |names: [&str; 2]| -> [f64; 2] {
        let games = (0..20).map(|seed| play_between(names.map(baseline), seed).summary);
        games.fold([0.0, 0.0], |[wins, draws], game| {
            let score = game.score(0);
            [wins + f64::from(u8::from(score == 1.0)), draws + f64::from(u8::from(score == 0.5))]
        })
    };
    assert_eq!(points(["rules", "random"]), [20.0, 0.0]);
    assert!(points(["rules", "rules"])[1] <= 2.0);
    assert!(points(["rules", "rush"])[0] >= 13.0);
}

#[test]
fn the_turtle_beats_a_player_who_attacks_and_is_drawn_by_the_limit_of_quiet_plies_with_itself() {
    let games = |names: [&str; 2]| -> Vec<GameSummary> {
        (0..20).map(|seed| play_between(names.map(baseline), seed).summary).collect()
    };
    let against_rush = games(["turtle", "rush"]);
    assert!(against_rush.iter().filter(|game| game.score(0) == 1.0).count() >= 13);
    assert!(against_rush.iter().filter(|game| game.reason == "quiet").count() <= 4);
    assert!(games(["turtle", "turtle"]).iter().all(|game| game.reason == "quiet"));
}

#[test]
fn no_player_searches_with_hidden_information() {
    let stratego = game("stratego").unwrap();
    let error = baseline("greedy").check(stratego).unwrap_err().to_string();
    let expected = "`greedy` does not play stratego: random and uct play every game, greedy those ";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(stratego.book(), None);
}

/// Plays one game of the baseline `rules` against itself from an opening.
fn play_from(opening: Vec<String>) -> Record {
    let contestants = ["rules", "rules"].map(baseline);
    let (game, limits) = ("stratego-two-squares".to_owned(), Limits::default());
    let game_pair = GamePair { game, contestants, opening, seed: 1, limits, foreign: None };
    let played =
        Worker::new(&NoCompiler, &Stop::default(), None).play_single(&game_pair, 0).unwrap();
    arena::verify(&played.record).unwrap();
    played.record
}

#[test]
fn an_opening_may_prescribe_setups_and_no_part_of_one() {
    let stratego = game("stratego-two-squares").unwrap();
    for plies in [40, 80, 83] {
        let opening = stratego.random_opening(plies, 7).unwrap();
        assert_eq!(stratego.is_opening(&opening), Ok(true));
        let record = play_from(opening.clone());
        let played: String = record.plies.iter().map(|ply| &*ply.mv).collect();
        assert!(played.starts_with(&opening.concat()), "{played}");
    }
    for plies in [1, 39, 75] {
        assert_eq!(stratego.random_opening(plies, 7), None);
    }
    let opening = stratego.random_opening(40, 7).unwrap();
    let text = format!("{};\n{};", opening.join(";"), opening[..15].join(";"));
    let error = registry::Book::parse(&text, stratego).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 2 of the opening book: the last move is incomplete; add its missing parts"
    );
}

#[test]
fn the_two_squares_rule_is_a_game_of_its_own() {
    let shuttle = "0 3 DOWN;9 6 UP;0 4 UP;9 5 DOWN;0 3 DOWN;9 6 UP;0 4 UP";
    let after = |name: &str| {
        let mut referee = game(name).unwrap().referee();
        for row in Player::BOTH.into_iter().flat_map(rows) {
            referee.apply(row).unwrap();
        }
        let steps = shuttle.split(';').map(|step| referee.apply(step));
        steps.collect::<Vec<_>>().pop().unwrap()
    };
    assert_eq!(after("stratego"), Ok(()));
    assert_eq!(after("stratego-two-squares"), Err(registry::Foul::Illegal));
}
