//! Probe of a judge: a bot that measures the machine and the compiler while it plays.
//!
//! [`play`] wraps a [`Bot`]. It plays the same moves in the same time, and its first
//! turns also print lines on standard error: compiler, processor, memory, speed of a fixed search,
//! clock, and time lost to other processes. No line is longer than 200 bytes, and no turn prints
//! more than 1 kB.

mod background;
mod clock;
mod compiler;
mod machine;
mod pages;
mod wrapper;

use std::io;

use botio::{Bot, Protocol};
use search::{Limits, Signature};

use wrapper::Probe;

/// Plays on stdin and stdout until the input ends, as [`botio::play`] does, and measures the judge.
/// `search` searches the bench positions of the game within limits.
///
/// # Errors
///
/// Errors of reading or writing a stream.
pub fn play<P: Protocol, B>(protocol: P, bot: B, search: fn(Limits) -> Signature) -> io::Result<()>
where
    B: Bot<Turn = P::Turn, Reply = P::Reply>,
{
    botio::play(protocol, Probe::new(bot, search))
}
