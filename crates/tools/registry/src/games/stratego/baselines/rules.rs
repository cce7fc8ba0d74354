//! Style `rules` of the one-ply player: a heuristic evaluation of steps.

use gamekit::Player;
use stratego::{Direction, LAKES, Rank, Square, View, squares};

use super::distances::Distances;
use super::guess::{RankEstimates, gain, survivors, threat, worth};
use super::one_ply::Style;

/// Style that evaluates steps by heuristic rules, with some noise among steps of about equal value.
/// The rules count the expected points of an attack, the pieces in danger before and after the
/// step, and the distance to targets that are worth an attack. Hidden pieces are estimated from the
/// ranks that are still hidden.
pub(super) const STYLE: Style = Style {
    evaluation: |view| {
        let context = TurnContext::new(view);
        Box::new(move |from, to| context.value(from, to))
    },
    noise: 1.0,
    repetition_penalty: 6.0,
};

/// Points for learning a rank.
const INFORMATION_BONUS: f32 = 8.0;

/// Share of its value that a piece loses when its rank becomes known.
const REVEAL_COST: f32 = 0.08;

/// Points for an attack on a hidden piece for each quiet ply beyond [`QUIET_PLIES`]: a draw counts
/// almost as a loss.
const QUIET_BONUS: f32 = 0.5;
const QUIET_PLIES: u8 = 30;

/// Factor of a target's points per step of distance.
const DISTANCE_DECAY: f32 = 0.6;

/// Factor for a target whose rank is known and which can move away.
const FLEEING_FACTOR: f32 = 0.3;

/// Points for driving away an enemy piece in the player's own rows.
const INTRUDER_BONUS: f32 = 20.0;
const HOME_ROWS: u8 = 4;

/// Weight of all threats except the largest: the enemy can carry out only one.
const OTHER_THREATS: f32 = 0.15;

/// Values that are the same for all steps of one turn.
struct TurnContext<'a> {
    view: &'a View,
    estimates: RankEstimates,
    targets: Vec<Target>,
    danger: f32,
}

/// Enemy piece as a target: the points for each attacking rank, and the distances to it.
struct Target {
    gains: [f32; Rank::COUNT],
    distances: Distances,
}

impl TurnContext<'_> {
    fn new(view: &View) -> TurnContext<'_> {
        let estimates = RankEstimates::new(view);
        let is_stuck = |sq: &Square| view.rank_at(*sq).is_some_and(|rank| !rank.is_movable());
        let stuck = squares(view.own()).filter(is_stuck).fold(0, |set, sq| set | sq.bit());
        let free = !(LAKES | view.enemies() | stuck);
        let mut context = TurnContext { view, estimates, targets: Vec::new(), danger: 0.0 };
        for sq in squares(view.enemies()) {
            let gains = Rank::ALL.map(|rank| context.target_value(rank, sq));
            context.targets.push(Target { gains, distances: Distances::to(sq, free) });
        }
        context.danger = context.danger(view.own(), view.enemies(), None);
        context
    }

    fn value(&self, from: Square, to: Square) -> f32 {
        let Some(rank) = self.view.rank_at(from) else { return f32::MIN };
        let (own, enemies) = (self.view.own(), self.view.enemies());
        let (left, arrived) = (own & !from.bit(), own & !from.bit() | to.bit());
        let danger = match self.estimates.at(to) {
            Some(odds) => {
                let [attacker, defender, nobody] = survivors(rank, odds);
                attacker * self.danger(arrived, enemies & !to.bit(), Some((to, rank)))
                    + defender * self.danger(left, enemies, None)
                    + nobody * self.danger(left, enemies & !to.bit(), None)
            }
            None => self.danger(arrived, enemies, Some((to, rank))),
        };
        let brings = if self.estimates.at(to).is_some() {
            self.attack(rank, from, to)
        } else {
            self.nearness(rank, to) - self.nearness(rank, from)
        };
        brings + self.danger - danger
    }

    /// Returns the points of an attack without its effects on other pieces.
    fn attack(&self, rank: Rank, from: Square, to: Square) -> f32 {
        let is_secret = self.view.revealed() & from.bit() == 0;
        let secrecy = if is_secret { REVEAL_COST * worth(rank) } else { 0.0 };
        self.gain(rank, to) - secrecy
    }

    /// Returns the points of an attack by any piece of a rank.
    fn gain(&self, rank: Rank, to: Square) -> f32 {
        let Some(odds) = self.estimates.at(to) else { return 0.0 };
        let is_hidden = self.view.hidden_squares() & to.bit() != 0;
        let quiet = f32::from(self.view.quiet_plies().saturating_sub(QUIET_PLIES));
        let information = if is_hidden { INFORMATION_BONUS + QUIET_BONUS * quiet } else { 0.0 };
        gain(rank, odds) + information
    }

    /// Returns the points for which pieces of a rank approach a target.
    fn target_value(&self, rank: Rank, to: Square) -> f32 {
        let gain = self.gain(rank, to);
        if gain <= 0.0 {
            return 0.0;
        }
        let rows_ahead = match self.view.player() {
            Player::First => to.y(),
            Player::Second => 9 - to.y(),
        };
        if rows_ahead < HOME_ROWS {
            return gain + INTRUDER_BONUS;
        }
        let walks_away = self.view.rank_at(to).is_some_and(Rank::is_movable);
        if walks_away { FLEEING_FACTOR * gain } else { gain }
    }

    /// Returns the points of a square by its distance to the best target.
    fn nearness(&self, rank: Rank, sq: Square) -> f32 {
        let of_target = |target: &Target| {
            let distance = target.distances.of(sq)?;
            Some(target.gains[rank.index()] * DISTANCE_DECAY.powi(distance.into()))
        };
        self.targets.iter().filter_map(of_target).fold(0.0, f32::max)
    }

    /// Returns the points in danger with the pieces on these squares, of which `arrived` has just
    /// arrived.
    fn danger(&self, own: u128, enemies: u128, arrived: Option<(Square, Rank)>) -> f32 {
        let (mut largest, mut all) = (0.0f32, 0.0);
        for sq in squares(own & beside(enemies)) {
            let here = arrived.filter(|&(square, _)| square == sq).map(|(_, rank)| rank);
            let Some(rank) = here.or(self.view.rank_at(sq)) else { continue };
            let threats = squares(beside(sq.bit()) & enemies)
                .filter_map(|enemy| Some(threat(rank, self.estimates.at(enemy)?)));
            let worst = threats.fold(0.0, f32::max);
            largest = largest.max(worst);
            all += worst;
        }
        largest + OTHER_THREATS * (all - largest)
    }
}

/// Returns the squares beside those of a set.
fn beside(set: u128) -> u128 {
    Direction::ALL.into_iter().fold(0, |all, direction| all | direction.shift(set))
}
