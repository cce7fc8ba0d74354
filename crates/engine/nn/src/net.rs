use std::marker::PhantomData;

use gamekit::Position;
use search::score::MAX_EVALUATION;
use search::{Evaluate, Score};

use crate::features::Features;
use crate::network::{Accumulator, Network};

/// Evaluates the positions of the game whose [`Features`] are `F` with a network.
#[derive(Clone)]
pub struct Net<F, const HIDDEN: usize> {
    network: Network<HIDDEN>,
    features: PhantomData<F>,
}

impl<F, const HIDDEN: usize> Net<F, HIDDEN> {
    /// Takes a network that was made for these features.
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

    /// What is on does not depend on whose turn it is.
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
