use std::collections::BTreeMap;

use crate::summary::GameSummary;
use crate::tally::Tally;

/// What every two contestants of a match have made of each other.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Standings {
    /// By the contestants' places in the plan, the smaller one first, and seen from it.
    tallies: BTreeMap<[usize; 2], Tally>,
}

impl Standings {
    /// Adds the games of a unit that `pairing` has played.
    pub fn add(&mut self, pairing: [usize; 2], pair: [&GameSummary; 2]) {
        let mut tally = Tally::default();
        tally.add(pair);
        let [one, other] = pairing;
        if one > other {
            tally = tally.swapped();
        }
        self.tallies.entry([one.min(other), one.max(other)]).or_default().merge(&tally);
    }

    /// Returns what `one` has made of `other`; nothing if they have not met.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Tally {
        match self.tallies.get(&[one.min(other), one.max(other)]) {
            Some(tally) if one < other => tally.clone(),
            Some(tally) => tally.swapped(),
            None => Tally::default(),
        }
    }

    /// Returns what `player` has made of everybody.
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

    /// Returns all games; who is first in each pairing means nothing in the sum.
    #[must_use]
    pub fn all(&self) -> Tally {
        let mut sum = Tally::default();
        self.tallies.values().for_each(|tally| sum.merge(tally));
        sum
    }
}
