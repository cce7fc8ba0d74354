//! Stratego with the classic 40 pieces, as the Stratego AI Evaluator plays it: rules, belief and
//! bot.
//!
//! Red plays from the top of a board of 10x10 squares with two lakes, Blue from the bottom. The
//! game begins on the empty board: Red places his 40 pieces on his four rows, one per move, then
//! Blue places his. The ranks are hidden from the other side. Then the players step in turn, Red
//! first. A step onto an enemy piece is an attack: both ranks are shown and the lower one leaves
//! the board. A player wins by capturing the flag, or by capturing all movable pieces.
//!
//! [`Position`] and [`Move`] are the rules; [`View`] is a player's information set, and [`Belief`]
//! is his belief about the hidden pieces; [`Agent`] is a player that keeps both and chooses steps;
//! [`StrategoBot`] plays, and [`Dialogue`] is the evaluator's protocol. The crate's README explains
//! how the bot works.

mod agent;
mod battle;
mod belief;
mod bench;
mod board;
mod bot;
mod dialogue;
mod engine;
mod estimate;
mod fields;
mod hidden_piece;
mod moves;
mod notation;
mod paths;
mod perceived_piece;
mod pool;
mod position;
mod progress;
mod rank;
mod search_position;
mod self_play;
mod settings;
mod setups;
mod square;
mod two_squares;
mod values;
mod verdict;
mod view;
mod weights;

pub use agent::{Agent, AgentOptions};
pub use battle::{Battle, Survivor};
#[cfg(feature = "host")]
pub use belief::PieceInputs;
pub use belief::{Behaviour, Belief, Habit, Habits, Knowledge, Network, Odds, Style, Worlds};
pub use bench::bench;
pub use bot::StrategoBot;
pub use dialogue::{Dialogue, Reply, Report, Turn};
pub use moves::Move;
pub use position::{Position, Setup};
pub use rank::Rank;
pub use self_play::play_agents;
pub use settings::{Settings, SETTINGS};
pub use setups::{decode_setup, draw_setup, encode_setup, first_setup};
pub use square::{squares, Direction, Square, Squares, BOARD, LAKES};
pub use verdict::Verdict;
pub use view::View;
pub use weights::Weights;
