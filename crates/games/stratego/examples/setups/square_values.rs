//! Values of each rank on each square before a game, learned from results.
//!
//! One game says little about one setup, but it contains about eighty pieces on their squares. So
//! the values of all squares can be learned from far fewer games than a direct comparison of setups
//! needs.

use stratego::{Rank, Setup};

use crate::draw::draw;

/// Number of different columns, since setups are mirrored.
const COLUMNS: usize = 5;
/// Number of epochs, learning rate of the first epoch, and strength of the ridge (L2)
/// regularization.
const EPOCHS: usize = 40;
const RATE: f64 = 0.02;
const RIDGE: f64 = 3e-4;

/// Two setups, and the points of the first (Red's) against the second, from 0 to 1.
pub(crate) struct Game {
    pub(crate) setups: [Setup; 2],
    pub(crate) points: f64,
}

/// Values by rank and square, in log odds of winning.
pub(crate) struct SquareValues([[f64; 4 * COLUMNS]; Rank::COUNT]);

impl SquareValues {
    /// Returns the values that explain the games best: logistic regression by stochastic gradient
    /// descent (SGD).
    pub(crate) fn learn(games: &[Game], rng: &mut fastrand::Rng) -> SquareValues {
        let mut values = SquareValues([[0.0; 4 * COLUMNS]; Rank::COUNT]);
        let mut order: Vec<&Game> = games.iter().collect();
        for epoch in 0..EPOCHS {
            let rate = RATE * (1.0 - epoch as f64 / EPOCHS as f64);
            rng.shuffle(&mut order);
            for game in &order {
                let step = rate * (game.points - values.expected(game));
                for (setup, step) in game.setups.iter().zip([step, -step]) {
                    for (place, rank) in setup.iter().enumerate() {
                        let value = &mut values.0[rank.index()][cell(place)];
                        *value += step - rate * RIDGE * *value;
                    }
                }
            }
        }
        values
    }

    /// Returns the log loss of the predicted results in bits per game; 1 without any knowledge.
    pub(crate) fn log_loss(&self, games: &[Game]) -> f64 {
        let log_loss = |game: &Game| {
            let expected = self.expected(game);
            -game.points * expected.log2() - (1.0 - game.points) * (1.0 - expected).log2()
        };
        games.iter().map(log_loss).sum::<f64>() / games.len() as f64
    }

    /// Returns the setup with the highest value of `draws` random setups.
    pub(crate) fn best(&self, draws: usize, rng: &mut fastrand::Rng) -> Setup {
        let drawn = (0..draws).map(|_| draw(rng));
        let scored = drawn.map(|setup| (self.of(&setup), setup));
        scored.max_by(|a, b| a.0.total_cmp(&b.0)).expect("draws is positive").1
    }

    fn expected(&self, game: &Game) -> f64 {
        let [red, blue] = game.setups.each_ref().map(|setup| self.of(setup));
        1.0 / (1.0 + (blue - red).exp())
    }

    fn of(&self, setup: &Setup) -> f64 {
        setup.iter().enumerate().map(|(place, rank)| self.0[rank.index()][cell(place)]).sum()
    }
}

/// Returns the index of a place of a setup in the half board of mirrored columns.
fn cell(place: usize) -> usize {
    let column = (place % 10).min(9 - place % 10);
    place / 10 * COLUMNS + column
}
