use std::env;
use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    bench, book, bundle, calibration, duel, equilibrium, export, history, league, matches, perft,
    promote, referee, report, selfplay, sprt, tournament, tune, verify, work,
};
use crate::hand_over::{Words, hand_over};

const EXAMPLES: &str = "\
Examples:
  cargo cg match breakthrough --p1 bot --p2 uct:1000 --games 100
  cargo cg bundle breakthrough
  cargo cg bench breakthrough
  cargo cg perft breakthrough 5
  cargo cg equilibrium lamistra --moves \"a3-a4;a5-a4\"
  cargo cg book jungle -o book.txt
  cargo cg verify games.jsonl.gz
  cargo cg serve
  cargo cg replay games.jsonl.gz
  cargo cg tune breakthrough fit --games 1000
  cargo cg learn breakthrough --hours 0.2

Exit codes: 0 done, 1 the answer is no, 2 it could not run. Results go to standard output, everything
else to standard error.";

/// The package that trains networks.
const LEARNER: &str = "learner";
/// The package that shows games in the browser.
const BOARD_ROOM: &str = "boardroom";

/// Plays, checks, tunes and bundles the workspace's bots.
#[derive(Debug, Parser)]
#[command(name = "cg", bin_name = "cargo cg", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Match(matches::Arguments),
    Sprt(sprt::Arguments),
    Tournament(tournament::Arguments),
    League(league::Arguments),
    History(history::Arguments),
    Export(export::Arguments),
    Report(report::Arguments),
    Work(work::Arguments),
    Referee(referee::Arguments),
    Bundle(bundle::Arguments),
    Bench(bench::Arguments),
    Perft(perft::Arguments),
    Equilibrium(equilibrium::Arguments),
    Calibration(calibration::Arguments),
    Book(book::Arguments),
    Tune(tune::Arguments),
    Selfplay(selfplay::Arguments),
    /// Train a network on games of self-play
    Train(Words),
    /// Learn a network, generation by generation
    Learn(Words),
    Duel(duel::Arguments),
    Promote(promote::Arguments),
    Verify(verify::Arguments),
    /// Show games in the browser: replay, play, analyse, matches
    Serve(Words),
    /// Make one page of recorded games that opens from disk
    Replay(Words),
}

/// What a command that has run answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    Yes,
    No,
}

impl Cli {
    /// Reads the words that began this process. If they are wrong it ends here, with an explanation.
    pub(crate) fn of_process() -> Cli {
        Cli::parse_from(referee::with_two_dashes(env::args_os()))
    }

    /// Runs the command and returns the process's exit code.
    pub(crate) fn run(self) -> ExitCode {
        let reply = match &self.command {
            Command::Match(arguments) => matches::run(arguments),
            Command::Sprt(arguments) => sprt::run(arguments),
            Command::Tournament(arguments) => tournament::run(arguments),
            Command::League(arguments) => league::run(arguments),
            Command::History(arguments) => history::run(arguments),
            Command::Export(arguments) => export::run(arguments),
            Command::Report(arguments) => report::run(arguments),
            Command::Work(arguments) => work::run(arguments),
            Command::Referee(arguments) => referee::run(arguments),
            Command::Bundle(arguments) => bundle::run(arguments),
            Command::Bench(arguments) => bench::run(arguments),
            Command::Perft(arguments) => perft::run(arguments),
            Command::Equilibrium(arguments) => equilibrium::run(arguments),
            Command::Calibration(arguments) => calibration::run(arguments),
            Command::Book(arguments) => book::run(arguments),
            Command::Tune(arguments) => tune::run(arguments),
            Command::Selfplay(arguments) => selfplay::run(arguments),
            Command::Train(words) => hand_over(LEARNER, words.device(), "train", words),
            Command::Learn(words) => hand_over(LEARNER, words.device(), "learn", words),
            Command::Duel(arguments) => duel::run(arguments),
            Command::Promote(arguments) => promote::run(arguments),
            Command::Verify(arguments) => verify::run(arguments),
            Command::Serve(words) => hand_over(BOARD_ROOM, None, "serve", words),
            Command::Replay(words) => hand_over(BOARD_ROOM, None, "replay", words),
        };
        match reply {
            Ok(Reply::Yes) => ExitCode::SUCCESS,
            Ok(Reply::No) => ExitCode::from(1),
            // Whoever reads our output has had enough of it, as `head` does.
            Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {}", format!("{error:#}").trim_end());
                ExitCode::from(2)
            }
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
