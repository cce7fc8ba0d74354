//! Names of the baselines, as the command line and records write them.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::agent::{Baseline, Effort, OwnName};
use crate::lookup::own_baselines;

/// Text that is not the name of a baseline.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BaselineError {
    /// No baseline has this name.
    #[error("no baseline is called `{0}`")]
    Unknown(String),
    /// `uct:` without a number.
    #[error("`uct:{0}` needs a whole number of iterations from 1 on, such as uct:1000")]
    Iterations(String),
}

impl FromStr for Baseline {
    type Err = BaselineError;

    fn from_str(text: &str) -> Result<Baseline, BaselineError> {
        match text.split_once(':') {
            None if text == "random" => Ok(Baseline::Random),
            None if text == "greedy" => Ok(Baseline::Greedy),
            None if text == "uct" => Ok(Baseline::Uct(Effort::Time)),
            Some(("uct", number)) => match number.parse::<NonZeroU32>() {
                Ok(number) => Ok(Baseline::Uct(Effort::Iterations(number))),
                Err(_) => Err(BaselineError::Iterations(number.to_owned())),
            },
            _ => {
                let mut own = own_baselines().flat_map(|(_, own)| own);
                let named = own.find(|own| own.name == text);
                let named = named.ok_or_else(|| BaselineError::Unknown(text.to_owned()))?;
                Ok(Baseline::Own(OwnName(named.name)))
            }
        }
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Baseline::Random => f.write_str("random"),
            Baseline::Greedy => f.write_str("greedy"),
            Baseline::Uct(Effort::Iterations(number)) => write!(f, "uct:{number}"),
            Baseline::Uct(Effort::Time) => f.write_str("uct"),
            Baseline::Own(OwnName(name)) => f.write_str(name),
        }
    }
}

impl TryFrom<String> for Baseline {
    type Error = BaselineError;

    fn try_from(text: String) -> Result<Baseline, BaselineError> {
        text.parse()
    }
}

impl From<Baseline> for String {
    fn from(baseline: Baseline) -> String {
        baseline.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baseline_survives_its_name() {
        for name in ["random", "greedy", "uct", "uct:1000", "maximin"] {
            assert_eq!(name.parse::<Baseline>().unwrap().to_string(), name);
        }
        for name in ["", "Random", "greedy:2", "UCT", "uct:", "uct:0", "uct:x"] {
            assert!(name.parse::<Baseline>().is_err(), "{name:?}");
        }
    }
}
