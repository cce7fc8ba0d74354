//! Records of games, and files of them: JSON Lines, plain or compressed with gzip.
//!
//! A [`Record`] has all lines that the referee has sent, and all answers. This crate starts no
//! programs and opens no database, so that it also compiles to WebAssembly.

mod error;
mod file;
mod judgement;
mod record;
mod usage;

pub use error::RecordError;
pub use file::{Records, write_records};
pub use judgement::{Judgement, SeatFault};
pub use record::{Ply, Record, TurnRecord};
pub use usage::Usage;
