//! The contract that every game fulfils, and cases that are specific to the rules.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use gamekit::{Observe as _, Outcome, Player, Position as _};
use stratego::{squares, Move, Position, Rank, Setup, View};

/// Longest game in moves: the placements of both armies, and the steps.
const LONGEST: usize = 2 * Position::ARMY_SIZE + Position::MAX_PLIES as usize;

#[test]
fn the_rules_keep_their_promises() {
    testkit::check_rules::<Position>(40, LONGEST, 1);
}

/// Returns the text of a position with a flag of each side in a corner and these rows 3 to 6.
fn text(rows: &str, rest: &str) -> String {
    format!("F9/10/10/{rows}/10/10/9f {rest}")
}

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn played(text: &str, moves: &str) -> Position {
    let mut pos = read(text);
    for mv in moves.split("; ") {
        pos.play(mv.parse().unwrap()).unwrap_or_else(|error| panic!("{error} in {pos}"));
    }
    pos
}

/// Returns the legal steps of the piece on a square, without that square.
fn steps(pos: &Position, from: &str) -> String {
    let mut found = Vec::new();
    pos.legal_moves(|mv| {
        found.extend(mv.to_string().strip_prefix(from).map(|way| way.trim().to_owned()));
    });
    found.join(", ")
}

fn check_steps(rows: &str, from: &str, expected: &str) {
    // Blue has a movable piece elsewhere.
    let pos = read(&text(rows, "r 0 0").replace("/9f", "/8if"));
    assert_eq!(steps(&pos, from), expected, "{rows}");
}

fn check_outcome(text: &str, expected: Option<Outcome>) {
    let pos = read(text);
    assert_eq!(pos.outcome(), expected, "{text}");
    assert_eq!(pos.legal_move_count() == 0, expected.is_some(), "{text}");
}

const RED_WINS: Option<Outcome> = Some(Outcome::Win(Player::First));
const BLUE_WINS: Option<Outcome> = Some(Outcome::Win(Player::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

#[test]
fn pieces_step_to_the_squares_beside_but_not_into_lakes_or_own_pieces() {
    check_steps("10/10/10/4G~5", "4 6", "UP, DOWN, LEFT, RIGHT");
    check_steps("10/10/10/4G~I~4", "4 6", "UP, DOWN, LEFT");
    check_steps("10/10/10/4G~i4", "4 6", "UP, DOWN, LEFT, RIGHT");
    check_steps("10/1G~8/10/10", "1 4", "UP, DOWN, LEFT");
    check_steps("10/10/4G~5/10", "4 5", "UP, DOWN, RIGHT");
    check_steps("2G7/10/10/10", "2 3", "UP, LEFT, RIGHT");
    check_steps("G9/10/10/10", "0 3", "UP, DOWN, RIGHT");
    check_steps("9G/10/10/10", "9 3", "UP, DOWN, LEFT");
    check_steps("G3B5/10/10/10", "4 3", "");
    check_steps("G9/10/10/10", "0 0", "");
}

#[test]
fn scouts_move_any_distance_over_empty_squares_and_may_attack_at_the_end() {
    let down = "DOWN, DOWN 2, DOWN 3, DOWN 4, DOWN 5";
    check_steps("10/4T~5/10/10", "4 4", &format!("UP, UP 2, UP 3, UP 4, {down}, RIGHT"));
    check_steps("4i~5/4T~5/4I~5/10", "4 4", "UP, RIGHT");
    check_steps("4i~5/10/4T~I~4/4m5", "4 5", "UP, UP 2, DOWN");
    check_steps("4I5/10/4T~I~4/4b5", "4 5", "UP, DOWN");
    check_steps("TI8/10/10/b9", "0 3", "UP, UP 2, DOWN, DOWN 2, DOWN 3");
}

#[test]
fn a_battle_reveals_the_rank_of_the_survivor() {
    let check = |attacker: &str, defender: &str, survivor: &str| {
        let before = text(&format!("4I5/10/4{attacker}5/4{defender}4i"), "r 10 7");
        let row = if survivor.is_empty() { "9".to_owned() } else { format!("4{survivor}4") };
        let after = text(&format!("4I5/10/10/{row}i"), "b 11 0");
        assert_eq!(played(&before, "4 5 DOWN").to_string(), after, "{before}");
    };
    check("G~", "c", "G~+");
    check("G~+", "c~+", "G~+");
    check("C~", "g", "g+");
    check("C~+", "g~", "g~+");
    check("G~", "g~", "");
    check("S~", "m", "S~+");
    check("M~", "s", "M~+");
    check("S~", "g", "g+");
    check("I~", "b", "I~+");
    check("M~", "b", "b+");
    check("T~", "b+", "b+");
    check("S~", "b", "b+");
}

#[test]
fn a_scout_that_goes_far_is_known_as_one_and_one_that_goes_a_square_is_not() {
    let before = text("4T5/10/10/9i", "r 0 0");
    let row = "9i";
    let after = |rows: &str| text(&format!("10/{rows}/{row}"), "b 1 1");
    assert_eq!(played(&before, "4 3 DOWN").to_string(), after("4T~5/10"));
    assert_eq!(played(&before, "4 3 DOWN 2").to_string(), after("10/4T~+5"));
}

#[test]
fn a_captured_flag_takes_precedence_over_all_other_endings() {
    let captures = |rest| played(&format!("F9/10/10/10/10/10/10/10/9I~/i~8f {rest}"), "9 8 DOWN");
    for rest in ["r 0 0", "r 1999 0", "r 1999 199"] {
        assert_eq!(captures(rest).outcome(), RED_WINS, "{rest}");
    }
    check_outcome("F9/10/10/10/10/10/10/10/10/i9 r 2 0", RED_WINS);
    check_outcome("10/10/10/10/10/10/10/10/9i/9f b 2 0", BLUE_WINS);
}

#[test]
fn a_side_without_a_movable_piece_loses_at_once_and_two_sides_draw() {
    let check = |rows: &str, mv: &str, expected| {
        let pos = played(&text(rows, "r 0 0"), mv);
        assert_eq!((pos.outcome(), pos.legal_move_count()), (expected, 0), "{pos}");
    };
    // The last movable piece is taken, falls as it attacks, or both fall.
    check("10/10/4G~5/4i5", "4 5 DOWN", RED_WINS);
    check("10/10/4I~5/4g5", "4 5 DOWN", BLUE_WINS);
    check("10/10/4C~5/4b4i", "4 5 DOWN", BLUE_WINS);
    check("10/10/4G~5/4g5", "4 5 DOWN", DRAW);
    check("9I/10/4G~5/4g5", "4 5 DOWN", RED_WINS);
    check("10/10/4G~5/4g4i", "4 5 DOWN", BLUE_WINS);
    check_outcome(&text("10/10/10/10", "r 0 0"), DRAW);
    check_outcome(&text("10/10/10/9i", "r 0 0"), BLUE_WINS);
    check_outcome(&text("10/10/10/9i", "b 1 0"), BLUE_WINS);
}

#[test]
fn a_side_to_move_without_a_step_loses() {
    // Blue's general is enclosed by his own bombs.
    let rows = "9G/10/10/10/10/b9/gb7f";
    check_outcome(&format!("F9/10/10/{rows} b 1 1"), RED_WINS);
    check_outcome(&format!("F9/10/10/{rows} r 0 0"), None);
    check_outcome(&format!("F9/10/10/{rows} b 2000 200"), RED_WINS);
    // Six bombs next to the lakes: Red has no first step.
    let shut_in = army(["Fs99999999", "8888877776", "6665555444", "BB33BB21BB"]);
    let pos = Position::initial().set_up([&shut_in, &shut_in]);
    assert_eq!((pos.outcome(), pos.legal_move_count()), (BLUE_WINS, 0), "{pos}");
}

#[test]
fn two_thousand_plies_are_a_draw_and_so_are_two_hundred_without_an_attack() {
    let check = |rest, expected| {
        check_outcome(&text("9G/10/10/9g", rest), expected);
    };
    check("r 1999 199", None);
    check("r 2000 0", DRAW);
    check("b 1000 200", DRAW);
    assert_eq!(played(&text("9G/10/10/9g", "r 300 199"), "9 3 DOWN").outcome(), DRAW);
    // An attack is never quiet, whatever its result.
    for defender in ["g", "b", "i"] {
        let before = text(&format!("9I/10/9G~/8i{defender}"), "r 300 199");
        let pos = played(&before, "9 5 DOWN");
        assert_eq!((pos.outcome(), pos.quiet_plies()), (None, 0), "{before}");
    }
}

/// Returns the ranks of four rows of the evaluator's letters.
fn army(rows: [&str; 4]) -> Setup {
    let ranks =
        rows.iter().flat_map(|row| row.chars()).map(|letter| Rank::from_letter(letter).unwrap());
    ranks.collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn armies_are_placed_from_the_highest_row_on_the_board_down() {
    let red = army(["FB88B7B899", "8B579Bs687", "64B9354965", "9275193649"]);
    let blue = army(["9463915729", "5694539B46", "786sB975B8", "998788BBFB"]);
    let pos = Position::initial().set_up([&red, &blue]);
    let board = "FBIIBEBITT/IBPETBSLIE/LJBTCPJTLP/TGEPMTCLJT";
    let expected = format!("{board}/10/10/tjlctmpegt/pltjpctbjl/eilsbtepbi/ttieiibbfb r 0 0");
    assert_eq!(pos.to_string(), expected);
    let letters: Vec<Move> = red.into_iter().chain(blue).map(Move::Place).collect();
    let mut placed = Position::initial();
    for (count, &mv) in letters.iter().enumerate() {
        let player = if count < Position::ARMY_SIZE { Player::First } else { Player::Second };
        assert_eq!((placed.side_to_move(), placed.outcome()), (player, None));
        assert_eq!(placed.plies(), 0);
        placed.play(mv).unwrap();
    }
    assert_eq!(placed, pos);
}

#[test]
fn a_player_cannot_place_more_of_a_rank_than_an_army_has() {
    let mut pos = Position::initial();
    let place = |pos: &mut Position, rank| pos.play(Move::Place(rank));
    place(&mut pos, Rank::Flag).unwrap();
    assert!(place(&mut pos, Rank::Flag).is_err());
    (0..6).for_each(|_| place(&mut pos, Rank::Bomb).unwrap());
    assert!(place(&mut pos, Rank::Bomb).is_err());
    assert!(pos.play("0 0 DOWN".parse().unwrap()).is_err());
}

#[test]
fn a_piece_may_cross_a_border_three_times_in_a_row_but_not_four() {
    let start = |rule| text("9I/10/4G~5/i9", &format!("r 0 0{rule}"));
    let (free, ruled) = (start(""), start(" two-squares - -"));
    let back_and_forth = "4 5 UP; 0 6 RIGHT; 4 4 DOWN; 1 6 RIGHT; 4 5 UP; 2 6 RIGHT";
    assert_eq!(steps(&played(&free, back_and_forth), "4 4"), "UP, DOWN, RIGHT");
    assert_eq!(steps(&played(&ruled, back_and_forth), "4 4"), "UP, RIGHT");
    // An attack is forbidden as well.
    let attack = "4 5 UP; 4 6 RIGHT; 4 4 DOWN; 5 6 LEFT; 4 5 UP; 4 6 UP";
    let beside = ruled.replace("i9", "4i5");
    assert_eq!(steps(&played(&beside, attack), "4 4"), "UP, RIGHT");
    // With another way around, or with another piece's step in between, it is allowed.
    let round = "4 5 UP; 0 6 RIGHT; 4 4 DOWN; 1 6 RIGHT; 4 5 RIGHT; 2 6 RIGHT";
    assert_eq!(steps(&played(&ruled, round), "5 5"), "UP, DOWN, LEFT");
    let between = "4 5 UP; 0 6 RIGHT; 4 4 DOWN; 1 6 RIGHT; 9 3 DOWN; 2 6 RIGHT; 4 5 UP; 3 6 DOWN";
    assert_eq!(steps(&played(&ruled, between), "4 4"), "UP, DOWN, RIGHT");
}

#[test]
fn a_scout_crosses_all_borders_on_its_way() {
    let check = |moves: &str, from, expected: &str| {
        let answers = ["0 6 RIGHT", "1 6 RIGHT", "2 6 RIGHT"];
        let both: Vec<String> = moves
            .split("; ")
            .zip(answers)
            .map(|(step, answer)| format!("{step}; {answer}"))
            .collect();
        let pos = played(&text("9I/9T~/10/i9", "r 0 0 two-squares - -"), &both.join("; "));
        assert_eq!(steps(&pos, from), expected, "{pos}");
    };
    // All three cross the border between rows 6 and 7.
    let left = "LEFT, LEFT 2, LEFT 3, LEFT 4, LEFT 5, LEFT 6, LEFT 7, LEFT 8";
    check("9 4 DOWN 4; 9 8 UP 2; 9 6 DOWN", "9 7", &format!("DOWN, DOWN 2, {left}, LEFT 9"));
    check("9 4 DOWN 3; 9 7 UP; 9 6 DOWN 2", "9 8", &format!("UP, DOWN, {left}, LEFT 9"));
    // The first does not cross what the others do.
    check(
        "9 4 DOWN 2; 9 6 DOWN; 9 7 UP",
        "9 6",
        "UP, UP 2, DOWN, DOWN 2, DOWN 3, LEFT, LEFT 2, LEFT 3, LEFT 4, LEFT 5, LEFT 6",
    );
}

#[test]
fn a_player_sees_ranks_only_of_his_own_and_of_what_was_shown() {
    let one = read(&text("4G5/10/4T~+5/4i5", "r 10 0").replace("F9", "FB8"));
    let other = read(&text("4B5/10/4T~+5/4i5", "r 10 0").replace("F9", "FG8"));
    assert_eq!(one.view(Player::Second), other.view(Player::Second));
    assert_ne!(one.view(Player::First), other.view(Player::First));
    let view = one.view(Player::Second);
    let known = Rank::ALL.map(|rank| view.hidden(rank));
    assert_eq!(known, [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(view.hidden_squares().count_ones(), 3);
}

#[test]
fn an_army_is_hidden_while_it_is_placed() {
    let placed = |letters: &str| {
        let mut pos = Position::initial();
        for letter in letters.chars() {
            pos.play_unchecked(Move::Place(Rank::from_letter(letter).unwrap()));
        }
        pos
    };
    let (one, other) = (placed("FB8"), placed("999"));
    assert_eq!(one.view(Player::Second), other.view(Player::Second));
    assert_ne!(one.view(Player::First), other.view(Player::First));
}

#[test]
fn at_the_start_only_the_own_army_is_visible() {
    let mine = army(["9463915729", "5694539B46", "786sB975B8", "998788BBFB"]);
    let other = army(["FB88B7B899", "8B579Bs687", "64B9354965", "9275193649"]);
    let pos = Position::initial().set_up([&other, &mine]);
    let view = View::start(Player::Second, &mine);
    assert_eq!(view, pos.view(Player::Second));
    assert!(squares(view.hidden_squares()).all(|sq| view.rank_at(sq).is_none()));
    assert_eq!(View::start(Player::First, &other), pos.view(Player::First));
}

#[test]
fn invalid_position_text_is_rejected() {
    let board = "F9/10/10/9G/10/10/9g/10/10/9f";
    assert!(format!("{board} r 0 0").parse::<Position>().is_ok());
    for text in [
        "".to_owned(),
        board.to_owned(),
        format!("{board} r 0"),
        format!("{board} r 0 0 "),
        format!("{board} w 0 0"),
        format!("{board} r 2001 0"),
        format!("{board} r 0 201"),
        format!("{board} r 00 0"),
        format!("{board} r - 0"),
        // Armies in placement fill their squares in order.
        format!("{board} r - -"),
        "F9/10/10/10/10/10/10/10/10/10 b - -".to_owned(),
        "F~9/10/10/10/10/10/10/10/10/10 r - -".to_owned(),
        // Rows that are too short, too long, or not canonical.
        format!("{} r 0 0", board.replace("10/10/9g", "10/9g")),
        format!("{} r 0 0", board.replace("9G", "9GG")),
        format!("{} r 0 0", board.replace("9G", "8G")),
        format!("{} r 0 0", board.replace("9G", "45G")),
        format!("{} r 0 0", board.replace("F9", "F09")),
        format!("{} r 0 0", board.replace("F9", "F999999999999999999999")),
        format!("{} r 0 0", board.replace("9G", "9é")),
        format!("{} r 0 0", board.replace("9G", "9G+~")),
        // Pieces in a lake, more pieces than an army has, unmoved pieces far from home, moved
        // immovable pieces.
        "F9/10/10/9G/2G~7/10/9g/10/10/9f r 0 0".to_owned(),
        format!("{} r 0 0", board.replace("F9", "FG8")),
        format!("{} r 0 0", board.replace("9G/10", "10/9G")),
        format!("{} r 0 0", board.replace("9G", "9B~")),
        format!("{} r 0 0", board.replace("9f", "9f+")),
        // Steps that no piece can have made.
        format!("{board} r 0 0 two-squares"),
        format!("{board} r 0 0 two-squares -"),
        format!("{board} r 0 0 two_squares - -"),
        format!("{board} r 0 0 two-squares 94-93 -"),
        format!("{} r 0 0 two-squares 95-93 -", board.replace("9G", "9G~")),
        format!("{} r 0 0 two-squares 93-94,84-94 -", board.replace("9G/10", "10/9G~")),
        format!("{} r 0 0 two-squares 83-94 -", board.replace("9G/10", "10/9G~")),
        format!("{} r 0 0 two-squares - 93-94", board.replace("9G/10", "10/9G~")),
    ] {
        assert!(text.parse::<Position>().is_err(), "{text:?}");
    }
    let back_and_forth =
        format!("{} r 0 0 two-squares 94-93,93-94,94-93 -", board.replace("9G", "9G~"));
    assert!(back_and_forth.parse::<Position>().is_ok());
}
