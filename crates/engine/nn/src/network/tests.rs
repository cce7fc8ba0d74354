//! Tests of the quantised network: errors of quantisation, AVX2, accumulator updates.

use fastrand::Rng;
use gamekit::Player;

use super::*;
use crate::features::Change;
use crate::parameters::Parameters;

/// Runs a check for every width up to 256.
macro_rules! for_all_widths {
    ($check:ident) => {
        for_all_widths!($check: 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240 256)
    };
    ($check:ident: $($width:literal)*) => {
        $($check::<$width>(&mut Rng::with_seed($width));)*
    };
}

/// Draws networks of full width and narrower.
fn random_networks<const HIDDEN: usize>(rng: &mut Rng) -> Vec<Parameters> {
    let mut networks = Vec::new();
    for (inputs, buckets) in [(104, 1), (104, 8), (300, 2), (20, 1)] {
        for hidden in [HIDDEN, rng.usize(1..=HIDDEN)] {
            let shape = Shape { inputs, hidden, buckets };
            networks.push(Parameters::random(shape, || rng.f32() * 2.0 - 1.0));
        }
    }
    networks
}

/// Draws distinct inputs.
fn random_inputs(inputs: usize, rng: &mut Rng) -> Vec<usize> {
    let mut all: Vec<usize> = (0..inputs).collect();
    rng.shuffle(&mut all);
    all.truncate(rng.usize(0..=inputs.min(40)));
    all
}

/// Errors of a logit by quantisation: the maximum, and the maximum root mean square.
const LARGEST_ERROR: f64 = 0.25;
const USUAL_ERROR: f64 = 0.06;

fn check_errors<const HIDDEN: usize>(rng: &mut Rng) {
    for parameters in random_networks::<HIDDEN>(rng) {
        let Shape { inputs, buckets, .. } = parameters.shape;
        let network = Network::<HIDDEN>::quantise(&parameters).unwrap();
        let mut squares = 0.0;
        for number in 0..50 {
            let (mover, other) = (random_inputs(inputs, rng), random_inputs(inputs, rng));
            let bucket = number % buckets;
            let expected = f64::from(parameters.logit(&mover, &other, bucket));
            let error = network.logit(&mover, &other, bucket) - expected;
            assert!(error.abs() < LARGEST_ERROR, "{error} of {expected}, {:?}", parameters.shape);
            squares += error * error / 50.0;
        }
        assert!(squares.sqrt() < USUAL_ERROR, "{} for {:?}", squares.sqrt(), parameters.shape);
    }
}

#[test]
fn integers_stay_near_the_floats() {
    for_all_widths!(check_errors);
}

fn check_paths<const HIDDEN: usize>(rng: &mut Rng) {
    for parameters in random_networks::<HIDDEN>(rng) {
        let Shape { inputs, buckets, .. } = parameters.shape;
        let network = Network::<HIDDEN>::quantise(&parameters).unwrap();
        let plain = network.without_avx2();
        let mut accumulator = Accumulator([network.biases; 2]);
        for number in 0..200 {
            // Includes sums of sets that occur in no game, and that wrap.
            let mut changes = Changes::new(inputs);
            let mut draw = || [0, 1].map(|_| rng.usize(0..inputs));
            for _ in 0..number % 4 {
                changes.push(Change::On(draw()));
                changes.push(Change::Off(draw()));
            }
            if number % 3 == 0 {
                changes.push(Change::Off(draw()));
            }
            let changed = network.changed(&accumulator, &changes);
            assert_eq!(plain.changed(&accumulator, &changes), changed);
            accumulator = changed;
            for mover in Player::BOTH {
                let bucket = number % buckets;
                let value = network.evaluate(&accumulator, mover, bucket);
                assert_eq!(plain.evaluate(&accumulator, mover, bucket), value);
            }
        }
    }
}

#[test]
fn integers_are_the_same_with_and_without_avx2() {
    for_all_widths!(check_paths);
}

#[test]
fn changes_add_up_in_any_number() {
    let mut rng = Rng::with_seed(5);
    let shape = Shape { inputs: 40, hidden: 16, buckets: 1 };
    let parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
    let network = Network::<16>::quantise(&parameters).unwrap().without_avx2();
    for (on, off) in [(0, 0), (1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (2, 2), (5, 3), (16, 16)] {
        let mut changes = Changes::new(shape.inputs);
        // The second perspective counts from the last input down.
        let inputs = |number: usize| [number, shape.inputs - 1 - number];
        (0..on).for_each(|number| changes.push(Change::On(inputs(number))));
        (20..20 + off).for_each(|number| changes.push(Change::Off(inputs(number))));
        let start = Accumulator([network.biases; 2]);
        let Accumulator(changed) = network.changed(&start, &changes);
        for (perspective, lane) in (0..2).flat_map(|side| (0..16).map(move |lane| (side, lane))) {
            let sum = |numbers: std::ops::Range<usize>| -> i16 {
                let input = |number| inputs(number)[perspective];
                numbers.map(|number| network.columns[input(number)].0[lane]).sum()
            };
            let expected = network.biases.0[lane] + sum(0..on) - sum(20..20 + off);
            assert_eq!(changed[perspective].0[lane], expected, "{on} on, {off} off");
        }
    }
}

#[test]
fn the_evaluation_is_200_times_the_logit_rounded() {
    let shape = Shape { inputs: 3, hidden: 1, buckets: 1 };
    let check = |weight: f32, bias: f32, expected: Score| {
        let parameters = Parameters {
            first_weights: vec![1.0, 0.5, 0.0],
            output_weights: vec![weight, 0.0],
            output_biases: vec![bias],
            ..Parameters::zeros(shape)
        };
        let network = Network::<16>::quantise(&parameters).unwrap();
        let mut accumulator = Accumulator([network.biases; 2]);
        accumulator.0[0].add(&network.columns[0]);
        assert_eq!(network.evaluate(&accumulator, Player::First, 0), expected);
    };
    check(0.5, 0.25, 150);
    check(-0.5, -0.25, -150);
    check(2.0, 0.012_6, 403);
    check(0.0, 0.012_4, 2);
    check(0.0, -0.012_6, -3);
}
