//! Games between players of several styles: the bot of Stratego, the same with other weights, and
//! baselines.

use std::collections::HashMap;
use std::time::Duration;

use gamekit::{Player, Position as _};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use registry::TimeLimit;
use search::{Limits, Weights as _};
use stratego::{Agent, AgentOptions, Belief, Move, Position, Rank, Setup, View, Weights};

/// Probability of a random step of the player who makes random steps, drawn for each game.
const CHANCES: [f64; 4] = [0.0, 0.0, 0.05, 0.2];

/// Fields of the bot's weights that are no part of its style: those of its beliefs and of its move
/// ordering.
const FIXED: [&str; 6] =
    ["most_evidence", "broad", "shelter", "gaining_order", "gain_order", "losing_order"];

/// Largest factor of a weight of the bot with other weights, in bits.
const SPREAD: f64 = 1.5;

/// Baselines whose styles the network learns.
const SIMPLE: [&str; 5] = ["rules", "rush", "hunter", "bluffer", "turtle"];

/// Number of kinds of games.
pub(crate) const KINDS: usize = 4;

/// A played game.
pub(crate) struct Game {
    /// Both armies.
    pub(crate) setups: [Setup; 2],
    pub(crate) steps: Vec<Move>,
    /// Style of play of each player in the network.
    pub(crate) styles: [usize; 2],
}

/// Kind of a player, by its number the style in the network.
#[derive(Clone, Copy)]
enum Kind {
    Bot,
    OtherWeights,
    Simple,
}

/// Arguments of the command line.
pub(crate) struct Plan {
    /// Games of each of the [`KINDS`].
    games: u64,
    /// Nodes per step of the bots.
    nodes: u64,
    pub(crate) seed: u64,
}

impl Plan {
    /// Reads the arguments; `None` if they are wrong.
    pub(crate) fn read(words: &[String]) -> Option<Plan> {
        let numbers: Option<Vec<u64>> = words.iter().map(|word| word.parse().ok()).collect();
        let &[games, nodes, seed] = numbers.as_deref()? else { return None };
        Some(Plan { games, nodes, seed })
    }

    /// Plays all games on all cores, and returns them in order.
    pub(crate) fn play(&self) -> Vec<Game> {
        let games = (0..KINDS as u64 * self.games).into_par_iter().map(|number| {
            let players: &[Kind] = match number % KINDS as u64 {
                0 => &[Kind::Bot],
                1 => &[Kind::OtherWeights],
                2 => &[Kind::Simple],
                _ => &[Kind::Bot, Kind::OtherWeights, Kind::Simple],
            };
            play(players, self.nodes, self.seed << 32 | number)
        });
        games.collect()
    }
}

/// Returns the bot's weights, each field times a random factor.
fn other_weights(rng: &mut StdRng) -> Weights {
    let mut weights = Weights::default();
    let ranges = weights.clone();
    let mut factors: HashMap<String, f64> = HashMap::new();
    weights.visit(&mut |name, weight| {
        let field = name.split('[').next().unwrap_or(name);
        if FIXED.contains(&field) {
            return;
        }
        let factor = *factors
            .entry(field.to_owned())
            .or_insert_with(|| rng.random_range(-SPREAD..=SPREAD).exp2());
        let range = ranges.range(name);
        *weight = ((f64::from(*weight) * factor) as i32).clamp(*range.start(), *range.end());
    });
    weights
}

fn stratego() -> &'static dyn registry::Game {
    registry::game("stratego").expect("Stratego is a game")
}

/// Player of one side in one game.
enum Side {
    /// The bot, with its setup and the probability of a random step.
    Bot { agent: Box<Agent>, setup: Setup, chance: f64 },
    /// A baseline of the game.
    Baseline(Box<dyn registry::Agent>),
}

/// Plays a game between players of these kinds.
fn play(kinds: &[Kind], nodes: u64, seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let chance = *CHANCES.choose(&mut rng).expect("CHANCES is not empty");
    let random_player = if rng.random() { Player::First } else { Player::Second };
    let rules = stratego();
    let kinds = Player::BOTH.map(|_| *kinds.choose(&mut rng).expect("there is a kind"));
    let mut sides = Player::BOTH.map(|player| {
        let weights = match kinds[player.index()] {
            Kind::Bot => Weights::default(),
            Kind::OtherWeights => other_weights(&mut rng),
            Kind::Simple => {
                let name = SIMPLE.choose(&mut rng).expect("SIMPLE is not empty");
                let baseline = name.parse().expect("SIMPLE has names of baselines");
                let agent = rules.baseline(baseline, rng.random());
                return Side::Baseline(agent.expect("the baseline plays Stratego"));
            }
        };
        let setup = draw_setup(player, &mut rng);
        let options = AgentOptions { weights, ..AgentOptions::default() };
        let agent = Box::new(Agent::with(player, &setup, options));
        Side::Bot { agent, setup, chance: if player == random_player { chance } else { 0.0 } }
    });
    let mut referee = rules.referee();
    let mut pos = Position::initial();
    let mut steps = Vec::new();
    while pos.outcome().is_none() {
        let played = referee.moves().len();
        let line = match &mut sides[pos.side_to_move().index()] {
            Side::Bot { setup, .. } if played < 2 * setup.len() => {
                let placed = played % setup.len();
                setup[placed..placed + referee.moves_in_line()]
                    .iter()
                    .map(Rank::to_string)
                    .collect()
            }
            Side::Bot { agent, chance, .. } => {
                let legal = agent.legal_steps();
                let by_chance = legal.choose(&mut rng).copied();
                let found = match rng.random_bool(*chance) {
                    true => None,
                    false => agent.decide(Limits::nodes(nodes)).map(|found| found.best),
                };
                found.or(by_chance).expect("a game without an outcome has a legal step").to_string()
            }
            Side::Baseline(agent) => {
                let limit = TimeLimit::Turn(Duration::from_secs(1));
                let (input, moves) = (&referee.prompt(), referee.moves());
                agent.answer(&registry::Turn { input, moves, limit }).expect("it answers").line
            }
        };
        referee.apply(&line).expect("the players keep to the rules");
        for text in &referee.moves()[played..] {
            let mv: Move = text.parse().expect("the referee has read the move");
            if let Move::Step { .. } = mv {
                let battle = pos.battle(mv);
                for side in &mut sides {
                    if let Side::Bot { agent, .. } = side {
                        agent.observe(mv, battle);
                    }
                }
                steps.push(mv);
            }
            pos.play_unchecked(mv);
        }
    }
    let placed = referee.moves()[..2 * Position::ARMY_SIZE].chunks(Position::ARMY_SIZE);
    let setups: Vec<Setup> = placed.map(setup).collect();
    let styles = kinds.map(|kind| kind as usize);
    Game { setups: setups.try_into().expect("there are two armies"), steps, styles }
}

/// Returns the setup of these placements.
fn setup(placements: &[String]) -> Setup {
    let ranks = placements.iter().map(|text| text.parse().expect("a placement is a rank"));
    let ranks: Vec<Rank> = ranks.collect();
    ranks.try_into().expect("an army has as many pieces as a setup")
}

/// Returns one of the bot's setups, or a sample of the prior belief.
fn draw_setup(player: Player, rng: &mut StdRng) -> Setup {
    if rng.random() {
        return stratego::draw_setup(player, rng);
    }
    let any: Vec<Rank> = Rank::ALL
        .into_iter()
        .flat_map(|rank| std::iter::repeat_n(rank, usize::from(Rank::ARMY[rank.index()])))
        .collect();
    let any: Setup = any.try_into().expect("an army has as many pieces as a setup");
    let view = View::start(player.opponent(), &any);
    let mut world = Belief::new(&view).worlds(&view).sample(rng);
    world.sort_by_key(|(square, _)| *square);
    let ranks: Vec<Rank> = world.into_iter().map(|(_, rank)| rank).collect();
    ranks.try_into().expect("all 40 pieces are hidden before the game")
}
