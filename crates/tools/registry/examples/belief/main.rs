//! Trains the belief network of Stratego's bot, and prints
//! `crates/games/stratego/src/belief/network/text.rs`.
//!
//! ```sh
//! cargo run --release -p registry --example belief -- 3000 500 1 > target/text.rs
//! ```
//!
//! plays 3000 games of the bot with 500 nodes per step against itself, as many of bots with other
//! weights, as many of simple players, and as many between any two of these, from seed 1. The other
//! weights are the bot's, each multiplied by a random factor. Half of the bots' setups are those of
//! the pool; the other half are samples of the prior belief. In half of the games one bot sometimes
//! makes a random step.
//!
//! One game in ten is held out. For these, standard error shows the log loss of the beliefs with
//! facts only, with setups, of the bot until now, and of the new network.
//!
//! The bot knows the network of the last run. Its knowledge changes which pieces stay hidden, so
//! the network must be trained again after a change; two runs are enough.

mod games;
mod training;

use std::process::ExitCode;

use gamekit::{Observe as _, Player, Position as _};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use stratego::{Belief, Knowledge, Network, Position, View};

use self::games::{Game, Plan};
use self::training::{Sample, train};

/// One game in this many is held out.
const HELD_OUT: usize = 10;
/// One in this many turns of a player is a sample, because turns in a row are alike.
const TURN_INTERVAL: u16 = 8;
/// Lower bound of probabilities in the log loss.
const MIN_PROBABILITY: f32 = 1e-6;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(plan) = Plan::read(&words) else {
        eprintln!("error: the arguments are GAMES NODES SEED");
        return ExitCode::from(2);
    };
    let (held_out, games): (Vec<_>, Vec<_>) = plan
        .play()
        .into_iter()
        .enumerate()
        .partition(|(index, _)| (index / games::KINDS).is_multiple_of(HELD_OUT));
    let held_out: Vec<Game> = held_out.into_iter().map(|(_, game)| game).collect();
    let samples: Vec<Vec<Sample>> = games.par_iter().map(|(_, game)| samples(game)).collect();
    let samples: Vec<Sample> = samples.into_iter().flatten().collect();
    let text = train(&samples, plan.seed).encode();
    // Never freed.
    let network: &'static Network = Box::leak(Box::new(Network::read(&text)));
    let styles = Box::leak(Box::new(Knowledge::styles(network)));
    let learned = Knowledge { styles, ..Knowledge::ALL };
    let sources = [
        ("facts only", Knowledge::NONE),
        ("setups", Knowledge::SETUPS),
        ("the bot until now", Knowledge::ALL),
        ("the new network", learned),
    ];
    for (name, knowledge) in sources {
        let [bot, other, simple] = log_loss(&held_out, knowledge);
        eprintln!(
            "{name}: {bot:.4} bits per piece of the bot, {other:.4} of the bot with other weights, \
             {simple:.4} of a simple player"
        );
    }
    print(&text, &words.join(" "));
    ExitCode::SUCCESS
}

/// Visits every [`TURN_INTERVAL`]th turn of each player, with the position, the other player's view
/// and belief, and the style of play of the player.
fn follow(
    game: &Game,
    knowledge: Knowledge,
    mut visit: impl FnMut(&Position, &View, &Belief, usize),
) {
    let [red, blue] = &game.setups;
    let mut pos = Position::initial().set_up([red, blue]);
    let mut views = Player::BOTH.map(|player| pos.view(player));
    let mut beliefs = views.map(|view| Belief::of(view.player().opponent(), &view, knowledge));
    for &step in &game.steps {
        let player = pos.side_to_move();
        let observer = player.opponent().index();
        if pos.plies() / 2 % TURN_INTERVAL == TURN_INTERVAL - 1 {
            visit(&pos, &views[observer], &beliefs[observer], game.styles[player.index()]);
        }
        let battle = pos.battle(step);
        for (view, belief) in views.iter_mut().zip(&mut beliefs) {
            let before = *view;
            view.play(step, battle);
            belief.observe(&before, step, battle, view);
        }
        pos.play_unchecked(step);
    }
}

/// Returns the samples of a game.
fn samples(game: &Game) -> Vec<Sample> {
    let mut samples = Vec::new();
    follow(game, Knowledge::SETUPS, |pos, view, belief, style| {
        samples.extend(belief.inputs(view).into_iter().filter_map(|piece| {
            let truth = pos.rank_at(piece.square)?;
            Some(Sample { piece, truth, style })
        }));
    });
    samples
}

/// Returns the log loss of beliefs about the pieces of each style: the negated mean base-2
/// logarithm of the probabilities of the true ranks of hidden pieces.
fn log_loss(games: &[Game], knowledge: Knowledge) -> [f64; Network::STYLES] {
    let losses = games.par_iter().map(|game| {
        let mut sums = [(0.0, 0u64); Network::STYLES];
        follow(game, knowledge, |pos, view, belief, style| {
            let (bits, pieces) = &mut sums[style];
            for (square, odds) in belief.odds(view) {
                let truth = pos.rank_at(square).map_or(0.0, |rank| odds[rank.index()]);
                *bits -= f64::from(truth.max(MIN_PROBABILITY)).log2();
                *pieces += 1;
            }
        });
        sums
    });
    // In the order of the games, so that the sums do not depend on the speed of the cores.
    let losses: Vec<_> = losses.collect();
    std::array::from_fn(|style| {
        let pieces: u64 = losses.iter().map(|sums| sums[style].1).sum();
        losses.iter().map(|sums| sums[style].0).sum::<f64>() / pieces.max(1) as f64
    })
}

/// Prints the network as the bot's source.
fn print(text: &str, arguments: &str) {
    println!(
        "\
//! Weights of the belief network.
//! Made by `cargo run --release -p registry --example belief -- {arguments}`.

/// One letter per weight, by `Network::encode`.
#[rustfmt::skip]
pub(super) const TEXT: &str = \"{text}\";"
    );
}
