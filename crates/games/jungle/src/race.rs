use gamekit::Player;

use crate::board::{beside, den, den_distance, leaps, BOARD, WATER};
use crate::{Animal, Position};

/// Moves to the den beyond which no race is looked at: guards are hardly ever that far away.
const FARTHEST: usize = 6;

/// How much nearer than the runner a guard may be to his den for the race to be looked at: on the
/// wrong side of the den a guard comes too late.
const GUARD_LEAD: usize = 2;

/// Squares that animals may be on, by how they move: those that only walk, lion and tiger, and the
/// rat.
type Front = [u64; 3];

fn front(pos: &Position, player: Player) -> Front {
    let square = |animal| pos.square_of(player, animal).bit() & BOARD;
    let leapers = square(Animal::Lion) | square(Animal::Tiger);
    let swimmers = square(Animal::Rat);
    [pos.occupied(player) & !(leapers | swimmers), leapers, swimmers]
}

fn all([walkers, leapers, swimmers]: Front) -> u64 {
    walkers | leapers | swimmers
}

/// Returns the squares that one move leads to, without entering or leaping over those that are
/// `barred`.
fn moved([walkers, leapers, swimmers]: Front, barred: u64) -> Front {
    let land = !(barred | WATER);
    [
        beside(walkers) & land,
        (beside(leapers) | leaps(leapers, barred)) & land,
        beside(swimmers) & !barred,
    ]
}

/// Adds the squares that one move leads to.
fn spread(front: Front, barred: u64) -> Front {
    let more = moved(front, barred);
    [0, 1, 2].map(|kind| front[kind] | more[kind])
}

/// Returns with how many moves an animal of `runner` enters the den, if it does so for certain,
/// whatever the other side, the hunter, does: whoever moves first, the hunter has made `lead` moves
/// more than the runner before each of the runner's moves.
///
/// The runner's way keeps to squares that no hunter can reach in time to capture or to block, where
/// hunters are taken to go through everything but their own den. And no hunter is in the runner's
/// den before.
pub(super) fn race(pos: &Position, runner: Player, lead: usize) -> Option<usize> {
    let hunter = runner.opponent();
    let own = pos.occupied(runner);
    let distance = den_distance(own, hunter);
    if distance > FARTHEST || den_distance(pos.occupied(hunter), hunter) + GUARD_LEAD < distance {
        return None;
    }
    let (goal, home) = (den(hunter).bit(), den(runner).bit());
    let (mut runners, mut hunters) = (front(pos, runner), front(pos, hunter));
    for _ in 0..lead {
        hunters = spread(hunters, goal);
    }
    // A runner that the lead is enough to capture does not count.
    let safe = !all(hunters);
    runners = runners.map(|squares| squares & safe);
    for moves in 1..=FARTHEST {
        if all(runners) == 0 || all(hunters) & home != 0 {
            return None;
        }
        if beside(all(runners)) & goal != 0 {
            return Some(moves);
        }
        hunters = spread(hunters, goal);
        runners = moved(runners, own | home | all(hunters));
    }
    None
}
