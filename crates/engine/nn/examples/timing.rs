//! Prints the times of an accumulator update and an evaluation for several widths, without and with
//! AVX2, and the time of decoding a network's text:
//! `cargo run --release -p nn --example timing`.
//!
//! Times are the shortest of several rounds, in nanoseconds. An update is that of both perspectives
//! by a capture: one input activated and two deactivated for each.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gamekit::{Outcome, Player, Position};
use nn::{Accumulator, Change, Features, Network, Parameters, Shape};

/// Game with features only: a position is the number of a square, and a move goes to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Walk(usize);

impl Position for Walk {
    type Move = Step;

    fn initial() -> Walk {
        Walk(0)
    }

    fn side_to_move(&self) -> Player {
        Player::BOTH[self.0 % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, mut visit: impl FnMut(Step)) {
        visit(Step);
    }

    fn play_unchecked(&mut self, _: Step) {
        self.0 += 1;
    }

    fn hash(&self) -> u64 {
        self.0 as u64
    }
}

/// The only move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step;

impl gamekit::Move for Step {
    fn to_bits(self) -> u16 {
        1
    }

    fn from_bits(_: u16) -> Step {
        Step
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step")
    }
}

/// Features with thirty active inputs of 104.
struct Squares;

const INPUTS: usize = 104;

impl Features<Walk> for Squares {
    const INPUTS: usize = INPUTS;
    const BUCKETS: usize = 8;

    fn bucket(pos: &Walk) -> usize {
        pos.0 % Self::BUCKETS
    }

    fn active(pos: &Walk, _: Player, mut visit: impl FnMut(usize)) {
        (0..30).for_each(|number| visit((pos.0 + 3 * number) % INPUTS));
    }

    fn changes(before: &Walk, _: Step, _: &Walk, mut visit: impl FnMut(Change)) {
        visit(Change::On([(before.0 + 90) % INPUTS; 2]));
        visit(Change::Off([before.0 % INPUTS; 2]));
        visit(Change::Off([(before.0 + 1) % INPUTS; 2]));
    }
}

const ROUNDS: usize = 15;
const STEPS: usize = 20_000;

/// Returns the shortest time of several rounds.
fn shortest(mut run: impl FnMut()) -> Duration {
    let round = || {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    std::iter::repeat_with(round).take(ROUNDS).min().unwrap_or_default()
}

/// Returns the times of an update and of an evaluation, in nanoseconds.
fn time<const HIDDEN: usize>(network: &Network<HIDDEN>) -> (f64, f64) {
    let start: Accumulator<HIDDEN> = network.refresh::<Walk, Squares>(&Walk(0));
    let updates = shortest(|| {
        let mut accumulator = start;
        for number in 0..STEPS {
            let (before, after) = (Walk(number), Walk(number + 1));
            accumulator = network.update::<Walk, Squares>(&accumulator, &before, Step, &after);
        }
        black_box(accumulator);
    });
    let evaluations = shortest(|| {
        let mut sum = 0;
        for number in 0..STEPS {
            let mover = Player::BOTH[number % 2];
            sum += network.evaluate(black_box(&start), mover, number % Squares::BUCKETS);
        }
        black_box(sum);
    });
    let each = |time: Duration| time.as_secs_f64() * 1e9 / STEPS as f64;
    (each(updates), each(evaluations))
}

fn print_width<const HIDDEN: usize>() {
    let mut rng = fastrand::Rng::with_seed(1);
    let shape = Shape { inputs: INPUTS, hidden: HIDDEN, buckets: Squares::BUCKETS };
    let parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
    let network = Network::<HIDDEN>::quantise(&parameters)
        .expect("random networks are small enough to quantise");
    let text = network.encode();
    let decode = shortest(|| {
        black_box(Network::<HIDDEN>::decode(black_box(&text))).expect("an encoded network decodes");
    });
    let (plain, fast) = (time(&network.without_avx2()), time(&network));
    let milliseconds = decode.as_secs_f64() * 1e3;
    println!(
        "{HIDDEN:6} {:8.1} {:8.1} {:8.1} {:8.1} {:8} {milliseconds:8.2}",
        plain.0,
        plain.1,
        fast.0,
        fast.1,
        text.chars().count(),
    );
}

fn main() {
    println!("{:>6} {:>17} {:>17} {:>17}", "", "any processor", "with AVX2", "text");
    println!(
        "{:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "hidden", "update", "evaluate", "update", "evaluate", "UTF-16", "ms"
    );
    print_width::<32>();
    print_width::<64>();
    print_width::<128>();
    print_width::<192>();
    print_width::<256>();
}
