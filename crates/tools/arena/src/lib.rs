//! Referees, agents, matches, statistics, and a match store.
//!
//! A [`Referee`] does what a game's official referee does, byte for byte. An [`Agent`] answers it:
//! a baseline inside this process, a program that speaks the referee's dialogue, or a UCI engine.
//!
//! A [`Plan`] is a match as a plain value. A [`GamePair`] is a pair of its games: the same opening,
//! from a balanced opening [`Book`], with colours swapped. A [`Worker`] plays game pairs; a
//! [`WorkerPool`] holds the workers of this machine. A [`RunningMatch`] is a plan that is being
//! played. Its games are saved in a [`Store`], from which it can be resumed, and counted in
//! [`Standings`], from which all statistics follow ([`PairScores`], [`Elo`], [`Sprt`]). A
//! [`League`] rates players that join and leave. A [`Record`] is a game in a file, which
//! [`verify_file`] replays.
//!
//! An [`Equilibrium`] is the Nash equilibrium of a position in which both players choose
//! simultaneously. A [`Calibration`] compares a bot's beliefs about hidden information with the
//! truth.
//!
//! The code for one game stands in its file under `games/` and in one line of [`GAMES`]. None of
//! this is performance-critical: trait objects and allocation are fine here.

mod agent;
mod book;
mod calibration;
mod cores;
mod equilibrium;
mod game_pair;
mod games;
mod league;
mod official;
mod opening;
mod plan;
mod play;
mod rating;
mod record;
mod referee;
mod running_match;
mod search_tools;
mod standings;
mod stats;
mod stop;
mod store;
mod summary;
mod tally;
mod termination;
mod text_moves;
mod time_control;
mod worker_pool;

pub use agent::{
    Agent, AgentError, AgentSpec, Answer, Baseline, BaselineInfo, CommandLine, Contestant,
    ContestantError, Effort, Failure, GameSetup, OwnName, PlayerSpec, Program, Report, SpecError,
    Turn, TurnLog, UciError,
};
pub use book::{Book, BookError, BookPlan, MakeBookError, NoSearch, PlayOpeningsError, Worth};
pub use calibration::{Calibration, CalibrationError, CalibrationPlan, Class, Source};
pub use cores::available_cores;
pub use equilibrium::{Choice, Equilibrium, EquilibriumError, Place, Situation};
pub use game_pair::{Compile, GamePair, GamePairError, Limits, PlayedGame, PlayedPair, Worker};
pub use games::{BadGame, GAMES, Game, UnknownGame, game, games, own_baselines};
pub use league::League;
pub use opening::{random_openings, split_moves};
pub use plan::{Plan, Schedule};
pub use rating::{Rating, Ratings};
pub use record::{
    Mismatch, Ply, Record, RecordError, Records, TurnRecord, Verified, verify, verify_file,
    write_records,
};
pub use referee::{Ending, Foul, Referee, Verdict};
pub use running_match::{MatchError, RunningMatch};
pub use standings::Standings;
pub use stats::{
    Elo, EloModel, Estimate, Hypothesis, NormalizedElo, PairScores, Sprt, SprtError,
    UnknownEloModel,
};
pub use stop::Stop;
pub use store::{MatchId, Store, StoreError, StoredGame, StoredMatch, StoredPlace};
pub use summary::{GameSummary, Usage};
pub use tally::{Faults, Results, Tally};
pub use termination::Termination;
pub use text_moves::BadMove;
pub use time_control::{TimeControl, TimeLimit};
pub use worker_pool::{PairSource, WorkerPool};
