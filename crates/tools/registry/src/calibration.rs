//! Calibration of a bot's beliefs about hidden information: log loss and reliability classes.

use crate::recorded::{RecordedGame, ReplayError};

/// Agreement of a bot's beliefs about hidden information with the truth.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// Number of evaluated beliefs. A piece counts each time it is evaluated.
    pub judged: u64,
    /// Log loss by source of knowledge, the source with the least knowledge first.
    pub sources: Vec<Source>,
    /// Beliefs in classes of equal width, from probability 0 to 1.
    pub classes: Vec<Class>,
    /// Beliefs of at least one half, by what is believed.
    pub confident: Vec<ConfidentBeliefs>,
    /// Attacks on hidden pieces: the belief that the attacker is lost.
    pub attacks: Vec<Attacks>,
}

/// Attacks of a kind of piece on a class of hidden pieces, as the attacking side believed before
/// each of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attacks {
    /// Name of the attacker's kind.
    pub attacker: &'static str,
    /// Name of the class of targets.
    pub target: &'static str,
    /// Their number, the mean probability that the target survives and the attacker does not, and
    /// the share in which it was so.
    pub lost: Class,
}

/// Beliefs of at least one half that a piece is of a certain kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ConfidentBeliefs {
    /// Name of the kind.
    pub kind: &'static str,
    /// Their number, their mean probability, and the share of true ones.
    pub beliefs: Class,
}

/// Source of knowledge for beliefs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Source {
    /// Name of the knowledge, which includes that of all sources before it.
    pub name: &'static str,
    /// Mean log loss of a hidden piece's rank, in bits: the negative logarithm to base 2 of the
    /// probability that the belief gave to the true rank.
    pub bits: f64,
}

/// Class of beliefs within an interval of probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Class {
    /// Number of beliefs that a piece has a certain rank.
    pub count: u64,
    /// Their mean probability.
    pub believed: f64,
    /// Share of them that was true.
    pub found: f64,
}

/// Parameters of a calibration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalibrationPlan {
    /// Number of games.
    pub games: u64,
    /// Nodes of the bot for each move.
    pub nodes: u64,
    /// Seed of all randomness.
    pub seed: u64,
    /// Name of the opponent, one of the game's own baselines; `None` for the bot itself. Only the
    /// beliefs of the bot are evaluated.
    pub against: Option<String>,
}

/// Error: the game has no baseline of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} has no baseline `{name}` of its own; it has {known}")]
pub struct UnknownOpponent {
    /// The game's name.
    pub game: &'static str,
    /// The requested name.
    pub name: String,
    /// The names of the game's baselines.
    pub known: String,
}

/// Bot with beliefs about hidden information.
pub trait Beliefs: Sync {
    /// Plays games of the bot on all cores and compares its beliefs with the truth. Calls `on_game`
    /// after each game.
    ///
    /// # Errors
    ///
    /// The opponent is not one of the game's own baselines.
    fn calibrate(
        &self,
        plan: &CalibrationPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, UnknownOpponent>;

    /// Replays recorded games on all cores and compares with the truth what the bot would believe
    /// about the examined players. Calls `on_game` after each game.
    ///
    /// # Errors
    ///
    /// A game cannot be replayed.
    fn calibrate_games(
        &self,
        games: &[RecordedGame],
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, ReplayError>;
}

/// Sums over beliefs: their number, their probabilities, and the number of true ones.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Sums {
    count: u64,
    believed: f64,
    found: u64,
}

impl Sums {
    /// Adds a belief of this probability.
    pub fn add(&mut self, odds: f64, is_true: bool) {
        self.merge(Sums { count: 1, believed: odds, found: u64::from(is_true) });
    }

    /// Adds all beliefs of other sums.
    pub fn merge(&mut self, other: Sums) {
        self.count += other.count;
        self.believed += other.believed;
        self.found += other.found;
    }

    /// Returns the means; `None` without any belief.
    pub fn finish(self) -> Option<Class> {
        let mean = |sum: f64| sum / self.count as f64;
        (self.count > 0).then(|| Class {
            count: self.count,
            believed: mean(self.believed),
            found: mean(self.found as f64),
        })
    }
}

/// Beliefs in classes of equal width.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Classes([Sums; Classes::COUNT]);

impl Classes {
    /// Number of classes.
    const COUNT: usize = 10;

    /// Adds a belief of this probability.
    pub fn add(&mut self, odds: f64, is_true: bool) {
        let class = ((odds * Classes::COUNT as f64) as usize).min(Classes::COUNT - 1);
        self.0[class].add(odds, is_true);
    }

    /// Adds all beliefs of other classes.
    pub fn merge(&mut self, other: &Classes) {
        self.0.iter_mut().zip(other.0).for_each(|(class, other)| class.merge(other));
    }

    /// Returns the classes that are not empty.
    pub fn finish(&self) -> Vec<Class> {
        self.0.iter().filter_map(|class| class.finish()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::beliefs;

    fn plan(games: u64, nodes: u64, seed: u64) -> CalibrationPlan {
        CalibrationPlan { games, nodes, seed, against: None }
    }

    #[test]
    fn beliefs_are_sorted_into_classes_by_their_odds() {
        let mut classes = Classes::default();
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
    fn knowledge_beyond_the_facts_lowers_the_log_loss() {
        let found = beliefs("stratego").unwrap().calibrate(&plan(24, 200, 1), &|| ()).unwrap();
        let bits: Vec<f64> = found.sources.iter().map(|source| source.bits).collect();
        assert!(bits.windows(2).all(|pair| pair[1] < pair[0]), "{:?}", found.sources);
        for class in found.classes.iter().filter(|class| class.count > 1000) {
            assert!((class.believed - class.found).abs() < 0.15, "{class:?}");
        }
        let sure = found.classes.iter().filter(|class| class.believed > 0.5);
        let confident: u64 = found.confident.iter().map(|of_kind| of_kind.beliefs.count).sum();
        assert_eq!(confident, sure.map(|class| class.count).sum::<u64>());
        let sum: f64 = found.classes.iter().map(|class| class.count as f64 * class.found).sum();
        assert!((sum - found.judged as f64).abs() < 1e-6 * sum, "{sum} of {}", found.judged);
    }

    #[test]
    fn the_same_seed_gives_the_same_result_and_another_seed_another() {
        let find = |seed, against: Option<&str>| {
            let plan = CalibrationPlan { against: against.map(str::to_owned), ..plan(2, 50, seed) };
            beliefs("stratego").unwrap().calibrate(&plan, &|| ()).unwrap()
        };
        assert_eq!(find(1, None), find(1, None));
        assert_ne!(find(1, None), find(2, None));
        assert_eq!(find(1, Some("rules")), find(1, Some("rules")));
        assert_ne!(find(1, Some("rules")), find(1, Some("rush")));
    }

    #[test]
    fn an_unknown_opponent_is_refused_with_a_list_of_the_known_ones() {
        let plan = CalibrationPlan { against: Some("nobody".to_owned()), ..plan(1, 50, 1) };
        let error = beliefs("stratego").unwrap().calibrate(&plan, &|| ()).unwrap_err().to_string();
        let expected = "stratego has no baseline `nobody` of its own; it has rules, rush, hunter, \
                        bluffer, turtle";
        assert_eq!(error, expected);
    }
}
