//! Standings of a match: the results of any two contestants against each other.

use std::collections::BTreeMap;

use crate::summary::GameSummary;
use crate::tally::Tally;

/// Results of any two contestants of a match against each other.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Standings {
    /// Tallies by the indices of two contestants in the plan, the smaller index first, and from
    /// that contestant's side.
    tallies: BTreeMap<[usize; 2], Tally>,
}

impl Standings {
    /// Adds the games of a game pair that `pairing` has played.
    pub fn add(&mut self, pairing: [usize; 2], pair: [&GameSummary; 2]) {
        let mut tally = Tally::default();
        tally.add(pair);
        self.merge(pairing, tally);
    }

    /// Adds a game of `pairing` that belongs to no pair.
    pub fn add_single(&mut self, pairing: [usize; 2], game: &GameSummary) {
        let mut tally = Tally::default();
        tally.add_single(game);
        self.merge(pairing, tally);
    }

    fn merge(&mut self, pairing: [usize; 2], mut tally: Tally) {
        let [one, other] = pairing;
        if one > other {
            tally = tally.swapped();
        }
        self.tallies.entry([one.min(other), one.max(other)]).or_default().merge(&tally);
    }

    /// Returns the results of `one` against `other`; an empty tally if they have not met.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Tally {
        match self.tallies.get(&[one.min(other), one.max(other)]) {
            Some(tally) if one < other => tally.clone(),
            Some(tally) => tally.swapped(),
            None => Tally::default(),
        }
    }

    /// Returns the results of `player` against all others.
    #[must_use]
    pub fn of(&self, player: usize) -> Tally {
        let mut sum = Tally::default();
        for &[one, other] in self.tallies.keys() {
            if one == player {
                sum.merge(&self.between(one, other));
            } else if other == player {
                sum.merge(&self.between(other, one));
            }
        }
        sum
    }

    /// Returns the sum of all games. The order of the two contestants of each pairing has no
    /// meaning in it.
    #[must_use]
    pub fn all(&self) -> Tally {
        let mut sum = Tally::default();
        self.tallies.values().for_each(|tally| sum.merge(tally));
        sum
    }
}
