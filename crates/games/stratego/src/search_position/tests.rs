//! Tests of search positions.

use gamekit::Observe as _;

use super::*;
use crate::belief::Odds;
use crate::view::View;
use crate::weights::Weights;

/// Returns Red's search position, in which the hidden pieces have the ranks of `pos` and these
/// probabilities.
fn search_position_of(pos: &str, odds_of: impl Fn(Square) -> Odds) -> SearchPosition {
    let pos: Position = pos.parse().unwrap();
    let view: View = pos.view(Player::First);
    let odds: Vec<_> = squares(view.hidden_squares()).map(|sq| (sq, odds_of(sq))).collect();
    SearchPosition::new(pos, Rc::new(Estimate::new(&view, &odds, &[], true, &Weights::default())))
}

fn odds(shares: &[(Rank, f32)]) -> Odds {
    let mut odds = Odds::default();
    shares.iter().for_each(|&(rank, share)| odds[rank.index()] = share);
    odds
}

fn step(text: &str) -> Move {
    text.parse().unwrap()
}

/// A red captain next to a hidden piece, another red piece, and both flags.
const DUEL: [&str; 2] =
    ["FE8/10/10/10/10/4P~5/4b5/10/10/f5l~3 r 40 0", "FE8/10/10/10/10/4P~5/4s5/10/10/f5l~3 r 40 0"];

#[test]
fn the_value_of_an_attack_does_not_depend_on_the_assumed_rank() {
    let shares = odds(&[(Rank::Bomb, 0.5), (Rank::Spy, 0.5)]);
    let [bomb, spy] = DUEL.map(|pos| {
        let mut search_pos = search_position_of(pos, |_| shares);
        let before = search_pos.value();
        search_pos.play_unchecked(step("4 5 DOWN"));
        // The attacker's positional value depends on its survival; the gain does not.
        -search_pos.value() - search_pos.standing(Square::new(64)) - before
    });
    assert_eq!(bomb, spy);
}

#[test]
fn quiet_steps_keep_the_value_of_a_new_search_position() {
    let shares = odds(&[(Rank::Bomb, 0.3), (Rank::Lieutenant, 0.7)]);
    let mut search_pos = search_position_of(DUEL[0], |_| shares);
    for text in ["4 5 UP", "6 9 UP", "4 4 UP", "6 8 LEFT"] {
        search_pos.play_unchecked(step(text));
        let pieces = squares(search_pos.pos.all());
        let fresh: i32 = pieces.map(|sq| search_pos.material(sq) + search_pos.standing(sq)).sum();
        assert_eq!(search_pos.balance, fresh, "after {text}");
    }
}

#[test]
fn an_assumed_flag_moves_on_and_a_certain_one_is_captured() {
    let pos = "FE8/10/10/10/10/4P~5/4f5/10/10/b5l~3 r 40 0";
    let likely = search_position_of(pos, |_| odds(&[(Rank::Flag, 0.5), (Rank::Bomb, 0.5)]));
    let certain = search_position_of(pos, |sq| match sq.index() {
        64 => odds(&[(Rank::Flag, 1.0)]),
        _ => odds(&[(Rank::Bomb, 1.0)]),
    });
    let after = |mut search_pos: SearchPosition| {
        search_pos.play_unchecked(step("4 5 DOWN"));
        search_pos.outcome()
    };
    assert_eq!(after(likely), None);
    assert_eq!(after(certain), Some(Outcome::Win(Player::First)));
}

#[test]
fn a_flag_that_may_be_taken_through_a_bomb_is_not_lost_for_certain() {
    let pos = "FB8/B9/i~9/10/10/10/10/10/10/f5P~3 b 41 0";
    let after_raid = |miner: f32| {
        let mut search_pos = search_position_of(pos, |sq| match sq.index() {
            20 => odds(&[(Rank::Miner, miner), (Rank::Sergeant, 1.0 - miner)]),
            _ => odds(&[(Rank::Flag, 1.0)]),
        });
        for text in ["0 2 UP", "6 9 UP", "0 1 UP"] {
            search_pos.play_unchecked(step(text));
        }
        search_pos
    };
    assert_eq!(after_raid(1.0).outcome(), Some(Outcome::Win(Player::Second)));
    let [unlikely, likely] = [after_raid(0.2), after_raid(0.6)];
    assert_eq!([unlikely.outcome(), likely.outcome()], [None, None]);
    assert!(unlikely.value() - likely.value() >= Weights::default().flag_in_doubt * 39 / 100);
    let mut moves = Vec::new();
    likely.legal_moves(|mv| moves.push(mv));
    assert_eq!(moves, [PASS]);
}

#[test]
fn an_enemy_that_has_no_step_only_by_assumed_ranks_passes() {
    // The lieutenant in the corner is assumed behind bombs, but any of them may be the
    // lieutenant.
    let pos = "F9/10/10/4P~5/10/10/10/10/b9/lbf7 b 41 0";
    let shares = odds(&[(Rank::Bomb, 0.5), (Rank::Lieutenant, 0.25), (Rank::Flag, 0.25)]);
    let mut search_pos = search_position_of(pos, |_| shares);
    assert_eq!(search_pos.outcome(), None);
    let mut moves = Vec::new();
    search_pos.legal_moves(|mv| moves.push(mv));
    assert_eq!(moves, [PASS]);
    search_pos.play_unchecked(PASS);
    assert_eq!(search_pos.side_to_move(), Player::First);
}

#[test]
fn the_ranks_are_those_of_the_position() {
    let shares = odds(&[(Rank::Flag, 0.3), (Rank::Bomb, 0.3), (Rank::Spy, 0.4)]);
    for pos in DUEL.into_iter().chain(["FE8/10/10/10/10/4P~5/4f5/10/10/b5l~3 r 40 0"]) {
        check_ranks(&search_position_of(pos, |_| shares), 4);
    }
}

/// Checks the ranks of a search position, and of those after it.
fn check_ranks(search_pos: &SearchPosition, plies: u32) {
    for sq in (0..Square::COUNT as u8).map(Square::new) {
        assert_eq!(search_pos.rank_at(sq), search_pos.pos.rank_at(sq), "{sq} of {search_pos:?}");
    }
    if plies > 0 && search_pos.outcome().is_none() {
        search_pos.legal_moves(|mv| {
            let mut next = search_pos.clone();
            next.play_unchecked(mv);
            check_ranks(&next, plies - 1);
        });
    }
}
