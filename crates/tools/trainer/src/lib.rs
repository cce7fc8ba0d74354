//! Learns evaluations from games of the bot against itself: the weights of the one by hand, and
//! networks.
//!
//! Two ways lead to weights. [`Fit`] plays games, and finds the weights with which the evaluation of
//! their positions predicts best how the search judged them and how the games ended: logistic
//! regression. [`Climb`] plays small changes of all weights at once against their opposites, and
//! follows the winner: simultaneous perturbation. The first takes minutes; the second takes longer
//! and optimises what counts. Tunables of the search climb in the same way.
//!
//! Both give the same weights again from the same options, on any number of cores.
//!
//! Networks learn from files. A [`Shard`] is a unit of self-play with an [`Evaluator`], from which
//! its games follow; [`Samples`] are the positions of many, filtered, as a network is told of them;
//! a [`Duel`] tells which of two evaluators, or of two ways to search, plays better. What makes a
//! network of samples is not here: its libraries take minutes to compile.

mod batch;
mod climb;
mod duel;
mod evaluator;
mod fit;
mod games;
mod logistic;
mod names;
mod network_game;
mod network_source;
mod play_out;
mod rows;
mod samples;
mod self_play;
mod shard;
mod source;
mod sparse;
mod thinker;
mod tunable_game;
mod whole_file;

pub use batch::Batch;
pub use climb::{CLIMBING_TUNABLES, Climb, ClimbError, Climbed};
pub use duel::{Duel, DuelError, DuelPlayer};
pub use evaluator::{Evaluator, EvaluatorError, encode_network};
pub use fit::{Fit, Fitted, Worth};
pub use games::{network_games, tunable_games};
pub use logistic::FitError;
pub use names::{UnknownGame, network_game, tunable_game};
pub use network_game::NetworkGame;
pub use network_source::{match_line, network_in_source, network_source, with_provenance};
pub use samples::{Filter, LeftOut, Samples, SamplesError};
pub use self_play::SelfPlay;
pub use shard::{Folder, Placed, PlayedGame, SelfPlayError, Shard, ShardError, Watch, read_shard};
pub use source::{SourceError, rewrite};
pub use sparse::Sparse;
pub use thinker::{Effort, Method};
pub use tunable_game::{Named, TunableGame};
pub use whole_file::write_whole;
