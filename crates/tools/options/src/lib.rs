//! Commands and options of `cargo cg`.
//!
//! Several programs implement the commands, because some of them take minutes to compile. All
//! options are defined here, so that help and usage errors need none of those programs.

pub mod bench;
pub mod book;
pub mod bundle;
pub mod calibration;
pub mod careless;
mod command_line;
mod completion_script;
pub mod completions;
pub mod conditions;
mod data;
pub mod delete;
pub mod duel;
pub mod equilibrium;
mod exit;
pub mod export;
pub mod fetch;
pub mod foreign;
mod format;
pub mod games;
mod games_in_help;
pub mod history;
pub mod import;
pub mod league;
pub mod learn;
pub mod matches;
pub mod new;
pub mod perft;
pub mod picture;
mod player_choice;
mod players;
pub mod profile;
pub mod promote;
pub mod queue;
pub mod referee;
pub mod relabel;
pub mod replay;
pub mod report;
pub mod review;
pub mod sample;
pub mod scaling;
pub mod screen;
pub mod selfplay;
pub mod series;
pub mod serve;
mod settings;
pub mod site;
pub mod sprt;
pub mod suite;
pub mod test;
pub mod tournament;
pub mod train;
pub mod training;
pub mod tune;
mod values;
pub mod verify;
pub mod work;
pub mod workers;

use std::process::ExitCode;

pub use command_line::{Cli, Command};
pub use completion_script::completion_script;
pub use data::Data;
pub use exit::{Reply, exit_code, foreign_command};
pub use format::Format;
pub use player_choice::{PlayerChoice, Side};
pub use players::OWN_PLAYERS;
pub use values::{Device, EloModel, SandboxMode};

/// Prints help or the usage error of the process, and returns its exit code.
pub fn run() -> ExitCode {
    // Help and usage errors end the process here. No command is implemented here.
    let _ = Cli::of_process();
    foreign_command("options")
}
