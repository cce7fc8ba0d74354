use rand::Rng;

use crate::Move;

/// How a bot is started for matches and tests. Without any option it plays as on CodinGame.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// Seed of the bot's random choices; fresh each time if absent.
    pub seed: Option<u64>,
    /// Moves from the start of the game that the bot plays without thinking, both sides' in turn.
    pub opening: Vec<Move>,
    /// Nodes per move in place of the clock.
    pub nodes: Option<u64>,
}

/// What the command line asks of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Play a game on the standard streams.
    Play(Options),
    /// Print the bench signature.
    Bench,
}

impl Command {
    /// What is printed about the command line.
    pub const USAGE: &'static str =
        "usage: [--seed N] [--opening \"m1;m2;...\"] [--nodes N] plays a game, bench measures";

    /// Reads the command line without the program's name.
    ///
    /// # Errors
    ///
    /// A sentence that names the argument at fault.
    pub fn from_args(args: impl IntoIterator<Item = String>) -> Result<Command, String> {
        let mut args = args.into_iter();
        let mut options = Options::default();
        while let Some(name) = args.next() {
            if name == "bench" {
                return Ok(Command::Bench);
            }
            if !["--seed", "--opening", "--nodes"].contains(&name.as_str()) {
                return Err(format!("unknown argument `{name}`; {}", Command::USAGE));
            }
            let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
            let wrong = |expected: &str| format!("{name} needs {expected}, not `{value}`");
            match name.as_str() {
                "--seed" => options.seed = Some(value.parse().map_err(|_| wrong("a number"))?),
                "--nodes" => options.nodes = Some(value.parse().map_err(|_| wrong("a number"))?),
                _ => {
                    let moves = value.split(';').filter(|text| !text.is_empty());
                    let opening: Result<_, _> = moves.map(str::parse).collect();
                    options.opening = opening.map_err(|_| wrong("moves such as c2c3;e7e6"))?;
                }
            }
        }
        Ok(Command::Play(options))
    }
}

impl Options {
    /// Returns the seed, or a fresh one.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| rand::rng().random())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        Command::from_args(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        let opening = ["c2c3", "e7e6"].map(|text| text.parse().unwrap()).to_vec();
        let options = Options { seed: Some(7), opening, nodes: Some(1000) };
        assert_eq!(parse("--seed 7 --opening c2c3;e7e6 --nodes 1000"), Ok(Command::Play(options)));
        assert_eq!(parse(""), Ok(Command::Play(Options::default())));
        assert_eq!(parse("bench"), Ok(Command::Bench));
    }

    #[test]
    fn a_bad_argument_is_named() {
        let check = |line: &str, expected: &str| {
            let error = parse(line).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        check("--sede 7", "unknown argument `--sede`");
        check("--seed", "--seed needs a value");
        check("--nodes many", "--nodes needs a number, not `many`");
        check("--opening c2c3;pass", "not `c2c3;pass`");
    }
}
