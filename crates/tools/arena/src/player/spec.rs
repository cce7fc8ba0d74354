//! Player specifications on the command line, such as `nodes=5000,bot` or `uci:engine`.

use std::fmt;
use std::num::NonZeroU64;
use std::path::{PathBuf, is_separator};
use std::str::FromStr;

use registry::{Baseline, BaselineError, BaselineInfo, Game, own_baselines};

use crate::agent::{CommandLine, CommandLineError};

/// Player as the command line specifies it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AgentSpec {
    /// `random`, `greedy`, `uct`, `uct:<iterations>`, or the name of a baseline of one game: a
    /// player inside this process.
    Baseline(Baseline),
    /// `bot`: the game's bot as the workspace builds it.
    Bot,
    /// `bundle`: the game's bot as one bundled source file.
    Bundle,
    /// `commit:<revision>`: the game's bot at a revision of the workspace's repository.
    Commit(String),
    /// `<file>.rs` or `rs:<file> <arguments>`: any bot in one Rust source file.
    Source {
        /// The file.
        file: PathBuf,
        /// The arguments of its program.
        arguments: CommandLine,
    },
    /// `./<file>`, a path with a `/`: an executable file that speaks the referee's dialogue.
    File(PathBuf),
    /// `cmd:<command line>`: a program that speaks the referee's dialogue.
    Command(CommandLine),
    /// `uci:<command line>`: a UCI engine that offers a variant with the game's name.
    Uci(CommandLine),
}

/// Player as the command line specifies it, with limits of its own before it: `nodes=5000,bot`,
/// `time=1000,uci:engine`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Node limit per move in place of the clock.
    pub nodes: Option<u64>,
    /// Milliseconds per move in place of the official limits. Where the official limit is a clock
    /// for the whole game, this is the time for the whole game.
    pub move_time_ms: Option<u64>,
    /// The player without its limits.
    pub agent: AgentSpec,
}

/// Text that is not a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// The text has none of the known forms.
    #[error(
        "no player is called `{0}`; the players are: random, greedy, uct, uct:<iterations>, bot, \
         bundle, commit:<revision>, <file>.rs, rs:<file> <arguments>, ./<file>, \
         cmd:<command line>, uci:<command line>{own}",
        own = own_players()
    )]
    Unknown(String),
    /// `nodes=` or `time=` without a number, or without a player after it.
    #[error(
        "`{0}` needs a whole number from 1 on and a player, such as nodes=5000,bot or time=1000,bot"
    )]
    Limit(String),
    /// `uct:` without a number.
    #[error(transparent)]
    Baseline(BaselineError),
    /// `cmd:`, `uci:` or `rs:` without a complete command line.
    #[error(transparent)]
    CommandLine(#[from] CommandLineError),
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let wrong = || SpecError::Limit(text.to_owned());
        let split = |rest: &str| -> Result<(u64, PlayerSpec), SpecError> {
            let (number, player) = rest.split_once(',').ok_or_else(wrong)?;
            let number: NonZeroU64 = number.parse().map_err(|_| wrong())?;
            Ok((number.get(), player.parse()?))
        };
        if let Some(rest) = text.strip_prefix("nodes=") {
            let (nodes, spec) = split(rest)?;
            return Ok(PlayerSpec { nodes: Some(nodes), ..spec });
        }
        if let Some(rest) = text.strip_prefix("time=") {
            let (ms, spec) = split(rest)?;
            return Ok(PlayerSpec { move_time_ms: Some(ms), ..spec });
        }
        Ok(PlayerSpec { nodes: None, move_time_ms: None, agent: text.parse()? })
    }
}

/// Returns the end of a list of players: those that play one game only.
pub(super) fn own_players() -> String {
    let of_game = |(game, own): (&dyn Game, Vec<BaselineInfo>)| {
        let names: Vec<&str> = own.iter().map(|own| own.name).collect();
        format!("; of {} alone: {}", game.name(), names.join(", "))
    };
    own_baselines().map(of_game).collect()
}

impl AgentSpec {
    /// Returns the player in a file: source code or a program.
    fn of_file(path: &str) -> AgentSpec {
        match path.ends_with(".rs") {
            true => AgentSpec::Source { file: path.into(), arguments: CommandLine::default() },
            false => AgentSpec::File(path.into()),
        }
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        match text.split_once(':') {
            None if text == "bot" => Ok(AgentSpec::Bot),
            None if text == "bundle" => Ok(AgentSpec::Bundle),
            None if text.ends_with(".rs") => Ok(AgentSpec::of_file(text)),
            Some(("commit", revision)) => Ok(AgentSpec::Commit(revision.to_owned())),
            Some(("rs", line)) => {
                let words = CommandLine::parse(line)?.split_first();
                let (file, arguments) = words.ok_or(CommandLineError::NoCommand)?;
                Ok(AgentSpec::Source { file: file.into(), arguments })
            }
            Some(("cmd", line)) => Ok(AgentSpec::Command(CommandLine::parse(line)?)),
            Some(("uci", line)) => Ok(AgentSpec::Uci(CommandLine::parse(line)?)),
            _ => match text.parse() {
                Ok(baseline) => Ok(AgentSpec::Baseline(baseline)),
                // A path may hold a colon: `C:/bots/rival.rs`.
                Err(BaselineError::Unknown(_)) if text.contains(is_separator) => {
                    Ok(AgentSpec::of_file(text))
                }
                Err(BaselineError::Unknown(name)) => Err(SpecError::Unknown(name)),
                Err(error) => Err(SpecError::Baseline(error)),
            },
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
            AgentSpec::Commit(revision) => write!(f, "commit:{revision}"),
            AgentSpec::Source { file, arguments } => {
                write!(f, "rs:{}", CommandLine::of_program(file, arguments))
            }
            AgentSpec::File(file) => write!(f, "{}", file.display()),
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
            "maximin",
            "bot",
            "bundle",
            "commit:HEAD~3",
            "rs:bot.rs --deep",
            "./my-bot",
            "C:/bots/my-bot",
            "cmd:sh -c 'a b'",
            "uci:engine x",
        ] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
        for file in ["my/bot.rs", "C:/bots/bot.rs"] {
            assert_eq!(file.parse::<AgentSpec>().unwrap().to_string(), format!("rs:{file}"));
        }
    }

    #[test]
    fn limits_stand_before_the_player() {
        let spec: PlayerSpec = "nodes=5000,time=1000,cmd:a b,c".parse().unwrap();
        assert_eq!((spec.nodes, spec.move_time_ms), (Some(5000), Some(1000)));
        assert_eq!(spec.agent.to_string(), "cmd:a 'b,c'");
        for text in ["nodes=5000", "nodes=,bot", "nodes=0,bot", "time=x,bot", "time=1,"] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn text_that_names_no_player_is_refused() {
        for text in [
            "", "Random", "greedy:2", "UCT", "uct:", "uct:0", "uct:x", "bots", "cmd:", "uci: ",
            "rs:", "x:y",
        ] {
            assert!(text.parse::<AgentSpec>().is_err(), "{text:?}");
        }
    }
}
