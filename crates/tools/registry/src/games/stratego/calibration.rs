//! Calibration of the Stratego bot's beliefs about hidden ranks.

use std::array;
use std::time::Duration;

use fastrand::Rng;
use gamekit::{Observe as _, Player, Position as _};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use search::Limits;
use stratego::{Agent, Belief, Knowledge, Position, View};
use trainer::random_move;

use super::baselines::{BASELINES, draw_setup};
use crate::agent::{Choose, OwnBaseline};
use crate::calibration::{Beliefs, Calibration, CalibrationPlan, Classes, Source, UnknownOpponent};

/// Sources of knowledge for beliefs.
const SOURCES: [(&str, Knowledge); 3] = [
    ("facts alone", Knowledge::NONE),
    ("where ranks begin", Knowledge::SETUPS),
    ("how ranks behave", Knowledge::ALL),
];

/// Interval of evaluated turns of a player: beliefs change little from one turn to the next.
const TURN_INTERVAL: u16 = 8;

/// Lower bound of the probabilities in the log loss.
const MIN_PROBABILITY: f64 = 1e-6;

/// Sums over one or several games.
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

/// Beliefs of the Stratego bot about hidden ranks. In the games of a calibration the setups are
/// those of the baselines, and not those of the bot.
pub(super) struct RankBeliefs;

impl Beliefs for RankBeliefs {
    fn calibrate(
        &self,
        plan: &CalibrationPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, UnknownOpponent> {
        let named = |name: &String| {
            let own = BASELINES.iter().find(|own| own.info.name == name);
            own.ok_or_else(|| UnknownOpponent {
                game: "stratego",
                name: name.clone(),
                known: BASELINES.iter().map(|own| own.info.name).collect::<Vec<_>>().join(", "),
            })
        };
        let opponent = plan.against.as_ref().map(named).transpose()?;
        Ok(calibrate(plan, opponent, on_game))
    }
}

/// Plays games of the bot against itself, or against `opponent`, on all cores, and compares the
/// bot's beliefs with the truth. Calls `on_game` after each game.
fn calibrate(
    plan: &CalibrationPlan,
    opponent: Option<&OwnBaseline<Position>>,
    on_game: &(dyn Fn() + Sync),
) -> Calibration {
    let found: Vec<Found> = (0..plan.games)
        .into_par_iter()
        .map(|game| {
            let mut rng = Rng::with_seed(plan.seed << 32 | game);
            let opponent = opponent.map(|opponent| {
                let player = if game % 2 == 0 { Player::Second } else { Player::First };
                (player, (opponent.make)(rng.fork()))
            });
            let found = evaluate_game(plan.nodes, opponent, &mut rng);
            on_game();
            found
        })
        .collect();
    // In the order of the games, so that floating-point sums do not depend on the speed of the
    // cores.
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

/// Plays one game, in which the opponent may be another player than the bot, and evaluates the
/// bot's beliefs.
fn evaluate_game(
    nodes: u64,
    mut opponent: Option<(Player, Box<dyn Choose<Position>>)>,
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
        let opponent = opponent.as_mut().filter(|(side, _)| *side == player);
        let chosen = match opponent {
            Some((_, opponent)) => opponent.choose(&pos, Duration::MAX),
            None => {
                if pos.plies() / 2 % TURN_INTERVAL == TURN_INTERVAL - 1 {
                    evaluate(&pos, &views[player.index()], &beliefs[player.index()], &mut found);
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

/// Compares the beliefs of a player with the truth.
fn evaluate(pos: &Position, view: &View, beliefs: &[Belief; SOURCES.len()], found: &mut Found) {
    for (source, belief) in beliefs.iter().enumerate() {
        for (square, odds) in belief.odds(view) {
            let Some(truth) = pos.rank_at(square) else { continue };
            let log_loss = -f64::from(odds[truth.index()]).max(MIN_PROBABILITY).log2();
            found.bits[source] += log_loss;
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
