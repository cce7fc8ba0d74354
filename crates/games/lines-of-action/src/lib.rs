//! Lines of Action on CodinGame: rules, engine and bot.
//!
//! Black moves first. A checker moves in a straight line exactly as many squares as there are
//! checkers of both colours on that whole line. It jumps over its own checkers, not over enemies,
//! and captures an enemy by landing on it. Who has all checkers in one group, neighbours in any of
//! the eight directions, wins; so does who is connected by the opponent's move alone. A player
//! without a move passes, and after 150 plies without a winner the game is drawn.
//!
//! [`Position`] and [`Move`] are the rules.

mod connection;
mod lines;
mod moves;
mod notation;
mod position;

pub use moves::Move;
pub use position::Position;
