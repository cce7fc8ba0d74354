//! Diagnostics of rustc about a text, with byte ranges of that text.

use std::{collections::BTreeSet, ops::Range};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

use crate::compiler::FILE;
use crate::error::CompileError;

use super::Session;

/// Lints that report unused items. With `--force-warn` they ignore every `allow`.
const UNUSED: [&str; 3] = ["dead_code", "unused_imports", "unused_macros"];
/// Lint that reports references to an item marked as deprecated.
pub(super) const MARKED: &str = "deprecated";
/// Errors about a method, type or constant of an impl that its trait does not have.
const FOREIGN_MEMBERS: [&str; 3] = ["E0407", "E0437", "E0438"];

/// Part of a note that lists types of no importance for an error.
const OTHER_TYPES: &str = "other types implement trait";

/// Error about a private type in the interface of an exported item.
const EXPOSED: &str = "E0446";

/// Text inserted into a copy of a source for the compiler alone: position and inserted text.
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

    /// Returns the position in the text of a byte of the copy.
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

/// Diagnostics of rustc, by byte ranges of the text.
pub(super) struct Report {
    /// Unused names and imports.
    pub(super) unused: Vec<Range<usize>>,
    /// References to marked items, with the mark.
    pub(super) references: Vec<(String, Range<usize>)>,
    /// Members of impls that their trait does not have.
    pub(super) foreign_members: Vec<Range<usize>>,
    /// Errors about such members of impls that macros write.
    pub(super) generated_members: Vec<String>,
    /// Errors about types that must be exported.
    pub(super) exposed: Vec<String>,
    /// Errors in readable form.
    pub(super) errors: Vec<String>,
    /// Words of each error, without those of quoted code.
    pub(super) words: Vec<BTreeSet<String>>,
}

impl Report {
    /// Compiles a text with insertions.
    pub(super) fn of(
        session: &Session<'_>,
        text: &str,
        insertions: &Insertions,
    ) -> Result<Self, CompileError> {
        let Session { compiler, judge, edition, folder, .. } = session;
        let lints = UNUSED.iter().chain([&MARKED]);
        let flags: Vec<&str> = lints.flat_map(|lint| ["--force-warn", lint]).collect();
        let messages = compiler.diagnose(
            &insertions.apply(text),
            *edition,
            judge,
            &flags,
            Some(folder.path()),
        )?;
        let mut report = Self {
            unused: Vec::new(),
            references: Vec::new(),
            foreign_members: Vec::new(),
            generated_members: Vec::new(),
            exposed: Vec::new(),
            errors: Vec::new(),
            words: Vec::new(),
        };
        for line in messages.lines() {
            // Each line is one diagnostic. Other lines come from the operating system and count as
            // errors.
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

    /// Returns the report itself, unless it has errors.
    pub(super) fn accepted(self, session: &Session<'_>) -> Result<Self, CompileError> {
        if self.is_accepted() {
            return Ok(self);
        }
        let version = session.compiler.version().to_owned();
        let report = self.errors.join("\n");
        Err(CompileError::Rejected { version, edition: session.edition, report })
    }

    fn add(&mut self, diagnostic: &Diagnostic, insertions: &Insertions) {
        let code = diagnostic.code.as_ref().map_or("", |code| code.code.as_str());
        let primary = || diagnostic.spans.iter().filter(|span| span.is_primary);
        let written = primary().filter(|span| span.expansion.is_none() && is_ours(span));
        let written = written.map(|span| origin(span, insertions));
        if matches!(diagnostic.level, DiagnosticLevel::Error | DiagnosticLevel::Ice) {
            if FOREIGN_MEMBERS.contains(&code) {
                let before = self.foreign_members.len();
                self.foreign_members.extend(written);
                if self.foreign_members.len() == before {
                    self.generated_members.push(diagnostic.message.clone());
                }
            }
            if code == EXPOSED {
                self.exposed.push(diagnostic.message.clone());
            }
            self.words.push(words(diagnostic));
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

/// Returns the words of a message with its labels and notes. Lists of other types are left out.
fn words(diagnostic: &Diagnostic) -> BTreeSet<String> {
    let labels = diagnostic.spans.iter().filter_map(|span| span.label.as_deref());
    let notes = diagnostic.children.iter().filter(|note| !note.message.contains(OTHER_TYPES));
    let texts = labels.chain([diagnostic.message.as_str()]);
    let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let own = words.filter(|word| !word.is_empty()).map(str::to_owned);
    own.chain(notes.flat_map(self::words)).collect()
}

/// Returns true for a place in the text, rather than in a macro of the standard library.
fn is_ours(span: &DiagnosticSpan) -> bool {
    span.file_name == FILE
}

/// Returns the place in the text of an expansion: the outermost macro's invocation.
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
    fn bytes_of_a_copy_map_to_the_text() {
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
