//! Games under a foreign referee: seats, seeds, and the judgement as a played game.

mod lines;
mod places;
mod scores;

use std::fmt::Display;
use std::io;
use std::time::{Duration, Instant};

use fastrand::Rng;
use records::{Judgement, Ply, Record};
use registry::{GameSetup, Stop};

use crate::foreign::{ForeignReferee, RefereeProtocol};
use crate::game_pair::{ForeignGame, GamePair};
use crate::plan::Plan;
use crate::played::PlayedGame;
use crate::player::{AgentError, Contestant, ContestantError, Program};
use crate::process::Sandbox;
use crate::process::{LineError, Process};
use crate::summary::GameSummary;

/// Limit of resident memory of a referee, in bytes, and in addition that of each player whose
/// program the referee starts.
const REFEREE_MEMORY: u64 = 2 << 30;

/// Limit of resident memory of a player, in bytes: that of CodinGame.
const PLAYER_MEMORY: u64 = 768 << 20;

/// Error: a game that its foreign referee has not judged. No player is at fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the referee {what} (seed {seed})")]
pub struct RefereeFault {
    /// Fault of the referee, as the rest of a sentence about it.
    pub what: String,
    /// Seed of the map.
    pub seed: u64,
}

/// Reason for a game without a judgement.
#[derive(Debug)]
pub(crate) enum Unjudged {
    /// The match was asked to stop.
    Stopped,
    /// A player cannot be started.
    Agent(AgentError),
    /// The referee cannot be started.
    NoReferee { command: String, source: io::Error },
    /// The referee has failed.
    Fault(RefereeFault),
}

/// Player at the table, with the seed of its randomness in this game.
struct Seat<'a> {
    contestant: &'a Contestant,
    seed: u64,
}

/// Referee and players of one game, by seat.
struct Table<'a> {
    referee: &'a ForeignReferee,
    /// Seed of the map.
    seed: u64,
    seats: Vec<Seat<'a>>,
    margin: Duration,
    stop: &'a Stop,
    core: Option<usize>,
    sandbox: &'a Sandbox,
}

/// Judged game: the judgement, whose seats are still those of the table, and the turns as far as
/// they are known.
struct Judged {
    judgement: Judgement,
    plies: Vec<Ply>,
}

/// Plays game `number` of a pair, 0 or 1. `seed` is the seed of the players.
pub(crate) fn play(
    game_pair: &GamePair,
    foreign: &ForeignGame,
    number: usize,
    seed: u64,
    stop: &Stop,
    core: Option<usize>,
    sandbox: &Sandbox,
) -> Result<PlayedGame, Unjudged> {
    let contestants: Vec<&Contestant> =
        game_pair.contestants.iter().chain(&foreign.others).collect();
    let mut rng = Rng::with_seed(seed);
    let seeds: Vec<u64> = contestants.iter().map(|_| u64::from(rng.u32(..))).collect();
    let seats = foreign.seats(contestants.len(), number);
    let seat = |&player: &usize| Seat { contestant: contestants[player], seed: seeds[player] };
    let table = Table {
        referee: &foreign.referee,
        // Referees read a signed integer of 32 bits.
        seed: game_pair.seed & 0x7fff_ffff,
        seats: seats.iter().map(seat).collect(),
        margin: Duration::from_millis(game_pair.limits.margin_ms),
        stop,
        core,
        sandbox,
    };
    let names: Vec<&str> = table.seats.iter().map(|seat| seat.contestant.name.as_str()).collect();
    let Judged { judgement, plies } = match foreign.referee.protocol {
        RefereeProtocol::Scores => scores::judge(&table)?,
        RefereeProtocol::Lines | RefereeProtocol::SeededLines => lines::judge(&table)?,
    };
    let map = foreign.referee.takes_seed().then_some(table.seed);
    let judgement = Judgement { seed: map, seats, ..judgement };
    let summary = GameSummary::of_judgement(&judgement, [0, 1], seed, plies.len());
    let record = Record {
        game: game_pair.game.clone(),
        seed,
        result: summary.outcome.to_string(),
        reason: summary.reason.clone(),
        policy: names.join("/"),
        plies,
        farewell: None,
        judgement: Some(judgement),
    };
    Ok(PlayedGame { summary, record })
}

/// Starts the referee of a match and ends it again, and so the players, unless the referee starts
/// them.
pub(crate) fn try_start(
    plan: &Plan,
    referee: &ForeignReferee,
    stop: &Stop,
    sandbox: &Sandbox,
) -> Result<(), Unjudged> {
    let seat = |contestant| Seat { contestant, seed: plan.seed };
    let table = Table {
        referee,
        seed: 0,
        seats: plan.contestants.iter().map(seat).collect(),
        margin: Duration::ZERO,
        stop,
        core: None,
        sandbox,
    };
    table.start_referee(&table.referee_words(), 0)?;
    match referee.protocol {
        RefereeProtocol::Scores => Ok(()),
        RefereeProtocol::Lines | RefereeProtocol::SeededLines => lines::try_start(&table),
    }
}

impl Table<'_> {
    /// Returns the words of the referee's command line.
    fn referee_words(&self) -> Vec<String> {
        self.referee.command.fill(&self.setup(self.seed, 0), None)
    }

    /// Returns the words of the command line of a player.
    fn player_words(&self, seat: &Seat<'_>) -> Result<Vec<String>, Unjudged> {
        let Contestant { name, program, nodes, .. } = seat.contestant;
        match program {
            Program::Command(command) => {
                Ok(command.fill(&self.setup(seat.seed, PLAYER_MEMORY), *nodes))
            }
            _ => Err(Unjudged::Agent(ContestantError::NoProgram(name.clone()).into())),
        }
    }

    /// Starts the referee. `players` is the number of players whose programs it starts itself.
    fn start_referee(&self, words: &[String], players: u64) -> Result<Process, Unjudged> {
        let memory = REFEREE_MEMORY + players * PLAYER_MEMORY;
        // The user has chosen the referee, and trusts it to judge.
        let started = Process::start(words, &self.setup(self.seed, memory), &Sandbox::default());
        started.map_err(|source| {
            let command = self.referee.command.to_string();
            Unjudged::NoReferee { command, source }
        })
    }

    fn setup(&self, seed: u64, memory: u64) -> GameSetup<'_> {
        GameSetup { seed, opening: &[], memory, core: self.core, stop: self.stop }
    }

    /// Returns the time by which the game must have ended.
    fn deadline(&self) -> Instant {
        Instant::now() + Duration::from_secs(self.referee.limit_s)
    }

    /// Returns a fault of the referee.
    fn fault(&self, what: impl Display) -> Unjudged {
        Unjudged::Fault(RefereeFault { what: what.to_string(), seed: self.seed })
    }

    /// Returns the fault of a referee that has not written a line, with the end of its standard
    /// error, and kills it.
    fn no_line(&self, why: LineError, process: &mut Process) -> Unjudged {
        let what = match why {
            LineError::Stopped => return Unjudged::Stopped,
            LineError::Timeout => {
                let limit = self.referee.limit_s;
                format!("has not ended the game within {limit} s: see --referee-limit")
            }
            LineError::Flood => "has written 10,000 bytes without a line end".to_owned(),
            LineError::Memory => {
                let peak = process.peak_memory() >> 20;
                format!("has taken {peak} MiB of memory with the players that it has started")
            }
            LineError::Closed => match process.exit_status() {
                Some(status) => format!("has ended before the game, {status}"),
                None => "has closed its standard output before the end of the game".to_owned(),
            },
        };
        process.turn_log();
        let fault = self.fault(with_standard_error(what, process));
        process.kill();
        fault
    }
}

/// Appends the end of the standard error of a program to a sentence about it.
fn with_standard_error(what: String, process: &Process) -> String {
    match process.stderr_tail().as_str() {
        "" => what,
        words => format!("{what}; standard error: {words}"),
    }
}
