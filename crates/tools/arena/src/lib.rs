//! Referees, agents, matches and game records.
//!
//! A [`Referee`] does what a game's official referee does, byte for byte. An [`Agent`] answers it:
//! a baseline inside this process, a program that speaks the referee's dialogue, or a UCI engine.
//! A [`Match`] plays pairs of games from the same random opening with colours swapped and adds them
//! up in a [`Tally`]; a [`Record`] is a game on file, which [`verify_file`] plays again.
//!
//! What the pairs say, [`PairScores`] tell: a difference in [`Elo`] or [`NormalizedElo`] with its
//! interval, and with an [`Sprt`] when there have been enough of them. A [`Book`] holds balanced
//! openings for them.
//!
//! Everything particular to one game stands in its file under `games/` and in one line of
//! [`GAMES`]. All of this is cold code: trait objects and allocation are fine here.

mod agent;
mod book;
mod codingame;
mod games;
mod match_play;
mod opening;
mod play;
mod record;
mod referee;
mod stats;
mod stop;
mod tally;
mod termination;
mod text_moves;

pub use agent::{
    Agent, AgentError, AgentSpec, Answer, Baseline, CommandLine, Contestant, ContestantError,
    Effort, Failure, GameSetup, SpecError, Turn, UciError,
};
pub use book::{Book, BookError, BookPlan, MakeBookError, Worth};
pub use games::{GAMES, Game, UnknownGame, game, games};
pub use match_play::{GameReport, Match, MatchError};
pub use opening::split_moves;
pub use play::AnswerTimes;
pub use record::{
    Mismatch, Ply, Record, RecordError, Records, Verified, verify, verify_file, write_records,
};
pub use referee::{Foul, Referee, TimeControl, Verdict};
pub use stats::{
    Elo, EloModel, Estimate, Hypothesis, NormalizedElo, PairScores, Sprt, SprtError,
    UnknownEloModel,
};
pub use stop::Stop;
pub use tally::{Faults, Results, Tally};
pub use termination::Termination;
pub use text_moves::BadMove;
