use std::array;
use std::time::Duration;

use fastrand::Rng;
use gamekit::{Observe as _, Player, Position as _};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use search::Limits;
use stratego::{Agent, Belief, Knowledge, Position, View};

use super::baselines::draw_setup;
use crate::agent::{Choose, OwnBaseline};
use crate::calibration::Classes;
use crate::calibration::{Calibration, CalibrationPlan, Source};
use crate::opening::random_move;

/// What beliefs are built on.
const SOURCES: [(&str, Knowledge); 3] = [
    ("facts alone", Knowledge::NONE),
    ("where ranks begin", Knowledge::SETUPS),
    ("how ranks behave", Knowledge::ALL),
];

/// Of so many turns of a player one is judged: from one to the next little changes.
const TURNS: u16 = 8;

/// No odds are taken to be less.
const LEAST_ODDS: f64 = 1e-6;

/// What was found in a game or in several.
struct Found {
    judged: u64,
    bits: [f64; SOURCES.len()],
    classes: Classes,
}

impl Found {
    fn new() -> Found {
        Found { judged: 0, bits: [0.0; SOURCES.len()], classes: Classes::new() }
    }

    fn merge(mut self, other: &Found) -> Found {
        self.judged += other.judged;
        self.bits = array::from_fn(|source| self.bits[source] + other.bits[source]);
        self.classes.merge(&other.classes);
        self
    }
}

/// Plays games of the bot against itself, or against `opponent`, on all cores, and compares what the
/// bot believes with the truth. Tells `on_game` when a game has ended.
///
/// Setups are the baselines' and not the bot's.
pub(super) fn calibrate(
    plan: &CalibrationPlan,
    opponent: Option<&OwnBaseline<Position>>,
    on_game: &(dyn Fn() + Sync),
) -> Calibration {
    let found: Vec<Found> = (0..plan.games)
        .into_par_iter()
        .map(|game| {
            let mut rng = Rng::with_seed(plan.seed << 32 | game);
            let stranger = opponent.map(|opponent| {
                let player = if game % 2 == 0 { Player::Second } else { Player::First };
                (player, (opponent.make)(rng.fork()))
            });
            let found = judge_game(plan.nodes, stranger, &mut rng);
            on_game();
            found
        })
        .collect();
    // In the order of the games, so that sums do not depend on which cores were fast.
    let found = found.iter().fold(Found::new(), Found::merge);
    let sources = SOURCES
        .iter()
        .zip(found.bits)
        .map(|(&(name, _), bits)| Source { name, bits: bits / found.judged.max(1) as f64 });
    Calibration {
        judged: found.judged,
        sources: sources.collect(),
        classes: found.classes.finish(),
    }
}

/// Plays one game, in which another than the bot may have a side, and judges it.
fn judge_game(
    nodes: u64,
    mut stranger: Option<(Player, Box<dyn Choose<Position>>)>,
    rng: &mut Rng,
) -> Found {
    let setups = Player::BOTH.map(|player| draw_setup(player, rng));
    let mut pos = Position::initial().set_up([&setups[0], &setups[1]]);
    let mut agents = Player::BOTH.map(|player| Agent::new(player, &setups[player.index()]));
    let mut views = Player::BOTH.map(|player| pos.view(player));
    let mut beliefs = views.map(|view| {
        SOURCES.map(|(_, knowledge)| Belief::of(view.player().opponent(), &view, knowledge))
    });
    let mut found = Found::new();
    while pos.outcome().is_none() {
        let player = pos.side_to_move();
        let stranger = stranger.as_mut().filter(|(side, _)| *side == player);
        let chosen = match stranger {
            Some((_, stranger)) => stranger.choose(&pos, Duration::MAX),
            None => {
                if pos.plies() / 2 % TURNS == TURNS - 1 {
                    judge(&pos, &views[player.index()], &beliefs[player.index()], &mut found);
                }
                agents[player.index()].decide(Limits::nodes(nodes)).map(|chosen| chosen.best)
            }
        };
        let Some(step) = chosen.or_else(|| random_move(&pos, rng)) else { break };
        let battle = pos.battle(step);
        for (view, beliefs) in views.iter_mut().zip(&mut beliefs) {
            let before = *view;
            view.play(step, battle);
            beliefs.iter_mut().for_each(|belief| belief.observe(&before, step, battle, view));
        }
        agents.iter_mut().for_each(|agent| agent.observe(step, battle));
        pos.play_unchecked(step);
    }
    found
}

/// Compares what a player believes with the truth.
fn judge(pos: &Position, view: &View, beliefs: &[Belief; SOURCES.len()], found: &mut Found) {
    for (source, belief) in beliefs.iter().enumerate() {
        for (square, odds) in belief.odds(view) {
            let Some(truth) = pos.rank_at(square) else { continue };
            let surprise = -f64::from(odds[truth.index()]).max(LEAST_ODDS).log2();
            found.bits[source] += surprise;
            if source + 1 < SOURCES.len() {
                continue;
            }
            found.judged += 1;
            let possible = odds.into_iter().enumerate().filter(|(_, odds)| *odds > 0.0);
            for (rank, odds) in possible {
                found.classes.add(f64::from(odds), rank == truth.index());
            }
        }
    }
}
