use fastrand::Rng;
use gamekit::{Player, Position as _};
use stratego::{Move, Position, Rank, Setup};

use crate::opening::random_move;

/// Columns of the board.
const COLUMNS: usize = 10;

/// Rows of a setup.
const ROWS: usize = 4;

/// How likely the bombs beside and in front of the flag are, each in so many of four setups.
const SHELTER: u8 = 3;

/// How gladly pieces of a rank stand on each row, from the back row to the front. The flag and its
/// shelter have been placed before; those who are needed late stand behind, scouts and those who
/// fight first in front, and the spy near where a marshal may come.
const WISHES: [(Rank, [u32; ROWS]); 11] = [
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

/// A setup that is drawn when its first piece is placed.
#[derive(Default)]
pub(super) struct SetUp {
    drawn: Option<Setup>,
}

impl SetUp {
    /// Returns the next placement of the player to move, who is setting up.
    pub(super) fn next(&mut self, pos: &Position, rng: &mut Rng) -> Option<Move> {
        let us = pos.side_to_move();
        let setup = self.drawn.get_or_insert_with(|| draw(us, rng));
        let placed = pos.occupied(us).count_ones() as usize;
        let planned = setup.get(placed).map(|&rank| Move::Place(rank));
        // Another hand may have begun the setup.
        planned.filter(|&mv| pos.is_legal(mv)).or_else(|| random_move(pos, rng))
    }
}

/// A setup from the back row to the front, some of it not drawn yet.
type Draft = [Option<Rank>; Position::ARMY_SIZE];

/// Draws a setup: the flag on the back row, most often behind bombs, and everybody else where he is
/// of use.
pub(in super::super) fn draw(player: Player, rng: &mut Rng) -> Setup {
    let mut draft: Draft = [None; Position::ARMY_SIZE];
    let flag = rng.usize(..COLUMNS);
    draft[flag] = Some(Rank::Flag);
    let beside = [flag.checked_sub(1), Some(flag + 1).filter(|&column| column < COLUMNS)];
    for at in beside.into_iter().flatten().chain([flag + COLUMNS]) {
        if rng.u8(..4) < SHELTER {
            draft[at] = Some(Rank::Bomb);
        }
    }
    for (rank, wishes) in WISHES {
        while count(&draft, rank) < Rank::ARMY[rank.index()].into() {
            let at = draw_place(&draft, wishes, rng);
            draft[at] = Some(rank);
        }
    }
    let setup = draft.map(|rank| rank.expect("the wishes are all the ranks but the flag"));
    match player {
        // His back row is the highest on the board.
        Player::First => setup,
        Player::Second => {
            let mut rows: Vec<&[Rank]> = setup.chunks(COLUMNS).collect();
            rows.reverse();
            rows.concat().try_into().expect("turned rows are as many")
        }
    }
}

fn count(draft: &Draft, rank: Rank) -> usize {
    draft.iter().filter(|&&placed| placed == Some(rank)).count()
}

/// Draws a free place, each as likely as the wish for its row says.
fn draw_place(draft: &Draft, wishes: [u32; ROWS], rng: &mut Rng) -> usize {
    let free = (0..Position::ARMY_SIZE).filter(|&at| draft[at].is_none());
    let lots: Vec<usize> =
        free.flat_map(|at| std::iter::repeat_n(at, wishes[at / COLUMNS] as usize)).collect();
    rng.choice(lots).expect("a rank that is still to be placed has a free place")
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
    fn a_setup_is_placed_whatever_another_hand_has_begun() {
        let (mut pos, mut rng) = (Position::initial(), Rng::with_seed(1));
        let mut players: [SetUp; 2] = Default::default();
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
