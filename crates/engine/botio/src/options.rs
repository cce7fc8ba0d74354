//! Command line of a bot: options of a game, or the benchmark.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::str::FromStr;

/// Options of a bot for matches and tests. Without options it plays as in the judge's arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options<M> {
    /// Seed of the bot's random choices; random if absent.
    pub seed: Option<u64>,
    /// Opening: moves of both sides, in turn from the start of the game, that the bot plays without
    /// a search.
    pub opening: Vec<M>,
    /// Node limit per move, in place of the time limit.
    pub nodes: Option<u64>,
}

/// Command of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<M> {
    /// Play a game on stdin and stdout.
    Play(Options<M>),
    /// Run the benchmark and print the node count.
    Bench,
    /// Print [`USAGE`].
    Help,
}

/// Usage of the command line: the output of `--help`, also appended to an error.
pub const USAGE: &str = "usage: [--seed N] [--opening \"m1;m2;...\"] [--nodes N] < turns, or bench";

impl<M: FromStr> Command<M> {
    /// Parses the command line, without the program's name.
    ///
    /// # Errors
    ///
    /// A message that names the invalid argument.
    pub fn from_args(args: impl IntoIterator<Item = String>) -> Result<Command<M>, String> {
        let mut args = args.into_iter();
        let mut options = Options::default();
        while let Some(name) = args.next() {
            if name == "bench" {
                return Ok(Command::Bench);
            }
            if name == "--help" {
                return Ok(Command::Help);
            }
            if !["--seed", "--opening", "--nodes"].contains(&name.as_str()) {
                return Err(format!("unknown argument `{name}`; {USAGE}"));
            }
            let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
            let wrong = |expected: &str| format!("{name} needs {expected}, not `{value}`");
            match name.as_str() {
                "--seed" => options.seed = Some(value.parse().map_err(|_| wrong("a number"))?),
                "--nodes" => options.nodes = Some(value.parse().map_err(|_| wrong("a number"))?),
                _ => {
                    let moves = value.split(';').filter(|text| !text.is_empty());
                    let opening: Result<_, _> = moves.map(str::parse).collect();
                    options.opening = opening.map_err(|_| wrong("moves between semicolons"))?;
                }
            }
        }
        Ok(Command::Play(options))
    }
}

impl<M> Default for Options<M> {
    fn default() -> Options<M> {
        Options { seed: None, opening: Vec::new(), nodes: None }
    }
}

impl<M> Options<M> {
    /// Returns the seed, or a random one if it is absent.
    #[must_use]
    pub fn seed(&self) -> u64 {
        // The keys of a new hasher are random.
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command<u32>, String> {
        Command::from_args(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_parsed() {
        let options = Options { seed: Some(7), opening: vec![23, 76], nodes: Some(1000) };
        assert_eq!(parse("--seed 7 --opening 23;76; --nodes 1000"), Ok(Command::Play(options)));
        assert_eq!(parse(""), Ok(Command::Play(Options::default())));
        assert_eq!(parse("bench"), Ok(Command::Bench));
        assert_eq!(parse("--seed 7 --help"), Ok(Command::Help));
    }

    #[test]
    fn a_seed_is_random_unless_it_is_given() {
        let fresh = Options::<u32>::default();
        assert_ne!(fresh.seed(), fresh.seed());
        assert_eq!(Options { seed: Some(7), ..fresh }.seed(), 7);
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
        check("--opening 23;pass", "not `23;pass`");
    }
}
