//! Proven results without search: threats, safe steps and races.

use gamekit::{Outcome, Position as _};
use search::Proof;

use crate::board::{ahead, attacks, attacks_downwards, fill_down, fill_up, rank, widen};
use crate::position::Position;

/// Returns the result of `pos` if the end of the game, a threat, or a race decides it.
///
/// The distances are upper bounds: a win in at most that many plies.
pub(crate) fn proof(pos: &Position) -> Option<Proof> {
    if let Some(Outcome::Win(winner)) = pos.outcome() {
        let has_won = winner == pos.side_to_move();
        return Some(if has_won { Proof::Win { plies: 0 } } else { Proof::Loss { plies: 0 } });
    }
    let (own, opponent) = (pos.own(), pos.opponent());
    // A piece on the seventh rank always has a step onto the eighth: of its two or three target
    // squares the diagonal ones are empty or hold an enemy, as no own piece stands there.
    if own & rank(7) != 0 {
        return Some(Proof::Win { plies: 1 });
    }
    let threats = threats(pos);
    if threats != 0 {
        // One move can capture at most one of them.
        let cannot_be_met = threats.count_ones() > 1 || threats & attacks(own) == 0;
        return cannot_be_met.then_some(Proof::Loss { plies: 2 });
    }
    // A step onto the seventh rank that no capture can answer, if the opponent is not one step from
    // winning.
    if pos.targets().any() & rank(7) & !attacks_downwards(opponent) != 0 {
        return Some(Proof::Win { plies: 3 });
    }
    race(own, opponent)
}

/// Returns the opponent's pieces that win on the next move unless they are captured now.
#[inline]
pub(crate) fn threats(pos: &Position) -> u64 {
    pos.opponent() & rank(2)
}

/// Returns the result of the straight-run race: a piece wins if no enemy can stop it on its way
/// straight ahead, and if it arrives before any enemy piece can.
///
/// An enemy D ranks ahead and F files aside stops a runner of the side to move if D = 1 and F = 0,
/// or if D is 2 or more and F at most D / 2. A runner of the other side is stopped if D is 1 or
/// more and F at most (D + 1) / 2. Both quotients are rounded down: both sides approach each other
/// by a rank per move, and the enemy by a file.
fn race(own: u64, opponent: u64) -> Option<Proof> {
    let own_distance = own.leading_zeros() / 8;
    let opponent_distance = opponent.trailing_zeros() / 8;
    if own_distance <= opponent_distance {
        let stopped = opponent >> 8 | spread_by_half(opponent >> 16, 1, |set| set >> 8);
        let blocked = fill_down(own >> 8);
        let runners = own & !stopped & !blocked;
        let distance = runners.leading_zeros() / 8;
        (runners != 0 && distance <= opponent_distance)
            .then(|| Proof::Win { plies: 2 * distance as usize - 1 })
    } else {
        let stopped = spread_by_half(own << 8, 1, |set| set << 8);
        let blocked = fill_up(ahead(opponent));
        let runners = opponent & !stopped & !blocked;
        let distance = runners.trailing_zeros() / 8;
        (runners != 0 && distance < own_distance)
            .then(|| Proof::Loss { plies: 2 * distance as usize })
    }
}

/// Returns `set` widened by `files` to both sides, then the next rank widened as much, then two
/// more ranks widened by one more file, and so on. `step` moves a set by one rank.
#[inline]
fn spread_by_half(set: u64, files: u32, step: impl Fn(u64) -> u64) -> u64 {
    let mut near = set;
    for _ in 0..files {
        near = widen(near);
    }
    let mut stopped = 0;
    while near != 0 {
        let far = step(near);
        stopped |= near | far;
        near = widen(step(far));
    }
    stopped
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gamekit::Player;

    use super::*;

    fn check(text: &str, expected: Option<Proof>) {
        let pos: Position = text.parse().unwrap();
        assert_eq!(proof(&pos), expected, "{text}");
    }

    #[test]
    fn the_end_of_the_game_is_a_proof() {
        check("8/8/8/8/8/8/P7/7p w", Some(Proof::Loss { plies: 0 }));
        check("8/8/8/8/8/8/P7/8 b", Some(Proof::Loss { plies: 0 }));
        check("8/8/8/8/8/8/P7/8 w", Some(Proof::Win { plies: 0 }));
    }

    #[test]
    fn a_piece_a_step_from_the_far_rank_wins_even_against_a_threat() {
        check("8/P7/8/8/8/8/7p/8 w", Some(Proof::Win { plies: 1 }));
        check("8/P7/8/8/8/8/7p/8 b", Some(Proof::Win { plies: 1 }));
    }

    #[test]
    fn a_threat_that_cannot_be_captured_wins() {
        check("8/8/8/P7/8/8/7p/P7 w", Some(Proof::Loss { plies: 2 }));
        check("8/8/8/P7/8/8/p6p/1P4P1 w", Some(Proof::Loss { plies: 2 }));
        check("8/8/8/P7/8/8/7p/6P1 w", None);
    }

    #[test]
    fn a_safe_step_onto_the_seventh_rank_wins() {
        check("8/8/P7/8/8/7p/8/8 w", Some(Proof::Win { plies: 3 }));
        check("1pp5/8/P7/8/8/7p/8/8 w", None);
    }

    #[test]
    fn the_first_of_two_free_runners_wins() {
        check("8/8/8/P7/8/7p/8/8 b", Some(Proof::Win { plies: 3 }));
        check("8/8/8/P7/7p/8/8/8 w", Some(Proof::Win { plies: 5 }));
        check("8/8/8/P7/7p/8/8/8 b", Some(Proof::Win { plies: 5 }));
        check("8/8/8/7p/P7/8/8/8 w", Some(Proof::Win { plies: 7 }));
        check("8/8/8/8/P6p/8/8/8 w", Some(Proof::Loss { plies: 6 }));
    }

    /// Returns by full search whether the side to move can win within `plies`.
    fn can_win(pos: Position, plies: usize, solved: &mut HashMap<(Position, usize), bool>) -> bool {
        if let Some(outcome) = pos.outcome() {
            return outcome == Outcome::Win(pos.side_to_move());
        }
        if plies == 0 {
            return false;
        }
        if let Some(&known) = solved.get(&(pos, plies)) {
            return known;
        }
        let mut wins = false;
        pos.legal_moves(|mv| wins = wins || must_lose(after(pos, mv), plies - 1, solved));
        solved.insert((pos, plies), wins);
        wins
    }

    /// Returns by full search whether the side to move loses within `plies` against any play.
    fn must_lose(
        pos: Position,
        plies: usize,
        solved: &mut HashMap<(Position, usize), bool>,
    ) -> bool {
        if let Some(outcome) = pos.outcome() {
            return outcome != Outcome::Win(pos.side_to_move());
        }
        let mut loses = plies > 0;
        pos.legal_moves(|mv| loses = loses && can_win(after(pos, mv), plies - 1, solved));
        loses
    }

    fn after(mut pos: Position, mv: crate::Move) -> Position {
        pos.play_unchecked(mv);
        pos
    }

    #[test]
    fn every_claim_on_small_positions_agrees_with_full_search() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut claims = 0;
        for _ in 0..6_000 {
            let (mut own, mut opponent) = (0, 0);
            for _ in 0..rng.u32(1..=3) {
                own |= 1_u64 << rng.u32(0..56);
            }
            for _ in 0..rng.u32(1..=3) {
                opponent |= 1_u64 << rng.u32(8..64);
            }
            let pos = Position::from_side_to_move(own, opponent & !own, Player::First);
            let mut solved = HashMap::new();
            let is_true = match proof(&pos) {
                Some(Proof::Win { plies }) => can_win(pos, plies, &mut solved),
                Some(Proof::Loss { plies }) => must_lose(pos, plies, &mut solved),
                Some(Proof::Draw) => false,
                None => continue,
            };
            assert!(is_true, "{pos}: {:?}", proof(&pos));
            claims += 1;
        }
        assert!(claims > 4_500, "only {claims} of 6000 positions were decided");
    }
}
