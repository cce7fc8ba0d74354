//! Top-level parser of `cargo cg`: the list of commands, each with the options of its module.

use std::env;
use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::data::Data;
use crate::games_in_help::with_games_in_help;
use crate::settings::Settings;
use crate::{
    bench, book, bundle, calibration, careless, completions, delete, duel, equilibrium, export,
    fetch, games, history, import, league, learn, matches, new, perft, picture, profile, promote,
    queue, referee, relabel, replay, report, review, sample, scaling, screen, selfplay, serve,
    site, sprt, suite, test, tournament, train, tune, verify, work, workers,
};

const EXAMPLES: &str = "\
Examples:
  cargo cg games
  cargo cg new connect-four --moves drop --board 7x6
  cargo cg bundle breakthrough
  cargo cg test
  cargo cg match breakthrough --p1 bot --p2 uct:1000 --games 100
  cargo cg bench breakthrough
  cargo cg perft breakthrough 5
  cargo cg sample breakthrough
  cargo cg equilibrium lamistra --moves \"a3-a4;a5-a4\"
  cargo cg book jungle -o book.txt
  cargo cg verify games.jsonl.gz
  cargo cg import games.json
  cargo cg serve
  cargo cg replay games.jsonl.gz
  cargo cg picture
  cargo cg site -o site
  cargo cg review
  cargo cg tune breakthrough fit --games 1000
  cargo cg learn breakthrough --hours 0.2

The file `cg.toml` in this folder or one above sets values of options, for all commands \
(`jobs = 2`) or for one (`[match]`, then `games = 200`), and the game (`game = \"jungle\"`) of \
commands that need one. CG_SETTINGS in the environment names another file.

Exit codes: 0 success, 1 negative result (for example an SPRT that does not accept H1), 2 error, \
130 ended by Ctrl-C after the result so far. Results are written to standard output, everything \
else to standard error.";

/// Play, test, tune and bundle the board-game bots of this workspace
#[derive(Debug, Parser)]
#[command(name = "cg", bin_name = "cargo cg", version, after_help = EXAMPLES)]
pub struct Cli {
    /// Command with its options.
    #[command(subcommand)]
    pub command: Command,
    /// Data folder.
    #[command(flatten)]
    pub data: Data,
}

/// Command with its options.
#[derive(Debug, Subcommand)]
#[allow(missing_docs, reason = "a command is described by its arguments")]
#[allow(clippy::large_enum_variant, reason = "a process has one value of this type")]
pub enum Command {
    Games(games::Arguments),
    New(new::Arguments),
    Match(matches::Arguments),
    Sprt(sprt::Arguments),
    Tournament(tournament::Arguments),
    League(league::Arguments),
    History(history::Arguments),
    Delete(delete::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
    Fetch(fetch::Arguments),
    Report(report::Arguments),
    Review(review::Arguments),
    Work(work::Arguments),
    Workers(workers::Arguments),
    Queue(queue::Arguments),
    Referee(referee::Arguments),
    Bundle(bundle::Arguments),
    Test(test::Arguments),
    Bench(bench::Arguments),
    Profile(profile::Arguments),
    Perft(perft::Arguments),
    Sample(sample::Arguments),
    Equilibrium(equilibrium::Arguments),
    Calibration(calibration::Arguments),
    Careless(careless::Arguments),
    Suite(suite::Arguments),
    Book(book::Arguments),
    Tune(tune::Arguments),
    Selfplay(selfplay::Arguments),
    Relabel(relabel::Arguments),
    Train(train::Arguments),
    Learn(learn::Arguments),
    Scaling(scaling::Arguments),
    Duel(duel::Arguments),
    Screen(screen::Arguments),
    Promote(promote::Arguments),
    Verify(verify::Arguments),
    Serve(serve::Arguments),
    Replay(replay::Arguments),
    Site(site::Arguments),
    Picture(picture::Arguments),
    Completions(completions::Arguments),
}

impl Cli {
    /// Parses the arguments of this process and the settings of the user. A usage error is printed
    /// and ends the process.
    #[must_use]
    pub fn of_process() -> Cli {
        let words = referee::with_two_dashes(env::args_os());
        parse(&words).unwrap_or_else(|error| error.exit())
    }
}

/// Parses the words of a command line, with the values of the settings for what they do not say.
fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let invalid = |message| Cli::command().error(ErrorKind::InvalidValue, message);
    let Some(settings) = Settings::find().map_err(invalid)? else {
        let matches = with_games_in_help(Cli::command()).try_get_matches_from(words)?;
        return Cli::from_arg_matches(&matches);
    };
    let command = settings.apply(with_games_in_help(Cli::command())).map_err(invalid)?;
    let matches = command.clone().try_get_matches_from(words).or_else(|error| {
        let words = settings.with_game(&command, words, &error);
        let matches = words.map(|words| command.clone().try_get_matches_from(words));
        matches.and_then(Result::ok).ok_or(error)
    })?;
    Cli::from_arg_matches(&matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_do_not_contradict_each_other() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_number_that_may_not_be_zero_is_refused_with_its_range() {
        let command = Cli::command();
        let options = command.get_subcommands().flat_map(|command| {
            command.get_arguments().filter_map(|arg| Some((command.get_name(), arg.get_long()?)))
        });
        let mut refused = 0;
        for (name, option) in options {
            let line = ["cg", name, &format!("--{option}=0")];
            let Err(error) = Cli::try_parse_from(line) else { continue };
            let message = error.to_string();
            assert!(!message.contains("non-zero type"), "{line:?}: {message}");
            refused +=
                usize::from(message.contains("expected a whole number from 1 to 4294967295"));
        }
        assert!(refused >= 8, "{refused}");
    }
}
