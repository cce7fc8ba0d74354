//! Referees, agents, matches, statistics, and a store of games.
//!
//! A [`Referee`] does what a game's official referee does, byte for byte. An [`Agent`] answers it:
//! a baseline inside this process, a program that speaks the referee's dialogue, or a UCI engine.
//!
//! A [`Plan`] is a match as a plain value, and a [`GamePair`] a pair of its games: the same opening,
//! out of a balanced [`Book`], with colours swapped. A [`Worker`] plays units; a [`WorkerPool`] is the
//! workers of this machine. A [`RunningMatch`] is a plan that is being played: its games end up in a
//! [`Store`], from which it can be resumed, and in [`Standings`], from which all statistics follow
//! ([`PairScores`], [`Elo`], [`Sprt`]). A [`League`] rates players who come and go. A [`Record`] is
//! a game on file, which [`verify_file`] plays again.
//!
//! An [`Equilibrium`] is how a position is best played in which both players choose at once. A
//! [`Calibration`] is how what a bot believes of what is hidden from it agrees with the truth.
//!
//! Everything particular to one game stands in its file under `games/` and in one line of
//! [`GAMES`]. All of this is cold code: trait objects and allocation are fine here.

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
