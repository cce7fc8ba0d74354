//! Command `cargo cg completions`: the completion script of a shell.

use std::io::{self, Write};

use options::completions::Arguments;
use options::{Reply, completion_script};
use registry::all_games;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let games: Vec<&str> = all_games().iter().map(|game| game.name()).collect();
    io::stdout().write_all(completion_script(arguments.shell, &games).as_bytes())?;
    Ok(Reply::Yes)
}
