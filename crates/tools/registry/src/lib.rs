//! All games as the tools see them: the official referee, baselines, the opening book, perft,
//! equilibria and calibration.
//!
//! `GAMES` lists the games of this workspace; the programs of another workspace set their own by
//! [`set_games`]. A [`Game`] is independent of the types of positions and moves. The code for one
//! game stands in its folder under `games/`, as an [`official::OfficialGame`]; what follows from it
//! for every game stands beside it.
//!
//! A [`Referee`] does what a game's official referee does, byte for byte. An [`Agent`] answers it:
//! the baselines of this crate, or a program that the arena starts. An [`Equilibrium`] is the Nash
//! equilibrium of a position in which both players choose simultaneously. A [`Calibration`]
//! compares a bot's beliefs about hidden information with the truth. [`CarelessMoves`] compares
//! recorded moves with those that the bot chooses in the same positions. A [`TestPosition`] is a
//! position with its solution.
//!
//! None of this is performance-critical: trait objects and allocation are fine here.

mod agent;
mod baseline_name;
mod book;
mod book_file;
mod calibration;
mod careless;
mod clocks;
mod equilibrium;
mod equilibrium_search;
mod game;
mod game_setup;
#[cfg(feature = "games")]
mod games;
#[cfg(feature = "games")]
mod list;
mod lookup;
pub mod official;
mod opening;
mod opening_search;
mod opening_tree;
mod recorded;
pub mod referee;
pub mod search_tools;
mod searched;
mod stop;
mod termination;
mod test_position;
mod text_moves;
pub mod time_control;
mod turn_log;

pub use agent::{
    Agent, Answer, Baseline, BaselineInfo, Choose, Effort, Failure, OwnBaseline, OwnName, Turn,
};
pub use baseline_name::BaselineError;
pub use book::{Book, BookPlan, BookQuality, MakeBookError, OpeningSearch};
pub use book_file::BookError;
pub use calibration::{
    Attacks, Beliefs, Calibration, CalibrationPlan, Class, Classes, ConfidentBeliefs, Source, Sums,
    UnknownOpponent,
};
pub use careless::{
    CarelessClass, CarelessCounts, CarelessError, CarelessMove, CarelessMoves, CarelessPlan,
};
pub use clocks::Clocks;
pub use equilibrium::{
    Choice, Equilibrium, EquilibriumError, ExamplePosition, PositionSpec, SimultaneousGame,
    SimultaneousInfo,
};
pub use equilibrium_search::EquilibriumSearch;
pub use game::{BadGame, Game};
pub use game_setup::GameSetup;
#[cfg(feature = "games")]
pub use list::GAMES;
pub use lookup::{
    CapabilityError, UnknownGame, all_games, beliefs, careless_moves, game, games, main_games,
    network_game, opening_search, own_baselines, set_games, simultaneous_game, spsa_game,
    tunable_game,
};
pub use opening::{match_openings, random_openings};
pub use opening_tree::{OpeningMove, OpeningPosition, OpeningTree, TreeError};
pub use recorded::{RecordedGame, ReplayError};
pub use referee::{Ending, Referee, Verdict};
pub use stop::Stop;
pub use termination::{Foul, Termination};
pub use test_position::{TestPosition, TestPositionError, TestPositionFault};
pub use text_moves::{BadMove, replay_all, split_moves};
pub use time_control::{TimeControl, TimeLimit};
pub use turn_log::{Report, TurnLog};
