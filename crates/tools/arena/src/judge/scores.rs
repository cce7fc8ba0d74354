//! Referee that starts the players itself and prints their scores.

use std::fs;
use std::io;
use std::path::Path;

use records::Judgement;
use tempfile::TempDir;

use super::places::{places_of, read_scores};
use super::{Judged, Table, Unjudged, with_standard_error};
use crate::player::AgentError;
use crate::process::LineError;

/// Maximum number of lines that a referee may print.
const MAX_LINES: usize = 10_000;

/// Plays a game: runs the referee until it closes its standard output, and reads the scores.
pub(super) fn judge(table: &Table<'_>) -> Result<Judged, Unjudged> {
    let players = table.seats.len();
    let scripts = Scripts::default();
    let mut words = table.referee_words();
    for (index, seat) in table.seats.iter().enumerate() {
        let command = scripts.as_one_word(index + 1, &table.player_words(seat)?);
        let command = command.map_err(|source| {
            Unjudged::Agent(AgentError::Start { name: seat.contestant.name.clone(), source })
        })?;
        words.extend([format!("-p{}", index + 1), command]);
    }
    let mut process = table.start_referee(&words, players as u64)?;
    let deadline = table.deadline();
    let mut lines = Vec::new();
    loop {
        match process.line(deadline) {
            Ok(_) if lines.len() == MAX_LINES => {
                return Err(table.fault(format!("has printed more than {MAX_LINES} lines")));
            }
            Ok((line, _)) => lines.push(line),
            Err(LineError::Closed) => break,
            Err(why) => return Err(table.no_line(why, &mut process)),
        }
    }
    let failed = process.exit_status().filter(|status| !status.success());
    let read = match failed {
        Some(status) => Err(format!("has failed, {status}")),
        None => read_scores(lines, players).map_err(|error| error.to_string()),
    };
    let (scores, notes) = read.map_err(|what| table.fault(with_standard_error(what, &process)))?;
    let judgement = Judgement {
        seed: None,
        seats: Vec::new(),
        places: places_of(&scores),
        scores,
        notes,
        usage: Vec::new(),
        fault: None,
    };
    Ok(Judged { judgement, plies: Vec::new() })
}

/// Scripts that run players whose command lines do not survive as one argument of a referee.
///
/// A referee splits the argument at spaces, with quotes or without, or hands it to a shell. Words
/// that mean something to one of them, such as an empty one, stand in a script instead. The folder
/// of the scripts is made when it is needed, and removed with this value.
#[derive(Default)]
struct Scripts {
    folder: std::cell::OnceCell<TempDir>,
}

impl Scripts {
    /// Returns a command line as one argument: its words with spaces between them, or the command
    /// line of a script that runs it.
    fn as_one_word(&self, player: usize, words: &[String]) -> io::Result<String> {
        let quote = |word| shlex::try_quote(word).map_err(io::Error::other);
        let quoted: Vec<_> = words.iter().map(|word| quote(word)).collect::<io::Result<_>>()?;
        if quoted.iter().zip(words).all(|(quoted, word)| quoted == word) {
            return Ok(words.join(" "));
        }
        let path = self.folder()?.join(format!("p{player}.sh"));
        fs::write(&path, format!("exec {}\n", quoted.join(" ")))?;
        Ok(format!("sh {}", path.display()))
    }

    fn folder(&self) -> io::Result<&Path> {
        if self.folder.get().is_none() {
            let _ = self.folder.set(tempfile::tempdir()?);
        }
        Ok(self.folder.get().expect("the folder has just been made").path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_referee_could_split_stand_in_a_script() {
        let words = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| (*word).to_owned()).collect()
        };
        let scripts = Scripts::default();
        let plain = words(&["bots/new", "--seed", "7"]);
        assert_eq!(scripts.as_one_word(1, &plain).unwrap(), "bots/new --seed 7");
        assert!(scripts.folder.get().is_none());
        for odd in ["", "two words", "$HOME", "it's", "a;b"] {
            let command = scripts.as_one_word(2, &words(&["echo", odd])).unwrap();
            let path = command.strip_prefix("sh ").unwrap();
            let script = fs::read_to_string(path).unwrap();
            assert_eq!(shlex::split(&script).unwrap(), ["exec", "echo", odd]);
        }
    }
}
