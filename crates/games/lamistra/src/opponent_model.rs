//! Opponent model: the bot counts which roles the other side names, and departs from its
//! equilibrium strategy where this gains against such an opponent, with bounded regret.
//!
//! An equilibrium strategy loses nothing to any opponent and wins little from a bad one. The best
//! response to a prediction wins the most from the opponent that it predicts, and may lose much to
//! another. The bot mixes both, as Johanson, Zinkevich and Bowling (2007) do for poker: the share
//! of the best response is the largest whose regret is bounded, in each attack and in the sum of
//! all attacks of a game. So an opponent who names one role to be predicted, and then another,
//! gains no more by it than that sum. And the best response is chosen among the names of the
//! bot's equilibrium strategy, which lose nothing to an opponent who plays his own.

use gamekit::Player;
use search::matrix::{Matrix, MOST_CHOICES};
use search::Solution;

use crate::army::Piece;
use crate::moves::Move;
use crate::position::Position;
use crate::role::Role;

/// Probability of each choice.
type Strategy = [f64; MOST_CHOICES];

/// Number of names that the opponent's equilibrium strategy counts for in a prediction.
const PRIOR: f64 = 10.0;

/// Greatest regret in one attack, in expected points.
const ATTACK_REGRET: f64 = 0.02;

/// Greatest sum of regrets in a game, in expected points.
const GAME_REGRET: f64 = 0.1;

/// Situation of a player who names a role in an attack.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// True if he attacks.
    pub attacks: bool,
    /// True if his piece has moved before.
    pub has_moved: bool,
}

impl Situation {
    /// Returns the situation of `player` in the current attack, unless the role of his piece is
    /// known.
    #[must_use]
    pub fn of(pos: &Position, player: Player) -> Option<Situation> {
        let step = pos.attack()?.step;
        let attacks = player == pos.stepper();
        let cell = if attacks { step.from } else { step.to };
        match pos.army(player).piece_at(cell)? {
            Piece::Named(_) => None,
            piece => Some(Situation { attacks, has_moved: piece == Piece::Moved }),
        }
    }

    fn index(self) -> usize {
        2 * usize::from(self.attacks) + usize::from(self.has_moved)
    }
}

/// Names of the opponent in this game, and the regret that is left.
#[derive(Clone, Debug)]
pub struct OpponentModel {
    /// Number of names by situation and role.
    counts: [[u32; Role::COUNT]; 4],
    regret_left: f64,
}

impl Default for OpponentModel {
    fn default() -> OpponentModel {
        OpponentModel { counts: [[0; Role::COUNT]; 4], regret_left: GAME_REGRET }
    }
}

impl OpponentModel {
    /// Counts the name of `opponent` in the current attack, if he had a choice.
    pub fn observe(&mut self, pos: &Position, opponent: Player, role: Role) {
        let mut choices = 0;
        match opponent == pos.stepper() {
            true => pos.attacker_roles(|_| choices += 1),
            false => pos.defender_roles(|_| choices += 1),
        }
        if let Some(situation) = Situation::of(pos, opponent).filter(|_| choices > 1) {
            self.counts[situation.index()][role.index()] += 1;
        }
    }

    /// Returns how often the opponent has named `role` in such a situation.
    #[must_use]
    pub fn count(&self, situation: Situation, role: Role) -> u32 {
        self.counts[situation.index()][role.index()]
    }

    /// Samples a name of the bot, the side for which the attack was solved. The opponent is in
    /// `situation`, or the role of his piece is known.
    pub fn sample(
        &mut self,
        solution: &Solution<Move>,
        situation: Option<Situation>,
    ) -> Option<Move> {
        let is_row = solution.is_row;
        let equilibrium = [is_row, !is_row].map(|is_row| solution.strategy(is_row));
        let (game, theirs) = match is_row {
            true => (solution.matrix, &solution.columns),
            false => (solution.matrix.swapped(), &solution.rows),
        };
        let mut names = Strategy::default();
        for (names, mv) in names.iter_mut().zip(theirs.iter()) {
            if let (Some(situation), Move::Name(role)) = (situation, mv) {
                *names = self.count(situation, role).into();
            }
        }
        let strategy = self.strategy(&game, equilibrium, &names);
        solution.sample(is_row, &strategy, solution.point)
    }

    /// Returns the bot's strategy in `game`, where it is the row player, and subtracts its regret
    /// from what is left. `own` and `theirs` are the equilibrium strategies, and `names` is how
    /// often the opponent has made each choice.
    fn strategy(
        &mut self,
        game: &Matrix,
        [own, theirs]: [Strategy; 2],
        names: &Strategy,
    ) -> Strategy {
        let all: f64 = names.iter().sum();
        if all == 0.0 {
            return own;
        }
        let mut predicted = theirs;
        for (chance, count) in predicted.iter_mut().zip(names) {
            *chance = (count + PRIOR * *chance) / (all + PRIOR);
        }
        let strategy = respond(game, &own, &predicted, ATTACK_REGRET.min(self.regret_left));
        let regret = game.least_by(&own) - game.least_by(&strategy);
        self.regret_left = (self.regret_left - regret.max(0.0)).max(0.0);
        strategy
    }
}

/// Returns the row player's strategy `own`, moved towards that one of its own choices which is the
/// best response to `predicted`, as far as its least expected gain falls by no more than `regret`.
///
/// Other choices than those of an equilibrium strategy may lose to the equilibrium strategy of the
/// opponent; these do not.
fn respond(game: &Matrix, own: &Strategy, predicted: &Strategy, regret: f64) -> Strategy {
    let gain = |&row: &usize| game.gain_of_row(row, predicted);
    let own_choices = (0..game.rows()).filter(|&row| own[row] > 0.0);
    let best = own_choices.max_by(|one, other| gain(one).total_cmp(&gain(other)));
    let best = best.unwrap_or(0);
    let floor = game.least_by(own) - regret;
    let mut share: f64 = 1.0;
    for column in 0..game.columns() {
        let (safe, exposed) = (game.gain_of_column(column, own), game.get(best, column));
        if exposed < floor {
            share = share.min((safe - floor) / (safe - exposed));
        }
    }
    let mut mixed = own.map(|chance| chance * (1.0 - share));
    mixed[best] += share;
    mixed
}

#[cfg(test)]
mod tests {
    use std::iter;

    use fastrand::Rng;
    use gamekit::Position as _;
    use search::{Limits, Searcher};

    use super::*;
    use crate::network::BotEngine;
    use crate::settings::SETTINGS;

    fn random_game(rng: &mut Rng) -> Matrix {
        let mut game = Matrix::new(rng.usize(1..=6), rng.usize(1..=8));
        for row in 0..game.rows() {
            for column in 0..game.columns() {
                game.set(row, column, rng.f64());
            }
        }
        game
    }

    /// Returns the strategy that always makes this choice.
    fn pure(choice: usize) -> Strategy {
        let mut strategy = Strategy::default();
        strategy[choice] = 1.0;
        strategy
    }

    /// Returns the expected gain of `own` against `theirs`.
    fn gain(game: &Matrix, own: &Strategy, theirs: &Strategy) -> f64 {
        (0..game.rows()).map(|row| own[row] * game.gain_of_row(row, theirs)).sum()
    }

    #[test]
    fn the_response_gains_against_the_prediction_within_the_regret() {
        let mut rng = Rng::with_seed(1);
        let mut bounded = 0;
        for _ in 0..2000 {
            let (game, regret) = (random_game(&mut rng), 0.1 * rng.f64());
            let own = game.solve().rows;
            let predicted = pure(rng.usize(..game.columns()));
            let mixed = respond(&game, &own, &predicted, regret);
            assert!((mixed.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(mixed.iter().all(|&chance| chance >= 0.0));
            assert!(gain(&game, &mixed, &predicted) >= gain(&game, &own, &predicted) - 1e-9);
            let equilibrium = game.solve();
            let kept = gain(&game, &mixed, &equilibrium.columns);
            assert!((kept - equilibrium.value).abs() < 1e-6, "{kept}");
            let lost = game.least_by(&own) - game.least_by(&mixed);
            assert!(lost <= regret + 1e-9, "{lost}");
            // The share of the best response is the largest: all of it, or the regret is used.
            let is_pure = mixed.iter().any(|&chance| chance > 1.0 - 1e-9);
            assert!(is_pure || lost > regret - 1e-9, "{lost}");
            bounded += usize::from(!is_pure);
        }
        assert!((500..1900).contains(&bounded), "{bounded}");
    }

    #[test]
    fn an_opponent_who_is_predicted_and_then_names_another_role_gains_no_more_than_the_bound() {
        let mut rng = Rng::with_seed(2);
        let mut most: f64 = 0.0;
        for _ in 0..500 {
            let game = random_game(&mut rng);
            let equilibrium = game.solve();
            let (mut model, mut names) = (OpponentModel::default(), Strategy::default());
            let bait = rng.usize(..game.columns());
            let mut lost = 0.0;
            for attack in 0..20 {
                let both = [equilibrium.rows, equilibrium.columns];
                let strategy = model.strategy(&game, both, &names);
                // The opponent knows the strategy, and names the role that gains the most against
                // it in every second attack.
                let worst = (0..game.columns()).min_by(|&one, &other| {
                    let gain = |column| game.gain_of_column(column, &strategy);
                    gain(one).total_cmp(&gain(other))
                });
                let choice = if attack % 2 == 0 { bait } else { worst.unwrap() };
                names[choice] += 1.0;
                lost += equilibrium.value - game.gain_of_column(worst.unwrap(), &strategy);
            }
            assert!(lost <= GAME_REGRET + 1e-6, "{lost}");
            most = most.max(lost);
        }
        assert!(most > 0.99 * GAME_REGRET, "{most}");
    }

    #[test]
    fn attacker_and_defender_answer_the_names_of_the_opponent() {
        // Lieutenant or spy attack general or lieutenant: the spy beats the general alone.
        let attack = "wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4";
        let attack: Position = attack.parse().unwrap();
        let names = |pos: Position, often: Option<Role>, answer: Role| {
            let mut searcher = Searcher::new(BotEngine::default(), SETTINGS.params, 1 << 20);
            let mut solution = searcher.solve_root(&pos, &[], Limits::depth(1), |_| ()).unwrap();
            let opponent = pos.side_to_move().opponent();
            let points = (0..1000).map(|point| f64::from(point) / 1000.0);
            let sampled = points.map(|point| {
                let mut model = OpponentModel::default();
                for role in iter::repeat_n(often, 20).flatten() {
                    model.observe(&pos, opponent, role);
                }
                solution.point = point;
                model.sample(&solution, Situation::of(&pos, opponent))
            });
            sampled.filter(|&name| name == Some(Move::Name(answer))).count()
        };
        let against = |pos, often, answer| {
            let [equilibrium, model] = [None, Some(often)].map(|often| names(pos, often, answer));
            assert!(model > equilibrium, "{model} against {equilibrium}");
        };
        against(attack, Role::General, Role::Spy);
        against(attack.with_any_name(), Role::Spy, Role::Lieutenant);
    }

    #[test]
    fn a_role_that_the_opponent_names_often_is_answered() {
        // The first row wins only against the first column, which the equilibrium chooses in one
        // attack of three.
        let mut game = Matrix::new(2, 2);
        game.set(0, 0, 1.0);
        game.set(1, 1, 0.5);
        let equilibrium = game.solve();
        let both = [equilibrium.rows, equilibrium.columns];
        let first = |names: [f64; 2]| {
            let mut all = Strategy::default();
            all[..2].copy_from_slice(&names);
            OpponentModel::default().strategy(&game, both, &all)[0]
        };
        let answers = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(first);
        let [same, more, less] = answers;
        assert!((same - equilibrium.rows[0]).abs() < 1e-12);
        assert!(less < same && same < more, "{answers:?}");
    }
}
