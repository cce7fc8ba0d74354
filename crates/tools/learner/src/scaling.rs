//! Scaling curve: networks that were trained on shares of the games and with different numbers of
//! samples, and their strength.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stats::PairScores;
use trainer::Filter;

use crate::kept;
use crate::training::Training;

/// Options of a scaling curve that are the same for all its networks. A run resumes only with the
/// same options. Shares, numbers of samples and seeds may be added later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    pub(crate) game: String,
    /// Number of shards.
    pub(crate) shards: usize,
    pub(crate) filter: Filter,
    pub(crate) lambda: f32,
    /// Training of every network, but for its epochs and its seed.
    pub(crate) training: Training,
    /// Opponent of every network: its identifier.
    pub(crate) opponent: String,
    /// Game pairs of every network, and nodes per move.
    pub(crate) pairs: u32,
    pub(crate) nodes: u64,
}

/// Network of a scaling curve: what it was trained on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recipe {
    /// Share of the shards, in percent.
    pub(crate) share: u32,
    /// Number of samples, in passes over all games.
    pub(crate) passes: u32,
    pub(crate) seed: u64,
}

/// Network of a scaling curve with its results.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Point {
    pub(crate) recipe: Recipe,
    /// Number of training positions.
    pub(crate) positions: usize,
    /// Number of samples that the training has seen: a position counts once in each epoch.
    pub(crate) samples: u64,
    /// Loss on the games of the share that were held out, in nats.
    pub(crate) validation_loss: f32,
    /// Game pairs against the opponent.
    pub(crate) pairs: PairScores,
}

/// Scaling curve as far as it is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Curve {
    pub(crate) plan: Plan,
    pub(crate) points: Vec<Point>,
}

impl Recipe {
    /// Returns the number of epochs: passes over its share of the games.
    pub(crate) fn epochs(self) -> u32 {
        (100 * self.passes).div_ceil(self.share)
    }

    /// Returns the number of its shards: the first ones of `all`, at least one if there are any.
    pub(crate) fn shards(self, all: usize) -> usize {
        (all * self.share as usize / 100).max(1).min(all)
    }

    /// Returns the folder of the network in that of the run.
    pub(crate) fn folder(self, run: &Path) -> PathBuf {
        let Recipe { share, passes, seed } = self;
        run.join(format!("share-{share:03}-passes-{passes:03}-seed-{seed:02}"))
    }
}

impl Curve {
    /// Reads the curve in the folder, or returns one without points if there is none.
    pub(crate) fn open(folder: &Path, plan: Plan) -> anyhow::Result<Curve> {
        match kept::read::<Curve>(&Curve::path(folder))? {
            None => Ok(Curve { plan, points: Vec::new() }),
            Some(curve) if curve.plan == plan => Ok(curve),
            Some(_) => Err(kept::other_options(folder)),
        }
    }

    /// Adds a point, and writes the curve.
    pub(crate) fn add(&mut self, point: Point, folder: &Path) -> anyhow::Result<()> {
        self.points.push(point);
        self.points.sort_by_key(|point| point.recipe);
        kept::write(&Curve::path(folder), self)
    }

    /// Returns whether the network is known.
    pub(crate) fn has(&self, recipe: Recipe) -> bool {
        self.points.iter().any(|point| point.recipe == recipe)
    }

    /// Returns the points with the game pairs of all seeds together, by share and number of
    /// samples. Each has the recipe, positions and loss of its first seed.
    pub(crate) fn means(&self) -> Vec<Point> {
        let same = |one: &Point, other: &Point| {
            (one.recipe.share, one.recipe.passes) == (other.recipe.share, other.recipe.passes)
        };
        let means = self.points.chunk_by(same).map(|seeds| {
            let mut mean = seeds[0];
            seeds[1..].iter().for_each(|point| mean.pairs.merge(point.pairs));
            mean
        });
        means.collect()
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("scaling.json")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::NoSecondLayer;

    fn recipe(share: u32, passes: u32) -> Recipe {
        Recipe { share, passes, seed: 1 }
    }

    #[test]
    fn a_share_sees_as_many_samples_as_all_games() {
        assert_eq!(recipe(100, 4).epochs(), 4);
        assert_eq!(recipe(25, 4).epochs(), 16);
        assert_eq!(recipe(30, 1).epochs(), 4);
        assert_eq!(recipe(25, 1).shards(250), 62);
        assert_eq!(recipe(100, 1).shards(250), 250);
        assert_eq!((recipe(1, 1).shards(3), recipe(1, 1).shards(0)), (1, 0));
    }

    #[test]
    fn the_pairs_of_all_seeds_count_together() {
        let point = |share, seed, wins| Point {
            recipe: Recipe { share, passes: 4, seed },
            positions: 10,
            samples: 40,
            validation_loss: 0.5,
            pairs: PairScores { counts: [0, 0, 3, 0, wins] },
        };
        let points = vec![point(25, 1, 1), point(25, 2, 2), point(50, 1, 5)];
        let training = Training {
            hidden: 16,
            second: NoSecondLayer,
            epochs: 0,
            batch: 1,
            learning_rate: 0.1,
            weight_decay: 0.0,
            seed: 0,
            steps: None,
        };
        let plan = Plan {
            game: "breakthrough".to_owned(),
            shards: 4,
            filter: Filter { first_plies: 6, keeps_noisy: false, keeps_duplicates: false },
            lambda: 0.7,
            training,
            opponent: "hand".to_owned(),
            pairs: 10,
            nodes: 100,
        };
        let folder = tempfile::tempdir().unwrap();
        let mut curve = Curve::open(folder.path(), plan.clone()).unwrap();
        for point in points.into_iter().rev() {
            curve.add(point, folder.path()).unwrap();
        }
        assert_eq!(Curve::open(folder.path(), plan.clone()).unwrap(), curve);
        assert!(Curve::open(folder.path(), Plan { nodes: 200, ..plan }).is_err());
        assert!(curve.has(recipe(50, 4)) && !curve.has(recipe(50, 1)));
        let means = curve.means();
        let counts: Vec<[u32; 5]> = means.iter().map(|point| point.pairs.counts).collect();
        assert_eq!(counts, [[0, 0, 6, 0, 3], [0, 0, 3, 0, 5]]);
    }
}
