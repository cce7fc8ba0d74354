//! Networks as text: round trips, text length, and rejection of invalid text.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use fastrand::Rng;
use nn::{Network, Parameters, Shape, TextError, FINEST_STEPS};

fn random_shape(rng: &mut Rng) -> Shape {
    Shape { inputs: rng.usize(1..=60), hidden: rng.usize(1..=32), buckets: rng.usize(1..=4) }
}

fn random_network(rng: &mut Rng) -> Network<32> {
    let shape = random_shape(rng);
    let parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
    Network::quantise(&parameters).unwrap()
}

/// Compares two networks by their logits for random inputs.
fn check_equal<const HIDDEN: usize>(network: &Network<HIDDEN>, same: &Network<32>, rng: &mut Rng) {
    let Shape { inputs, buckets, .. } = network.shape();
    assert_eq!(network.shape(), same.shape());
    for bucket in 0..buckets {
        let [mover, other] =
            [0, 1].map(|_| (0..inputs).filter(|_| rng.bool()).collect::<Vec<usize>>());
        assert_eq!(network.logit(&mover, &other, bucket), same.logit(&mover, &other, bucket));
    }
}

#[test]
fn a_network_survives_its_text() {
    for seed in 0..300 {
        let rng = &mut Rng::with_seed(seed);
        let network = random_network(rng);
        let text = network.encode();
        assert_eq!(text.encode_utf16().count(), text.chars().count());
        assert_eq!(Shape::of_text(&text), Ok(network.shape()));
        let read = Network::<32>::decode(&text).unwrap();
        assert_eq!(read.encode(), text);
        check_equal(&read, &network, rng);
        check_equal(&Network::<64>::decode(&text).unwrap(), &network, rng);
    }
}

#[test]
fn small_numbers_take_less_text() {
    let letters = |largest: f32| {
        let mut rng = Rng::with_seed(1);
        let shape = Shape { inputs: 200, hidden: 32, buckets: 1 };
        let mut parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
        parameters.first_weights.iter_mut().for_each(|weight| *weight *= largest);
        // One large weight fixes the scale.
        parameters.first_weights[0] = 0.4;
        Network::<32>::quantise(&parameters).unwrap().encode().chars().count()
    };
    // 6,400 weights of up to ±73, ±7 and 0 steps: 7.2, 3.9 and almost 0 bits each.
    assert!((3_050..3_250).contains(&letters(1.0)), "{}", letters(1.0));
    assert!((1_700..1_850).contains(&letters(0.1)), "{}", letters(0.1));
    assert!((40..120).contains(&letters(0.0)), "{}", letters(0.0));
}

#[test]
fn coarser_steps_take_less_text_and_change_the_output_little() {
    let mut rng = Rng::with_seed(1);
    let shape = Shape { inputs: 200, hidden: 32, buckets: 1 };
    let mut parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
    let fine = Network::<32>::quantise(&parameters).unwrap();
    let coarse = Network::<32>::quantise_in_steps(&parameters, 48).unwrap();
    let letters = |network: &Network<32>| network.encode().chars().count() as i32;
    // 1/181 becomes 1/48: 1.9 of 15 bits, for 6,400 weights.
    assert!((700..900).contains(&(letters(&fine) - letters(&coarse))), "{}", letters(&coarse));
    let inputs = [1, 20, 30, 140];
    let error = coarse.logit(&inputs, &inputs, 0) - fine.logit(&inputs, &inputs, 0);
    assert!(error != 0.0 && error.abs() < 0.3, "{error}");
    // More steps than fit into a byte are reduced to those that fit.
    parameters.first_weights[0] = 1.0;
    let [few, most] = [127, FINEST_STEPS]
        .map(|steps| Network::<32>::quantise_in_steps(&parameters, steps).unwrap().encode());
    assert_eq!(few, most);
}

#[test]
fn a_changed_text_is_rejected() {
    for seed in 0..100 {
        let rng = &mut Rng::with_seed(seed);
        let letters: Vec<char> = random_network(rng).encode().chars().collect();
        let check = |letters: &[char], expected: TextError| {
            let text: String = letters.iter().collect();
            assert_eq!(Network::<32>::decode(&text).err(), Some(expected));
        };
        let (at, count) = (rng.usize(0..letters.len()), letters.len());
        check(&letters[..rng.usize(0..count)], TextError::Short);
        check(&[&letters[..], &['㐀']].concat(), TextError::Long);
        for letter in ['a', '\n', '\u{10000}', '㏿', '\u{a000}', '\u{c000}'] {
            check(&[&letters[..at], &[letter], &letters[at..]].concat(), TextError::Letter(letter));
        }
        let mut damaged = letters.clone();
        damaged[at] = if damaged[at] == '㐀' { '㐁' } else { '㐀' };
        let text: String = damaged.iter().collect();
        assert!(Network::<32>::decode(&text).is_err(), "letter {at} of {count}, seed {seed}");
    }
}

#[test]
fn random_text_is_rejected_without_a_panic() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..20_000 {
        let text: String = (0..rng.usize(0..60)).map(|_| rng.char('㐀'..='䀀')).collect();
        assert!(Network::<32>::decode(&text).is_err(), "{text}");
    }
    // The header of a network, then random characters.
    for seed in 0..300 {
        let rng = &mut Rng::with_seed(seed);
        let text = random_network(rng).encode();
        let garbage = (8..text.chars().count()).map(|_| rng.char('㐀'..='鿿'));
        let text: String = text.chars().take(8).chain(garbage).collect();
        assert!(Network::<32>::decode(&text).is_err(), "{text}");
    }
}

#[test]
fn a_network_that_is_too_wide_is_rejected() {
    let shape = Shape { inputs: 2, hidden: 17, buckets: 1 };
    let text = Network::<32>::quantise(&Parameters::zeros(shape)).unwrap().encode();
    let expected = TextError::Wide { hidden: 17, room: 16 };
    assert_eq!(Network::<16>::decode(&text).err(), Some(expected));
}

/// Texts that were written when networks could have a second hidden layer.
const OLD: &str = "㐃㐂㐀㐂㒵㔀㐁㐁㞀馒繐秲뻍梆闺頬湥艕겺釯迖礌弛朋㓊㲞뀀堶";
const OLD_WITH_SECOND_LAYER: &str =
    "㐃㐂㐁㐂㒵㔀㔀㐁㞀馒繐秲뻍梆闺頬湥艕겺釯迖礌弛朋䋠昲龗䇖䷰茎酴군䞝彣琀紹";

#[test]
fn an_old_text_is_read_and_written_unchanged() {
    let network = Network::<16>::decode(OLD).unwrap();
    assert_eq!(network.shape(), Shape { inputs: 3, hidden: 2, buckets: 2 });
    assert_eq!(network.logit(&[0, 2], &[1], 1), 0.125);
    assert_eq!(network.encode(), OLD);
    let numbers = |range: std::ops::Range<i8>| {
        range.map(|number| f32::from(number % 11 - 5) / 8.0).collect::<Vec<f32>>()
    };
    let parameters = Parameters {
        shape: network.shape(),
        first_weights: numbers(0..6),
        first_biases: numbers(6..8),
        output_weights: numbers(8..16),
        output_biases: numbers(16..18),
    };
    assert_eq!(Network::<16>::quantise(&parameters).unwrap().encode(), OLD);
}

#[test]
fn a_text_of_a_network_with_a_second_layer_is_rejected() {
    let error = Network::<16>::decode(OLD_WITH_SECOND_LAYER).unwrap_err();
    assert_eq!(Shape::of_text(OLD_WITH_SECOND_LAYER), Err(error));
    let expected =
        "networks with a second hidden layer are no longer supported: train another network";
    assert_eq!(error.to_string(), expected);
}
