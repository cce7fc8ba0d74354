//! The last level of minification: the program without unneeded derives and bounds, in a single
//! module, with short names.

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::Judge;
use crate::origins::Traced;
use crate::pack::pack;
use crate::passed::Passed;
use crate::prune::{Session, in_one_module, strip};
use crate::shorten::shorten;

/// Attribute for a program in which some items are only needed by derives that it has no more.
const QUIET: &str = "#![allow(unused)]\n";

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
/// judge's editions.
///
/// # Errors
///
/// If no compiler is available, or if the program does not compile.
pub(crate) fn shortest(
    readable: &Traced,
    compiler: &Compiler,
    judge: &Judge,
    header: &str,
) -> Result<Shortest, CompileError> {
    let drafts = compiler.for_drafts_of(&readable.text, judge);
    let session = Session::new(&drafts, judge)?;
    let stripped = strip(&readable.text, &session)?;
    let mut candidates = Vec::new();
    if let Some(flat) = in_one_module(&stripped, &session)? {
        candidates.push(Candidate {
            long: readable.after_changes_in_lines(flat.written),
            text: flat.text,
            homes: Some(flat.homes),
        });
    }
    if stripped != readable.text {
        let lines: Vec<Option<usize>> =
            [None].into_iter().chain((0..stripped.lines().count()).map(Some)).collect();
        let quiet = format!("{QUIET}{stripped}");
        let long = readable.after_cuts(quiet.clone(), &lines);
        candidates.push(Candidate { long, text: quiet, homes: None });
    }
    let text = readable.text.clone();
    let last = Candidate { long: readable.clone(), text, homes: None };
    for candidate in candidates {
        match candidate.shorten(compiler, judge, header) {
            Err(CompileError::Rejected { .. }) => {}
            result => return result,
        }
    }
    last.shorten(compiler, judge, header)
}

impl Candidate {
    fn shorten(
        self,
        compiler: &Compiler,
        judge: &Judge,
        header: &str,
    ) -> Result<Shortest, CompileError> {
        let packed = pack(&self.text).expect("a bundle consists of valid tokens");
        let (text, passed) = shorten(&packed, compiler, judge, header)?;
        Ok(Shortest {
            text: self.long.respelled(text),
            written: self.long.text,
            homes: self.homes,
            passed,
        })
    }
}
