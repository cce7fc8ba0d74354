//! Warnings of the judge's compilers, which are no reason to refuse a bundle.

use std::fmt;

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

use crate::map::Map;

/// Maximum number of warnings in a note.
const MOST_SHOWN: usize = 3;

/// Warning of a compiler about a bundle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Warning {
    /// File, line and column, both counted from 1; empty for a warning about the whole program.
    pub place: String,
    /// Message of the compiler.
    pub message: String,
}

impl Warning {
    /// Returns the warning in a diagnostic about `file`, unless it is of another level or counts
    /// the warnings.
    pub(crate) fn of(diagnostic: &Diagnostic, file: &str) -> Option<Self> {
        let is_about_code = !diagnostic.spans.is_empty() || diagnostic.code.is_some();
        if diagnostic.level != DiagnosticLevel::Warning || !is_about_code {
            return None;
        }
        let primary = diagnostic.spans.iter().find(|span| span.is_primary);
        let place = primary
            .and_then(|span| in_file(span, file))
            .map(|span| format!("{}:{}:{}", span.file_name, span.line_start, span.column_start));
        Some(Self { place: place.unwrap_or_default(), message: diagnostic.message.clone() })
    }

    /// Returns the same warning with its place in the sources of `file`.
    pub(crate) fn in_sources(self, map: &Map, file: &str) -> Self {
        Self { place: map.explain(&self.place, file), ..self }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

/// Returns the place in `file`, also of code in macros of other crates.
fn in_file<'a>(span: &'a DiagnosticSpan, file: &str) -> Option<&'a DiagnosticSpan> {
    if span.file_name == file {
        return Some(span);
    }
    span.expansion.as_ref().and_then(|expansion| in_file(&expansion.span, file))
}

/// Returns a note of some lines about warnings; `None` if there are none.
pub(crate) fn note(warnings: &[Warning]) -> Option<String> {
    let count = match warnings.len() {
        0 => return None,
        1 => "1 warning".to_owned(),
        count => format!("{count} warnings"),
    };
    let mut note = format!("note: the judge's compiler accepts the bundle with {count}:");
    for warning in warnings.iter().take(MOST_SHOWN) {
        note += &format!("\n  {warning}");
    }
    if warnings.len() > MOST_SHOWN {
        note += &format!("\n  and {} more", warnings.len() - MOST_SHOWN);
    }
    Some(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_shows_some_warnings_and_the_number_of_all() {
        let warning =
            |line: usize| Warning { place: format!("a.rs:{line}:1"), message: "unused".to_owned() };
        assert_eq!(note(&[]), None);
        let one = note(&[warning(1)]).unwrap();
        assert!(one.ends_with("with 1 warning:\n  a.rs:1:1: unused"), "{one}");
        let five = note(&(1..=5).map(warning).collect::<Vec<_>>()).unwrap();
        assert!(five.contains("5 warnings") && five.ends_with("a.rs:3:1: unused\n  and 2 more"));
    }
}
