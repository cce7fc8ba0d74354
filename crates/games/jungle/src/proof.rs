//! Proven results without search: dens, threats, endgame tables, races and the last ply.

use search::Proof;

use crate::board::BESIDE;
use crate::position::Position;
use crate::race::race;
use crate::tables::Tables;

/// Returns the result of `pos` if the end of the game, a threat to enter a den, the endgame tables,
/// a race for the dens, or the last ply decides it.
///
/// The distances are upper bounds: a win in at most that many plies.
pub(super) fn proof(pos: &Position, tables: &Tables) -> Option<Proof> {
    let ((own, enemy), left) = (pos.sides(), pos.plies_left());
    if let Some(winner) = pos.in_den() {
        return Some(if winner == own {
            Proof::Win { plies: 0 }
        } else {
            Proof::Loss { plies: 0 }
        });
    }
    // No move can keep an animal beside the den from entering it.
    if left > 0 && pos.raiders(own) != 0 {
        return Some(Proof::Win { plies: 1 });
    }
    if pos.is_stuck() {
        return Some(Proof::Loss { plies: 0 });
    }
    // Only an entry into the den would have won on the last ply.
    if left < 2 {
        return Some(Proof::Draw);
    }
    match tables.proof(pos) {
        None => (),
        // The capture of the last animal on the last ply wins only if the other side is to move.
        Some(Proof::Win { plies } | Proof::Loss { plies }) if plies == left => (),
        Some(Proof::Win { plies } | Proof::Loss { plies }) if plies > left => {
            return Some(Proof::Draw);
        }
        known => return known,
    }
    let raiders = pos.raiders(enemy);
    if raiders != 0 {
        // One move captures at most one of them, from beside it: in a trap every enemy can capture.
        let first = BESIDE[raiders.trailing_zeros() as usize];
        let can_be_met = raiders.count_ones() == 1 && first & pos.occupied(own) != 0;
        return (!can_be_met).then_some(Proof::Loss { plies: 2 });
    }
    if let Some(moves) = race(pos, own, false).filter(|moves| 2 * moves - 1 <= left) {
        return Some(Proof::Win { plies: 2 * moves - 1 });
    }
    let moves = race(pos, enemy, true).filter(|moves| 2 * moves <= left)?;
    Some(Proof::Loss { plies: 2 * moves })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gamekit::{Outcome, Player, Position as _};

    use super::*;
    use crate::animal::Animal;
    use crate::board::{den, BOARD, WATER};
    use crate::moves::Move;
    use crate::square::Square;

    fn check(text: &str, expected: Option<Proof>) {
        let pos: Position = text.parse().unwrap();
        assert_eq!(proof(&pos, &Tables::default()), expected, "{text}");
    }

    #[test]
    fn the_end_of_the_game_is_a_proof() {
        check("3C3/7/7/7/7/7/7/7/l6 b 150", Some(Proof::Loss { plies: 0 }));
        check("3C3/7/7/7/7/7/7/7/l6 r 9", Some(Proof::Win { plies: 0 }));
        check("2C4/7/7/7/7/7/7/7/l6 r 150", Some(Proof::Draw));
        check("7/7/7/7/7/7/7/l6/Ct5 r 9", Some(Proof::Loss { plies: 0 }));
    }

    #[test]
    fn an_animal_beside_the_den_wins_even_with_the_last_ply() {
        check("2C4/7/7/7/7/7/7/7/l1t4 r 149", Some(Proof::Win { plies: 1 }));
        check("1C5/7/7/7/7/7/7/7/lt5 r 149", Some(Proof::Draw));
    }

    #[test]
    fn a_threat_that_cannot_be_captured_wins() {
        check("2C4/7/7/7/7/7/7/7/lt5 b 9", Some(Proof::Loss { plies: 2 }));
        check("1lC4/7/7/7/7/7/7/7/5tT b 9", None);
        check("2C1R2/1l5/7/7/7/7/7/7/6t b 9", Some(Proof::Loss { plies: 2 }));
    }

    #[test]
    fn a_race_that_no_enemy_can_stop_wins_if_enough_plies_are_left() {
        check("7/7/4C2/7/7/7/7/l5R/7 r 141", Some(Proof::Win { plies: 5 }));
        check("7/7/4C2/7/7/7/7/l5R/7 r 145", Some(Proof::Win { plies: 5 }));
        check("7/7/4C2/7/7/7/7/l5R/7 r 146", None);
        check("7/7/4C2/7/7/7/7/l5R/7 b 140", Some(Proof::Loss { plies: 6 }));
    }

    /// Full search to a number of plies, with a table of solved positions.
    struct Solver(HashMap<(Position, usize), bool>);

    impl Solver {
        /// Returns whether the side to move can win within `plies`.
        fn can_win(&mut self, pos: Position, plies: usize) -> bool {
            if let Some(outcome) = pos.outcome() {
                return outcome == Outcome::Win(pos.side_to_move());
            }
            if plies == 0 {
                return false;
            }
            if let Some(&known) = self.0.get(&(pos, plies)) {
                return known;
            }
            let mut wins = false;
            pos.legal_moves(|mv| wins = wins || self.must_lose(after(pos, mv), plies - 1));
            self.0.insert((pos, plies), wins);
            wins
        }

        /// Returns whether the side to move loses within `plies` against any play.
        fn must_lose(&mut self, pos: Position, plies: usize) -> bool {
            if let Some(outcome) = pos.outcome() {
                return outcome == Outcome::Win(pos.side_to_move().opponent());
            }
            let mut loses = plies > 0;
            pos.legal_moves(|mv| loses = loses && self.can_win(after(pos, mv), plies - 1));
            loses
        }
    }

    fn after(mut pos: Position, mv: Move) -> Position {
        pos.play_unchecked(mv);
        pos
    }

    /// Returns a position with up to `most` animals a side, in which the game may be over.
    fn random_position(rng: &mut fastrand::Rng, most: usize, plies: u8) -> Position {
        let side = if rng.bool() { Player::First } else { Player::Second };
        let mut pos = Position::empty(side, plies);
        for player in Player::BOTH {
            for _ in 0..rng.usize(1..=most) {
                let animal = Animal::ALL[rng.usize(..8)];
                let sq = Square::new(rng.u8(..Square::COUNT as u8));
                let taken = pos.occupied(Player::First) | pos.occupied(Player::Second);
                let water = if animal == Animal::Rat { 0 } else { WATER };
                let dens = den(Player::First).bit() | den(Player::Second).bit();
                if sq.bit() & BOARD & !(taken | water | dens) != 0 {
                    pos.put(player, animal, sq);
                }
            }
        }
        pos
    }

    /// Length of the longest claim that is checked, in plies.
    const LONGEST: usize = 8;

    /// Compares every claim with full search and returns the number of wins and losses in more than
    /// two plies.
    fn check_claims(positions: u32, most: usize, plies_left: std::ops::RangeInclusive<u8>) -> u32 {
        let tables = Tables::default();
        let mut rng = fastrand::Rng::with_seed(7);
        let mut claims = 0;
        for _ in 0..positions {
            let plies = Position::MAX_PLIES - rng.u8(plies_left.clone());
            let pos = random_position(&mut rng, most, plies);
            let mut solver = Solver(HashMap::new());
            let claim = proof(&pos, &tables);
            let is_true = match claim {
                Some(Proof::Win { plies }) if plies <= LONGEST => solver.can_win(pos, plies),
                Some(Proof::Loss { plies }) if plies <= LONGEST => solver.must_lose(pos, plies),
                Some(Proof::Draw) if pos.plies_left() <= LONGEST => {
                    let left = pos.plies_left();
                    !solver.can_win(pos, left) && !solver.must_lose(pos, left)
                }
                _ => continue,
            };
            assert!(is_true, "{pos}: {claim:?}");
            claims += u32::from(matches!(
                claim,
                Some(Proof::Win { plies: 3.. } | Proof::Loss { plies: 3.. })
            ));
        }
        claims
    }

    #[test]
    fn every_claim_with_some_animals_agrees_with_full_search() {
        let claims = check_claims(10_000, 4, 9..=150);
        assert!(claims > 1_000, "only {claims}");
    }

    #[test]
    fn every_claim_near_the_last_ply_agrees_with_full_search() {
        let claims = check_claims(6_000, 3, 0..=8);
        assert!(claims > 1_000, "only {claims}");
    }

    #[test]
    fn every_claim_with_one_animal_a_side_agrees_with_full_search() {
        let claims = check_claims(10_000, 1, 0..=9);
        assert!(claims > 1_000, "only {claims}");
    }
}
