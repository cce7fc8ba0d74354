//! Calibration of the Stratego bot's beliefs about hidden ranks.

use std::array;
use std::time::Duration;

use fastrand::Rng;
use gamekit::{Observe as _, Player, Position as _};
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use search::Limits;
use stratego::{Agent, Battle, Belief, Knowledge, Move, Position, Rank, Survivor, View};
use trainer::random_move;

use super::Stratego;
use super::baselines::{BASELINES, draw_setup};
use super::board::rank_name;
use super::recorded::steps;
use crate::agent::{Choose, OwnBaseline};
use crate::calibration::{
    Attacks, Beliefs, Calibration, CalibrationPlan, Classes, ConfidentBeliefs, Source, Sums,
    UnknownOpponent,
};
use crate::official::OfficialGame as _;
use crate::recorded::{RecordedGame, ReplayError};

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

/// Smallest probability of a confident belief.
const CONFIDENT: f32 = 0.5;

/// Classes of attacked pieces: by whether they have moved.
const TARGETS: [&str; 2] = ["has not moved", "has moved"];

/// Sums over one or several games.
#[derive(Default)]
struct Found {
    judged: u64,
    bits: [f64; SOURCES.len()],
    classes: Classes,
    /// Confident beliefs, by rank.
    confident: [Sums; Rank::COUNT],
    /// Attackers that are lost, by class of the target and rank of the attacker.
    attacks: [[Sums; Rank::COUNT]; TARGETS.len()],
}

impl Found {
    fn merge(mut self, other: &Found) -> Found {
        self.judged += other.judged;
        self.bits = array::from_fn(|source| self.bits[source] + other.bits[source]);
        self.classes.merge(&other.classes);
        self.confident.iter_mut().zip(other.confident).for_each(|(sums, more)| sums.merge(more));
        let attacks = self.attacks.iter_mut().flatten();
        attacks.zip(other.attacks.iter().flatten()).for_each(|(sums, more)| sums.merge(*more));
        self
    }

    /// Returns the means over games. Their sums are in the order of the games, so that they do not
    /// depend on the speed of the cores.
    fn mean(games: &[Found]) -> Calibration {
        let found = games.iter().fold(Found::default(), Found::merge);
        let sources = SOURCES
            .iter()
            .zip(found.bits)
            .map(|(&(name, _), bits)| Source { name, bits: bits / found.judged.max(1) as f64 });
        let confident = Rank::ALL.into_iter().zip(found.confident).filter_map(|(rank, sums)| {
            Some(ConfidentBeliefs { kind: rank_name(rank), beliefs: sums.finish()? })
        });
        let attacks = TARGETS.iter().zip(found.attacks).flat_map(|(&target, by_rank)| {
            Rank::ALL.into_iter().zip(by_rank).filter_map(move |(rank, sums)| {
                Some(Attacks { attacker: rank_name(rank), target, lost: sums.finish()? })
            })
        });
        Calibration {
            judged: found.judged,
            sources: sources.collect(),
            classes: found.classes.finish(),
            confident: confident.collect(),
            attacks: attacks.collect(),
        }
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

    fn calibrate_games(
        &self,
        games: &[RecordedGame],
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Calibration, ReplayError> {
        let found = games.par_iter().map(|game| {
            let found = evaluate_record(game);
            on_game();
            found
        });
        Ok(Found::mean(&found.collect::<Result<Vec<Found>, ReplayError>>()?))
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
    Found::mean(&found)
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
    let mut watchers = Player::BOTH.map(|player| Watcher::new(&pos, player));
    let mut found = Found::default();
    while pos.outcome().is_none() {
        let player = pos.side_to_move();
        let opponent = opponent.as_mut().filter(|(side, _)| *side == player);
        let is_bot = opponent.is_none();
        let chosen = match opponent {
            Some((_, opponent)) => opponent.choose(&pos, Duration::MAX),
            None => {
                if is_evaluated(&pos) {
                    watchers[player.index()].evaluate(&pos, &mut found);
                }
                agents[player.index()].decide(Limits::nodes(nodes)).map(|chosen| chosen.best)
            }
        };
        let Some(step) = chosen.or_else(|| random_move(&pos, rng)) else { break };
        if is_bot {
            watchers[player.index()].evaluate_attack(&pos, step, &mut found);
        }
        let battle = pos.battle(step);
        watchers.iter_mut().for_each(|watcher| watcher.observe(step, battle));
        agents.iter_mut().for_each(|agent| agent.observe(step, battle));
        pos.play_unchecked(step);
    }
    found
}

/// Evaluates what the bot would believe about the examined players of a recorded game.
fn evaluate_record(game: &RecordedGame) -> Result<Found, ReplayError> {
    let mut found = Found::default();
    // The two-squares rule only forbids steps: records with it can be replayed without it.
    let steps = steps(Stratego::<false>::initial(), game)?;
    let Some((_, start, _)) = steps.first() else { return Ok(found) };
    let mut watchers = Player::BOTH.map(|player| Watcher::new(start, player));
    for (_, pos, step) in &steps {
        let player = pos.side_to_move();
        if game.is_examined[player.opponent().index()] {
            if is_evaluated(pos) {
                watchers[player.index()].evaluate(pos, &mut found);
            }
            watchers[player.index()].evaluate_attack(pos, *step, &mut found);
        }
        let battle = pos.battle(*step);
        watchers.iter_mut().for_each(|watcher| watcher.observe(*step, battle));
    }
    Ok(found)
}

fn is_evaluated(pos: &Position) -> bool {
    pos.plies() / 2 % TURN_INTERVAL == TURN_INTERVAL - 1
}

/// View of a player, and his beliefs from each source of knowledge.
struct Watcher {
    view: View,
    beliefs: [Belief; SOURCES.len()],
}

impl Watcher {
    fn new(pos: &Position, player: Player) -> Watcher {
        let view = pos.view(player);
        let beliefs = SOURCES.map(|(_, knowledge)| Belief::of(player.opponent(), &view, knowledge));
        Watcher { view, beliefs }
    }

    fn observe(&mut self, step: Move, battle: Option<Battle>) {
        let before = self.view;
        self.view.play(step, battle);
        for belief in &mut self.beliefs {
            belief.observe(&before, step, battle, &self.view);
        }
    }

    /// Compares the beliefs with the truth.
    fn evaluate(&self, pos: &Position, found: &mut Found) {
        for (source, belief) in self.beliefs.iter().enumerate() {
            for (square, odds) in belief.odds(&self.view) {
                let Some(truth) = pos.rank_at(square) else { continue };
                let log_loss = -f64::from(odds[truth.index()]).max(MIN_PROBABILITY).log2();
                found.bits[source] += log_loss;
                if source + 1 < SOURCES.len() {
                    continue;
                }
                found.judged += 1;
                let possible = odds.into_iter().enumerate().filter(|(_, odds)| *odds > 0.0);
                for (rank, odds) in possible {
                    let is_true = rank == truth.index();
                    found.classes.add(f64::from(odds), is_true);
                    if odds >= CONFIDENT {
                        found.confident[rank].add(f64::from(odds), is_true);
                    }
                }
            }
        }
    }

    /// Compares with the truth the belief that an attack on a hidden piece loses the attacker.
    fn evaluate_attack(&self, pos: &Position, step: Move, found: &mut Found) {
        let Move::Step { to, .. } = step else { return };
        let Some(battle) = pos.battle(step) else { return };
        let [.., belief] = &self.beliefs;
        let odds = belief.odds(&self.view);
        let Some((_, odds)) = odds.iter().find(|(square, _)| *square == to) else { return };
        let losing = |rank: &Rank| battle.attacker.against(*rank) == Survivor::Defender;
        let is_lost = losing(&battle.defender);
        let believed = Rank::ALL.iter().filter(|rank| losing(rank)).map(|rank| odds[rank.index()]);
        let target = usize::from(pos.moved() & to.bit() != 0);
        found.attacks[target][battle.attacker.index()].add(believed.sum::<f32>().into(), is_lost);
    }
}
