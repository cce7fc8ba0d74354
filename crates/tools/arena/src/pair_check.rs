//! Check of a played game pair that comes from another machine.

use fastrand::Rng;

use crate::game_pair::GamePair;
use crate::played::{PlayedGame, PlayedPair};
use crate::verify::{Mismatch, verify};

/// Difference between a played game pair and what was to be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PairMismatch {
    /// A game is another than the one of the pair.
    #[error("game {number}: found {what} `{found}`, expected `{expected}`")]
    Other {
        /// Number of the game in the pair, from 1.
        number: usize,
        /// The property that differs.
        what: &'static str,
        /// The value in the result.
        found: String,
        /// The value that follows from the game pair.
        expected: String,
    },
    /// The referee does not reproduce a game.
    #[error("game {number}: {mismatch}")]
    Record {
        /// Number of the game in the pair, from 1.
        number: usize,
        /// The difference.
        mismatch: Box<Mismatch>,
    },
}

impl GamePair {
    /// Returns the seeds of both games.
    pub(crate) fn seeds(&self) -> [u64; 2] {
        let mut rng = Rng::with_seed(self.seed);
        [rng.u32(..), rng.u32(..)].map(u64::from)
    }

    /// Checks that `played` are the two games of this pair: their seeds, players and order, and
    /// that the game's own referee reproduces the records. Usage and details are not checked.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn check(&self, played: &PlayedPair) -> Result<(), PairMismatch> {
        for (first, (game, seed)) in played.iter().zip(self.seeds()).enumerate() {
            let number = first + 1;
            self.check_names(game, first, seed).map_err(|(what, found, expected)| {
                PairMismatch::Other { number, what, found, expected }
            })?;
            verify(&game.record).map_err(|mismatch| PairMismatch::Record {
                number,
                mismatch: Box::new(mismatch),
            })?;
        }
        Ok(())
    }

    /// Compares all that must be equal in the summary, the record and the pair.
    fn check_names(
        &self,
        played: &PlayedGame,
        first: usize,
        seed: u64,
    ) -> Result<(), (&'static str, String, String)> {
        let PlayedGame { summary, record } = played;
        let names = [first, 1 - first].map(|player| self.contestants[player].name.as_str());
        let judge = if record.judgement.is_some() { "of a foreign referee" } else { "none" };
        let pairs = [
            ("judgement", judge.to_owned(), "none".to_owned()),
            ("game", record.game.clone(), self.game.clone()),
            ("seed", record.seed.to_string(), seed.to_string()),
            ("seed", summary.seed.to_string(), seed.to_string()),
            ("players", record.policy.clone(), names.join("/")),
            ("first player", summary.first.to_string(), first.to_string()),
            ("result", summary.outcome.to_string(), record.result.clone()),
            ("reason", summary.reason.clone(), record.reason.clone()),
            ("number of plies", summary.plies.to_string(), record.plies.len().to_string()),
        ];
        match pairs.into_iter().find(|(_, found, expected)| found != expected) {
            Some(difference) => Err(difference),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use std::path::PathBuf;

    use gamekit::{Outcome, Player};
    use records::Judgement;
    use registry::{Baseline, Game, Stop};

    use super::*;
    use crate::game_pair::Limits;
    use crate::player::{Compile, Contestant, Program};
    use crate::worker::Worker;

    struct NoCompiler;

    impl Compile for NoCompiler {
        fn compile(&self, _game: &dyn Game, _source: &str) -> Result<PathBuf, String> {
            Err("none".to_owned())
        }
    }

    fn played() -> (GamePair, PlayedPair) {
        let contestants = ["one", "two"].map(|name| Contestant {
            name: name.to_owned(),
            program: Program::Baseline(Baseline::Random),
            nodes: None,
            move_time_ms: None,
        });
        let pair = GamePair {
            game: "breakthrough".to_owned(),
            contestants,
            opening: Vec::new(),
            seed: 7,
            limits: Limits::default(),
            foreign: None,
        };
        let played = Worker::new(&NoCompiler, &Stop::default(), None).play(&pair).unwrap();
        (pair, played)
    }

    /// Returns a judgement that names no player.
    fn judgement() -> Judgement {
        Judgement {
            seed: None,
            seats: Vec::new(),
            places: Vec::new(),
            scores: Vec::new(),
            notes: Vec::new(),
            usage: Vec::new(),
            fault: None,
        }
    }

    #[test]
    fn a_played_pair_is_accepted() {
        let (pair, played) = played();
        assert_eq!(pair.check(&played), Ok(()));
    }

    #[test]
    fn a_pair_that_was_altered_is_refused() {
        #[track_caller]
        fn check(alter: impl FnOnce(&mut PlayedPair), expected: &str) {
            let (pair, mut played) = played();
            alter(&mut played);
            let error = pair.check(&played).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        check(|played| played.swap(0, 1), "game 1: found seed");
        check(|played| played[1].record.policy = "one/two".to_owned(), "game 2: found players");
        check(|played| played[0].summary.plies += 1, "game 1: found number of plies");
        let flip = |played: &mut PlayedPair| {
            let game = &mut played[1];
            let first = Outcome::Win(Player::First);
            let is_first = game.summary.outcome == first;
            let outcome = if is_first { Outcome::Win(Player::Second) } else { first };
            game.summary.outcome = outcome;
            game.record.result = outcome.to_string();
        };
        check(flip, "game 2: found result");
        let judge = |played: &mut PlayedPair| played[0].record.judgement = Some(judgement());
        check(judge, "game 1: found judgement `of a foreign referee`, expected `none`");
        check(|played| drop(played[0].record.plies.pop()), "game 1: found number of plies");
        let shorten = |played: &mut PlayedPair| {
            played[0].record.plies.pop();
            played[0].summary.plies -= 1;
        };
        check(shorten, "game 1: found ");
    }
}
