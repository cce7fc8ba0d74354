//! Stratego with the classic 40 pieces, as the Stratego AI Evaluator plays it: rules, beliefs and bot.
//!
//! Red sits at the top of a board of 10x10 squares with two lakes, Blue at the bottom. The game
//! begins on the empty board: Red puts his 40 pieces on his four rows, one a move, then Blue his;
//! the ranks are hidden from the other side. Then they step in turn, Red first. Who steps onto an
//! enemy attacks it: both ranks are shown and the lower one leaves the board. The flag's capture
//! wins, and so does taking all that can move.
//!
//! [`Position`] and [`Move`] are the rules; [`View`] is what one player may know of a position;
//! [`Belief`] is what may be thought of the rest; [`Agent`] is a player who does, and decides;
//! [`StrategoBot`] plays, and [`Dialogue`] is how the evaluator talks. The crate's README explains how
//! the bot thinks.

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
mod rank;
mod search_position;
mod settings;
mod setups;
mod shuttle;
mod square;
mod steps;
mod suspicion;
mod values;
mod verdict;
mod view;

pub use agent::{Abilities, Agent};
pub use battle::{Battle, Survivor};
pub use belief::{Behaviour, Belief, Column, Habit, Habits, Knowledge, Odds, Worlds, HABITS};
pub use bench::bench;
pub use bot::StrategoBot;
pub use dialogue::{Dialogue, Reply, Report, Turn};
pub use moves::Move;
pub use position::{Position, Setup};
pub use rank::Rank;
pub use settings::{Settings, SETTINGS};
pub use setups::{decode_setup, draw_setup, encode_setup, first_setup};
pub use square::{squares, Direction, Square, Squares, BOARD, LAKES};
pub use verdict::Verdict;
pub use view::View;
