//! Progress: costs of plies without an attack and of repetitions, because a game without attacks is
//! drawn after 200 plies.

use gamekit::Player;

use crate::position::Position;
use crate::rank::Rank;
use crate::values::{ByRank, Values};
use crate::view::View;
use crate::weights::Weights;

/// Plies without an attack that cost nothing.
const FREE_PLIES: i32 = 60;

/// Plies without an attack after which a repetition costs a side that is ahead more.
const PATIENCE: i32 = 40;

/// Lead in material at which the cost of a repetition grows fastest, in score units.
const FULL_LEAD: i32 = 1000;

/// Costs of the plies without an attack for the player who searches.
#[derive(Clone, Default, Debug)]
pub(crate) struct Progress {
    quiet_cost: i32,
    repetition_cost: i32,
    /// Growth of the cost of a repetition, in hundredths per ply.
    repetition_growth: i32,
}

impl Progress {
    /// Returns the costs for the player of `view`. A repetition costs him more while he is ahead,
    /// because then a chase for ever gives his lead away.
    pub(crate) fn new(view: &View, values: &Values, weights: &Weights) -> Progress {
        let material = |player: Player, values: &ByRank| -> i32 {
            let census = view.census(player);
            let without_flag = Rank::ALL.into_iter().skip(1).map(Rank::index);
            without_flag.map(|rank| i32::from(census[rank]) * values[rank]).sum()
        };
        let us = view.player();
        let lead = material(us, &values.ours) - material(us.opponent(), &values.theirs);
        Progress {
            quiet_cost: weights.quiet_cost,
            repetition_cost: weights.repetition_cost,
            repetition_growth: weights.repetition_growth * lead.clamp(0, FULL_LEAD) / FULL_LEAD,
        }
    }

    /// Returns the cost of this number of plies without an attack.
    #[inline]
    pub(crate) fn quiet_cost(&self, quiet_plies: u8) -> i32 {
        const MOST: i32 = Position::MAX_QUIET_PLIES as i32 - FREE_PLIES;
        let counted = (i32::from(quiet_plies) - FREE_PLIES).max(0);
        self.quiet_cost * counted * counted / (MOST * MOST)
    }

    /// Returns the cost of a repetition after this number of plies without an attack.
    #[inline]
    pub(crate) fn repetition_cost(&self, quiet_plies: u8) -> i32 {
        let counted = (i32::from(quiet_plies) - PATIENCE).max(0);
        self.repetition_cost + self.repetition_growth * counted / 100
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Observe as _;

    use super::*;

    fn progress(pos: &str) -> Progress {
        let weights = Weights {
            quiet_cost: 900,
            repetition_cost: 30,
            repetition_growth: 200,
            ..Weights::default()
        };
        let pos: Position = pos.parse().unwrap();
        let view = pos.view(Player::First);
        let values =
            Values::new(&view.census(Player::First), &view.census(Player::Second), &weights);
        Progress::new(&view, &values, &weights)
    }

    #[test]
    fn quiet_plies_cost_more_and_more() {
        let progress = progress("FM8/10/10/10/10/10/10/10/10/f4i~4 b 41 0");
        let costs = [0, 60, 130, 200].map(|plies| progress.quiet_cost(plies));
        assert_eq!(costs, [0, 0, 225, 900]);
    }

    #[test]
    fn a_repetition_costs_more_only_for_a_side_that_is_ahead() {
        let costs = |pos: &str| [0, 40, 140].map(|plies| progress(pos).repetition_cost(plies));
        assert_eq!(costs("FMGCC5/10/10/10/10/10/10/10/10/f4i~4 r 41 0"), [30, 30, 230]);
        assert_eq!(costs("FI8/10/10/10/10/10/10/10/10/f4mg3 r 41 0"), [30, 30, 30]);
    }
}
