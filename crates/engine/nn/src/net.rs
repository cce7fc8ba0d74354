//! Network as an evaluation of the search.

use std::marker::PhantomData;

use gamekit::Position;
use search::score::MAX_EVALUATION;
use search::{Evaluate, Score};

use crate::features::Features;
use crate::network::{Accumulator, Network};

/// NNUE evaluation of the game whose [`Features`] are `F`.
#[derive(Clone)]
pub struct Net<F, const HIDDEN: usize> {
    network: Network<HIDDEN>,
    features: PhantomData<F>,
}

impl<F, const HIDDEN: usize> Net<F, HIDDEN> {
    /// Returns the evaluation by a network that was trained with these features.
    #[must_use]
    pub const fn new(network: Network<HIDDEN>) -> Net<F, HIDDEN> {
        Net { network, features: PhantomData }
    }
}

impl<P: Position, F: Features<P>, const HIDDEN: usize> Evaluate<P> for Net<F, HIDDEN> {
    type State = Accumulator<HIDDEN>;

    fn refresh(&self, pos: &P) -> Accumulator<HIDDEN> {
        self.network.refresh::<P, F>(pos)
    }

    #[inline]
    fn update(
        &self,
        accumulator: &Accumulator<HIDDEN>,
        before: &P,
        mv: P::Move,
        after: &P,
    ) -> Accumulator<HIDDEN> {
        self.network.update::<P, F>(accumulator, before, mv, after)
    }

    /// The accumulator does not depend on the side to move.
    #[inline]
    fn pass(&self, accumulator: &Accumulator<HIDDEN>, _: &P) -> Accumulator<HIDDEN> {
        *accumulator
    }

    #[inline]
    fn evaluate(&self, pos: &P, accumulator: &Accumulator<HIDDEN>) -> Score {
        let score = self.network.evaluate(accumulator, pos.side_to_move(), F::bucket(pos));
        score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}
