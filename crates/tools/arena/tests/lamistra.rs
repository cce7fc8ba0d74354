//! Tests of Lamistra's referee in dialogue with programs that follow the rules exactly.
//!
//! The input and output of a program are derived here from the rules, from the program's point of
//! view, and not from the referee's code.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::time::Duration;

use arena::{Contestant, PlayedGame};
use fastrand::Rng;
use gamekit::{Player, Position as _, squares};
use lamistra::{Move, Position, Role, Step};
use registry::own_baselines;
use support::actors::{self, AMPLE_TIME};
use support::{baseline, breakthrough};

/// Plays a game between two actors with these scripts. `clock` is the time of the first one for the
/// whole game.
fn play(scripts: [&str; 2], clock: Duration) -> (PlayedGame, [String; 2]) {
    actors::play("lamistra", scripts, clock)
}

fn play_between(contestants: [Contestant; 2], seed: u64) -> PlayedGame {
    actors::play_between("lamistra", contestants, seed)
}

/// Checks the result of a game in which both actors reach the end of their scripts.
#[track_caller]
fn check(first: &str, second: &str, result: &str, reason: &str) -> PlayedGame {
    let (game, notes) = play([first, second], AMPLE_TIME);
    let why = format!("{:?}", game.summary.detail);
    assert_eq!(notes, ["done", "done"], "{first} / {second}: {why}");
    assert_eq!((&*game.record.result, &*game.record.reason), (result, reason), "{why}");
    game
}

/// Returns the output and input lines of a player in a game, or in the beginning of one.
fn script(moves: &[Move], me: Player) -> Vec<String> {
    let mut lines = Vec::new();
    if me == Player::First {
        lines.push("< Start".to_owned());
    }
    let mut pos = Position::initial();
    for &mv in moves {
        let (is_mine, before) = (pos.side_to_move() == me, pos);
        pos.play(mv).unwrap();
        match (before.attack(), pos.attack()) {
            _ if is_mine && matches!(mv, Move::Step(_)) => lines.push(format!("> {mv}")),
            (None, None) => lines.push(format!("< {mv}")),
            // An attack is sent when the attacker's role is named.
            (None, Some(_)) => {}
            (Some(_), Some(_)) if is_mine => lines.push(format!("> {mv}")),
            (Some(attack), Some(_)) => lines.push(format!("< {}", attack.step)),
            (Some(attack), None) if is_mine => {
                lines.push(format!("> {mv}"));
                lines.push(format!("< {}", attack.name.unwrap()));
            }
            (Some(_), None) => lines.push(format!("< {mv}")),
        }
    }
    lines
}

/// Policy of random moves in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MovePolicy {
    /// All moves are equally likely.
    Any,
    /// No player names the flag if there is another move.
    Careful,
    /// No player attacks, or names the flag, if there is another move.
    Peaceful,
    /// No player attacks before the last step of the game, which attacks if it can.
    PeacefulUntilLastStep,
    /// No player attacks if there is another move, and pieces that have not moved go first.
    UnmovedFirst,
}

impl MovePolicy {
    /// Returns the moves among which one is drawn.
    fn choice(self, pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        pos.legal_moves(|mv| moves.push(mv));
        let pieces = pos.army(pos.stepper().opponent()).pieces();
        let attacks = |mv: &Move| matches!(mv, Move::Step(step) if pieces & step.to.bit() != 0);
        let unmoved = pos.army(pos.stepper()).unmoved();
        let begins = |mv: &Move| matches!(mv, Move::Step(step) if unmoved & step.from.bit() != 0);
        let is_last = pos.plies() + 1 == Position::MAX_PLIES;
        let is_wanted = |mv: &Move| match self {
            MovePolicy::Any => true,
            MovePolicy::Careful => *mv != Move::Name(Role::Flag),
            MovePolicy::PeacefulUntilLastStep if is_last => attacks(mv),
            MovePolicy::Peaceful | MovePolicy::PeacefulUntilLastStep => {
                !attacks(mv) && *mv != Move::Name(Role::Flag)
            }
            MovePolicy::UnmovedFirst => begins(mv) && !attacks(mv),
        };
        let wanted: Vec<Move> = moves.iter().copied().filter(is_wanted).collect();
        if wanted.is_empty() { moves } else { wanted }
    }

    /// Plays random games until `stop` returns a value.
    fn play_until<T>(self, stop: impl Fn(&Position, &[Move]) -> Option<T>) -> (Vec<Move>, T) {
        for seed in 0..10_000 {
            let (mut pos, mut moves, mut rng) =
                (Position::initial(), Vec::new(), Rng::with_seed(seed));
            loop {
                if let Some(found) = stop(&pos, &moves) {
                    return (moves, found);
                }
                let Some(mv) = rng.choice(self.choice(&pos)) else { break };
                pos.play(mv).unwrap();
                moves.push(mv);
            }
        }
        panic!("no game fulfils the condition");
    }
}

/// Plays a whole game with this result and reason through the dialogue, and checks its record.
#[track_caller]
fn check_whole_game(policy: MovePolicy, result: &str, reason: &str) {
    let (moves, ()) = policy.play_until(|pos, moves| {
        let outcome = pos.outcome()?;
        let flag = Player::BOTH.into_iter().any(|player| pos.army(player).has_lost_flag());
        let found = match outcome.to_string().as_str() {
            "1/2-1/2" => "max-turns",
            _ if flag => "flag",
            _ => "no-moves",
        };
        let is_attack = matches!(moves.last(), Some(Move::Name(_)));
        let wanted = policy != MovePolicy::PeacefulUntilLastStep || is_attack;
        (outcome.to_string() == result && found == reason && wanted).then_some(())
    });
    let [first, second] = Player::BOTH.map(|player| script(&moves, player).join("; "));
    let game = check(&first, &second, result, reason);
    assert_eq!(game.record.plies.len(), moves.len());
    let played: Vec<String> = game.record.plies.into_iter().map(|ply| ply.mv).collect();
    assert_eq!(played, moves.iter().map(ToString::to_string).collect::<Vec<_>>());
}

#[test]
fn a_flag_that_is_named_has_fallen() {
    check(
        "< Start; > a3-a4; < c5-c4; > a4-a5; > R; < V",
        "< a3-a4; > c5-c4; < a4-a5; > V; < R",
        "1-0",
        "flag",
    );
    check(
        "< Start; > c3-c4; < a5-a4; > c4-d4; < a4-a3; > V; < R",
        "< c3-c4; > a5-a4; < c4-d4; > a4-a3; > R; < V",
        "0-1",
        "flag",
    );
}

#[test]
fn whole_games_end_for_every_reason_and_with_either_winner() {
    for result in ["1-0", "0-1"] {
        check_whole_game(MovePolicy::Any, result, "flag");
        check_whole_game(MovePolicy::Careful, result, "flag");
        check_whole_game(MovePolicy::Careful, result, "no-moves");
    }
}

#[test]
fn a_game_of_two_hundred_moves_each_is_a_draw_after_the_roles_of_the_last_move() {
    check_whole_game(MovePolicy::Peaceful, "1/2-1/2", "max-turns");
    check_whole_game(MovePolicy::PeacefulUntilLastStep, "1/2-1/2", "max-turns");
}

#[test]
fn the_role_of_an_attacker_may_come_together_with_his_step() {
    check(
        "< Start; > a3-a4; < c5-c4; ! printf \"a4-a5\\nR\\n\"; < B; < g5-g4; \
         ! printf \"g3-g4\\nM\\n\"; < S; < X",
        "< a3-a4; > c5-c4; < a4-a5; > B; < R; > g5-g4; < g3-g4; > S; < M; > V; < X",
        "1-0",
        "illegal",
    );
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
}

/// Checks that the player to move after these moves loses by this line, and that both players are
/// told.
#[track_caller]
fn check_irregularity(moves: &[Move], line: &str, reason: &str) {
    let mut pos = Position::initial();
    moves.iter().for_each(|&mv| pos.play(mv).unwrap());
    let loser = pos.side_to_move();
    let scripts = Player::BOTH.map(|player| {
        let mut lines = script(moves, player);
        lines.extend((player == loser).then(|| format!("> {line}")));
        lines.push("< X".to_owned());
        lines.join("; ")
    });
    let result = if loser == Player::First { "0-1" } else { "1-0" };
    let game = check(&scripts[0], &scripts[1], result, reason);
    assert_eq!(game.record.plies.last().unwrap().mv, line);
    assert_eq!(
        game.record.farewell.unwrap().map(|lines| lines.last().unwrap().clone()),
        ["X", "X"]
    );
}

#[test]
fn a_step_that_the_rules_forbid_loses() {
    let check = |text, line| check_irregularity(&moves(text), line, "illegal");
    // Too far, across, onto an own piece, into a lake, from an empty cell, with the opponent's
    // piece, off the board.
    for line in ["a3-a5", "a3-b4", "a1-a2", "b3-b4", "a4-a5", "a5-a4", "g3-h3"] {
        check("", line);
    }
    for line in ["a5-a3", "a7-a6", "f5-f4", "c4-c3", "a4-a5"] {
        check("a3-a4", line);
    }
    // Directly back.
    check("a3-a4 c5-c4", "a4-a3");
    check("a3-a4 c5-c4 a2-a3", "c4-c5");
}

#[test]
fn a_role_that_the_rules_forbid_loses() {
    let check = |text, line| check_irregularity(&moves(text), line, "illegal");
    // An attacker that cannot move, and a defender that has moved.
    check("a3-a4 c5-c4 a4-a5", "B");
    check("a3-a4 c5-c4 a4-a5", "V");
    check("a3-a4 c5-c4 c3-c4 R", "B");
    // Another role than the known one, for the attacker and for the defender.
    check("a3-a4 c5-c4 a4-a5 O R c4-d4 a5-a6", "R");
    check("a3-a4 c5-c4 a4-a5 O R a6-a5 G", "L");
    // There is one general in stock, for an attacker and for a defender.
    check("a3-a4 c5-c4 a4-a5 G R g5-g4 c3-c4", "G");
    check("a3-a4 c5-c4 a4-a5 R G g5-g4 g3-g4 R", "G");
    // A step in place of a role, and a role in place of a step.
    check("a3-a4 c5-c4 a4-a5", "a3-a4");
    check("a3-a4 c5-c4", "G");
}

/// The cells b4 and f4.
const LAKES: u64 = 1 << 25 | 1 << 29;

/// The last pieces that may be the flag and the bombs can neither move nor take another role.
#[test]
fn the_last_pieces_that_may_be_the_flag_keep_that_possibility() {
    let (moves, step) = MovePolicy::UnmovedFirst.play_until(|pos, _| {
        let [ours, theirs] = [pos.stepper(), pos.stepper().opponent()].map(|side| pos.army(side));
        let is_free = |to: u64| (ours.pieces() | theirs.pieces() | LAKES) & to == 0;
        let ahead = |from: u64| if pos.stepper() == Player::First { from << 8 } else { from >> 8 };
        let from = squares(ours.unmoved()).find(|from| is_free(ahead(from.bit())))?;
        let to = squares(ahead(from.bit())).next()?;
        (ours.slack() == 0 && pos.attack().is_none()).then_some(Step { from, to })
    });
    check_irregularity(&moves, &step.to_string(), "illegal");
    let (moves, ()) = MovePolicy::UnmovedFirst.play_until(|pos, _| {
        let defender = pos.army(pos.stepper().opponent());
        let attack = pos.attack().filter(|attack| attack.name.is_some())?;
        let is_last = defender.unmoved() & attack.step.to.bit() != 0 && defender.slack() == 0;
        (is_last && defender.stock(Role::Rider) > 0).then_some(())
    });
    check_irregularity(&moves, "R", "illegal");
}

#[test]
fn a_line_that_is_neither_a_step_nor_a_role_loses() {
    for line in ["", "a3a4", "a3-a4x", "a3-a4 d12", "A3-A4", "a3-a9", "pass", "v", "GG", "X"] {
        check_irregularity(&[], line, "unreadable");
    }
    check_irregularity(&moves("a3-a4 c5-c4 a4-a5"), "7", "unreadable");
}

/// Checks that the first player, who has `clock` for the whole game, loses at the last line of the
/// script, before that line was sent.
#[track_caller]
fn check_silent(first: &str, second: &str, clock: Duration, reason: &str) -> String {
    let (game, notes) = play([first, second], clock);
    assert_eq!((&*game.record.result, &*game.record.reason), ("0-1", reason));
    assert_eq!(notes, ["", "done"]);
    game.summary.detail.unwrap()
}

#[test]
fn a_player_that_crashes_or_hangs_loses_and_the_other_one_is_told() {
    let [first, second] = ["< Start; > a3-a4; < c5-c4; > a4-a5", "< a3-a4; > c5-c4; < X"];
    let crash = format!("{first}; ! exit 3");
    assert_eq!(
        check_silent(&crash, second, AMPLE_TIME, "crash"),
        "the process ended, exit status: 3"
    );
    let hog = format!("{first}; ! x=$(head -c 100000000 /dev/zero | tr '\\0' x); > R");
    let detail = check_silent(&hog, second, AMPLE_TIME, "memory");
    assert!(detail.contains(" MiB of memory, more than its judge allows"), "{detail}");
    let hang = format!("{first}; ! sleep 600");
    let detail = check_silent(&hang, second, Duration::from_secs(2), "timeout");
    assert!(detail.contains(" ms that were left of 2000 ms for the whole game; "), "{detail}");
}

/// Each answer takes a tenth of the clock, so it runs out on a machine of any speed.
#[test]
fn the_clock_runs_through_all_answers_of_a_game() {
    let (game, _) = MovePolicy::Peaceful.play_until(|_, moves| (moves.len() == 60).then_some(()));
    let [first, second] = Player::BOTH.map(|player| script(&game, player).join("; "));
    let slow = first.replace("; >", "; ! sleep 0.1; >");
    let (played, notes) = play([&slow, &second], Duration::from_secs(1));
    assert_eq!((&*played.record.result, &*played.record.reason), ("0-1", "timeout"));
    assert!(notes[1].starts_with("hears X, not "), "{notes:?}");
    let own = played.record.plies.iter().filter(|ply| ply.player == 0).count();
    assert!(own <= 10, "{own} answers of 100 ms within a second");
}

#[test]
fn altered_last_lines_do_not_verify() {
    let mut record = check("< Start; > a3-a5; < X", "< X", "0-1", "illegal").record;
    let check = |record: &arena::Record, found: &str| {
        let message = arena::verify(record).unwrap_err().to_string();
        assert_eq!(message, format!("found farewell {found}, expected `X` and `X`"));
    };
    record.farewell.as_mut().unwrap()[1].insert(0, "a3-a4".to_owned());
    check(&record, "`X` and `a3-a4\\nX`");
    record.farewell = None;
    check(&record, "none");
}

#[test]
fn the_games_own_baselines_play_by_the_rules_and_play_no_other_game() {
    let (_, own) = own_baselines().find(|(game, _)| game.name() == "lamistra").unwrap();
    assert!(own.len() > 3, "{own:?}");
    for one in &own {
        for other in ["random", "greedy", "uct:3", own[0].name] {
            for seed in 0..3 {
                let game = play_between([one.name, other].map(baseline), seed);
                assert_eq!(game.summary.fault(), None, "{}: {:?}", one.name, game.summary);
                let again = play_between([one.name, other].map(baseline), seed);
                assert_eq!(again.record.bare(), game.record.bare());
            }
        }
        let error = baseline(one.name).check(breakthrough()).unwrap_err().to_string();
        let expected = format!(
            "`{}` does not play breakthrough: random and uct play every game, greedy those whose \
             bots search; of lamistra alone: maximin, ",
            one.name
        );
        assert!(error.starts_with(&expected), "{error}");
    }
}
