//! Self-play shards: units of self-play games in files, which can be merged in any order.

mod file;
mod game;
mod play;
mod players;
mod relabel;

use fastrand::Rng;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

pub use file::{ShardError, read_shard};
pub use game::PlayedGame;

pub(crate) use file::{check_game, encode, read_header};
pub(crate) use game::Ply;
pub(crate) use play::play;
pub(crate) use relabel::relabel;

/// Self-play shard: the options that determine its games, bit for bit, on any machine and any
/// number of cores. They are the header of the shard's file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Name of the game.
    pub game: String,
    /// Identifier of the evaluator: [`Evaluator::identity`](crate::Evaluator::identity).
    pub evaluator: String,
    /// Nodes per move.
    pub nodes: u64,
    /// Minimum and maximum number of random plies at the start of a game.
    #[serde(deserialize_with = "range")]
    pub opening_plies: (u8, u8),
    /// Seed of the random number generator.
    pub seed: u64,
    /// Number of games.
    pub games: u32,
    /// Search whose scores have replaced those of the games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Labels>,
}

/// Search that has scored the positions of games after they were played.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// Identifier of the evaluator.
    pub evaluator: String,
    /// Nodes per position.
    pub nodes: u64,
}

/// Reads a minimum and a maximum, which must not be less.
fn range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(u8, u8), D::Error> {
    let (least, most) = Deserialize::deserialize(deserializer)?;
    if least > most {
        let message = format!("openings of at least {least} and at most {most} plies");
        return Err(D::Error::custom(message));
    }
    Ok((least, most))
}

/// Callbacks of a self-play run: progress and stop.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Returns `true` if the run has to stop.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Called after each game with its number of searched positions.
    pub on_game: &'a (dyn Fn(usize) + Sync),
    /// Called with each shard that exists already.
    pub on_known: &'a (dyn Fn(&Shard) + Sync),
}

impl Watch<'_> {
    /// Callbacks that do nothing and never stop the run.
    pub const NONE: Watch<'static> =
        Watch { is_stopped: &|| false, on_game: &|_| (), on_known: &|_| () };
}

impl Shard {
    /// Returns the name of the shard's file. It is unique among shards of one folder that differ in
    /// evaluator, nodes, seed or labels.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Shard { evaluator, nodes, seed, .. } = self;
        let labels = match &self.labels {
            Some(Labels { evaluator, nodes }) => format!("-by-{evaluator}-{nodes}"),
            None => String::new(),
        };
        format!("{evaluator}-{nodes}-{seed:06}{labels}{}", Shard::ENDING)
    }

    /// Returns the identifier of the evaluator that has scored the positions.
    pub(crate) fn scored_by(&self) -> &str {
        self.labels.as_ref().map_or(&self.evaluator, |labels| &labels.evaluator)
    }

    /// Default minimum and maximum number of random plies at the start of a game.
    pub const OPENING_PLIES: (u8, u8) = (4, 10);

    /// Ending of the names of shard files.
    pub(crate) const ENDING: &'static str = ".games.gz";

    /// Returns the random number generator of one game.
    fn rng(&self, game: u32) -> Rng {
        let mut rng = Rng::with_seed(self.seed);
        Rng::with_seed(rng.u64(..).wrapping_add(u64::from(game)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    #[test]
    fn a_shard_whose_openings_have_no_length_is_refused() {
        let shard = Shard {
            game: "breakthrough".to_owned(),
            evaluator: "hand".to_owned(),
            nodes: 10,
            opening_plies: Shard::OPENING_PLIES,
            seed: 1,
            games: 1,
            labels: None,
        };
        let text = serde_json::to_string(&shard).unwrap();
        assert_eq!(serde_json::from_str::<Shard>(&text).unwrap(), shard);
        let error = serde_json::from_str::<Shard>(&text.replace("[4,10]", "[10,4]")).unwrap_err();
        assert!(error.to_string().starts_with("openings of at least 10 and at most 4 plies"));
    }
}
