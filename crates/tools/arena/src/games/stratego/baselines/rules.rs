use std::time::Duration;

use fastrand::Rng;
use gamekit::{Observe as _, Player, Position as _};
use stratego::{Direction, LAKES, Move, Position, Rank, Square, View, squares};

use super::distances::Distances;
use super::guess::{Guess, gain, survivors, threat, worth};
use super::memory::Memory;
use super::setups::SetUp;
use crate::agent::Choose;

/// Weighs every step by rules of thumb and makes the best, by chance among those that are about
/// equal: what an attack is expected to bring, which pieces are in danger before and after, and
/// whether the step leads to something that is worth attacking.
///
/// It sees a [`View`] and no more, and thinks of hidden pieces as of what is left to be hidden.
pub(super) struct Rules {
    set_up: SetUp,
    memory: Memory,
    rng: Rng,
}

/// Points for seeing a rank.
const CURIOSITY: f32 = 8.0;

/// The share of its worth that a piece loses when its rank is seen.
const SECRECY: f32 = 0.08;

/// Points for an attack on a hidden piece for each quiet ply beyond so many: a draw is as good as
/// lost.
const URGENCY: f32 = 0.5;
const CALM: u8 = 30;

/// What is left of a target's points with each step that it is away.
const DECAY: f32 = 0.6;

/// The same for a target that has seen us, and walks away.
const CHASE: f32 = 0.3;

/// Points for driving away what has come into our rows.
const INTRUDER: f32 = 20.0;
const HOME_ROWS: u8 = 4;

/// What all threats but the largest count: the enemy carries out one.
const OTHERS: f32 = 0.15;

/// Points that a board costs for each time it has been there before.
const REPEATED: f32 = 6.0;

/// Points that chance may add to a step.
const WHIM: f32 = 1.0;

impl Rules {
    pub(super) fn new(rng: Rng) -> Rules {
        Rules { set_up: SetUp::default(), memory: Memory::default(), rng }
    }

    /// Chooses among the steps of a player who sees `view`.
    fn step(&mut self, view: &View, steps: &[Move]) -> Option<Move> {
        self.memory.look(view);
        let context = TurnContext::new(view);
        let (mut best, mut highest) = (None, f32::MIN);
        for &step in steps {
            let Move::Step { from, to } = step else { continue };
            let mut value = context.value(from, to) + WHIM * self.rng.f32();
            if view.enemies() & to.bit() == 0 {
                value -= REPEATED * self.memory.visits(view, step) as f32;
            }
            if value > highest {
                (best, highest) = (Some(step), value);
            }
        }
        if let Some(step) = best {
            self.memory.note(view, step);
        }
        best
    }
}

impl Choose<Position> for Rules {
    fn choose(&mut self, pos: &Position, _: Duration) -> Option<Move> {
        let us = pos.side_to_move();
        if pos.is_setting_up(us) {
            return self.set_up.next(pos, &mut self.rng);
        }
        let mut steps = Vec::new();
        pos.legal_moves(|step| steps.push(step));
        self.step(&pos.view(us), &steps)
    }
}

/// What does not change while the steps of one turn are weighed.
struct TurnContext<'a> {
    view: &'a View,
    guess: Guess,
    targets: Vec<Target>,
    danger: f32,
}

/// An enemy's piece: what pieces of each rank gain by attacking it, and how far away it is.
struct Target {
    gains: [f32; Rank::COUNT],
    distances: Distances,
}

impl TurnContext<'_> {
    fn new(view: &View) -> TurnContext<'_> {
        let guess = Guess::new(view);
        let is_stuck = |sq: &Square| view.rank_at(*sq).is_some_and(|rank| !rank.is_movable());
        let stuck = squares(view.own()).filter(is_stuck).fold(0, |set, sq| set | sq.bit());
        let free = !(LAKES | view.enemies() | stuck);
        let mut context = TurnContext { view, guess, targets: Vec::new(), danger: 0.0 };
        for sq in squares(view.enemies()) {
            let gains = Rank::ALL.map(|rank| context.pull(rank, sq));
            context.targets.push(Target { gains, distances: Distances::to(sq, free) });
        }
        context.danger = context.danger(view.own(), view.enemies(), None);
        context
    }

    fn value(&self, from: Square, to: Square) -> f32 {
        let Some(rank) = self.view.rank_at(from) else { return f32::MIN };
        let (own, enemies) = (self.view.own(), self.view.enemies());
        let (left, came) = (own & !from.bit(), own & !from.bit() | to.bit());
        let danger = match self.guess.at(to) {
            Some(odds) => {
                let [attacker, defender, nobody] = survivors(rank, odds);
                attacker * self.danger(came, enemies & !to.bit(), Some((to, rank)))
                    + defender * self.danger(left, enemies, None)
                    + nobody * self.danger(left, enemies & !to.bit(), None)
            }
            None => self.danger(came, enemies, Some((to, rank))),
        };
        let brings = if self.guess.at(to).is_some() {
            self.attack(rank, from, to)
        } else {
            self.nearness(rank, to) - self.nearness(rank, from)
        };
        brings + self.danger - danger
    }

    /// Returns the points of an attack beside what it changes for other pieces.
    fn attack(&self, rank: Rank, from: Square, to: Square) -> f32 {
        let is_secret = self.view.revealed() & from.bit() == 0;
        let secrecy = if is_secret { SECRECY * worth(rank) } else { 0.0 };
        self.gain(rank, to) - secrecy
    }

    /// Returns the points of an attack by any piece of a rank.
    fn gain(&self, rank: Rank, to: Square) -> f32 {
        let Some(odds) = self.guess.at(to) else { return 0.0 };
        let is_hidden = self.view.hidden_squares() & to.bit() != 0;
        let quiet = f32::from(self.view.quiet_plies().saturating_sub(CALM));
        let news = if is_hidden { CURIOSITY + URGENCY * quiet } else { 0.0 };
        gain(rank, odds) + news
    }

    /// Returns the points for which pieces of a rank go for a target.
    fn pull(&self, rank: Rank, to: Square) -> f32 {
        let gain = self.gain(rank, to);
        if gain <= 0.0 {
            return 0.0;
        }
        let rows_ahead = match self.view.player() {
            Player::First => to.y(),
            Player::Second => 9 - to.y(),
        };
        if rows_ahead < HOME_ROWS {
            return gain + INTRUDER;
        }
        let walks_away = self.view.rank_at(to).is_some_and(Rank::is_movable);
        if walks_away { CHASE * gain } else { gain }
    }

    /// Returns the points of standing where the best target is near.
    fn nearness(&self, rank: Rank, sq: Square) -> f32 {
        let of_target = |target: &Target| {
            let distance = target.distances.of(sq)?;
            Some(target.gains[rank.index()] * DECAY.powi(distance.into()))
        };
        self.targets.iter().filter_map(of_target).fold(0.0, f32::max)
    }

    /// Returns the points that are in danger with the pieces on these squares, one of which has just
    /// come there.
    fn danger(&self, own: u128, enemies: u128, came: Option<(Square, Rank)>) -> f32 {
        let (mut largest, mut all) = (0.0f32, 0.0);
        for sq in squares(own & beside(enemies)) {
            let here = came.filter(|&(square, _)| square == sq).map(|(_, rank)| rank);
            let Some(rank) = here.or(self.view.rank_at(sq)) else { continue };
            let threats = squares(beside(sq.bit()) & enemies)
                .filter_map(|enemy| Some(threat(rank, self.guess.at(enemy)?)));
            let worst = threats.fold(0.0, f32::max);
            largest = largest.max(worst);
            all += worst;
        }
        largest + OTHERS * (all - largest)
    }
}

/// Returns the squares beside those of a set.
fn beside(set: u128) -> u128 {
    Direction::ALL.into_iter().fold(0, |all, direction| all | direction.shift(set))
}
