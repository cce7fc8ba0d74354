//! Commands of `cargo cg` that play games: matches, measurements, tuning, self-play.

mod agents;
mod bench_report;
mod calibration_chart;
mod candidates;
mod chart_file;
mod commands;
mod conditions;
mod flame_graph;
mod game_import;
mod interrupt;
mod json_report;
mod local_runners;
mod many_machines;
mod pair_progress;
mod programs;
mod progress;
mod recorded_games;
mod report;
mod result_file;
mod rules;
mod sampling;
mod sandbox;
mod series;
mod shard_run;
mod text_report;
mod tuning_chart;
mod tuning_run;
mod worker_results;

use std::process::ExitCode;

use options::{Cli, Command, exit_code, foreign_command};

use commands::{
    bench, book, calibration, careless, completions, delete, duel, equilibrium, export, fetch,
    games, history, import, league, matches, perft, profile, promote, queue, referee, relabel,
    sample, screen, selfplay, sprt, suite, tournament, tune, verify, work, workers,
};
use programs::Programs;

/// Runs the command of the process and returns its exit code.
pub fn run() -> ExitCode {
    let Cli { command, data } = Cli::of_process();
    let programs = Programs::new(data);
    exit_code(match &command {
        Command::Games(arguments) => games::run(arguments),
        Command::Match(arguments) => matches::run(arguments, &programs),
        Command::Sprt(arguments) => sprt::run(arguments, &programs),
        Command::Tournament(arguments) => tournament::run(arguments, &programs),
        Command::League(arguments) => league::run(arguments, &programs),
        Command::History(arguments) => history::run(arguments, &programs),
        Command::Delete(arguments) => delete::run(arguments, &programs),
        Command::Export(arguments) => export::run(arguments, &programs),
        Command::Import(arguments) => import::run(arguments, &programs),
        Command::Fetch(arguments) => fetch::run(arguments, &programs),
        Command::Workers(arguments) => workers::run(arguments),
        Command::Queue(arguments) => queue::run(arguments, &programs),
        Command::Work(arguments) => work::run(arguments, &programs),
        Command::Referee(arguments) => referee::run(arguments, &programs),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Bench(arguments) => bench::run(arguments, &programs),
        Command::Profile(arguments) => profile::run(arguments),
        Command::Perft(arguments) => perft::run(arguments),
        Command::Sample(arguments) => sample::run(arguments, &programs),
        Command::Equilibrium(arguments) => equilibrium::run(arguments),
        Command::Calibration(arguments) => calibration::run(arguments),
        Command::Careless(arguments) => careless::run(arguments),
        Command::Book(arguments) => book::run(arguments, &programs),
        Command::Suite(arguments) => suite::run(arguments, &programs),
        Command::Tune(arguments) => tune::run(arguments, &programs),
        Command::Selfplay(arguments) => selfplay::run(arguments, &programs),
        Command::Relabel(arguments) => relabel::run(arguments, &programs),
        Command::Duel(arguments) => duel::run(arguments),
        Command::Screen(arguments) => screen::run(arguments, &programs),
        Command::Promote(arguments) => promote::run(arguments, &programs),
        Command::Verify(arguments) => verify::run(arguments),
        _ => return foreign_command("workshop"),
    })
}
