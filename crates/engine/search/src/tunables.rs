//! The tunables of the search as a list, so that a tool can read and change them whatever they
//! mean.

use std::error::Error;
use std::fmt;

use crate::Params;

impl Params {
    /// Sets the tunable called `name`.
    ///
    /// # Errors
    ///
    /// An unknown name, or a value outside the tunable's range; nothing is changed.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), UnknownTunable> {
        let in_range = Params::LIST
            .iter()
            .any(|tunable| tunable.name == name && (tunable.min..=tunable.max).contains(&value));
        match self.field(name) {
            Some(field) if in_range => {
                *field = value;
                Ok(())
            }
            _ => Err(UnknownTunable { name: name.to_owned(), value }),
        }
    }
}

/// One tunable: its name, and the values it may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The field of [`Params`].
    pub name: &'static str,
    /// The value in [`Params::default`].
    pub default: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

/// A tunable that does not exist, or not with that value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTunable {
    name: String,
    value: i32,
}

impl fmt::Display for UnknownTunable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no tunable `{}` takes the value {}", self.name, self.value)
    }
}

impl Error for UnknownTunable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        let mut params = Params::default();
        for tunable in Params::LIST {
            assert_eq!(params.set(tunable.name, tunable.default), Ok(()), "{tunable:?}");
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn a_tunable_keeps_to_its_range() {
        let mut params = Params::default();
        assert!(params.set("razoring_depth", 7).is_err());
        assert!(params.set("no_such", 1).is_err());
        assert_eq!(params, Params::default());
    }
}
