//! Parameters of a network as a list of tensors, for loops over all of them.

use nn::Parameters;

/// Returns the tensors of a network in a fixed order.
pub(crate) fn tensors(network: &Parameters) -> [&Vec<f32>; 4] {
    [&network.first_weights, &network.first_biases, &network.output_weights, &network.output_biases]
}

/// Returns the same tensors, mutable.
pub(crate) fn tensors_mut(network: &mut Parameters) -> [&mut Vec<f32>; 4] {
    [
        &mut network.first_weights,
        &mut network.first_biases,
        &mut network.output_weights,
        &mut network.output_biases,
    ]
}
