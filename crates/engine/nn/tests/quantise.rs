//! Quantisation: rejected parameters, no overflow at the bounds, and independence of padding.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use nn::{Network, Parameters, QuantiseError, Shape, MAX_BIAS, MAX_FIRST_WEIGHT, MAX_HEAD_WEIGHT};

const SHAPE: Shape = Shape { inputs: 3, hidden: 2, buckets: 2 };

#[test]
fn invalid_parameters_are_rejected() {
    let check = |change: fn(&mut Parameters), expected: &str| {
        let mut parameters = Parameters::zeros(SHAPE);
        change(&mut parameters);
        let error = Network::<16>::quantise(&parameters).unwrap_err().to_string();
        assert_eq!(error, expected);
    };
    check(|net| net.first_biases.push(0.0), "first_biases has 3 numbers, but the shape requires 2");
    check(
        |net| net.output_weights.truncate(7),
        "output_weights has 7 numbers, but the shape requires 8",
    );
    check(
        |net| net.first_weights[5] = -1.99,
        "first_weights contains -1.99; clip its numbers to ±1.984375 in training",
    );
    check(
        |net| net.output_weights[0] = f32::NAN,
        "output_weights contains NaN; clip its numbers to ±8 in training",
    );
    check(
        |net| net.output_biases[1] = f32::INFINITY,
        "output_biases contains inf; clip its numbers to ±8 in training",
    );
    check(
        |net| *net = Parameters::zeros(Shape { buckets: 0, ..SHAPE }),
        "invalid network shape Shape { inputs: 3, hidden: 2, buckets: 0 }",
    );
    check(
        |net| *net = Parameters::zeros(Shape { hidden: 17, ..SHAPE }),
        "the network has 17 hidden neurons, but at most 16 fit",
    );
}

/// Numbers are at their bounds, of one sign or of both.
#[test]
fn the_largest_numbers_overflow_nothing() {
    for (inputs, hidden) in [(104, 256), (1008, 256), (4000, 16)] {
        let shape = Shape { inputs, hidden, buckets: 1 };
        for alternating in [false, true] {
            let mut number = 0;
            let mut filled = |length: usize, largest: f32| -> Vec<f32> {
                let sign = |number: usize| if alternating && number % 2 == 1 { -1.0 } else { 1.0 };
                number += 1;
                (0..length).map(|at| largest * sign(at / hidden + number)).collect()
            };
            let parameters = Parameters {
                shape,
                first_weights: filled(inputs * hidden, MAX_FIRST_WEIGHT),
                first_biases: filled(hidden, MAX_BIAS),
                output_weights: filled(2 * hidden, MAX_HEAD_WEIGHT),
                output_biases: filled(1, MAX_BIAS),
            };
            let network = Network::<256>::quantise(&parameters).unwrap();
            // An overflow would panic here, or change the sign of a sum.
            let all: Vec<usize> = (0..inputs).collect();
            for (mover, other) in [(&all[..], &all[..]), (&all[..1], &[])] {
                let (found, expected) =
                    (network.logit(mover, other, 0), f64::from(parameters.logit(mover, other, 0)));
                let error = (found - expected).abs();
                assert!(error <= 0.1 * expected.abs() + 1.0, "{found} for {expected} of {shape:?}");
            }
        }
    }
}

#[test]
fn the_padding_of_the_hidden_layer_does_not_matter() {
    let mut rng = fastrand::Rng::with_seed(4);
    let parameters = Parameters::random(SHAPE, || rng.f32() * 2.0 - 1.0);
    let narrow = Network::<16>::quantise(&parameters).unwrap();
    let wide = Network::<64>::quantise(&parameters).unwrap();
    assert_eq!(narrow.encode(), wide.encode());
    assert_eq!(narrow.logit(&[0, 2], &[1], 1), wide.logit(&[0, 2], &[1], 1));
    let error =
        Network::<64>::quantise(&Parameters { shape: Shape { hidden: 3, ..SHAPE }, ..parameters });
    assert!(matches!(error, Err(QuantiseError::Length { layer: "first_weights", .. })));
}

#[test]
fn a_network_in_floats_is_quantised_to_itself() {
    let mut rng = fastrand::Rng::with_seed(5);
    let parameters = Parameters::random(SHAPE, || rng.f32() * 2.0 - 1.0);
    for steps in [8, 64, 181] {
        let network = Network::<16>::quantise_in_steps(&parameters, steps).unwrap();
        let floats = network.parameters();
        assert_ne!(floats, parameters);
        let again = Network::<16>::quantise_in_steps(&floats, steps).unwrap();
        assert_eq!(again.encode(), network.encode());
    }
}
