//! Ratings of a league: Glicko, on the scale of Elo.

use skillratings::Outcomes;
use skillratings::glicko::{GlickoConfig, GlickoRating, expected_score, glicko};

/// Ratings of players that meet each other unequally often, on the Elo scale: the Glicko system
/// (Glickman, 1999), without the growth of uncertainty over time, since the strength of a program
/// does not change. The mean player is about 1500. Glicko counts single games, as if the two games
/// of a pair were independent.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    players: Vec<Rating>,
}

/// Rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    glicko: GlickoRating,
    /// Number of games that the rating is based on.
    pub games: u32,
}

impl Ratings {
    /// Returns the ratings of this number of unknown players.
    #[must_use]
    pub fn new(players: usize) -> Ratings {
        let unknown = Rating { glicko: GlickoRating::new(), games: 0 };
        Ratings { players: vec![unknown; players] }
    }

    /// Returns the rating of a player.
    #[must_use]
    pub fn of(&self, player: usize) -> Rating {
        self.players[player]
    }

    /// Adds a game in which `one` has scored 1, 1/2 or 0 points against `other`.
    pub fn count(&mut self, one: usize, other: usize, score: f64) {
        let outcome = if score > 0.5 {
            Outcomes::WIN
        } else if score < 0.5 {
            Outcomes::LOSS
        } else {
            Outcomes::DRAW
        };
        let before = (&self.players[one].glicko, &self.players[other].glicko);
        let after = glicko(before.0, before.1, &outcome, &GlickoConfig { c: 0.0 });
        (self.players[one].glicko, self.players[other].glicko) = after;
        self.players[one].games += 1;
        self.players[other].games += 1;
    }

    /// Returns the information of a game between these two players: the uncertainty of its result
    /// times that of the two ratings.
    pub(crate) fn information(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (self.players[one].glicko, self.players[other].glicko);
        let (expected, _) = expected_score(&one, &other);
        expected * (1.0 - expected) * one.deviation.hypot(other.deviation)
    }
}

impl Rating {
    /// Half the width of the middle 95 % of a normal distribution, in standard deviations.
    const Z_95: f64 = 1.959_964;

    /// Returns the most likely strength.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.glicko.rating
    }

    /// Returns half the width of the 95 % interval around the value.
    #[must_use]
    pub fn margin(&self) -> f64 {
        Rating::Z_95 * self.glicko.deviation
    }
}
