//! Heuristic evaluation of steps: the expected points of an attack, the pieces in danger before and
//! after the step, and the distance to targets that are worth an attack.

use gamekit::Player;
use stratego::{Direction, LAKES, Rank, Square, View, squares};

use super::distances::Distances;
use super::guess::{RankEstimates, gain, survivors, threat, worth};
use super::one_ply::Evaluation;

/// Parameters of the evaluation, in points unless stated otherwise. Hidden pieces are estimated
/// from the ranks that are still hidden.
pub(super) struct Heuristics {
    /// Bonus for learning a rank.
    pub(super) information_bonus: f32,
    /// Bonus of an attack on a hidden piece for each quiet ply beyond [`QUIET_PLIES`]: a draw
    /// counts almost as a loss.
    pub(super) quiet_bonus: f32,
    /// Bonus for the capture of a piece that is known to be beaten.
    pub(super) sure_capture_bonus: f32,
    /// Factor of a target whose rank is known and which can move away.
    pub(super) fleeing_factor: f32,
    /// Number of rows, from the player's back row, in which enemy pieces are targets. Neighbours
    /// are attacked in any row.
    pub(super) target_rows: u8,
    /// Cost of each row beyond the player's own rows, unless the step captures a neighbour.
    pub(super) advance_cost: f32,
    /// Cost of the first step of a piece.
    pub(super) first_step_cost: f32,
    /// Share of the value of a known strong piece for which weak hidden pieces approach it, as if
    /// they could beat it.
    pub(super) bluff_share: f32,
    /// Share of the danger from that piece that they take into account, from 0 to 1.
    pub(super) bluff_fear: f32,
}

/// Share of its value that a piece loses when its rank becomes known.
const REVEAL_COST: f32 = 0.08;

const QUIET_PLIES: u8 = 30;

/// Factor of a target's points per step of distance.
const DISTANCE_DECAY: f32 = 0.6;

/// Points for driving away an enemy piece in the player's own rows.
const INTRUDER_BONUS: f32 = 20.0;
const HOME_ROWS: u8 = 4;

/// Weight of all threats except the largest: the enemy can carry out only one.
const OTHER_THREATS: f32 = 0.15;

/// Value of the strongest pieces that bluff, a lieutenant's, and of the weakest that they bluff.
const MAX_BLUFFER: f32 = worth(Rank::Lieutenant);
const MIN_BLUFFED: f32 = worth(Rank::Captain);

impl Heuristics {
    /// Returns the evaluation of steps in the turn of the player who sees the view.
    pub(super) fn evaluation<'a>(&'a self, view: &'a View) -> Evaluation<'a> {
        let context = TurnContext::new(self, view);
        Box::new(move |from, to| context.value(from, to))
    }

    /// Returns whether weak pieces bluff a piece of this rank.
    fn is_bluffed(&self, rank: Rank) -> bool {
        self.bluff_share > 0.0 && rank.is_movable() && worth(rank) >= MIN_BLUFFED
    }
}

/// Values that are the same for all steps of one turn.
struct TurnContext<'a> {
    heuristics: &'a Heuristics,
    view: &'a View,
    estimates: RankEstimates,
    targets: Vec<Target>,
    /// Squares of the player's weak pieces that are hidden and bluff.
    bluffers: u128,
    danger: f32,
}

/// Enemy piece as a target: the points for each attacking rank, those for a piece that bluffs, and
/// the distances to it.
struct Target {
    gains: [f32; Rank::COUNT],
    bluff: f32,
    distances: Distances,
}

/// Own piece on the square where a step has ended.
#[derive(Clone, Copy)]
struct Arrival {
    sq: Square,
    rank: Rank,
    is_bluffing: bool,
}

impl<'a> TurnContext<'a> {
    fn new(heuristics: &'a Heuristics, view: &'a View) -> TurnContext<'a> {
        let estimates = RankEstimates::new(view);
        let is_stuck = |sq: &Square| view.rank_at(*sq).is_some_and(|rank| !rank.is_movable());
        let stuck = squares(view.own()).filter(is_stuck).fold(0, |set, sq| set | sq.bit());
        let free = !(LAKES | view.enemies() | stuck);
        let is_bluffer = |sq: &Square| {
            let rank = view.rank_at(*sq).filter(|rank| rank.is_movable());
            heuristics.bluff_share > 0.0 && rank.is_some_and(|rank| worth(rank) <= MAX_BLUFFER)
        };
        let hidden = squares(view.own() & !view.revealed());
        let bluffers = hidden.filter(is_bluffer).fold(0, |set, sq| set | sq.bit());
        let targets = Vec::new();
        let mut context =
            TurnContext { heuristics, view, estimates, targets, bluffers, danger: 0.0 };
        for sq in squares(view.enemies()) {
            let gains = Rank::ALL.map(|rank| context.target_value(rank, sq));
            let bluffed = view.rank_at(sq).filter(|&rank| heuristics.is_bluffed(rank));
            let bluff = bluffed.map_or(0.0, |rank| heuristics.bluff_share * worth(rank));
            context.targets.push(Target { gains, bluff, distances: Distances::to(sq, free) });
        }
        context.danger = context.danger(view.own(), view.enemies(), None);
        context
    }

    fn value(&self, from: Square, to: Square) -> f32 {
        let Some(rank) = self.view.rank_at(from) else { return f32::MIN };
        let (own, enemies) = (self.view.own(), self.view.enemies());
        let (left, arrived) = (own & !from.bit(), own & !from.bit() | to.bit());
        let is_short = from.way_to(to).is_some_and(|(_, distance)| distance == 1);
        let is_attack = self.estimates.at(to).is_some();
        // An attack and the long step of a scout reveal the piece.
        let was_bluffing = self.bluffers & from.bit() != 0;
        let is_bluffing = was_bluffing && is_short && !is_attack;
        let arrival = Some(Arrival { sq: to, rank, is_bluffing });
        let danger = match self.estimates.at(to) {
            Some(odds) => {
                let [attacker, defender, nobody] = survivors(rank, odds);
                attacker * self.danger(arrived, enemies & !to.bit(), arrival)
                    + defender * self.danger(left, enemies, None)
                    + nobody * self.danger(left, enemies & !to.bit(), None)
            }
            None => self.danger(arrived, enemies, arrival),
        };
        let brings = if is_attack {
            self.attack(rank, from, to)
        } else {
            self.nearness(rank, is_bluffing, to) - self.nearness(rank, was_bluffing, from)
        };
        let advance = if is_attack && is_short { 0.0 } else { self.advance_cost(from, to) };
        brings + self.danger - danger - advance - self.first_step_cost(from)
    }

    /// Returns the row of a square, counted from the player's back row.
    fn row(&self, sq: Square) -> u8 {
        match self.view.player() {
            Player::First => sq.y(),
            Player::Second => 9 - sq.y(),
        }
    }

    /// Returns the cost of the rows by which a step leaves the player's own rows; negative if it
    /// leads back.
    fn advance_cost(&self, from: Square, to: Square) -> f32 {
        let rows = |sq| f32::from((self.row(sq) + 1).saturating_sub(HOME_ROWS));
        self.heuristics.advance_cost * (rows(to) - rows(from))
    }

    fn first_step_cost(&self, from: Square) -> f32 {
        let is_first = self.view.moved() & from.bit() == 0;
        if is_first { self.heuristics.first_step_cost } else { 0.0 }
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
        let Heuristics { information_bonus, quiet_bonus, sure_capture_bonus, .. } =
            *self.heuristics;
        let information = if is_hidden { information_bonus + quiet_bonus * quiet } else { 0.0 };
        let is_sure = !is_hidden && survivors(rank, odds)[0] == 1.0;
        gain(rank, odds) + information + if is_sure { sure_capture_bonus } else { 0.0 }
    }

    /// Returns the points for which pieces of a rank approach a target.
    fn target_value(&self, rank: Rank, to: Square) -> f32 {
        let gain = self.gain(rank, to);
        if gain <= 0.0 {
            return 0.0;
        }
        let row = self.row(to);
        if row < HOME_ROWS {
            return gain + INTRUDER_BONUS;
        }
        if row >= self.heuristics.target_rows {
            return 0.0;
        }
        let walks_away = self.view.rank_at(to).is_some_and(Rank::is_movable);
        if walks_away { self.heuristics.fleeing_factor * gain } else { gain }
    }

    /// Returns the points of a square by its distance to the best target.
    fn nearness(&self, rank: Rank, is_bluffing: bool, sq: Square) -> f32 {
        let of_target = |target: &Target| {
            let distance = target.distances.of(sq)?;
            let bluff = if is_bluffing { target.bluff } else { 0.0 };
            let gain = target.gains[rank.index()].max(bluff);
            Some(gain * DISTANCE_DECAY.powi(distance.into()))
        };
        self.targets.iter().filter_map(of_target).fold(0.0, f32::max)
    }

    /// Returns the points in danger with the pieces on these squares, of which `arrival` has just
    /// arrived.
    fn danger(&self, own: u128, enemies: u128, arrival: Option<Arrival>) -> f32 {
        let (mut largest, mut all) = (0.0f32, 0.0);
        for sq in squares(own & beside(enemies)) {
            let here = arrival.filter(|arrival| arrival.sq == sq);
            let rank = here.map(|arrival| arrival.rank).or(self.view.rank_at(sq));
            let Some(rank) = rank else { continue };
            let is_bluffing =
                here.map_or(self.bluffers & sq.bit() != 0, |arrival| arrival.is_bluffing);
            let threats = squares(beside(sq.bit()) & enemies).filter_map(|enemy| {
                let fear = if is_bluffing { self.fear_of(enemy) } else { 1.0 };
                Some(fear * threat(rank, self.estimates.at(enemy)?))
            });
            let worst = threats.fold(0.0, f32::max);
            largest = largest.max(worst);
            all += worst;
        }
        largest + OTHER_THREATS * (all - largest)
    }

    /// Returns the share of the danger from an enemy piece that a bluffing neighbour takes into
    /// account.
    fn fear_of(&self, enemy: Square) -> f32 {
        let is_bluffed =
            self.view.rank_at(enemy).is_some_and(|rank| self.heuristics.is_bluffed(rank));
        if is_bluffed { self.heuristics.bluff_fear } else { 1.0 }
    }
}

/// Returns the squares beside those of a set.
fn beside(set: u128) -> u128 {
    Direction::ALL.into_iter().fold(0, |all, direction| all | direction.shift(set))
}
