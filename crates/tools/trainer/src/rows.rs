use search::Evaluate;

use crate::tunable_game::{GameWithWeights, read, write};

/// A position as an evaluation that is linear in its weights sees it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Each weight that counts, and how often; for the side to move.
    pub(crate) counts: Vec<(u16, f32)>,
    /// What the evaluation adds whatever the weights are.
    pub(crate) rest: f32,
    /// What the evaluation should predict: the side to move's expected points, from 0 to 1.
    pub(crate) target: f32,
    /// The game from which the position comes.
    pub(crate) game: u32,
}

/// By how much a weight is changed to see what it counts: far enough that an evaluation's rounding
/// does not matter.
const STEP: i32 = 256;

/// Finds by how much each weight counts in a position: by asking engines that differ from the
/// present one in one weight.
pub(crate) struct Prober<G: GameWithWeights> {
    present: G::Engine,
    values: Vec<i32>,
    /// An engine for each weight, in which that one is larger by [`STEP`].
    changed: Vec<G::Engine>,
}

impl<G: GameWithWeights> Prober<G> {
    pub(crate) fn new() -> Prober<G> {
        let mut present = G::Engine::default();
        let values: Vec<i32> =
            read::<G>(&mut present).into_iter().map(|(_, value)| value).collect();
        let changed = (0..values.len()).map(|changed| {
            let mut engine = present.clone();
            let step = |(index, value)| if index == changed { value + STEP } else { value };
            write::<G>(&mut engine, values.iter().copied().enumerate().map(step));
            engine
        });
        Prober { changed: changed.collect(), present, values }
    }

    /// Returns the row of `pos`.
    pub(crate) fn row(&self, pos: &G::Position, target: f32, game: u32) -> Row {
        let evaluate = |engine: &G::Engine| engine.evaluate(pos, &engine.refresh(pos)) as f32;
        let now = evaluate(&self.present);
        let mut row = Row { counts: Vec::new(), rest: now, target, game };
        for (index, engine) in self.changed.iter().enumerate() {
            let count = (evaluate(engine) - now) / STEP as f32;
            if count != 0.0 {
                row.counts.push((index as u16, count));
                row.rest -= count * self.values[index] as f32;
            }
        }
        row
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use fastrand::Rng;
    use gamekit::Position as _;

    use super::*;
    use crate::self_play::SelfPlay;

    /// How far rounding may take an evaluation from what its row says.
    const ROUNDING: f32 = 12.0;

    /// Checks that rows say what the evaluation is for any weights: that it is linear in them.
    pub(crate) fn check_linear<G: GameWithWeights>() {
        let self_play = SelfPlay { nodes: 1, opening_plies: (0, 60) };
        let prober = Prober::<G>::new();
        let mut engine = G::Engine::default();
        let mut rng = Rng::with_seed(1);
        for game in 0..300 {
            let pos: G::Position = self_play.opening(&mut rng);
            let row = prober.row(&pos, 0.5, game);
            let weights: Vec<i32> =
                prober.values.iter().map(|&value| value + rng.i32(-200..=200)).collect();
            write::<G>(&mut engine, weights.iter().copied());
            let counted =
                row.counts.iter().map(|&(index, count)| count * weights[usize::from(index)] as f32);
            let expected = row.rest + counted.sum::<f32>();
            let found = engine.evaluate(&pos, &engine.refresh(&pos)) as f32;
            assert!((found - expected).abs() < ROUNDING, "{found}, {expected}: {pos:?}");
            assert!(pos.outcome().is_none());
        }
    }
}
