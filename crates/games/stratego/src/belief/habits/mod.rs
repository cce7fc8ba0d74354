//! Habits of ranks: what the behaviour of a piece says about its rank, by the style of play.

pub(super) mod bot;
pub(super) mod pool;

use super::behaviour::{Behaviour, Habit};
use super::Odds;
use crate::rank::Rank;

/// Log-likelihood ratio of each [`Habit`] for each column, relative to the average of the columns,
/// when it is observed for the first time: thousandths of a bit (base-2 logarithm).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits(pub [[i16; Rank::COUNT]; Habit::COUNT]);

/// Letter of a log-likelihood of 0; the next letter is one thousandth more. A bundle counts
/// letters, and this is one for each number.
const ZERO: i32 = 0x6e00;

impl Habits {
    /// No habits: all ranks behave alike.
    pub const NONE: Habits = Habits([[0; Rank::COUNT]; Habit::COUNT]);

    /// Reads a table: one letter per habit and column.
    const fn decode(text: &str) -> Habits {
        let bytes = text.as_bytes();
        let mut habits = Habits::NONE;
        let mut entry = 0;
        while entry < Habit::COUNT * Rank::COUNT {
            // A letter near ZERO has three bytes in UTF-8, of 4, 6 and 6 bits.
            let letter = (bytes[3 * entry] as i32 & 15) << 12
                | (bytes[3 * entry + 1] as i32 & 63) << 6
                | (bytes[3 * entry + 2] as i32 & 63);
            habits.0[entry / Rank::COUNT][entry % Rank::COUNT] = (letter - ZERO) as i16;
            entry += 1;
        }
        habits
    }

    /// Adds the log-likelihoods of a behaviour, times `weight`, to the evidence of a piece.
    pub(super) fn weigh(&self, seen: &Behaviour, weight: f32, evidence: &mut Odds) {
        let habit = &self.0[seen.habit as usize];
        for (rank, evidence) in Rank::ALL.into_iter().zip(evidence) {
            *evidence += weight * f32::from(habit[seen.column(rank)]) / 1000.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_a_table_are_its_numbers() {
        for (habits, source) in
            [(bot::HABITS, include_str!("bot.rs")), (pool::HABITS, include_str!("pool.rs"))]
        {
            let rows = source.lines().filter_map(|line| line.split_once(" times: "));
            let numbers = rows.flat_map(|(_, numbers)| numbers.split(", "));
            let numbers: Vec<i16> = numbers.map(|number| number.parse().unwrap()).collect();
            assert_eq!(habits.0.as_flattened(), numbers);
        }
    }
}
