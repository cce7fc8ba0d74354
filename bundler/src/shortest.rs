//! The last levels of minification: the program with short names, or also without unneeded derives
//! and bounds and in a single module.

use crate::error::CompileError;
use crate::level::Level;
use crate::origins::Traced;
use crate::passed::Passed;
use crate::prune::{self, Comparisons, Session, in_one_module, strip};
use crate::shorten::shorten;

/// Attribute for a program in which some items are only needed by derives that it has no more.
const QUIET: &str = "#![allow(unused)]";

/// A text with short names.
pub(crate) struct Short {
    pub(crate) text: Traced,
    /// The same tokens with long names.
    pub(crate) written: String,
    /// Modules around each item, by their names, if the text has no modules any more.
    pub(crate) homes: Option<Vec<Vec<String>>>,
    pub(crate) passed: Passed,
}

/// A text before names are shortened.
struct Candidate {
    /// The text with the names of the sources.
    long: Traced,
    /// The same tokens with different names for different items.
    text: String,
    homes: Option<Vec<Vec<String>>>,
}

/// Returns the shortest text of a readable program. After `header`, it compiles in all of the
/// judge's editions, and is the same program in each.
///
/// # Errors
///
/// If no compiler is available, or if the program does not compile.
pub(crate) fn shortest(
    readable: &Traced,
    session: &Session<'_>,
    header: &str,
) -> Result<Short, CompileError> {
    let base = readable.without_start(prune::QUIET);
    let mut candidates = candidates(&base, Comparisons::EachStep, session)?;
    candidates.push(Candidate { long: readable.clone(), text: readable.text.clone(), homes: None });
    let found = first_same(candidates, &base.text, session, header)?;
    Ok(found.expect("the last candidate is the program itself"))
}

/// Returns a readable program with short names. `left` are the same tokens without empty lines.
///
/// # Errors
///
/// If no compiler is available, or if the program does not compile.
pub(crate) fn with_short_names(
    left: &Traced,
    readable: &Traced,
    session: &Session<'_>,
    header: &str,
) -> Result<Short, CompileError> {
    let found = shorten(&readable.text, &readable.text, session, header)?;
    let (text, passed) = found.expect("a text is the same program as itself");
    Ok(Short { text: left.respelled(text), written: left.text.clone(), homes: None, passed })
}

/// Returns the text at a level with short names of a readable program that is not yet compared with
/// `original`, from which it comes. Compares programs only once, after all steps, in each of the
/// judge's editions. `None` if the result is another program, does not compile or causes warnings:
/// [`shortest`] and [`with_short_names`] find the step.
///
/// # Errors
///
/// If no compiler is available.
pub(crate) fn at_once(
    level: Level,
    left: &Traced,
    readable: &Traced,
    original: &str,
    session: &Session<'_>,
    header: &str,
) -> Result<Option<Short>, CompileError> {
    let found = match level {
        Level::Module => candidates(readable, Comparisons::AtEnd, session)
            .and_then(|candidates| first_same(candidates, original, session, header)),
        _ => shorten(&readable.text, original, session, header).map(|found| {
            let (text, passed) = found?;
            let is_silent = passed.has_all(&session.judge.editions);
            let written = left.text.clone();
            is_silent.then(|| Short { text: left.respelled(text), written, homes: None, passed })
        }),
    };
    match found {
        Err(CompileError::Rejected { .. }) => Ok(None),
        found => found,
    }
}

/// Returns the texts in one module and without unneeded derives and bounds, the shortest first.
fn candidates(
    base: &Traced,
    comparisons: Comparisons,
    session: &Session<'_>,
) -> Result<Vec<Candidate>, CompileError> {
    let stripped = strip(&base.text, comparisons, session)?;
    let mut candidates = Vec::new();
    if let Some(flat) = in_one_module(&stripped, session)? {
        candidates.push(Candidate {
            long: base.after_changes_in_lines(flat.written),
            text: flat.text,
            homes: Some(flat.homes),
        });
    }
    if stripped != base.text {
        let text = format!("{QUIET}{stripped}");
        let long = base.after_changes_in_lines(text.clone());
        candidates.push(Candidate { long, text, homes: None });
    }
    Ok(candidates)
}

/// Returns the first candidate with short names that is the same program as `original`.
fn first_same(
    candidates: Vec<Candidate>,
    original: &str,
    session: &Session<'_>,
    header: &str,
) -> Result<Option<Short>, CompileError> {
    let mut rejected = None;
    for candidate in candidates {
        match shorten(&candidate.text, original, session, header) {
            Ok(Some((text, passed))) => return Ok(Some(candidate.into_shortest(text, passed))),
            Ok(None) => {}
            Err(error @ CompileError::Rejected { .. }) => rejected = Some(error),
            Err(error) => return Err(error),
        }
    }
    rejected.map_or(Ok(None), Err)
}

impl Candidate {
    fn into_shortest(self, text: String, passed: Passed) -> Short {
        Short {
            text: self.long.respelled(text),
            written: self.long.text,
            homes: self.homes,
            passed,
        }
    }
}
