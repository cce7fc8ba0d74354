//! Command line of a program, with placeholders that are filled in for each game.

use std::path::{MAIN_SEPARATOR, Path};

use registry::GameSetup;
use serde::{Deserialize, Serialize};

/// Command line as a list of words, with placeholders that are filled in for each game: `{seed}`,
/// `{opening}` and `{nodes}`.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandLine {
    words: Vec<String>,
}

/// Text that is not a command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandLineError {
    /// No word.
    #[error(
        "the command line is empty: name a program behind `cmd:` or `uci:`, a file behind `rs:`"
    )]
    NoCommand,
    /// A quote or a backslash is not completed.
    #[error("a quote or backslash is left open in the command line: {0}")]
    OpenQuote(String),
}

impl CommandLine {
    /// Splits `text` into words as a shell does, without any expansion. On Windows a backslash
    /// separates folders and does not escape the next character.
    ///
    /// # Errors
    ///
    /// The text has no word, or a quote is not closed.
    pub fn parse(text: &str) -> Result<CommandLine, CommandLineError> {
        let words = match MAIN_SEPARATOR {
            '\\' => shlex::split(&text.replace('\\', r"\\")),
            _ => shlex::split(text),
        };
        match words {
            Some(words) if !words.is_empty() => Ok(CommandLine { words }),
            Some(_) => Err(CommandLineError::NoCommand),
            None => Err(CommandLineError::OpenQuote(text.to_owned())),
        }
    }

    /// Returns the command line that runs `executable` with these words as its arguments.
    #[must_use]
    pub fn of_program(executable: &Path, arguments: &CommandLine) -> CommandLine {
        let mut words = vec![executable.to_string_lossy().into_owned()];
        words.extend_from_slice(&arguments.words);
        CommandLine { words }
    }

    /// Returns the arguments that pass the opening, the seed and, if there is one, the node limit
    /// to any bot of the workspace.
    #[must_use]
    pub fn of_bot(has_nodes: bool) -> CommandLine {
        let mut words = vec!["--opening", "{opening}", "--seed", "{seed}"];
        if has_nodes {
            words.extend(["--nodes", "{nodes}"]);
        }
        CommandLine { words: words.into_iter().map(str::to_owned).collect() }
    }

    /// Splits off the first word.
    pub(crate) fn split_first(mut self) -> Option<(String, CommandLine)> {
        if self.words.is_empty() {
            return None;
        }
        let first = self.words.remove(0);
        Some((first, self))
    }

    /// Returns the first word unchanged, the program of a complete command line.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        self.words().next()
    }

    /// Returns the words unchanged, placeholders included.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// Returns whether the command line passes the opening to the program.
    pub(crate) fn takes_opening(&self) -> bool {
        self.holds("{opening}")
    }

    /// Returns whether the command line passes the seed to the program.
    pub(crate) fn takes_seed(&self) -> bool {
        self.holds("{seed}")
    }

    /// Returns whether the command line passes the node limit to the program.
    pub(crate) fn takes_nodes(&self) -> bool {
        self.holds("{nodes}")
    }

    fn holds(&self, placeholder: &str) -> bool {
        self.words.iter().any(|word| word.contains(placeholder))
    }

    /// Returns the program and its arguments for one game.
    pub(crate) fn fill(&self, setup: &GameSetup<'_>, nodes: Option<u64>) -> Vec<String> {
        let nodes = nodes.map(|nodes| nodes.to_string()).unwrap_or_default();
        let fill = |word: &String| {
            word.replace("{seed}", &setup.seed.to_string())
                .replace("{nodes}", &nodes)
                .replace("{opening}", &setup.opening.join(";"))
        };
        self.words.iter().map(fill).collect()
    }
}

#[cfg(test)]
mod tests {
    use registry::Stop;

    use super::*;

    fn filled(command: &CommandLine) -> Vec<String> {
        let opening = ["a2a3".to_owned(), "b7b6".to_owned()];
        let stop = &Stop::default();
        let setup = GameSetup { seed: 7, opening: &opening, memory: u64::MAX, core: None, stop };
        command.fill(&setup, Some(500))
    }

    #[test]
    fn words_are_split_as_in_a_shell() {
        let command = CommandLine::parse(r#"java -jar "my bot.jar" 'a b' c\ d"#).unwrap();
        assert_eq!(filled(&command), ["java", "-jar", "my bot.jar", "a b", "c d"]);
    }

    #[test]
    fn placeholders_are_filled_within_words() {
        let command = CommandLine::parse("bot --seed={seed} {opening} -n {nodes}").unwrap();
        assert_eq!(filled(&command), ["bot", "--seed=7", "a2a3;b7b6", "-n", "500"]);
        assert!(command.takes_opening() && command.takes_nodes());
    }

    #[test]
    fn a_bot_gets_the_nodes_option_only_if_there_is_a_node_limit() {
        let told = ["/b c/bot", "--opening", "a2a3;b7b6", "--seed", "7", "--nodes", "500"];
        let bot = |has_nodes| {
            CommandLine::of_program(Path::new("/b c/bot"), &CommandLine::of_bot(has_nodes))
        };
        assert_eq!(filled(&bot(true)), told);
        assert_eq!(filled(&bot(false)), told[..5]);
    }

    #[test]
    fn a_command_line_without_a_program_is_refused() {
        assert_eq!(CommandLine::parse("  "), Err(CommandLineError::NoCommand));
        assert!(matches!(CommandLine::parse("bot 'x"), Err(CommandLineError::OpenQuote(_))));
    }
}
