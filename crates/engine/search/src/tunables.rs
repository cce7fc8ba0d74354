//! Access to the tunables of the search by name, for tools that read and change them.

use std::error::Error;
use std::fmt;

use crate::params::{Params, Tunable};

impl Params {
    /// Returns the value of the tunable called `name`.
    ///
    /// # Errors
    ///
    /// An unknown name.
    pub fn get(&self, name: &str) -> Result<i32, TunableError> {
        let value = self.clone().field(name).copied();
        value.ok_or_else(|| TunableError::Unknown(name.to_owned()))
    }

    /// Sets the tunable called `name`.
    ///
    /// # Errors
    ///
    /// An unknown name, or a value outside the tunable's range; nothing is changed.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), TunableError> {
        let tunable = Tunable::find(name)?;
        if !(tunable.min..=tunable.max).contains(&value) {
            return Err(TunableError::OutOfRange { tunable, value });
        }
        *self.field(name).ok_or_else(|| TunableError::Unknown(name.to_owned()))? = value;
        Ok(())
    }
}

impl Tunable {
    /// Returns the tunable called `name`.
    ///
    /// # Errors
    ///
    /// An unknown name.
    pub fn find(name: &str) -> Result<Tunable, TunableError> {
        let found = Params::LIST.iter().find(|tunable| tunable.name == name);
        found.copied().ok_or_else(|| TunableError::Unknown(name.to_owned()))
    }
}

/// Error of an unknown tunable or a value outside its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TunableError {
    /// Unknown name.
    Unknown(String),
    /// Value outside the range.
    OutOfRange {
        /// Tunable that was to be set.
        tunable: Tunable,
        /// Rejected value.
        value: i32,
    },
}

impl fmt::Display for TunableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TunableError::Unknown(name) => {
                write!(f, "the search has no tunable `{name}`; it has: ")?;
                for (index, tunable) in Params::LIST.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", tunable.name)?;
                }
                Ok(())
            }
            TunableError::OutOfRange { tunable: Tunable { name, min, max, .. }, value } => {
                write!(f, "the tunable `{name}` takes values from {min} to {max}, not {value}")
            }
        }
    }
}

impl Error for TunableError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        let mut params = Params::default();
        for tunable in Params::LIST {
            assert_eq!(params.get(tunable.name), Ok(tunable.default), "{tunable:?}");
            assert_eq!(params.set(tunable.name, tunable.default), Ok(()), "{tunable:?}");
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn a_tunable_keeps_to_its_range() {
        let mut params = Params::default();
        let message = |result: Result<(), TunableError>| result.unwrap_err().to_string();
        let beyond = message(params.set("razoring_depth", 7));
        assert_eq!(beyond, "the tunable `razoring_depth` takes values from 0 to 6, not 7");
        let unknown = message(params.set("no_such", 1));
        assert!(unknown.contains("no tunable `no_such`; it has: contempt, "), "{unknown}");
        assert_eq!(params, Params::default());
    }
}
