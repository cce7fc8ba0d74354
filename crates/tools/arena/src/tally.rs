//! Tally of the games between two contestants: results, pair scores, usage and faults.

use std::collections::BTreeMap;

use records::Usage;
use registry::Termination;
use stats::PairScores;

use crate::played::PlayedPair;
use crate::summary::GameSummary;

/// Results of the games between two contestants, from the side of the first of them.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Tally {
    /// Results of the games in which the first contestant moved first, and of those in which it
    /// moved second.
    pub by_side: [Results; 2],
    /// Pairs by their points.
    pub pairs: PairScores,
    /// Results by the reason for the end of the game.
    pub by_reason: BTreeMap<String, Results>,
    /// Usage of each contestant.
    pub usage: [Usage; 2],
    /// Faults of each contestant.
    pub faults: [Faults; 2],
}

/// Number of games by result.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// Number of games that a player has lost by a fault, by kind of fault.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Faults {
    /// No answer within the time limit.
    pub overruns: u32,
    /// An answer that is not a legal move, or that cannot be read; a disqualification.
    pub illegal: u32,
    /// The process ended, closed its output, wrote too much without a line end, or used too much
    /// memory.
    pub crashes: u32,
    /// A move other than that of the opening.
    pub left_opening: u32,
}

impl Tally {
    /// Adds the games of a game pair.
    pub fn add(&mut self, pair: [&GameSummary; 2]) {
        pair.into_iter().for_each(|game| self.add_single(game));
        self.pairs.add(pair.map(|game| game.score(0)).iter().sum());
    }

    /// Adds a game that belongs to no pair.
    pub fn add_single(&mut self, game: &GameSummary) {
        let score = game.score(0);
        self.by_side[game.first].count(score);
        self.by_reason.entry(game.reason.clone()).or_default().count(score);
        for (sum, usage) in self.usage.iter_mut().zip(game.usage) {
            sum.merge(usage);
        }
        if let (Some(fault), Some(player)) = (game.fault(), game.at_fault()) {
            self.faults[player].count(fault);
        }
    }

    /// Adds the games of other game pairs, from the same side.
    pub fn merge(&mut self, other: &Tally) {
        for side in 0..2 {
            self.by_side[side].merge(other.by_side[side]);
            self.usage[side].merge(other.usage[side]);
            self.faults[side].merge(other.faults[side]);
        }
        self.pairs.merge(other.pairs);
        for (reason, results) in &other.by_reason {
            self.by_reason.entry(reason.clone()).or_default().merge(*results);
        }
    }

    /// Returns the same games from the other side.
    #[must_use]
    pub fn swapped(&self) -> Tally {
        let [first, second] = self.by_side;
        let reasons = self.by_reason.iter();
        let [one, other] = self.usage;
        let [faults_of_one, faults_of_other] = self.faults;
        Tally {
            by_side: [second.swapped(), first.swapped()],
            pairs: self.pairs.swapped(),
            by_reason: reasons.map(|(why, results)| (why.clone(), results.swapped())).collect(),
            usage: [other, one],
            faults: [faults_of_other, faults_of_one],
        }
    }

    /// Returns the mean score of a game, from 0 to 1; `None` if there are no games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let results = self.results();
        (results.games() > 0).then(|| results.points() / f64::from(results.games()))
    }

    /// Returns the results of all games.
    #[must_use]
    pub fn results(&self) -> Results {
        let [mut sum, second] = self.by_side;
        sum.merge(second);
        sum
    }

    /// Returns the results of all games, from the side of the player who moved first.
    #[must_use]
    pub fn of_first_mover(&self) -> Results {
        let [mut sum, second] = self.by_side;
        sum.merge(second.swapped());
        sum
    }
}

impl<'a> FromIterator<&'a PlayedPair> for Tally {
    fn from_iter<I: IntoIterator<Item = &'a PlayedPair>>(pairs: I) -> Tally {
        let mut tally = Tally::default();
        pairs.into_iter().for_each(|[one, other]| tally.add([&one.summary, &other.summary]));
        tally
    }
}

impl Results {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Returns the share of drawn games, from 0 to 1; 0 if there are no games.
    #[must_use]
    pub fn draw_share(&self) -> f64 {
        f64::from(self.draws) / f64::from(self.games().max(1))
    }

    fn count(&mut self, score: f64) {
        if score > 0.5 {
            self.wins += 1;
        } else if score < 0.5 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    fn merge(&mut self, other: Results) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    fn swapped(self) -> Results {
        Results { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Faults {
    fn count(&mut self, fault: Termination) {
        match fault {
            Termination::Normal(_) => {}
            Termination::Timeout => self.overruns += 1,
            // Which answer a foreign referee has refused is known to that referee alone.
            Termination::Illegal | Termination::Unreadable | Termination::Disqualified => {
                self.illegal += 1;
            }
            Termination::Crashed
            | Termination::Closed
            | Termination::Flood
            | Termination::Memory => self.crashes += 1,
            Termination::LeftOpening => self.left_opening += 1,
        }
    }

    fn merge(&mut self, other: Faults) {
        self.overruns += other.overruns;
        self.illegal += other.illegal;
        self.crashes += other.crashes;
        self.left_opening += other.left_opening;
    }
}
