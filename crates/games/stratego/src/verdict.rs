//! Outcomes of steps in the evaluator's words.

use std::fmt;
use std::str::FromStr;

use gamekit::ParseError;

use crate::battle::Battle;

/// Outcome of a step, as the evaluator reports it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The piece went to an empty square.
    Ok,
    /// The piece took the piece that it attacked.
    Kills(Battle),
    /// The piece fell to the piece that it attacked.
    Dies(Battle),
    /// Both pieces fell.
    BothDie(Battle),
    /// The piece captured the flag.
    VictoryFlag,
    /// The opponent has no movable piece left.
    VictoryAttrition,
    /// The step is illegal.
    Illegal,
}

impl Verdict {
    /// Returns the two ranks that the battle showed.
    #[must_use]
    pub const fn battle(self) -> Option<Battle> {
        match self {
            Verdict::Kills(battle) | Verdict::Dies(battle) | Verdict::BothDie(battle) => {
                Some(battle)
            }
            _ => None,
        }
    }

    /// Returns whether the step won the game.
    #[must_use]
    pub const fn is_victory(self) -> bool {
        matches!(self, Verdict::VictoryFlag | Verdict::VictoryAttrition)
    }

    const fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "OK",
            Verdict::Kills(_) => "KILLS",
            Verdict::Dies(_) => "DIES",
            Verdict::BothDie(_) => "BOTHDIE",
            Verdict::VictoryFlag => "VICTORY_FLAG",
            Verdict::VictoryAttrition => "VICTORY_ATTRITION",
            Verdict::Illegal => "ILLEGAL",
        }
    }

    /// Reads a verdict at the start of `words`; other words may follow it.
    pub(crate) fn from_words(words: &[&str]) -> Option<Verdict> {
        let (name, rest) = words.split_first()?;
        let battle = || {
            let (&[attacker, defender], _) = rest.split_first_chunk()?;
            Some(Battle { attacker: attacker.parse().ok()?, defender: defender.parse().ok()? })
        };
        match *name {
            "OK" => Some(Verdict::Ok),
            "KILLS" => battle().map(Verdict::Kills),
            "DIES" => battle().map(Verdict::Dies),
            "BOTHDIE" => battle().map(Verdict::BothDie),
            "VICTORY_FLAG" => Some(Verdict::VictoryFlag),
            "VICTORY_ATTRITION" => Some(Verdict::VictoryAttrition),
            "ILLEGAL" => Some(Verdict::Illegal),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.battle()
            .map_or(Ok(()), |Battle { attacker, defender }| write!(f, " {attacker} {defender}"))
    }
}

impl FromStr for Verdict {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Verdict, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        Verdict::from_words(&words)
            .filter(|verdict| verdict.to_string() == text)
            .ok_or_else(|| ParseError::new("an outcome such as OK or KILLS 1 2", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_round_trips_through_its_text() {
        for text in [
            "OK",
            "KILLS 1 2",
            "DIES 9 B",
            "BOTHDIE s s",
            "VICTORY_FLAG",
            "VICTORY_ATTRITION",
            "ILLEGAL",
        ] {
            assert_eq!(text.parse::<Verdict>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_verdict_text_is_rejected() {
        for text in ["", "ok", "OK ", "KILLS", "KILLS 1", "KILLS 1 0", "DIES 1 2 3", "OK 1 2"] {
            assert!(text.parse::<Verdict>().is_err(), "{text:?}");
        }
    }
}
