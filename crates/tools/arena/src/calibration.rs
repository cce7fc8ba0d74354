/// How a bot's beliefs of what is hidden from it agree with what was there.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// How many pieces were judged, each as often as it came up.
    pub judged: u64,
    /// What is known beside the facts of a game, the least first, and what it is worth.
    pub sources: Vec<Source>,
    /// What the bot believes, in classes of equal width from 0 to 1.
    pub classes: Vec<Class>,
}

/// Something that beliefs are built on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Source {
    /// What is known, everything before it included.
    pub name: &'static str,
    /// The mean surprise at what a hidden piece is, in bits: the logarithm to base 2 of one over the
    /// odds that it had.
    pub bits: f64,
}

/// Beliefs between two odds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Class {
    /// How many beliefs that a piece is of one kind.
    pub count: u64,
    /// Their mean odds.
    pub believed: f64,
    /// The share of them that was true.
    pub found: f64,
}

/// Which games are judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalibrationPlan {
    /// How many games.
    pub games: u64,
    /// Nodes of each decision of the bot's.
    pub nodes: u64,
    /// The source of all randomness.
    pub seed: u64,
    /// The name of one of the game's own baselines, against which the bot plays; itself if there is
    /// none. Only what the bot believes is judged.
    pub against: Option<String>,
}

/// Beliefs that cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CalibrationError {
    /// A game in which there is nothing to believe.
    #[error("in {0} nothing is hidden that its bot has beliefs of; in stratego there is")]
    NothingHidden(&'static str),
    /// An opponent that does not exist.
    #[error("{game} has no baseline `{name}` of its own; it has {known}")]
    UnknownBaseline {
        /// The game's name.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
}

/// Beliefs, and which of them were true, in classes of equal width.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Classes(Vec<(u64, f64, u64)>);

impl Classes {
    /// How many classes there are.
    const COUNT: usize = 10;

    pub(crate) fn new() -> Classes {
        Classes(vec![(0, 0.0, 0); Classes::COUNT])
    }

    /// Adds a belief of these odds.
    pub(crate) fn add(&mut self, odds: f64, is_true: bool) {
        let class = ((odds * Classes::COUNT as f64) as usize).min(Classes::COUNT - 1);
        let (count, believed, found) = &mut self.0[class];
        *count += 1;
        *believed += odds;
        *found += u64::from(is_true);
    }

    pub(crate) fn merge(&mut self, other: &Classes) {
        for (class, other) in self.0.iter_mut().zip(&other.0) {
            *class = (class.0 + other.0, class.1 + other.1, class.2 + other.2);
        }
    }

    /// Returns the classes in which there are beliefs.
    pub(crate) fn finish(&self) -> Vec<Class> {
        let classes = self.0.iter().filter(|(count, _, _)| *count > 0);
        let mean = |sum: f64, count: u64| sum / count as f64;
        classes
            .map(|&(count, believed, found)| Class {
                count,
                believed: mean(believed, count),
                found: mean(found as f64, count),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, game};

    fn plan(games: u64, nodes: u64, seed: u64) -> CalibrationPlan {
        CalibrationPlan { games, nodes, seed, against: None }
    }

    #[test]
    fn beliefs_are_sorted_into_classes_by_their_odds() {
        let mut classes = Classes::new();
        for (odds, is_true) in [(0.71, true), (0.79, false), (1.0, true), (0.05, false)] {
            classes.add(odds, is_true);
        }
        let mut twice = classes.clone();
        twice.merge(&classes);
        let class = |count, believed, found| Class { count, believed, found };
        assert_eq!(
            classes.finish(),
            [class(1, 0.05, 0.0), class(2, 0.75, 0.5), class(1, 1.0, 1.0)]
        );
        assert_eq!(twice.finish()[1], class(4, 0.75, 0.5));
    }

    #[test]
    fn what_is_known_beside_the_facts_is_worth_something() {
        let found = game("stratego").unwrap().calibrate(&plan(24, 200, 1), &|| ()).unwrap();
        let bits: Vec<f64> = found.sources.iter().map(|source| source.bits).collect();
        assert!(bits.windows(2).all(|pair| pair[1] < pair[0]), "{:?}", found.sources);
        for class in found.classes.iter().filter(|class| class.count > 1000) {
            assert!((class.believed - class.found).abs() < 0.15, "{class:?}");
        }
        let sum: f64 = found.classes.iter().map(|class| class.count as f64 * class.found).sum();
        assert!((sum - found.judged as f64).abs() < 1e-6 * sum, "{sum} of {}", found.judged);
    }

    #[test]
    fn the_same_seed_finds_the_same_and_another_one_something_else() {
        let find = |seed, against: Option<&str>| {
            let plan = CalibrationPlan { against: against.map(str::to_owned), ..plan(2, 50, seed) };
            game("stratego").unwrap().calibrate(&plan, &|| ()).unwrap()
        };
        assert_eq!(find(1, None), find(1, None));
        assert_ne!(find(1, None), find(2, None));
        assert_eq!(find(1, Some("rules")), find(1, Some("rules")));
        assert_ne!(find(1, Some("rules")), find(1, Some("rush")));
    }

    #[test]
    fn where_nothing_is_hidden_there_is_nothing_to_calibrate() {
        let mut found = 0;
        for &game in GAMES {
            match game.calibrate(&plan(1, 50, 1), &|| ()) {
                Ok(_) => found += 1,
                Err(error) => assert_eq!(error, CalibrationError::NothingHidden(game.name())),
            }
        }
        assert_eq!(found, 2);
    }

    #[test]
    fn a_stranger_as_opponent_is_answered_by_those_that_there_are() {
        let plan = CalibrationPlan { against: Some("nobody".to_owned()), ..plan(1, 50, 1) };
        let error = game("stratego").unwrap().calibrate(&plan, &|| ()).unwrap_err().to_string();
        assert_eq!(error, "stratego has no baseline `nobody` of its own; it has rules, rush");
    }
}
