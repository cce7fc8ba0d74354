//! What each rank is worth on each square before a game, learned from results.
//!
//! A game tells little about one setup, but it is about eighty pieces on their squares at once. So the
//! worths of all squares become known from far fewer games than setups can be compared by.

use stratego::{Rank, Setup};

use crate::draw::draw;

/// Columns that differ, since boards are mirrored.
const COLUMNS: usize = 5;
/// Times all games are gone through, how far a game moves a worth the first time, and the share of a worth
/// that a game takes back of that.
const EPOCHS: usize = 40;
const RATE: f64 = 0.02;
const RIDGE: f64 = 3e-4;

/// Two setups, and what Red won with the first against the second, of one point.
pub(crate) struct Game {
    pub(crate) setups: [Setup; 2],
    pub(crate) points: f64,
}

/// Worths by rank and square, in log odds of winning.
pub(crate) struct Worths([[f64; 4 * COLUMNS]; Rank::COUNT]);

impl Worths {
    /// Returns the worths that explain the games best: logistic regression, by stochastic gradient descent.
    pub(crate) fn learn(games: &[Game], rng: &mut fastrand::Rng) -> Worths {
        let mut worths = Worths([[0.0; 4 * COLUMNS]; Rank::COUNT]);
        let mut order: Vec<&Game> = games.iter().collect();
        for epoch in 0..EPOCHS {
            let rate = RATE * (1.0 - epoch as f64 / EPOCHS as f64);
            rng.shuffle(&mut order);
            for game in &order {
                let step = rate * (game.points - worths.expected(game));
                for (setup, step) in game.setups.iter().zip([step, -step]) {
                    for (place, rank) in setup.iter().enumerate() {
                        let worth = &mut worths.0[rank.index()][cell(place)];
                        *worth += step - rate * RIDGE * *worth;
                    }
                }
            }
        }
        worths
    }

    /// Returns the mean logarithm of what was thought of the results, in bits: 1 for who knows nothing.
    pub(crate) fn surprise(&self, games: &[Game]) -> f64 {
        let surprise = |game: &Game| {
            let expected = self.expected(game);
            -game.points * expected.log2() - (1.0 - game.points) * (1.0 - expected).log2()
        };
        games.iter().map(surprise).sum::<f64>() / games.len() as f64
    }

    /// Returns the best of so many draws.
    pub(crate) fn best(&self, draws: usize, rng: &mut fastrand::Rng) -> Setup {
        let drawn = (0..draws).map(|_| draw(rng));
        let valued = drawn.map(|setup| (self.of(&setup), setup));
        valued.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there is a draw").1
    }

    fn expected(&self, game: &Game) -> f64 {
        let [red, blue] = game.setups.each_ref().map(|setup| self.of(setup));
        1.0 / (1.0 + (blue - red).exp())
    }

    fn of(&self, setup: &Setup) -> f64 {
        setup.iter().enumerate().map(|(place, rank)| self.0[rank.index()][cell(place)]).sum()
    }
}

/// Returns the square of a half board on which a place of a setup is.
fn cell(place: usize) -> usize {
    let column = (place % 10).min(9 - place % 10);
    place / 10 * COLUMNS + column
}
