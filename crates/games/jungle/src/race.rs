use gamekit::Player;

use crate::animal::Animal;
use crate::board::{beside, den, den_distance, leaps, BOARD, WATER};
use crate::position::Position;

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
    let (leapers, rat) = (square(Animal::Lion) | square(Animal::Tiger), square(Animal::Rat));
    [pos.occupied(player) & !(leapers | rat), leapers, rat]
}

fn all(front: Front) -> u64 {
    front[0] | front[1] | front[2]
}

/// Returns the squares that one move leads to, without entering or leaping over those that are
/// `barred`.
fn moved([walkers, leapers, rat]: Front, barred: u64) -> Front {
    let land = !(barred | WATER);
    let leapt = beside(leapers) | leaps(leapers, barred);
    [beside(walkers) & land, leapt & land, beside(rat) & !barred]
}

/// Returns with how many moves an animal of `runner` enters the den, if it does so for certain,
/// whatever the other side, the hunter, does. Who moves first is told by `hunter_first`.
///
/// The runner's way keeps to squares that no hunter can reach in time to capture or to block, where
/// hunters are taken to go through everything but their own den. And no hunter is in the runner's
/// den before.
pub(super) fn race(pos: &Position, runner: Player, hunter_first: bool) -> Option<usize> {
    let hunter = runner.opponent();
    let own = pos.occupied(runner);
    let distance = den_distance(own, hunter);
    if den_distance(pos.occupied(hunter), hunter) + GUARD_LEAD < distance {
        return None;
    }
    let (goal, home) = (den(hunter).bit(), den(runner).bit());
    let (mut runners, mut hunters) = (front(pos, runner), front(pos, hunter));
    let spread = |front| {
        let more = moved(front, goal);
        [0, 1, 2].map(|kind| front[kind] | more[kind])
    };
    if hunter_first {
        hunters = spread(hunters);
        // A runner that can be captured before it moves does not count.
        runners = runners.map(|squares| squares & !all(hunters));
    }
    for moves in 1..=FARTHEST {
        if all(runners) == 0 || all(hunters) & home != 0 {
            return None;
        }
        if beside(all(runners)) & goal != 0 {
            return Some(moves);
        }
        hunters = spread(hunters);
        runners = moved(runners, own | home | all(hunters));
    }
    None
}
