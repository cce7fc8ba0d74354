//! Ablation: measures the worth of a part of the bot by games of the whole bot against the bot
//! without that part.
//!
//! `cargo run --release -p stratego --example ablation -- PART GAMES LIMIT SEED`, where PART is
//! `belief` (each possible rank of a piece is weighted only by the number of pieces of that rank),
//! `plans` (all squares are equal) or `setups` (always the pool's first setup), and LIMIT is a
//! number of nodes, or of milliseconds with the suffix `ms`, for each step.
//!
//! Each pair of armies plays two games, with sides swapped; the interval is over pairs. Standard
//! error gets a line for each finished pair.

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use gamekit::{Outcome, Player};
use rand::rngs::StdRng;
use rand::SeedableRng;
use search::Limits;
use stratego::{draw_setup, first_setup, play_agents, Agent, AgentOptions, Knowledge, Setup};

const USAGE: &str = "usage: ablation belief|plans|setups GAMES NODES|MILLISECONDSms SEED";

/// Half the width of a 95 % interval of a normal distribution, in standard deviations.
const CONFIDENCE: f64 = 1.96;

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Belief,
    Plans,
    Setups,
}

#[derive(Clone, Copy)]
enum Limit {
    Nodes(u64),
    Time(Duration),
}

impl Limit {
    fn read(text: &str) -> Option<Limit> {
        match text.strip_suffix("ms") {
            Some(time) => Some(Limit::Time(Duration::from_millis(time.parse().ok()?))),
            None => Some(Limit::Nodes(text.parse().ok()?)),
        }
    }

    fn limits(self) -> Limits {
        match self {
            Limit::Nodes(nodes) => Limits::nodes(nodes),
            Limit::Time(time) => Limits { hard: Some(Instant::now() + time), ..Limits::NONE },
        }
    }
}

/// Games that the whole bot won, drew and lost.
#[derive(Clone, Copy, Default)]
struct Tally([u32; 3]);

impl Tally {
    fn note(&mut self, outcome: Outcome, whole: Player) {
        let place = match outcome {
            Outcome::Win(winner) if winner == whole => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        };
        self.0[place] += 1;
    }

    /// Points per game, from 0 to 1.
    fn score(self) -> f64 {
        let [won, drawn, lost] = self.0.map(f64::from);
        (won + drawn / 2.0) / (won + drawn + lost)
    }
}

/// Plays a pair of games, in the first of which the whole bot is Red.
fn play_pair(part: Part, limit: Limit, rng: &mut StdRng) -> Tally {
    let lacking = match part {
        Part::Belief => AgentOptions { knowledge: Knowledge::NONE, ..AgentOptions::default() },
        Part::Plans => AgentOptions { has_plans: false, ..AgentOptions::default() },
        Part::Setups => AgentOptions::default(),
    };
    let drawn = [Player::First, Player::Second].map(|player| draw_setup(player, rng));
    let mut tally = Tally::default();
    for whole in [Player::First, Player::Second] {
        let armies: [Setup; 2] = [Player::First, Player::Second].map(|player| match part {
            Part::Setups if player != whole => first_setup(player),
            _ => drawn[player.index()],
        });
        let agents = [Player::First, Player::Second].map(|player| {
            let options = if player == whole { AgentOptions::default() } else { lacking.clone() };
            Agent::with(player, &armies[player.index()], options)
        });
        let outcome = play_agents(agents, [&armies[0], &armies[1]], || limit.limits());
        tally.note(outcome, whole);
    }
    tally
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let read = || -> Option<(Part, u64, Limit, u64)> {
        let [part, games, limit, seed] = &words[..] else { return None };
        let part = match part.as_str() {
            "belief" => Part::Belief,
            "plans" => Part::Plans,
            "setups" => Part::Setups,
            _ => return None,
        };
        let games = games.parse().ok().filter(|&games| games >= 4)?;
        Some((part, games, Limit::read(limit)?, seed.parse().ok()?))
    };
    let Some((part, games, limit, seed)) = read() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let workers = thread::available_parallelism().map_or(1, usize::from) as u64;
    let pairs: Vec<Tally> = thread::scope(|scope| {
        let work = |worker: u64| {
            (worker..games / 2).step_by(workers as usize).map(|pair| {
                let mut rng = StdRng::seed_from_u64(seed << 32 | pair);
                let tally = play_pair(part, limit, &mut rng);
                let [won, drawn, lost] = tally.0;
                eprintln!("pair {}: +{won} ={drawn} -{lost}", pair + 1);
                tally
            })
        };
        let threads: Vec<_> = (0..workers)
            .map(|worker| scope.spawn(move || work(worker).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("games do not panic")).collect()
    });
    let count = pairs.len() as f64;
    let mean = pairs.iter().map(|pair| pair.score()).sum::<f64>() / count;
    let squares = pairs.iter().map(|pair| (pair.score() - mean).powi(2)).sum::<f64>();
    let margin = CONFIDENCE * (squares / (count - 1.0) / count).sqrt();
    let [won, drawn, lost] =
        [0, 1, 2].map(|place| pairs.iter().map(|pair| pair.0[place]).sum::<u32>());
    println!(
        "{} games, +{won} ={drawn} -{lost}: {:.1} % +- {:.1}",
        2 * pairs.len(),
        100.0 * mean,
        100.0 * margin
    );
    ExitCode::SUCCESS
}
