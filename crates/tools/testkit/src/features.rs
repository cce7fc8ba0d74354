//! Contract tests for the features of an NNUE network and for an engine that evaluates by it.

use std::collections::BTreeSet;
use std::fmt::Debug;

use gamekit::{Player, Position};
use nn::{Change, Features, Net, Network, Parameters, Shape};
use search::{Evaluate, MoveOrder, Tactics};

use crate::engine::check_engine;
use crate::random_games::{Step, random_games};

/// Divisor of the inputs that may never be on in random games: one in this many.
const RARE: usize = 10;

/// Checks that the features of a game keep the contract of `nn::Features`, in `games` random games
/// of at most `longest` plies.
///
/// # Panics
///
/// Panics on the first violation of the contract, or if a bucket or more than a tenth of the inputs
/// never occur: then the network is larger than necessary, or the games are too few.
pub fn check_features<P: Position, F: Features<P>>(games: u32, longest: usize, seed: u64) {
    check_symmetries::<P, F>();
    let (mut inputs, mut buckets) = (vec![false; F::INPUTS], vec![false; F::BUCKETS]);
    random_games::<P>(games, longest, seed, |step| {
        let active = Player::BOTH.map(|side| active::<P, F>(&step.before, side));
        active.iter().flatten().for_each(|&input| inputs[input] = true);
        check_changes::<P, F>(step, active);
        let bucket = F::bucket(&step.before);
        assert!(bucket < F::BUCKETS, "bucket {bucket} for {:?}", step.before);
        buckets[bucket] = true;
    });
    let unseen: Vec<usize> = (0..F::INPUTS).filter(|&input| !inputs[input]).collect();
    assert!(unseen.len() * RARE <= F::INPUTS, "inputs {unseen:?} were never on");
    assert_eq!(buckets.iter().position(|seen| !seen), None, "a bucket that was always empty");
}

/// Returns the active inputs of `pos` from the perspective of `side`.
fn active<P: Position, F: Features<P>>(pos: &P, side: Player) -> BTreeSet<usize> {
    let mut active = BTreeSet::new();
    F::active(pos, side, |input| {
        assert!(input < F::INPUTS, "input {input}, of {} in all", F::INPUTS);
        assert!(active.insert(input), "input {input} twice in {pos:?}");
    });
    active
}

/// Checks that the active `inputs` before a move, by perspective, are with its changes the active
/// inputs after it.
fn check_changes<P: Position, F: Features<P>>(step: &Step<P>, mut inputs: [BTreeSet<usize>; 2]) {
    let Step { before: pos, mv, after, .. } = step;
    F::changes(pos, *mv, after, |change| {
        for (side, inputs) in inputs.iter_mut().enumerate() {
            let is_change = match change {
                Change::On(changed) => inputs.insert(changed[side]),
                Change::Off(changed) => inputs.remove(&changed[side]),
            };
            assert!(is_change, "{change:?} is none by {mv} in {pos:?} for player {side}");
        }
    });
    let expected = Player::BOTH.map(|side| active::<P, F>(after, side));
    assert_eq!(inputs, expected, "{mv} in {pos:?}");
}

/// Checks that each symmetry is a permutation of the inputs, and that the first one is the
/// identity.
fn check_symmetries<P: Position, F: Features<P>>() {
    for symmetry in 0..F::SYMMETRIES {
        let mirrored: Vec<usize> =
            (0..F::INPUTS).map(|input| F::mirrored(input, symmetry)).collect();
        let mut all = mirrored.clone();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..F::INPUTS), "symmetry {symmetry} loses inputs");
        if symmetry == 0 {
            assert!(mirrored.into_iter().eq(0..F::INPUTS), "symmetry 0 is not the identity");
        }
    }
}

/// Number of hidden neurons of the networks of [`check_net`].
const HIDDEN: usize = 32;

/// Checks that an engine that evaluates by a network keeps the contract of `search`'s traits, in
/// `games` random games of at most `longest` plies. Also checks that the evaluation of a position
/// equals the output of the network for the position's inputs. Tests a network with and without
/// AVX2. `engine` returns an engine with the given network.
///
/// # Panics
///
/// Panics on the first violation of the contract.
pub fn check_net<P, F, E>(
    engine: impl Fn(Net<F, HIDDEN>) -> E,
    games: u32,
    longest: usize,
    seed: u64,
) where
    P: Position,
    F: Features<P>,
    E: Evaluate<P, State: PartialEq + Debug> + MoveOrder<P> + Tactics<P>,
{
    let mut rng = fastrand::Rng::with_seed(seed);
    let shape = Shape { inputs: F::INPUTS, hidden: HIDDEN, buckets: F::BUCKETS };
    let parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
    let network = Network::<HIDDEN>::quantise(&parameters)
        .unwrap_or_else(|error| panic!("a random network: {error}"));
    for network in [network.clone(), network.without_avx2()] {
        let engine = engine(Net::new(network.clone()));
        check_engine(&engine, games, longest, seed);
        random_games::<P>(1, longest, seed, |step| {
            check_value::<P, F>(&network, &step.before);
        });
    }
}

/// Checks that the evaluation of a position equals the output of the network for its active inputs.
fn check_value<P: Position, F: Features<P>>(network: &Network<HIDDEN>, pos: &P) {
    let [mover, other] = [pos.side_to_move(), pos.side_to_move().opponent()]
        .map(|side| active::<P, F>(pos, side).into_iter().collect::<Vec<usize>>());
    let logit = network.logit(&mover, &other, F::bucket(pos));
    let expected = logit * f64::from(nn::UNITS_PER_LOGIT);
    let net: Net<F, HIDDEN> = Net::new(network.clone());
    let value = f64::from(net.evaluate(pos, &net.refresh(pos)));
    assert!((value - expected).abs() <= 0.501, "{value} for {expected} in {pos:?}");
}
