//! Output of `cargo cg bundle`: text, warnings, JSON.

use std::io::{self, Write};
use std::path::Path;

use bundler::{Judge, Length, Size};
use serde_json::{Value, json};

use crate::bots::Bot;
use crate::outcome::{Bundled, Refused};

/// Prints the path of the bundle, its length, and the compilers that it passed.
pub(crate) fn print(bundled: &Bundled, judge: &Judge) -> io::Result<()> {
    let Bundled { path, bundle, verified } = bundled;
    let mut output = io::stdout().lock();
    writeln!(output, "{}", path.display())?;
    let (units, level) = (bundle.utf16_units(), bundle.level);
    writeln!(output, "{units} of {} UTF-16 units, {level}", judge.source_limit)?;
    for length in too_long(bundled) {
        let (level, name) = (length.level, &judge.name);
        writeln!(output, "{level}: {length} UTF-16 units, more than the limit of {name}")?;
    }
    for (version, edition) in &verified.checks {
        writeln!(output, "compiles with Rust {version}, edition {edition}")?;
    }
    Ok(())
}

/// Returns the minification levels at which the bundle is too long, with its lengths.
fn too_long(bundled: &Bundled) -> impl Iterator<Item = &Length> {
    bundled.bundle.lengths.iter().filter(|length| length.level < bundled.bundle.level)
}

/// Warns of unused code, a length near the limit, and a missing compiler.
pub(crate) fn warn(bundled: &Bundled, judge: &Judge) {
    let Bundled { bundle, verified, .. } = bundled;
    for remark in &bundle.remarks {
        eprintln!("note: {remark}");
    }
    if let Some(reason) = &bundle.kept_unused {
        eprintln!("warning: unused items stay in the bundle, because {reason}");
    }
    if judge.verdict(bundle.utf16_units()) == Size::Tight {
        let left = judge.source_limit - bundle.utf16_units();
        eprintln!(
            "warning: only {left} UTF-16 units are left until {} rejects the bundle",
            judge.name
        );
    }
    if let Some(note) = verified.note() {
        eprintln!("{note}");
    }
    if !verified.missing.is_empty() {
        eprintln!(
            "note: not compiled with the judge's Rust: run `rustup toolchain install 1.90.0`"
        );
    }
}

/// Returns why the judge would reject the bundle.
pub(crate) fn explain(refused: &Refused, judge: &Judge) -> String {
    match refused {
        Refused::TooLarge { utf16_units } => format!(
            "the bundle has {utf16_units} UTF-16 units, and {} takes {}: shorten the sources, or \
             use fewer dependencies",
            judge.name, judge.source_limit
        ),
        Refused::Rejected(error) => error.to_string(),
    }
}

/// Returns the JSON object of a bot's bundle.
pub(crate) fn to_json(bot: &Bot, path: &Path, outcome: &Result<Bundled, Refused>) -> Value {
    let mut object = json!({ "game": bot.game, "path": path, "ok": outcome.is_ok() });
    object["judge"] = bot.judge.name.as_str().into();
    object["limit"] = bot.judge.source_limit.into();
    match outcome {
        Ok(Bundled { bundle, verified, .. }) => {
            let checks = verified.checks.iter();
            object["utf16_units"] = bundle.utf16_units().into();
            object["level"] = bundle.level.to_string().into();
            object["warnings"] = verified.warnings.iter().map(ToString::to_string).collect();
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
            object["error"] = explain(refused, &bot.judge).into();
        }
    }
    object
}

/// Writes one JSON object to standard output.
pub(crate) fn print_json(object: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{object}")
}
