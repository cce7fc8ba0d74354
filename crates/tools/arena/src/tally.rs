use std::collections::BTreeMap;

use crate::{AnswerTimes, GameReport, PairScores, Termination};

/// What a match has brought, seen from its first player.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Results of the games in which the first player of the match moved first, and of those in
    /// which it moved second.
    pub by_side: [Results; 2],
    /// Complete pairs by their points.
    pub pairs: PairScores,
    /// Games by how they ended.
    pub terminations: BTreeMap<Termination, u32>,
    /// How long each player's answers took.
    pub times: [AnswerTimes; 2],
    /// What each player has done wrong.
    pub faults: [Faults; 2],
    /// Scores of games whose pair is not complete yet, by pair.
    open_pairs: BTreeMap<usize, f64>,
}

/// Games by their result.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// Games that a player has lost by a fault, by its kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Faults {
    /// No answer in time.
    pub overruns: u32,
    /// An answer that is no legal move, or that cannot be read.
    pub illegal: u32,
    /// The process ended, closed its output or flooded it, or took too much memory.
    pub crashes: u32,
    /// A move other than the opening's.
    pub left_opening: u32,
}

impl Tally {
    /// Adds a game. The order does not matter.
    pub fn add(&mut self, game: &GameReport) {
        let score = game.score();
        self.by_side[game.first].add(score);
        match self.open_pairs.remove(&(game.index / 2)) {
            Some(other) => self.pairs.add(score + other),
            None => {
                self.open_pairs.insert(game.index / 2, score);
            }
        }
        *self.terminations.entry(game.termination).or_default() += 1;
        for (sum, times) in self.times.iter_mut().zip(game.times) {
            sum.merge(times);
        }
        if let Some(player) = game.at_fault() {
            self.faults[player].add(game.termination);
        }
    }

    /// Returns the results of all games.
    #[must_use]
    pub fn results(&self) -> Results {
        let [first, second] = self.by_side;
        Results {
            wins: first.wins + second.wins,
            draws: first.draws + second.draws,
            losses: first.losses + second.losses,
        }
    }
}

impl<'a> FromIterator<&'a GameReport> for Tally {
    fn from_iter<I: IntoIterator<Item = &'a GameReport>>(games: I) -> Tally {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(game));
        tally
    }
}

impl Results {
    /// Returns how many games there are.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    fn add(&mut self, score: f64) {
        if score > 0.5 {
            self.wins += 1;
        } else if score < 0.5 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }
}

impl Faults {
    fn add(&mut self, termination: Termination) {
        match termination {
            Termination::Normal(_) => {}
            Termination::Timeout => self.overruns += 1,
            Termination::Illegal | Termination::Unreadable => self.illegal += 1,
            Termination::Crashed
            | Termination::Closed
            | Termination::Flood
            | Termination::Memory => self.crashes += 1,
            Termination::LeftOpening => self.left_opening += 1,
        }
    }
}
