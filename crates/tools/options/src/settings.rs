//! Settings file `cg.toml`: values that options have unless the command line gives them.

use std::cell::RefCell;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::{ArgPredicate, Resettable};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, Id, ValueHint};
use toml::{Table, Value};

/// Name of the file, in the current folder or the nearest folder above that has one.
const FILE: &str = "cg.toml";

/// Environment variable that names another file; no file if it is empty.
const VARIABLE: &str = "CG_SETTINGS";

/// Name of the setting of the game that a command is about.
const GAME: &str = "game";

/// Settings of a user.
#[derive(Debug)]
pub(crate) struct Settings {
    path: PathBuf,
    /// Values of options of all commands, and a table for each command with values of its own.
    table: Table,
}

/// Value of an option.
struct Setting<'a> {
    /// Name of the option.
    name: &'a str,
    value: String,
    /// Folder of the file, to which paths are relative.
    folder: &'a Path,
}

impl Settings {
    /// Reads the settings. `None` if there is no file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not TOML.
    pub(crate) fn find() -> Result<Option<Settings>, String> {
        let path = match env::var_os(VARIABLE) {
            Some(path) if path.is_empty() => return Ok(None),
            Some(path) => PathBuf::from(path),
            None => match nearest() {
                Some(path) => path,
                None => return Ok(None),
            },
        };
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        let table = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Some(Settings { path, table }))
    }

    /// Gives the options of `command` and of its subcommands the values of the file.
    ///
    /// # Errors
    ///
    /// A name belongs to no option, or a value cannot be one of an option.
    pub(crate) fn apply(&self, mut command: Command) -> Result<Command, String> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let in_file = |error: String| format!("{}: {error}", self.path.display());
        let setting = |name, value| match text_of(value) {
            Some(value) => Ok(Setting { name, value, folder }),
            None => {
                Err(in_file(format!("`{name}` must be a text, a number, or a command's table")))
            }
        };
        for (name, value) in &self.table {
            if let Value::Table(own) = value {
                if command.find_subcommand(name).is_none() {
                    return Err(in_file(format!("there is no command `{name}`")));
                }
                for (option, value) in own {
                    let setting = setting(option, value)?;
                    let mut set = Ok(());
                    command = command.mut_subcommand(name, |subcommand| {
                        let (subcommand, result) = setting.give(subcommand);
                        set = result;
                        subcommand
                    });
                    set.map_err(|error| in_file(format!("[{name}]: {error}")))?;
                }
            } else if name == GAME {
                value.as_str().ok_or_else(|| in_file(format!("`{GAME}` must be a text")))?;
            } else {
                let (changed, result) = setting(name, value)?.give(command);
                result.map_err(in_file)?;
                command = changed;
            }
        }
        Ok(command)
    }

    /// Returns the words of a command line with the game of the settings, to be tried if `error`
    /// says that something is missing.
    pub(crate) fn with_game(
        &self,
        command: &Command,
        words: &[OsString],
        error: &clap::Error,
    ) -> Option<Vec<OsString>> {
        let missing = [
            ErrorKind::MissingRequiredArgument,
            ErrorKind::MissingSubcommand,
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
        ];
        let game = self.table.get(GAME)?.as_str()?;
        if !missing.contains(&error.kind()) {
            return None;
        }
        let is_command = |word: &OsString| command.find_subcommand(word).is_some();
        let index = words.iter().skip(1).position(is_command)? + 2;
        let mut words = words.to_vec();
        words.insert(index, game.into());
        Some(words)
    }
}

impl Setting<'_> {
    /// Gives all options of this name the value. The result is an error if there is none, or if one
    /// cannot have it.
    fn give(&self, command: Command) -> (Command, Result<(), String>) {
        let results = RefCell::new(Vec::new());
        let command = self.give_all(command, &results);
        let results = results.into_inner();
        let refused = results.iter().find_map(|result| result.clone().err());
        let result = match refused {
            Some(error) => Err(error),
            None if results.is_empty() => Err(format!("no option is called `{}`", self.name)),
            None => Ok(()),
        };
        (command, result)
    }

    fn give_all(&self, command: Command, results: &RefCell<Vec<Result<(), String>>>) -> Command {
        let contrary = contrary(&command, self.name);
        let command = command.mut_args(|arg| match arg.get_long() {
            Some(long) if long == self.name => {
                results.borrow_mut().push(refusal(&arg, &contrary).map_or(Ok(()), Err));
                self.give_one(arg, &contrary)
            }
            _ => arg,
        });
        command.mut_subcommands(|subcommand| self.give_all(subcommand, results))
    }

    /// Gives an option the value, unless an option is present that excludes it.
    fn give_one(&self, arg: Arg, contrary: &[Arg]) -> Arg {
        let value = match arg.get_value_hint() {
            ValueHint::AnyPath => self.folder.join(&self.value).into_os_string(),
            _ => OsString::from(&self.value),
        };
        // The parser takes borrowed values, and lives as long as the process.
        let value: &OsStr = Box::leak(value.into_boxed_os_str());
        let arg = arg
            .required(false)
            .required_unless_present(Resettable::<Id>::Reset)
            .default_value(value);
        contrary.iter().fold(arg, |arg, other| {
            arg.default_value_if(other.get_id(), ArgPredicate::IsPresent, None::<&str>)
        })
    }
}

/// Returns why an option cannot have a value in the settings.
fn refusal(arg: &Arg, contrary: &[Arg]) -> Option<String> {
    let name = arg.get_long().unwrap_or_default();
    if !matches!(arg.get_action(), ArgAction::Set) {
        return Some(format!("`--{name}` belongs to the command line: it has no single value"));
    }
    let other = contrary.iter().find(|other| !other.get_default_values().is_empty())?;
    let other = other.get_long().unwrap_or(other.get_id().as_str());
    Some(format!("`--{name}` belongs to the command line: it replaces `--{other}`"))
}

/// Returns the options of a command that exclude the option `name`.
fn contrary(command: &Command, name: &str) -> Vec<Arg> {
    let is_it = |arg: &&Arg| arg.get_long() == Some(name);
    let Some(arg) = command.get_arguments().find(is_it).filter(|arg| !arg.is_global_set()) else {
        return Vec::new();
    };
    let excludes = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|found| found.get_id() == other.get_id())
    };
    let others = command.get_arguments().filter(|other| !other.is_global_set());
    others.filter(|other| excludes(arg, other) || excludes(other, arg)).cloned().collect()
}

/// Returns the value of a setting as a command line has it.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the file in the current folder or the nearest folder above.
fn nearest() -> Option<PathBuf> {
    let folder = env::current_dir().ok()?;
    folder.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use clap::CommandFactory as _;

    use crate::Cli;

    use super::*;

    #[test]
    fn an_option_of_the_command_line_excludes_a_value_of_the_settings() {
        let table = "book = \"book.txt\"".parse().unwrap();
        let settings = Settings { path: PathBuf::from("folder/cg.toml"), table };
        let command = settings.apply(Cli::command()).unwrap();
        let book = |more: &str| {
            let line = format!("cg match jungle --p1 bot --p2 random --games 2{more}");
            let matches = command.clone().try_get_matches_from(line.split(' ')).unwrap();
            let (_, matches) = matches.subcommand().unwrap();
            matches.get_one::<PathBuf>("book").cloned()
        };
        assert_eq!(book(""), Some(PathBuf::from("folder/book.txt")));
        assert_eq!(book(" --opening-plies 3"), None);
        assert_eq!(book(" --book other.txt"), Some(PathBuf::from("other.txt")));
    }
}
