//! The last level of minification: the program without unneeded derives and bounds, in a single
//! module, with short names.

use crate::error::CompileError;
use crate::origins::Traced;
use crate::passed::Passed;
use crate::prune::{self, Session, in_one_module, strip};
use crate::shorten::shorten;

/// Attribute for a program in which some items are only needed by derives that it has no more.
const QUIET: &str = "#![allow(unused)]";

/// A text at the last level.
pub(crate) struct Shortest {
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
) -> Result<Shortest, CompileError> {
    let base = readable.without_start(prune::QUIET);
    let stripped = strip(&base.text, session)?;
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
    candidates.push(Candidate { long: readable.clone(), text: readable.text.clone(), homes: None });
    let mut rejected = None;
    for candidate in candidates {
        match shorten(&candidate.text, &base.text, session, header) {
            Ok(Some((text, passed))) => return Ok(candidate.into_shortest(text, passed)),
            Ok(None) => {}
            Err(error @ CompileError::Rejected { .. }) => rejected = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(rejected.expect("the last candidate is the program itself"))
}

impl Candidate {
    fn into_shortest(self, text: String, passed: Passed) -> Shortest {
        Shortest {
            text: self.long.respelled(text),
            written: self.long.text,
            homes: self.homes,
            passed,
        }
    }
}
