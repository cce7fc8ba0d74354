use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use super::{Baseline, CommandLine, Effort};

/// A player as the command line names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AgentSpec {
    /// `random`, `greedy`, `uct` or `uct:<iterations>`: a player inside this process.
    Baseline(Baseline),
    /// `bot`: the game's bot as the workspace builds it.
    Bot,
    /// `bundle`: the game's bot as one pasted file.
    Bundle,
    /// `cmd:<command line>`: a program that speaks the referee's dialogue.
    Command(CommandLine),
    /// `uci:<command line>`: a UCI engine with a variant of the game's name.
    Uci(CommandLine),
}

/// Text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// None of the known forms.
    #[error(
        "no player is called `{0}`; the players are: random, greedy, uct, uct:<iterations>, bot, \
         bundle, cmd:<command line>, uci:<command line>"
    )]
    Unknown(String),
    /// `uct:` without a number.
    #[error("`uct:{0}` needs a whole number of iterations from 1 on, such as uct:1000")]
    Iterations(String),
    /// `cmd:` or `uci:` without a program.
    #[error("the command line is empty: name a program behind `cmd:` or `uci:`")]
    NoCommand,
    /// A command line that does not end where its words end.
    #[error("a quote or backslash is left open in the command line: {0}")]
    OpenQuote(String),
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        match text.split_once(':') {
            None if text == "random" => Ok(AgentSpec::Baseline(Baseline::Random)),
            None if text == "greedy" => Ok(AgentSpec::Baseline(Baseline::Greedy)),
            None if text == "bot" => Ok(AgentSpec::Bot),
            None if text == "bundle" => Ok(AgentSpec::Bundle),
            None if text == "uct" => Ok(AgentSpec::Baseline(Baseline::Uct(Effort::Time))),
            Some(("uct", number)) => match number.parse::<NonZeroU32>() {
                Ok(number) => Ok(AgentSpec::Baseline(Baseline::Uct(Effort::Iterations(number)))),
                Err(_) => Err(SpecError::Iterations(number.to_owned())),
            },
            Some(("cmd", line)) => Ok(AgentSpec::Command(CommandLine::parse(line)?)),
            Some(("uci", line)) => Ok(AgentSpec::Uci(CommandLine::parse(line)?)),
            _ => Err(SpecError::Unknown(text.to_owned())),
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
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shlex::try_join(self.words()).unwrap_or_default())
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSpec::Baseline(baseline) => baseline.fmt(f),
            AgentSpec::Bot => f.write_str("bot"),
            AgentSpec::Bundle => f.write_str("bundle"),
            AgentSpec::Command(line) => write!(f, "cmd:{line}"),
            AgentSpec::Uci(line) => write!(f, "uci:{line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_survives_its_text() {
        for text in [
            "random",
            "greedy",
            "uct",
            "uct:1000",
            "bot",
            "bundle",
            "cmd:sh -c 'a b'",
            "uci:engine x",
        ] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_names_no_player_is_refused() {
        for text in [
            "", "Random", "greedy:2", "UCT", "uct:", "uct:0", "uct:x", "bots", "cmd:", "uci: ",
            "x:y",
        ] {
            assert!(text.parse::<AgentSpec>().is_err(), "{text:?}");
        }
    }
}
