use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bundler::Judge;
use serde_json::{Value, json};

use arena::{Game, games};

use super::print_json;
use crate::bundling::{Bundled, Refused, default_path, judge_of, write_bundle};
use crate::cli::Reply;
use crate::workspace::Workspace;

const EXAMPLES: &str = "\
Examples:
  cargo cg bundle breakthrough
  cargo cg bundle breakthrough -o ~/paste.rs
  cargo cg bundle --all

What the bot does not use is left out. A bundle is compiled as a bare file, as editions 2021 and 2024,
by the workspace's compiler and by one as old as the judge's if it is installed. Unless all goes well,
an older bundle stays as it is. Beside the bundle lies a map, with which `cargo run -p bundler -- locate FILE LINE:COLUMN`
tells where in the crates a panic at the judge came from.
Exit code 1: the judge would not take the bundle.";

/// Merge a bot and its crates into the one file that its judge takes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    game: Option<String>,
    /// Bundle every game's bot
    #[arg(long, conflicts_with = "output")]
    all: bool,
    /// Where to write the bundle [default: bundles/GAME.rs in the workspace's target folder]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let games = games(arguments.game.as_deref())?;
    let workspace = Workspace::find()?;
    let mut reply = Reply::Yes;
    let mut bundles = Vec::new();
    for game in games {
        let path = arguments.output.clone().unwrap_or_else(|| default_path(&workspace, game));
        let judge = judge_of(game)?;
        let outcome = write_bundle(&workspace, game, &path)?;
        match &outcome {
            Ok(bundled) => {
                warn(bundled, &judge);
                if !arguments.json {
                    print(bundled, &judge)?;
                }
            }
            Err(refused) => {
                eprintln!("error: {}: {}", game.name(), explain(refused, &judge));
                reply = Reply::No;
            }
        }
        bundles.push(to_json(game, &judge, &path, &outcome));
    }
    if arguments.json {
        print_json(&json!({ "ok": reply == Reply::Yes, "bundles": bundles }))?;
    }
    Ok(reply)
}

fn print(bundled: &Bundled, judge: &Judge) -> io::Result<()> {
    let Bundled { path, utf16_units, level, checks, .. } = bundled;
    let mut output = io::stdout().lock();
    writeln!(output, "{}", path.display())?;
    writeln!(output, "{utf16_units} of {} UTF-16 units, {level}", judge.source_limit)?;
    for (level, units) in &bundled.too_long {
        writeln!(output, "{level} it would have {units}, more than {} takes", judge.name)?;
    }
    for (version, edition) in checks {
        writeln!(output, "compiles with Rust {version}, edition {edition}")?;
    }
    Ok(())
}

fn warn(bundled: &Bundled, judge: &Judge) {
    if let Some(reason) = &bundled.kept_unused {
        eprintln!(
            "warning: what is unused is in the bundle, which did not compile without:\n{reason}"
        );
    }
    if bundled.is_tight {
        let left = judge.source_limit - bundled.utf16_units;
        eprintln!("warning: {left} UTF-16 units are left until {} refuses the bundle", judge.name);
    }
    if !bundled.has_judges_compiler {
        eprintln!(
            "note: not compiled with the judge's Rust: `rustup toolchain install 1.90.0` makes it so"
        );
    }
}

fn explain(refused: &Refused, judge: &Judge) -> String {
    match refused {
        Refused::TooLarge { utf16_units } => format!(
            "the bundle has {utf16_units} UTF-16 units and {} takes {}: shorten the sources, or \
             depend on less",
            judge.name, judge.source_limit
        ),
        Refused::Rejected(error) => error.to_string(),
    }
}

fn to_json(
    game: &dyn Game,
    judge: &Judge,
    path: &Path,
    outcome: &Result<Bundled, Refused>,
) -> Value {
    let mut object = json!({ "game": game.name(), "path": path, "ok": outcome.is_ok() });
    object["judge"] = judge.name.as_str().into();
    object["limit"] = judge.source_limit.into();
    match outcome {
        Ok(bundled) => {
            let checks = bundled.checks.iter();
            object["utf16_units"] = bundled.utf16_units.into();
            object["level"] = bundled.level.to_string().into();
            object["checks"] = checks
                .map(
                    |(version, edition)| json!({ "rust": version, "edition": edition.to_string() }),
                )
                .collect();
        }
        Err(refused) => {
            if let Refused::TooLarge { utf16_units } = refused {
                object["utf16_units"] = (*utf16_units).into();
            }
            object["error"] = explain(refused, judge).into();
        }
    }
    object
}
