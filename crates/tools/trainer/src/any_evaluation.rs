//! Evaluation by any evaluator but the hand-crafted one, as one type: a search is then compiled
//! once per game for all of them, and not once per width of the networks.

use gamekit::Position;
use nn::{Accumulator, Features, Net, Network};
use search::{Evaluate, Score};

use crate::evaluator::{EvaluatorError, MAX_HIDDEN};

/// Declares the evaluation and its state, with one variant for each width of the networks, in
/// ascending order.
macro_rules! any_evaluation {
    ($($variant:ident: $hidden:tt),+) => {
        /// Evaluation of positions of type `P`: a function, or a network with the features `F`.
        #[allow(clippy::large_enum_variant, reason = "there is one for each player")]
        #[derive(Clone)]
        pub(crate) enum AnyEvaluation<P, F> {
            /// Function of the position, without incremental state.
            FromScratch(fn(&P) -> Score),
            $(
                /// Network of at most that many hidden neurons.
                $variant(Net<F, $hidden>),
            )+
        }

        /// Incremental state of [`AnyEvaluation`]. It lies on the stack of the search.
        #[allow(clippy::large_enum_variant, reason = "a box for each position would be slower")]
        #[derive(Clone)]
        pub(crate) enum AnyState {
            /// State of a function.
            FromScratch,
            $(
                /// Accumulator of that many hidden neurons.
                $variant(Accumulator<$hidden>),
            )+
        }

        impl<P, F> AnyEvaluation<P, F> {
            /// Returns the evaluation by the network with this text, which has that many hidden
            /// neurons.
            pub(crate) fn of_network(text: &str, hidden: usize) -> Result<Self, EvaluatorError> {
                $(
                    if hidden <= $hidden {
                        let network = Network::<$hidden>::decode(text)?;
                        return Ok(AnyEvaluation::$variant(Net::new(network)));
                    }
                )+
                Err(EvaluatorError::Wide(hidden))
            }
        }

        // Inlined into the search, the code for all widths would only take longer to compile.
        impl<P: Position, F: Features<P>> Evaluate<P> for AnyEvaluation<P, F> {
            type State = AnyState;

            #[inline(never)]
            fn refresh(&self, pos: &P) -> AnyState {
                match self {
                    AnyEvaluation::FromScratch(_) => AnyState::FromScratch,
                    $(AnyEvaluation::$variant(net) => AnyState::$variant(net.refresh(pos)),)+
                }
            }

            #[inline(never)]
            fn update(&self, state: &AnyState, before: &P, mv: P::Move, after: &P) -> AnyState {
                match (self, state) {
                    (AnyEvaluation::FromScratch(_), _) => AnyState::FromScratch,
                    $(
                        (AnyEvaluation::$variant(net), AnyState::$variant(accumulator)) => {
                            AnyState::$variant(net.update(accumulator, before, mv, after))
                        }
                    )+
                    _ => unreachable!("a state is that of its own evaluation"),
                }
            }

            fn pass(&self, state: &AnyState, _: &P) -> AnyState {
                // No accumulator depends on the side to move.
                state.clone()
            }

            #[inline(never)]
            fn evaluate(&self, pos: &P, state: &AnyState) -> Score {
                match (self, state) {
                    (AnyEvaluation::FromScratch(score), _) => score(pos),
                    $(
                        (AnyEvaluation::$variant(net), AnyState::$variant(accumulator)) => {
                            net.evaluate(pos, accumulator)
                        }
                    )+
                    _ => unreachable!("a state is that of its own evaluation"),
                }
            }
        }
    };
}

any_evaluation!(Hidden32: 32, Hidden64: 64, Hidden128: 128, Widest: MAX_HIDDEN);
