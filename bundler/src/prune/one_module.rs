//! A text in a single module that compiles.

use std::collections::BTreeSet;

use crate::error::CompileError;
use crate::flatten::{Flat, flatten};

use super::{
    Session,
    outline::Outline,
    report::{Insertions, Report},
};

/// Maximum number of imported traits that the text names by their paths.
const ROUNDS: usize = 8;

/// Words of the error about a method that two traits in scope have.
const AMBIGUOUS: [&str; 3] = ["multiple", "applicable", "items"];

/// Returns the text in a single module, if it compiles. The caller still has to compare programs. A
/// comparison says nothing about code for other flags of the compiler, so a text with such code
/// keeps its modules.
///
/// # Errors
///
/// If no compiler is available, or if `source` itself does not compile.
pub(crate) fn in_one_module(
    source: &str,
    session: &Session<'_>,
) -> Result<Option<Flat>, CompileError> {
    if Outline::of(source).is_conditional() {
        return Ok(None);
    }
    let mut qualified = BTreeSet::new();
    for _ in 0..ROUNDS {
        let Some(flat) = flatten(source, &qualified) else { return Ok(None) };

        let report = Report::of(session, &flat.text, &Insertions::default())?;
        if report.is_accepted() {
            return Ok(Some(flat));
        }
        // Without modules, more traits are in scope. Of those with the same method, the one with
        // the fewest uses is no longer imported.
        let ambiguous =
            report.words.iter().filter(|words| AMBIGUOUS.iter().all(|word| words.contains(*word)));
        let mut added = BTreeSet::new();
        for words in ambiguous {
            let is_named = |path: &str| words.contains(path.rsplit("::").next().unwrap_or(path));
            let traits = flat.imported.iter();
            let traits = traits.filter(|(path, _)| is_named(path) && !qualified.contains(*path));
            if traits.clone().all(|(path, _)| !added.contains(path)) {
                added.extend(traits.min_by_key(|(_, uses)| **uses).map(|(path, _)| path.clone()));
            }
        }
        if added.is_empty() {
            return Ok(None);
        }
        qualified.extend(added);
    }
    Ok(None)
}
