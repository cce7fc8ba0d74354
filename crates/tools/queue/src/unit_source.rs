//! Source of the units of a plan, which checks and takes their results.

use std::collections::BTreeMap;

use crate::error::QueueError;

/// Source of the units of a plan, which also takes their results, in the order of the units.
pub trait UnitSource {
    /// Decoded result.
    type Output;
    /// Error of making a unit or taking a result.
    type Error: From<QueueError>;

    /// Returns the next unit and its number; `None` if there is none until another result has been
    /// taken.
    ///
    /// # Errors
    ///
    /// The unit cannot be made.
    fn next(&mut self) -> Result<Option<(usize, Vec<u8>)>, Self::Error>;

    /// Decodes and checks a result. It comes from another machine and may be anything.
    ///
    /// # Errors
    ///
    /// The reason why it is no result of the unit.
    fn decode(&self, number: usize, content: &[u8]) -> Result<Self::Output, String>;

    /// Compares a result with that of the same unit played here, if the unit is one of those that
    /// are played twice.
    ///
    /// # Errors
    ///
    /// Nothing more is played.
    fn replay(&mut self, _number: usize, _output: &Self::Output) -> Result<Replay, Self::Error> {
        Ok(Replay::Equal)
    }

    /// Takes the result of a unit.
    ///
    /// # Errors
    ///
    /// The result cannot be saved; nothing more is played.
    fn take(&mut self, number: usize, output: Self::Output) -> Result<(), Self::Error>;

    /// Returns lines for the user about the results of each worker, by the numbers of its counted
    /// units.
    fn results(&self, _workers: &BTreeMap<String, Vec<usize>>) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether enough has been played. All other units are then cancelled.
    fn is_done(&self) -> bool;

    /// Shows a message about the queue to the user.
    fn note(&self, note: &str);
}

/// Comparison of a result with that of the same unit played here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replay {
    /// Both are equal, or the unit is not one of those that are played twice.
    Equal,
    /// They differ: the results of the worker are not trusted any more.
    Different,
    /// The user has stopped the comparison.
    Stopped,
}
