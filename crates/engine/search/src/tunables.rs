//! Access to the tunables of the search by name, for tools that read and change them.

use std::error::Error;
use std::fmt;

use crate::params::Params;

/// Tunable parameter: its name, default and range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Name of the field of [`Params`].
    pub name: &'static str,
    /// Value in [`Params::default`].
    pub default: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
}

/// Lists every field of [`Params`] with its range. Apart from the fields, because a pasted file
/// needs neither the ranges nor the names.
macro_rules! tunables {
    ($($name:ident in $min:literal..=$max:literal;)*) => {
        impl Params {
            /// All tunables, in the order of the fields.
            pub const LIST: &'static [Tunable] = &[$(Tunable {
                name: stringify!($name),
                default: Params::DEFAULT.$name,
                min: $min,
                max: $max,
            },)*];

            fn field(&mut self, name: &str) -> Option<&mut i32> {
                // Fails to compile if a field is not listed.
                let Params { $($name,)* } = self;
                match name {
                    $(stringify!($name) => Some($name),)*
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    contempt in 0..=1000;
    aspiration_depth in 2..=200;
    aspiration_window in 1..=500;
    reverse_futility_depth in 0..=12;
    reverse_futility_margin in 1..=500;
    razoring_depth in 0..=6;
    razoring_margin in 1..=1000;
    null_move_depth in 2..=200;
    null_move_base in 1..=6;
    null_move_divisor in 1..=16;
    null_move_verified_depth in 2..=200;
    futility_depth in 0..=12;
    futility_margin in 1..=500;
    move_count_depth in 0..=12;
    move_count_base in 1..=64;
    reduction_depth in 2..=200;
    reduction_base in 0..=200;
    reduction_divisor in 50..=500;
    reduction_history in 1024..=65536;
    internal_reduction_depth in 2..=200;
    singular_depth in 4..=200;
    singular_margin in 0..=20;
    history_bonus in 1..=64;
    history_bonus_max in 100..=8000;
    evaluation_bonus in 0..=64;
    evaluation_bonus_max in 1..=8000;
    contest_reduction in 0..=4;
    contest_margin in 0..=64000;
    contest_window in 0..=64000;
    stable_iterations in 1..=20;
    stable_time in 10..=100;
}

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
