//! Quantisation-aware training: the passes see the first layer that the text will have.

use std::borrow::Cow;

use nn::Parameters;

/// Returns the network that the passes of a training see: the weights and biases of the first layer
/// are rounded to multiples of `1 / steps`, as their quantisation rounds them. `None` means floats.
///
/// The optimizer applies the gradients of this network to the floats (straight-through estimator;
/// Bengio, Léonard and Courville, 2013). So small updates add up until a weight is rounded
/// differently.
pub(super) fn quantised(network: &Parameters, steps: Option<i32>) -> Cow<'_, Parameters> {
    let Some(steps) = steps.map(f64::from) else { return Cow::Borrowed(network) };
    let mut network = network.clone();
    for number in network.first_weights.iter_mut().chain(&mut network.first_biases) {
        *number = ((f64::from(*number) * steps).round() / steps) as f32;
    }
    Cow::Owned(network)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use nn::Shape;
    use trainer::encode_network;

    use super::*;

    const SHAPE: Shape = Shape { inputs: 40, hidden: 16, buckets: 3 };

    #[test]
    fn the_passes_see_the_network_of_the_text() {
        let mut rng = Rng::with_seed(1);
        let network = Parameters::random(SHAPE, || 2.0 * rng.f32() - 1.0);
        assert_eq!(*quantised(&network, None), network);
        for steps in [8, 16, 64] {
            let seen = quantised(&network, Some(steps));
            let text = |network: &Parameters, steps: i32| encode_network(network, steps).unwrap();
            assert_eq!(text(&seen, steps), text(&network, steps));
            // Twice as many steps distinguish the two: the passes do not see the floats.
            assert_ne!(text(&seen, 2 * steps), text(&network, 2 * steps));
            assert_eq!(seen.output_weights, network.output_weights);
        }
    }
}
