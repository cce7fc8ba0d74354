//! Names of the games in help: those of the workspace around the current folder.
//!
//! The parser takes other names too: short ones, and any name under a foreign referee.

use std::any::TypeId;
use std::path::Path;
use std::{env, fs};

use clap::{Arg, Command};
use toml::{Table, Value};

/// Folder of the games' packages in a workspace.
const FOLDER: &str = "crates/games";

/// Identifier of the arguments whose values are games, unless they are numbers.
const GAME: &str = "game";

/// Returns whether the values of an argument are games.
pub(crate) fn is_game(arg: &Arg) -> bool {
    arg.get_id() == GAME && arg.get_value_parser().type_id() == TypeId::of::<String>()
}

/// Adds the games of the workspace around the current folder to the help of a command and of its
/// subcommands.
pub(crate) fn with_games_in_help(command: Command) -> Command {
    let folder = env::current_dir().ok();
    let games = folder.as_deref().map(games_around).unwrap_or_default();
    match games.is_empty() {
        true => command,
        false => with_values(command, &format!("[possible values: {}]", games.join(", "))),
    }
}

fn with_values(command: Command, values: &str) -> Command {
    let command = command.mut_args(|arg| match arg.get_help() {
        Some(help) if is_game(&arg) => {
            let help = format!("{help} {values}");
            arg.help(help)
        }
        _ => arg,
    });
    command.mut_subcommands(|subcommand| with_values(subcommand, values))
}

/// Returns the names of the games in the workspace around a folder, by their packages.
fn games_around(folder: &Path) -> Vec<String> {
    let Some(folder) = folder.ancestors().map(|folder| folder.join(FOLDER)).find(|it| it.is_dir())
    else {
        return Vec::new();
    };
    let packages = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut packages: Vec<_> = packages.map(|entry| entry.path()).collect();
    packages.sort();
    packages.iter().flat_map(|package| games_of(package).unwrap_or_default()).collect()
}

/// Returns the names of the games that the bot of a package plays; `None` if it has no manifest.
fn games_of(package: &Path) -> Option<Vec<String>> {
    let manifest: Table = fs::read_to_string(package.join("Cargo.toml")).ok()?.parse().ok()?;
    let package = manifest.get("package")?;
    let listed = package.get("metadata").and_then(|it| it.get("cg")?.get("games")?.as_array());
    let names = match listed {
        Some(games) => games.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => vec![package.get("name")?.as_str()?.to_owned()],
    };
    Some(names)
}
