//! Proven wins without search: moves that connect all checkers.

use gamekit::{Outcome, Position as _};
use search::Proof;

use crate::connection::{group_of, is_connected, neighbours};
use crate::position::{members, Position};

/// Returns the result of `pos` if the game has ended or the next move wins it.
#[inline]
pub(crate) fn proof(pos: &Position) -> Option<Proof> {
    match pos.outcome() {
        Some(Outcome::Draw) => Some(Proof::Draw),
        Some(Outcome::Win(winner)) if winner == pos.side_to_move() => Some(Proof::Win { plies: 0 }),
        Some(Outcome::Win(_)) => Some(Proof::Loss { plies: 0 }),
        None => can_connect(pos).then_some(Proof::Win { plies: 1 }),
    }
}

/// Returns whether the opponent could connect after a pass of the side to move. Returns `false`
/// before the last ply of the game, since no move follows it.
#[inline]
pub(crate) fn is_threatened(pos: &Position) -> bool {
    pos.plies() + 1 < Position::LONGEST_GAME && can_connect(&pos.passed())
}

/// Returns whether a move of the side to move, which is not connected, connects its checkers.
///
/// The entered square must touch every group, with one exception: a lone checker that moves leaves
/// no group behind. Only few squares are left, in most positions none, so that the moves onto them
/// can be tried.
#[inline]
pub(crate) fn can_connect(pos: &Position) -> bool {
    let own = pos.own();
    // Squares that touch all groups so far, and those that touch all but one lone checker.
    let (mut touch_all, mut touch_all_but_one) = (!own, !own);
    let mut lone = 0;
    let mut rest = own;
    while rest != 0 {
        let seed = rest & rest.wrapping_neg();
        let group = group_of(seed, own);
        let near = neighbours(group);
        touch_all_but_one &= near;
        if group == seed {
            touch_all_but_one |= touch_all;
            lone |= seed;
        }
        touch_all &= near;
        if touch_all_but_one == 0 {
            return false;
        }
        rest ^= group;
    }
    let movers = if touch_all == 0 { lone } else { own };
    movers_connect(pos, movers, touch_all_but_one)
}

/// Returns whether one of `movers` connects its side by entering one of `squares`.
fn movers_connect(pos: &Position, movers: u64, squares: u64) -> bool {
    members(movers).any(|from| {
        let others = pos.own() & !(1 << from);
        members(pos.targets(from) & squares).any(|to| is_connected(others | 1 << to))
    })
}

#[cfg(test)]
mod tests {
    use gamekit::Player;

    use super::*;
    use crate::moves::Move;

    /// Returns whether a move connects, by trying all moves.
    fn can_connect_by_trying(pos: &Position) -> bool {
        let mut wins = false;
        pos.legal_moves(|mv| {
            let mut after = *pos;
            after.play_unchecked(mv);
            wins |= mv != Move::PASS && after.outcome() == Some(Outcome::Win(pos.side_to_move()));
        });
        wins
    }

    /// Checks one position, and returns 1 if it has a winning move, else 0.
    fn check(pos: &Position) -> usize {
        if pos.outcome().is_some() {
            return 0;
        }
        let expected = can_connect_by_trying(pos);
        assert_eq!(can_connect(pos), expected, "{pos}");
        assert_eq!(proof(pos), expected.then_some(Proof::Win { plies: 1 }), "{pos}");
        usize::from(expected)
    }

    /// Draws up to twelve checkers within one or two areas of the board.
    fn draw(rng: &mut fastrand::Rng, taken: u64) -> u64 {
        let mut area = 0;
        for _ in 0..rng.u32(1..3) {
            let growth = rng.u32(1..4);
            area |= (0..growth).fold(1 << rng.u8(..64), |set, _| set | neighbours(set));
        }
        let mut set = 0;
        for _ in 0..rng.u32(1..13) {
            set |= 1 << rng.u8(..64) & area & !taken;
        }
        set
    }

    #[test]
    fn a_winning_move_is_found_exactly_if_there_is_one() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut positions, mut wins) = (0, 0);
        for _ in 0..200_000 {
            let own = draw(&mut rng, 0);
            let opponent = draw(&mut rng, own);
            let plies = rng.u8(..150);
            let pos = Position::new(own, opponent, Player::First, plies).unwrap();
            positions += usize::from(pos.outcome().is_none());
            wins += check(&pos);
        }
        assert!(positions > 40_000 && wins > 10_000, "{wins} of {positions}");
    }

    #[test]
    fn winning_moves_are_found_in_games() {
        let mut wins = 0;
        testkit::random_games::<Position>(300, 150, 2, |step| wins += check(&step.before));
        assert!(wins > 50, "{wins}");
    }

    #[test]
    fn a_threat_is_a_win_after_a_pass_unless_the_game_is_over_then() {
        let check = |plies: u8, expected: bool| {
            let text = format!("8/8/8/8/b7/8/1b3w2/7w w {plies}");
            assert_eq!(is_threatened(&text.parse().unwrap()), expected, "{text}");
        };
        check(20, true);
        check(148, true);
        check(149, false);
    }
}
