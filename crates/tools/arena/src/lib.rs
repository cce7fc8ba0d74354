//! Matches between programs, statistics of them, and a match store.
//!
//! The referees and the players inside this process are those of the crate `registry`. An agent of
//! this crate is a program that speaks a referee's dialogue, or a UCI engine.
//!
//! A [`Plan`] is a match as a plain value. A [`GamePair`] is a pair of its games: the same opening,
//! with colours swapped. A [`Worker`] plays game pairs; a [`WorkerPool`] holds the workers of this
//! machine. A [`RunningMatch`] is a plan that is being played. Its games are saved in a [`Store`],
//! from which it can be resumed, and counted in [`Standings`], from which all statistics follow. A
//! [`League`] rates players that join and leave. A [`Record`] is a game in a file, which
//! [`verify_file`] replays; records are a crate of their own.
//!
//! None of this is performance-critical: trait objects and allocation are fine here.

mod agent;
mod clock_scale;
mod foreign;
mod game_pair;
mod judge;
mod league;
mod pair_check;
mod plan;
mod play;
mod played;
mod player;
mod process;
mod rating;
mod referee_failures;
mod running_match;
mod single_turn;
mod standings;
mod store;
mod summary;
mod tally;
mod verify;
mod worker;
mod worker_pool;

pub use agent::{CommandLine, CommandLineError, UciError};
pub use clock_scale::ClockScale;
pub use foreign::{ForeignReferee, RefereeProtocol};
pub use game_pair::{ForeignGame, GamePair, Limits};
pub use judge::RefereeFault;
pub use league::League;
pub use pair_check::PairMismatch;
pub use plan::{Plan, Schedule};
pub use play::farewell;
pub use played::{PlayedGame, PlayedPair};
pub use player::{
    AgentError, AgentSpec, Compile, Contestant, ContestantError, Pace, PlayerSpec, Program,
    SpecError,
};
pub use process::{NoSandbox, Sandbox, available_cores};
pub use rating::{Rating, Ratings};
pub use records::{
    Judgement, Ply, Record, RecordError, Records, SeatFault, TurnRecord, Usage, write_records,
};
pub use referee_failures::{RefereeFailures, TooManyFailures};
pub use running_match::{MatchError, RunningMatch};
pub use single_turn::SingleAnswer;
pub use standings::Standings;
pub use store::{MatchId, MatchList, Store, StoreError, StoredGame, StoredMatch, StoredPlace};
pub use summary::GameSummary;
pub use tally::{Faults, Results, Tally};
pub use verify::{Mismatch, Verified, VerifyError, verify, verify_file};
pub use worker::{GamePairError, Worker};
pub use worker_pool::{PairSource, WorkerPool};
