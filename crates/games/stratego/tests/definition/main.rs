//! Compares rules and views with a slow and simple reference implementation.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod game;

use std::collections::BTreeSet;

use gamekit::{Observe as _, Outcome, Player, Position as _};
use stratego::{squares, Move, Position, Rank, View, BOARD};

use crate::game::{Cell, Game, Rule, RANKS};

/// The letters of the notation, in the order of [`RANKS`].
const SYMBOLS: &str = "SFBTIELPJCGM";

/// Returns the text of a position with both armies on the board and without latest steps.
fn text_of(game: &Game) -> String {
    let mut rows = Vec::new();
    for row in &game.board {
        let mut text = String::new();
        let mut empty = 0;
        for cell in row {
            let Some(piece) = cell else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let symbol = SYMBOLS.as_bytes()[RANKS.find(piece.rank).unwrap()] as char;
            text.push(if piece.owner == 0 { symbol } else { symbol.to_ascii_lowercase() });
            text += if piece.has_moved { "~" } else { "" };
            text += if piece.is_known { "+" } else { "" };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        rows.push(text);
    }
    let rule = if game.rule == Rule::TwoSquares { " two-squares - -" } else { "" };
    format!("{} {} {} {}{rule}", rows.join("/"), ["r", "b"][game.turn], game.plies, game.quiet)
}

fn texts(visit_all: impl FnOnce(&mut dyn FnMut(Move))) -> Vec<String> {
    let mut moves = Vec::new();
    visit_all(&mut |mv| moves.push(mv.to_string()));
    moves
}

fn cell_of(sq: stratego::Square) -> Cell {
    (i32::from(sq.x()), i32::from(sq.y()))
}

/// Compares a position with the slow one: moves, outcome, pieces and views. Returns the legal
/// moves.
fn check_position(fast: &Position, slow: &Game) -> Vec<String> {
    let legal = texts(|visit| fast.legal_moves(visit));
    let expected: Vec<String> = slow.legal().into_iter().collect();
    assert_eq!(legal.iter().collect::<BTreeSet<_>>(), expected.iter().collect(), "{fast}");
    assert_eq!(legal.len(), expected.len(), "{fast}");
    assert_eq!(fast.outcome(), slow.outcome(), "{fast}");
    assert_eq!(fast.side_to_move().index(), slow.turn, "{fast}");
    assert_eq!((fast.plies(), fast.quiet_plies()), (slow.plies, slow.quiet), "{fast}");
    if fast.outcome().is_none() && !fast.is_setting_up(fast.side_to_move()) {
        let attacks = texts(|visit| fast.attacks(visit));
        assert_eq!(attacks.into_iter().collect::<BTreeSet<_>>(), slow.attacks(), "{fast}");
    }
    for player in Player::BOTH {
        check_view(&fast.view(player), player, slow);
    }
    for sq in squares(BOARD) {
        let piece = slow.at(cell_of(sq)).flatten();
        assert_eq!(fast.owner_at(sq), piece.map(|piece| Player::BOTH[piece.owner]), "{fast}");
        let rank = fast.rank_at(sq);
        assert_eq!(rank.map(Rank::letter), piece.map(|piece| piece.rank), "{fast}");
        if let Some((player, rank)) = fast.owner_at(sq).zip(rank) {
            assert_ne!(fast.of_rank(player, rank) & sq.bit(), 0, "{fast}");
            assert_eq!(fast.movable(player) & sq.bit() != 0, rank.is_movable(), "{fast}");
        }
        let marks = [fast.moved(), fast.revealed()].map(|set| set & sq.bit() != 0);
        let expected = piece.map_or([false; 2], |piece| [piece.has_moved, piece.is_known]);
        assert_eq!(marks, expected, "{fast}");
    }
    legal
}

fn check_view(view: &View, player: Player, slow: &Game) {
    let own = player.index();
    for sq in squares(BOARD) {
        let piece = slow.at(cell_of(sq)).flatten();
        let expected = piece.filter(|piece| piece.owner == own || piece.is_known);
        assert_eq!(
            view.rank_at(sq).map(Rank::letter),
            expected.map(|piece| piece.rank),
            "{view:?}"
        );
        let sets =
            [view.own(), view.enemies(), view.moved(), view.revealed(), view.hidden_squares()];
        let facts = piece.map_or([false; 5], |piece| {
            let is_own = piece.owner == own;
            [is_own, !is_own, piece.has_moved, piece.is_known, !is_own && !piece.is_known]
        });
        assert_eq!(sets.map(|set| set & sq.bit() != 0), facts, "{view:?}");
    }
    let hidden = slow.hidden_from(own);
    for rank in Rank::ALL {
        let expected = hidden.chars().filter(|&letter| letter == rank.letter()).count();
        assert_eq!(usize::from(view.hidden(rank)), expected, "{rank:?} in {view:?}");
    }
    assert_eq!(view.player(), player);
    assert_eq!(view.side_to_move().index(), slow.turn);
    assert_eq!((view.plies(), view.quiet_plies()), (slow.plies, slow.quiet));
}

/// Checks that a view contains no hidden ranks: other ranks of the hidden pieces give the same
/// view.
fn check_worlds(fast: &Position, rng: &mut fastrand::Rng) {
    for player in Player::BOTH {
        let view = fast.view(player);
        if fast.is_setting_up(player.opponent()) {
            continue;
        }
        assert_eq!(view.world(|sq| fast.rank_at(sq).unwrap()), *fast);
        let mut ranks: Vec<Rank> =
            squares(view.hidden_squares()).map(|sq| fast.rank_at(sq).unwrap()).collect();
        rng.shuffle(&mut ranks);
        let is_other = squares(view.hidden_squares())
            .map(|sq| fast.rank_at(sq))
            .ne(ranks.iter().copied().map(Some));
        let mut ranks = ranks.into_iter();
        let world = view.world(|_| ranks.next().unwrap());
        assert_eq!(world != *fast, is_other);
        assert_eq!(world.view(player), view, "{fast}");
        let is_stepping = !fast.is_setting_up(Player::Second) && fast.outcome().is_none();
        if is_stepping && view.side_to_move() == player {
            let own = texts(|visit| view.steps_onto(BOARD, visit));
            assert_eq!(own, texts(|visit| fast.legal_moves(visit)), "{fast}");
        }
    }
}

/// Number of games by the way in which they ended.
#[derive(Default, Debug)]
struct Ends {
    flags: u32,
    attrition: u32,
    stuck: u32,
    nobody_movable: u32,
    quiet: u32,
    plies: u32,
    /// Number of positions in which only the two-squares rule forbade a step.
    forbidden: u32,
}

/// Plays on with random moves. A player who can choose attacks with probability `attacks`; a player
/// who can go back to the last square does so with probability `backs`.
fn play_on(
    (mut fast, mut slow): (Position, Game),
    (attacks, backs): (f64, f64),
    rng: &mut fastrand::Rng,
    ends: &mut Ends,
) {
    let mut views = Player::BOTH.map(|player| fast.view(player));
    loop {
        let legal = check_position(&fast, &slow);
        check_worlds(&fast, rng);
        // Without the rule, the contract test covers this.
        if slow.rule == Rule::TwoSquares {
            assert_eq!(fast.to_string().parse(), Ok(fast), "{fast}");
        }
        if !fast.is_setting_up(Player::Second) {
            for view in &views {
                assert_eq!(*view, fast.view(view.player()), "{fast}");
            }
        }
        if fast.outcome().is_some() {
            return count_end(&fast, &slow, ends);
        }
        ends.forbidden += u32::from(slow.forbids_any());
        let (attacking, back) = (slow.attacks(), slow.step_back());
        let (wants_attack, wants_back) = (rng.f64() < attacks, rng.f64() < backs);
        let wanted = legal.iter().filter(|mv| attacking.contains(*mv) == wants_attack);
        let is_back = |mv: &&String| wants_back && back.as_ref() == Some(mv);
        let text = legal
            .iter()
            .find(is_back)
            .or_else(|| rng.choice(wanted.collect::<Vec<_>>()))
            .unwrap_or_else(|| rng.choice(&legal).unwrap());
        let mv: Move = text.parse().unwrap();
        let battle = fast.battle(mv);
        let letters = battle.map(|battle| (battle.attacker.letter(), battle.defender.letter()));
        assert_eq!(letters, slow.battle(text), "{text} in {fast}");
        let was_setting_up = fast.is_setting_up(Player::Second);
        fast.play(mv).unwrap();
        slow.play(text);
        if was_setting_up {
            views = Player::BOTH.map(|player| fast.view(player));
        } else {
            views.iter_mut().for_each(|view| view.play(mv, battle));
        }
    }
}

fn count_end(fast: &Position, slow: &Game, ends: &mut Ends) {
    let movers = [slow.movers(0), slow.movers(1)];
    *match fast.outcome() {
        Some(Outcome::Draw) if movers == [0, 0] => &mut ends.nobody_movable,
        Some(Outcome::Draw) if slow.quiet == 200 => &mut ends.quiet,
        Some(Outcome::Draw) => &mut ends.plies,
        _ if (0..2).any(|owner| slow.count(owner, 'F') == 0) => &mut ends.flags,
        _ if movers.contains(&0) => &mut ends.attrition,
        _ => &mut ends.stuck,
    } += 1;
}

fn start(rule: Rule) -> (Position, Game) {
    let fast = match rule {
        Rule::Free => Position::initial(),
        Rule::TwoSquares => Position::with_two_squares(),
    };
    (fast, Game::new(rule))
}

#[test]
fn whole_games_from_random_setups_agree() {
    for rule in [Rule::Free, Rule::TwoSquares] {
        let mut ends = Ends::default();
        for seed in 0..60 {
            let rng = &mut fastrand::Rng::with_seed(seed);
            let manner = [(0.1, 0.1), (0.4, 0.3), (0.9, 0.7)][seed as usize % 3];
            play_on(start(rule), manner, rng, &mut ends);
        }
        assert!(ends.flags > 0 && ends.quiet > 0, "{ends:?}");
        assert_eq!(ends.forbidden > 0, rule == Rule::TwoSquares, "{ends:?}");
    }
}

/// Puts a few random pieces on random squares. Pieces outside of their home rows have moved.
fn sparse(rule: Rule, rng: &mut fastrand::Rng) -> Game {
    let mut game = Game::new(rule);
    game.placed = 80;
    game.turn = rng.usize(0..2);
    for (owner, home, row_by_row) in [(0, 0..=3, 1), (1, 6..=9, -1)] {
        let back = if owner == 0 { 0 } else { 9 };
        game.put((rng.i32(1..9), back), owner, 'F', false, false);
        if rng.u8(0..4) == 0 {
            wall_in(&mut game, owner, (back, row_by_row), rng);
            continue;
        }
        for _ in 0..rng.usize(1..5) {
            let rank = *rng.choice(&['1', '9', '9', '8', 's', 'B', '5']).unwrap();
            let cell = (rng.i32(0..10), back + row_by_row * rng.i32(0..6));
            let is_home = home.contains(&cell.1);
            let can_stand = game.at(cell) == Some(None) && (rank != 'B' || is_home);
            if can_stand && game.count(owner, rank) < Game::stock(rank) {
                game.put(cell, owner, rank, !is_home, rng.bool());
            }
        }
    }
    game
}

/// Puts a captain into a corner, enclosed by bombs with one or two squares of space.
fn wall_in(game: &mut Game, owner: usize, (back, row_by_row): (i32, i32), rng: &mut fastrand::Rng) {
    let (corner, beside) = *rng.choice(&[(0, 1), (9, 8)]).unwrap();
    let length = rng.i32(1..=2);
    game.put((corner, back), owner, '5', false, false);
    game.put((corner, back + length * row_by_row), owner, 'B', false, false);
    for row in 0..length {
        let cell = (beside, back + row * row_by_row);
        if game.at(cell) == Some(None) {
            game.put(cell, owner, 'B', false, false);
        }
    }
}

#[test]
fn endings_with_few_pieces_agree() {
    let mut ends = Ends::default();
    for seed in 0..600 {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let rule = if rng.bool() { Rule::Free } else { Rule::TwoSquares };
        let slow = sparse(rule, rng);
        let fast: Position = text_of(&slow).parse().unwrap();
        play_on((fast, slow), (0.7, rng.f64()), rng, &mut ends);
    }
    let Ends { flags, attrition, stuck, nobody_movable, quiet, plies: _, forbidden } = ends;
    let counts = [flags, attrition, stuck, nobody_movable, quiet, forbidden];
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn long_games_end_after_two_thousand_plies_unless_they_are_won_by_then() {
    let mut ends = Ends::default();
    for seed in 0..40 {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut slow = sparse(Rule::Free, rng);
        slow.plies = rng.u16(1_985..2_000);
        slow.quiet = rng.u8(0..200);
        let fast: Position = text_of(&slow).parse().unwrap();
        play_on((fast, slow), (0.5, 0.2), rng, &mut ends);
    }
    assert!(ends.plies > 0 && ends.flags + ends.attrition > 0, "{ends:?}");
}

fn count(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |mv: &String| {
        let mut after = game.clone();
        after.play(mv);
        count(&after, depth - 1)
    };
    game.legal().iter().map(after).sum()
}

/// Checks perft for depths 1 to `expected.len()` after `moves`, by both implementations.
fn check_perft(rule: Rule, moves: &str, expected: &[u64]) {
    let (mut fast, mut slow) = start(rule);
    for mv in moves.split(';').filter(|text| !text.is_empty()) {
        fast.play(mv.parse().unwrap()).unwrap();
        slow.play(mv);
    }
    let depths = 1..=expected.len() as u32;
    let found: Vec<u64> = depths.clone().map(|depth| gamekit::perft(&fast, depth)).collect();
    assert_eq!(found, expected, "{moves}");
    let slowly: Vec<u64> = depths.map(|depth| count(&slow, depth)).collect();
    assert_eq!(slowly, expected, "{moves}");
}

/// Returns the moves that place these armies, given row by row.
fn placements(red: &str, blue: &str) -> String {
    let letters = red.chars().chain(blue.chars()).filter(|letter| !letter.is_whitespace());
    letters.map(|letter| format!("{letter};")).collect()
}

#[test]
fn perft_agrees_with_the_slow_rules() {
    check_perft(Rule::Free, "", &[12, 140, 1_591]);
    let quiet = placements(
        "BFB88B7899 8B579Bs687 64B9354965 9275193649",
        "9463915729 5694539B46 786sB975B8 9987B88BFB",
    );
    check_perft(Rule::Free, &quiet, &[12, 135, 1_887]);
    let scouts = placements(
        "FB8B8B8B8B B877776666 555544433s 9912999999",
        "9921999999 s334445555 666677778B B8B8B8B8BF",
    );
    check_perft(Rule::Free, &scouts, &[18, 304, 5_792]);
    let back_and_forth = quiet + "0 3 DOWN 2;5 6 UP;0 5 UP 2;5 5 DOWN;0 3 DOWN;5 6 UP;";
    check_perft(Rule::Free, &back_and_forth, &[14, 221, 3_166]);
    check_perft(Rule::TwoSquares, &back_and_forth, &[13, 191, 2_777]);
}
