//! Games between the bot of Stratego and baselines.

use std::time::Duration;

use gamekit::{Player, Position as _};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use registry::{Baseline, TimeLimit};
use search::Limits;
use stratego::{Agent, Belief, Move, Position, Rank, Setup, View};

/// Probability of a random step of the player who makes random steps, drawn for each game.
const CHANCES: [f64; 4] = [0.0, 0.0, 0.05, 0.2];

/// A played game: both armies, and the steps.
pub(crate) struct Game {
    pub(crate) setups: [Setup; 2],
    pub(crate) steps: Vec<Move>,
}

/// Players and games.
pub(crate) struct Plan {
    /// Players, of whom two are drawn for each game; `None` is the bot.
    players: Vec<Option<Baseline>>,
    games: u64,
    /// Nodes per step of the bot.
    nodes: u64,
    seed: u64,
}

impl Plan {
    /// Reads the arguments of the command line. Returns a message if they are wrong.
    pub(crate) fn read(words: &[String]) -> Result<Plan, String> {
        let [players, numbers @ ..] = words else { return Err(USAGE.to_owned()) };
        let numbers: Result<Vec<u64>, _> = numbers.iter().map(|word| word.parse()).collect();
        let Ok(&[games, nodes, seed]) = numbers.as_deref() else { return Err(USAGE.to_owned()) };
        let players: Result<_, String> = players.split(',').map(player).collect();
        Ok(Plan { players: players?, games, nodes, seed })
    }

    /// Plays all games on all cores, and returns them in order.
    pub(crate) fn play(&self) -> Vec<Game> {
        (0..self.games).into_par_iter().map(|number| play(self, number)).collect()
    }
}

const USAGE: &str = "the arguments are PLAYER[,PLAYER...] GAMES NODES SEED";

/// Returns the player with this name; `None` is the bot.
fn player(name: &str) -> Result<Option<Baseline>, String> {
    if name == "bot" {
        return Ok(None);
    }
    let baseline: Baseline = name.parse().map_err(|why| format!("{why}"))?;
    match stratego().baseline(baseline, 0) {
        Some(_) => Ok(Some(baseline)),
        None => Err(format!("`{name}` does not play Stratego: see `cargo cg match --help`")),
    }
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

/// Plays a game between two of the players.
fn play(Plan { players, nodes, seed, .. }: &Plan, number: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed << 32 | number);
    let chance = *CHANCES.choose(&mut rng).expect("CHANCES is not empty");
    let random_player = if rng.random() { Player::First } else { Player::Second };
    let rules = stratego();
    let mut sides = Player::BOTH.map(|player| {
        let choice = players.choose(&mut rng).expect("there is a player");
        if let Some(baseline) = choice {
            let agent = rules.baseline(*baseline, rng.random());
            return Side::Baseline(agent.expect("the baseline plays Stratego"));
        }
        let setup = draw_setup(player, &mut rng);
        let agent = Box::new(Agent::new(player, &setup));
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
                    false => agent.decide(Limits::nodes(*nodes)).map(|found| found.best),
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
    Game { setups: setups.try_into().expect("there are two armies"), steps }
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
