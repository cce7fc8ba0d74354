//! Races for the dens: wins by an animal that no enemy can stop.

use gamekit::Player;

use crate::animal::Animal;
use crate::board::{beside, den, den_distance, leaps, BOARD, WATER};
use crate::position::Position;

/// Longest race that is examined, in moves to the den: guards are hardly ever farther away.
const FARTHEST: usize = 6;

/// Number of moves by which a guard may be nearer to its den than the runner in a race that is
/// examined: a guard on the wrong side of the den comes too late.
const GUARD_LEAD: usize = 2;

/// Squares that animals may be on, by their way of moving: those that only walk, lion and tiger,
/// and the rat.
type Front = [u64; 3];

fn front(pos: &Position, player: Player) -> Front {
    let square = |animal| pos.square_of(player, animal).bit() & BOARD;
    let (leapers, rat) = (square(Animal::Lion) | square(Animal::Tiger), square(Animal::Rat));
    [pos.occupied(player) & !(leapers | rat), leapers, rat]
}

fn all(front: Front) -> u64 {
    front[0] | front[1] | front[2]
}

/// Returns the squares that one move leads to, without entering or leaping over the `barred` ones.
fn moved([walkers, leapers, rat]: Front, barred: u64) -> Front {
    let land = !(barred | WATER);
    let leapt = beside(leapers) | leaps(leapers, barred);
    [beside(walkers) & land, leapt & land, beside(rat) & !barred]
}

/// Returns the number of moves in which an animal of `runner` certainly enters the den against any
/// play of the other side, the hunter, or `None`. `hunter_first` is `true` if the hunter is to
/// move.
///
/// The runner's path uses only squares that no hunter can reach in time to capture or to block.
/// Hunters are assumed to pass through everything except their own den. In addition no hunter may
/// reach the runner's den earlier.
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
