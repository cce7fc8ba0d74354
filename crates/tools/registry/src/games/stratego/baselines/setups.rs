//! Random setups of the Stratego baselines.

use fastrand::Rng;
use gamekit::{Player, Position as _};
use stratego::{Move, Position, Rank, Setup};
use trainer::random_move;

/// Columns of the board.
const COLUMNS: usize = 10;

/// Rows of a setup.
const ROWS: usize = 4;

/// Probability of a bomb beside or in front of the flag, in quarters.
const FLAG_BOMB_QUARTERS: u8 = 3;

/// Weights of the rows for the pieces of a rank, from the back row to the front. The flag and the
/// bombs around it are placed before. Pieces that are needed late stand behind, scouts and pieces
/// that fight first stand in front, and the spy stands near the rows where a marshal may come.
const ROW_WEIGHTS: [(Rank, [u32; ROWS]); 11] = [
    (Rank::Spy, [2, 4, 4, 1]),
    (Rank::Marshal, [1, 4, 4, 3]),
    (Rank::General, [1, 4, 4, 3]),
    (Rank::Bomb, [6, 5, 2, 1]),
    (Rank::Miner, [6, 5, 2, 1]),
    (Rank::Colonel, [1, 3, 4, 3]),
    (Rank::Major, [1, 3, 4, 4]),
    (Rank::Captain, [2, 3, 4, 4]),
    (Rank::Lieutenant, [2, 3, 3, 4]),
    (Rank::Sergeant, [3, 3, 3, 3]),
    (Rank::Scout, [2, 3, 4, 6]),
];

/// Setup that is drawn when its first piece is placed.
#[derive(Default)]
pub(super) struct SetupPlacer {
    drawn: Option<Setup>,
}

impl SetupPlacer {
    /// Returns the next placement of the player to move, who is setting up.
    pub(super) fn next(&mut self, pos: &Position, rng: &mut Rng) -> Option<Move> {
        let us = pos.side_to_move();
        let setup = self.drawn.get_or_insert_with(|| draw(us, rng));
        let placed = pos.occupied(us).count_ones() as usize;
        let planned = setup.get(placed).map(|&rank| Move::Place(rank));
        // An opening may have placed the first pieces of the setup.
        planned.filter(|&mv| pos.is_legal(mv)).or_else(|| random_move(pos, rng))
    }
}

/// Setup from the back row to the front, with pieces that are not drawn yet.
type PartialSetup = [Option<Rank>; Position::ARMY_SIZE];

/// Draws a setup: the flag on the back row, usually behind bombs, and the other pieces by the
/// weights of their rows.
pub(in super::super) fn draw(player: Player, rng: &mut Rng) -> Setup {
    let mut partial: PartialSetup = [None; Position::ARMY_SIZE];
    let flag = rng.usize(..COLUMNS);
    partial[flag] = Some(Rank::Flag);
    let beside = [flag.checked_sub(1), Some(flag + 1).filter(|&column| column < COLUMNS)];
    for at in beside.into_iter().flatten().chain([flag + COLUMNS]) {
        if rng.u8(..4) < FLAG_BOMB_QUARTERS {
            partial[at] = Some(Rank::Bomb);
        }
    }
    for (rank, weights) in ROW_WEIGHTS {
        while count(&partial, rank) < Rank::ARMY[rank.index()].into() {
            let at = draw_place(&partial, weights, rng);
            partial[at] = Some(rank);
        }
    }
    let setup = partial.map(|rank| rank.expect("the row weights list all ranks except the flag"));
    match player {
        // The back row of the second player is the highest on the board.
        Player::First => setup,
        Player::Second => {
            let mut rows: Vec<&[Rank]> = setup.chunks(COLUMNS).collect();
            rows.reverse();
            rows.concat().try_into().expect("reversing the rows keeps their number")
        }
    }
}

fn count(partial: &PartialSetup, rank: Rank) -> usize {
    partial.iter().filter(|&&placed| placed == Some(rank)).count()
}

/// Draws a free place, with the weight of its row.
fn draw_place(partial: &PartialSetup, weights: [u32; ROWS], rng: &mut Rng) -> usize {
    let free = (0..Position::ARMY_SIZE).filter(|&at| partial[at].is_none());
    let weighted: Vec<usize> =
        free.flat_map(|at| std::iter::repeat_n(at, weights[at / COLUMNS] as usize)).collect();
    rng.choice(weighted).expect("there are as many places as pieces")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setups(player: Player) -> impl Iterator<Item = Setup> {
        (0..300).map(move |seed| draw(player, &mut Rng::with_seed(seed)))
    }

    #[test]
    fn a_setup_is_a_whole_army() {
        for setup in Player::BOTH.into_iter().flat_map(setups) {
            for rank in Rank::ALL {
                let found = setup.iter().filter(|&&placed| placed == rank).count();
                assert_eq!(found, usize::from(Rank::ARMY[rank.index()]), "{rank}");
            }
        }
    }

    #[test]
    fn the_flag_stands_anywhere_on_the_back_row_of_either_side() {
        for (player, back) in [(Player::First, 0..10), (Player::Second, 30..40)] {
            let flag = |setup: Setup| setup.iter().position(|&rank| rank == Rank::Flag).unwrap();
            let mut flags: Vec<usize> = setups(player).map(flag).collect();
            flags.sort_unstable();
            flags.dedup();
            assert_eq!(flags, back.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_setup_that_random_moves_began_is_completed() {
        let (mut pos, mut rng) = (Position::initial(), Rng::with_seed(1));
        let mut players: [SetupPlacer; 2] = Default::default();
        for _ in 0..12 {
            let mv = random_move(&pos, &mut rng).unwrap();
            pos.play(mv).unwrap();
        }
        while pos.is_setting_up(Player::Second) {
            let mv = players[pos.side_to_move().index()].next(&pos, &mut rng).unwrap();
            pos.play(mv).unwrap();
        }
        assert_eq!(pos.plies(), 0);
    }
}
