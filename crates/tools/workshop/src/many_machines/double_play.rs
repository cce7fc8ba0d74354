//! Double play: the game pairs of a match that its own process plays too, to find workers whose
//! results are wrong.

use arena::{Contestant, GamePair, PlayedPair, Program};
use queue::PlanId;
use registry::{Baseline, Effort};

/// Choice of the game pairs that are played twice. It follows from the plan and from texts that
/// workers do not see, so that they cannot know which pairs these are.
pub(crate) struct DoublePlay {
    seed: String,
    /// One pair in so many is played twice; 0 for none.
    every: u64,
}

impl DoublePlay {
    /// No pair is played twice.
    pub(crate) const NONE: DoublePlay = DoublePlay { seed: String::new(), every: 0 };

    /// Returns the choice of one pair in `every` of the plan that is described by `texts`.
    pub(crate) fn of(texts: &[&str], every: u64) -> DoublePlay {
        let texts = [&["double play"], texts].concat();
        DoublePlay { seed: PlanId::of(&texts).as_str().to_owned(), every }
    }

    /// Returns whether a pair is played twice.
    pub(crate) fn contains(&self, number: usize) -> bool {
        let digest = PlanId::of(&[&self.seed, &number.to_string()]);
        // The digest has 128 bits, as hexadecimal digits.
        let value = u128::from_str_radix(digest.as_str(), 16).unwrap_or_default();
        self.every > 0 && value.is_multiple_of(u128::from(self.every))
    }
}

/// Returns whether the games of a pair are the same on every machine. Command lines may start
/// anything.
pub(crate) fn is_bound_by_nodes(pair: &GamePair) -> bool {
    pair.contestants.iter().all(|contestant: &Contestant| match &contestant.program {
        Program::Baseline(baseline) => matches!(
            baseline,
            Baseline::Random | Baseline::Greedy | Baseline::Uct(Effort::Iterations(_))
        ),
        Program::Source { .. } => contestant.nodes.is_some(),
        Program::Command(_) | Program::Uci(_) | Program::Elsewhere => false,
    })
}

/// Returns whether two plays of a pair have the same records, as they are written, without times.
pub(crate) fn has_same_records(one: &PlayedPair, other: &PlayedPair) -> bool {
    let records = |pair: &PlayedPair| pair.each_ref().map(|game| game.record.clone().bare());
    records(one) == records(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(texts: &[&str], every: u64) -> Vec<usize> {
        let choice = DoublePlay::of(texts, every);
        (0..10_000).filter(|number| choice.contains(*number)).collect()
    }

    #[test]
    fn one_pair_in_a_hundred_is_chosen_by_the_plan() {
        let pairs = chosen(&["plan", "store"], 100);
        assert!((70..130).contains(&pairs.len()), "{}", pairs.len());
        assert_eq!(pairs, chosen(&["plan", "store"], 100));
        assert_ne!(pairs, chosen(&["plan", "another store"], 100));
        assert_eq!(chosen(&["plan"], 1).len(), 10_000);
        assert!(chosen(&["plan"], 0).is_empty());
    }
}
