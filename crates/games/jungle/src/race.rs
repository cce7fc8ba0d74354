use gamekit::Player;

use crate::board::{beside, den, den_distance, leaps, BOARD, WATER};
use crate::{Animal, Position};

/// Moves to the den beyond which no race is looked at: guards are hardly ever that far away.
const FARTHEST: usize = 6;

/// How much nearer than the runner a guard may be to his den for the race to be looked at: on the
/// wrong side of the den a guard comes too late.
const GUARD_LEAD: usize = 2;

/// Squares that animals may be on, by how they move.
#[derive(Clone, Copy)]
struct Front {
    walkers: u64,
    leapers: u64,
    swimmers: u64,
}

impl Front {
    #[inline]
    fn of(pos: &Position, player: Player) -> Front {
        let square = |animal| pos.square_of(player, animal).bit() & BOARD;
        let leapers = square(Animal::Lion) | square(Animal::Tiger);
        let swimmers = square(Animal::Rat);
        Front { walkers: pos.occupied(player) & !(leapers | swimmers), leapers, swimmers }
    }

    #[inline]
    const fn all(self) -> u64 {
        self.walkers | self.leapers | self.swimmers
    }

    /// Returns the squares that one move leads to, without entering or leaping over those that are
    /// `barred`.
    #[inline]
    const fn moved(self, barred: u64) -> Front {
        let Front { walkers, leapers, swimmers } = self;
        Front {
            walkers: beside(walkers) & !(barred | WATER),
            leapers: (beside(leapers) | leaps(leapers, barred)) & !(barred | WATER),
            swimmers: beside(swimmers) & !barred,
        }
    }

    /// Returns the squares that at most one move leads to.
    #[inline]
    const fn spread(self, barred: u64) -> Front {
        let Front { walkers, leapers, swimmers } = self.moved(barred);
        Front {
            walkers: self.walkers | walkers,
            leapers: self.leapers | leapers,
            swimmers: self.swimmers | swimmers,
        }
    }
}

/// Returns with how many moves an animal of `runner` enters the den, if it does so for certain,
/// whatever the other side, the hunter, does: whoever moves first, the hunter has made `lead` moves
/// more than the runner before each of the runner's moves.
///
/// The runner's way keeps to squares that no hunter can reach in time to capture or to block, where
/// hunters are taken to go through everything but their own den. And no hunter is in the runner's
/// den before.
pub(crate) fn race(pos: &Position, runner: Player, lead: usize) -> Option<usize> {
    let hunter = runner.opponent();
    let own = pos.occupied(runner);
    let distance = den_distance(own, hunter);
    if distance > FARTHEST || den_distance(pos.occupied(hunter), hunter) + GUARD_LEAD < distance {
        return None;
    }
    let (goal, home) = (den(hunter).bit(), den(runner).bit());
    let mut runners = Front::of(pos, runner);
    let mut hunters = Front::of(pos, hunter);
    for _ in 0..lead {
        hunters = hunters.spread(goal);
    }
    // A runner that the lead is enough to capture does not count.
    let safe = !hunters.all();
    runners.walkers &= safe;
    runners.leapers &= safe;
    runners.swimmers &= safe;
    for moves in 1..=FARTHEST {
        if runners.all() == 0 || hunters.all() & home != 0 {
            return None;
        }
        if beside(runners.all()) & goal != 0 {
            return Some(moves);
        }
        hunters = hunters.spread(goal);
        runners = runners.moved(own | home | hunters.all());
    }
    None
}
