//! Self-play and tuning: weights of hand-crafted evaluations, and training samples for networks.
//!
//! Two methods tune weights. [`Fit`] plays games and fits the weights to them by logistic
//! regression (Texel tuning): the evaluation of a position predicts the score of the search and the
//! result of the game. [`Spsa`] is SPSA (simultaneous perturbation stochastic approximation): it
//! changes all weights at once by a small random step, plays the changed weights against the
//! opposite change, and moves the weights towards the winner. `Fit` takes minutes. `Spsa` takes
//! longer and optimises results directly; it also tunes the parameters of the search.
//!
//! Both methods give the same weights for the same options, on any number of cores.
//!
//! Networks learn from files. A [`Shard`] describes a unit of self-play with an [`Evaluator`] and
//! determines its games. [`Samples`] are the filtered positions of many shards, as inputs of a
//! network. A [`Duel`] is a match between two evaluators or two search configurations inside this
//! process. The training of networks is in the crate `learner`, because its libraries take minutes
//! to compile.
//!
//! This crate names no game. A game implements [`SearchedGame`], and [`GameWithWeights`] and
//! [`GameWithNetwork`] as far as they apply; [`Trained`] makes it a [`TunableGame`] and a
//! [`NetworkGame`] for the command line.

mod all_cores;
mod any_evaluation;
mod batch;
mod duel;
mod duel_match;
mod engine_player;
mod evaluator;
mod fit;
mod game_with_network;
mod game_with_weights;
mod hand_players;
mod logistic;
mod network_game;
mod network_source;
mod play_out;
mod player_factories;
mod quiet;
mod random_walk;
mod rows;
mod samples;
mod searched_game;
mod self_play;
mod shard;
mod shard_folder;
mod source;
mod sparse;
mod spsa;
mod spsa_game;
mod trained;
mod tunable_game;
mod whole_file;

pub use all_cores::{Worker, on_all_cores};
pub use batch::Batch;
pub use duel::{Duel, DuelError, DuelPlayer};
pub use engine_player::{BoxedPlayer, Effort, EnginePlayer, PlayerFactory};
pub use evaluator::{Evaluator, EvaluatorError, decode_network, encode_network};
pub use fit::{Fit, Fitted, Worth};
pub use game_with_network::GameWithNetwork;
pub use game_with_weights::{GameWithWeights, Named, named_weights, set_weights};
pub use hand_players::NewFactory;
pub use logistic::FitError;
pub use network_game::NetworkGame;
pub use network_source::{match_line, network_in_source, network_source, with_provenance};
pub use play_out::{legal_moves, play_out};
pub use player_factories::players;
pub use random_walk::{random_move, random_walk};
pub use samples::{Filter, LeftOut, Samples, SamplesError};
pub use searched_game::SearchedGame;
pub use self_play::SelfPlay;
pub use shard::{Labels, PlayedGame, Shard, ShardError, Watch, read_shard};
pub use shard_folder::{SelfPlayError, ShardFolder, ShardStatus};
pub use source::{SourceError, rewrite};
pub use sparse::Sparse;
pub use spsa::{
    Elsewhere, Pairs, Parameter, PlayPair, Progress, SPSA_TUNABLES, Spsa, SpsaError, SpsaResult,
    SpsaRun, with_tunables,
};
pub use spsa_game::SpsaGame;
pub use trained::Trained;
pub use tunable_game::TunableGame;
pub use whole_file::write_whole;
