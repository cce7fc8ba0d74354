//! What rustc says about a text, in places of that text.

use std::ops::Range;

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

use crate::{CompileError, compiler::FILE};

use super::Bench;

/// The lints that find what nobody uses. Forced, they see past every `allow`.
const UNUSED: [&str; 3] = ["dead_code", "unused_imports", "unused_macros"];
/// The lint that finds what names an item marked as deprecated.
pub(super) const MARKED: &str = "deprecated";
/// A method, type or constant of an impl that its trait does not have.
const STRANGERS: [&str; 3] = ["E0407", "E0437", "E0438"];

/// A private type in the interface of something that is exported.
const EXPOSED: &str = "E0446";

/// Text put into a copy of a source for the compiler alone: position and what to put there.
#[derive(Default)]
pub(super) struct Insertions(Vec<(usize, String)>);

impl Insertions {
    pub(super) fn new(mut insertions: Vec<(usize, String)>) -> Self {
        insertions.sort();
        Self(insertions)
    }

    pub(super) fn and(self, more: Vec<(usize, String)>) -> Self {
        Self::new(self.0.into_iter().chain(more).collect())
    }

    fn apply(&self, text: &str) -> String {
        let mut copy = String::with_capacity(text.len() + 16 * self.0.len());
        let mut at = 0;
        for (position, inserted) in &self.0 {
            copy.push_str(&text[at..*position]);
            copy.push_str(inserted);
            at = *position;
        }
        copy + &text[at..]
    }

    /// Where a byte of the copy was in the text.
    fn origin(&self, offset: usize) -> usize {
        let mut before = 0;
        for (position, inserted) in &self.0 {
            if position + before + inserted.len() > offset {
                return offset.min(position + before) - before;
            }
            before += inserted.len();
        }
        offset - before
    }
}

/// What rustc says, by byte ranges of the text.
pub(super) struct Report {
    /// Names and imports that nothing uses.
    pub(super) unused: Vec<Range<usize>>,
    /// Paths to marked items, with the mark.
    pub(super) references: Vec<(String, Range<usize>)>,
    /// Members of impls that their trait does not have.
    pub(super) strangers: Vec<Range<usize>>,
    /// Errors about types that must be exported.
    pub(super) exposed: Vec<String>,
    /// The errors as people read them.
    pub(super) errors: Vec<String>,
}

impl Report {
    /// Compiles a text with insertions.
    pub(super) fn of(
        bench: &Bench<'_>,
        text: &str,
        insertions: &Insertions,
    ) -> Result<Self, CompileError> {
        let Bench { compiler, judge, edition, folder } = bench;
        let lints = UNUSED.iter().chain([&MARKED]);
        let flags: Vec<&str> = lints.flat_map(|lint| ["--force-warn", lint]).collect();
        let messages =
            compiler.diagnose(&insertions.apply(text), *edition, judge, &flags, folder.path())?;
        let mut report = Self {
            unused: Vec::new(),
            references: Vec::new(),
            strangers: Vec::new(),
            exposed: Vec::new(),
            errors: Vec::new(),
        };
        for line in messages.lines() {
            // Each line is one; others are of the system, and then there is no diagnostic to miss.
            match serde_json::from_str::<Diagnostic>(line) {
                Ok(diagnostic) => report.add(&diagnostic, insertions),
                Err(_) => report.errors.push(line.to_owned()),
            }
        }
        Ok(report)
    }

    pub(super) fn is_accepted(&self) -> bool {
        self.errors.is_empty()
    }

    /// The report itself, unless it has errors.
    pub(super) fn accepted(self, bench: &Bench<'_>) -> Result<Self, CompileError> {
        if self.is_accepted() {
            return Ok(self);
        }
        let version = bench.compiler.version().to_owned();
        let report = self.errors.join("\n");
        Err(CompileError::Rejected { version, edition: bench.edition, report })
    }

    fn add(&mut self, diagnostic: &Diagnostic, insertions: &Insertions) {
        let code = diagnostic.code.as_ref().map_or("", |code| code.code.as_str());
        let primary = || diagnostic.spans.iter().filter(|span| span.is_primary);
        let written = primary().filter(|span| span.expansion.is_none() && is_ours(span));
        let written = written.map(|span| origin(span, insertions));
        if matches!(diagnostic.level, DiagnosticLevel::Error | DiagnosticLevel::Ice) {
            if STRANGERS.contains(&code) {
                self.strangers.extend(written);
            }
            if code == EXPOSED {
                self.exposed.push(diagnostic.message.clone());
            }
            let text = diagnostic.rendered.clone();
            self.errors.push(text.unwrap_or_else(|| diagnostic.message.clone()));
        } else if code == MARKED {
            // For example: use of deprecated struct `kit::Board`: 7
            let mark = diagnostic.message.rsplit(": ").next().unwrap_or_default();
            let places = primary().map(|span| origin(invocation(span), insertions));
            self.references.extend(places.map(|place| (mark.to_owned(), place)));
        } else if UNUSED.contains(&code) {
            self.unused.extend(written);
        }
    }
}

/// Whether a place is in the text, rather than in a macro of the standard library.
fn is_ours(span: &DiagnosticSpan) -> bool {
    span.file_name == FILE
}

/// Where the text has what a macro has made: the outermost macro's invocation.
fn invocation(span: &DiagnosticSpan) -> &DiagnosticSpan {
    span.expansion.as_ref().map_or(span, |expansion| invocation(&expansion.span))
}

fn origin(span: &DiagnosticSpan, insertions: &Insertions) -> Range<usize> {
    let [start, end] = [span.byte_start, span.byte_end]
        .map(|offset| insertions.origin(usize::try_from(offset).unwrap_or(usize::MAX)));
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_a_copy_are_traced_to_the_text() {
        let insertions = Insertions::new(vec![(4, "<two>".to_owned()), (1, "<one>".to_owned())]);
        let copy = insertions.apply("abcdef");
        assert_eq!(copy, "a<one>bcd<two>ef");
        let check = |part: &str, expected: usize| {
            assert_eq!(insertions.origin(copy.find(part).unwrap()), expected, "{part}");
        };
        check("a", 0);
        check("one", 1);
        check("bcd", 1);
        check("d<", 3);
        check("two", 4);
        check("ef", 4);
        check("f", 5);
    }
}
