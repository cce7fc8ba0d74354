//! Jungle (animal chess, Dou Shou Qi) on CodinGame: rules, engine and bot.
//!
//! Red, who moves first, sits at the bottom of a board of 7 columns and 9 rows, Blue at the top.
//! Each side has eight animals. An animal steps to one of the four squares beside it and captures
//! what is not stronger; only the rat swims, and lion and tiger leap across the lakes. Who enters
//! the enemy's den wins, who cannot move loses, and after 150 plies the game is drawn.
//!
//! [`Position`] and [`Move`] are the rules.

mod animal;
mod board;
mod moves;
mod notation;
mod position;
mod square;

pub use animal::Animal;
pub use moves::Move;
pub use position::Position;
pub use square::{squares, Square, Squares};
