use nn::Parameters;

/// Returns the parts of a network in a fixed order; those of a second layer are empty where there is
/// none.
pub(crate) fn tensors(network: &Parameters) -> [&Vec<f32>; 6] {
    [
        &network.first_weights,
        &network.first_biases,
        &network.second_weights,
        &network.second_biases,
        &network.output_weights,
        &network.output_biases,
    ]
}

/// The same parts, to be changed.
pub(crate) fn tensors_mut(network: &mut Parameters) -> [&mut Vec<f32>; 6] {
    [
        &mut network.first_weights,
        &mut network.first_biases,
        &mut network.second_weights,
        &mut network.second_biases,
        &mut network.output_weights,
        &mut network.output_biases,
    ]
}
