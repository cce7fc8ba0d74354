//! Tables of habits: what the behaviour of a piece says about its rank, in two styles of play that
//! were counted before the network learned: those of an earlier, bolder bot and of simple players.

pub(super) mod bot;
pub(super) mod pool;

use super::behaviour::{Behaviour, Habit};
use super::letters::letter;
use super::Odds;
use crate::rank::Rank;

/// Log-likelihood ratio of each [`Habit`] for each column, relative to the average of the columns,
/// when it is observed for the first time: thousandths of a bit (base-2 logarithm). A column is the
/// rank of the piece, or its relation to the known piece that is involved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits([[i16; Rank::COUNT]; Habit::COUNT]);

/// Letter of a log-likelihood of 0; the next letter is one thousandth more.
const ZERO: i32 = 0x6e00;

impl Habits {
    /// Reads a table: one letter per habit and column.
    const fn decode(text: &str) -> Habits {
        let mut habits = Habits([[0; Rank::COUNT]; Habit::COUNT]);
        let mut entry = 0;
        while entry < Habit::COUNT * Rank::COUNT {
            habits.0[entry / Rank::COUNT][entry % Rank::COUNT] =
                (letter(text, entry) - ZERO) as i16;
            entry += 1;
        }
        habits
    }

    /// Returns the log-likelihood of each rank of a piece, in bits, from the number of times that
    /// it showed each habit, by the known rank that is involved.
    ///
    /// The behaviour of a piece in different turns correlates, so that n observations weigh
    /// log2(1 + n) together.
    pub(super) fn evidence(&self, times: &[[u8; Rank::COUNT]; Habit::COUNT]) -> Odds {
        let mut evidence = [0.0; Rank::COUNT];
        for (habit, times) in Habit::ALL.into_iter().zip(times) {
            for (known, &times) in Rank::ALL.into_iter().zip(times) {
                if times > 0 {
                    let known = Some(known).filter(|_| (habit as usize) < Habit::KNOWN);
                    let seen = Behaviour { habit, known };
                    let weight = (1.0 + f32::from(times)).log2() / 1000.0;
                    for (rank, evidence) in Rank::ALL.into_iter().zip(&mut evidence) {
                        let table = &self.0[habit as usize];
                        *evidence += weight * f32::from(table[seen.column(rank)]);
                    }
                }
            }
        }
        evidence
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
