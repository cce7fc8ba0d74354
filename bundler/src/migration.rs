//! Edits that keep the meaning of code of an older edition in edition 2021.
//!
//! The compiler's own migration lints find the places, where the types are known, and suggest the
//! edits, as `cargo fix --edition` makes them. What the syntax alone shows is migrated elsewhere.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::CompilerMessage;
use cargo_metadata::diagnostic::{Applicability, Diagnostic, DiagnosticSpan};

use crate::error::BundleError;

/// Lints about code that compiles in edition 2021 too, and means something else there.
const OF_MEANING: [&str; 3] =
    ["array_into_iter", "rust_2021_incompatible_closure_captures", "rust_2021_prelude_collisions"];

/// Lints about syntax that edition 2021 rejects, and the parser too.
const OF_SYNTAX: [&str; 3] = ["anonymous_parameters", "bare_trait_objects", "keyword_idents_2018"];

/// Returns the names of all migration lints.
pub(crate) fn lints() -> impl Iterator<Item = &'static str> {
    OF_MEANING.into_iter().chain(OF_SYNTAX)
}

/// Name of a parameter that had none.
const UNNAMED: &str = "_: ";

/// Reason for a place without a suggestion.
const REASON: &str = "edition 2021 gives it another meaning; write it so that both agree, or \
                      migrate the crate with `cargo fix --edition`";

/// Edits of files: byte ranges of the original text, with new text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edits(HashMap<PathBuf, BTreeSet<(usize, usize, String)>>);

impl Edits {
    /// Adds what a message of the compiler about a crate of an older edition suggests.
    ///
    /// # Errors
    ///
    /// If a migration lint suggests nothing that can be applied, for example in a macro.
    pub(crate) fn add(
        &mut self,
        message: &CompilerMessage,
        workspace: &Path,
    ) -> Result<(), BundleError> {
        let diagnostic = &message.message;
        let code = diagnostic.code.as_ref().map_or("", |code| code.code.as_str());
        if !lints().any(|lint| lint == code) {
            return Ok(());
        }
        let root = message.target.src_path.as_std_path();
        let spans = suggestions(diagnostic);
        let mut places = diagnostic.spans.iter().chain(spans.iter().copied());
        if spans.is_empty() || places.any(|span| span.expansion.is_some()) {
            if OF_SYNTAX.contains(&code) {
                // Later steps change it in macros, or the compiler of the bundle reports it.
                return Ok(());
            }
            let place = diagnostic.spans.first();
            let line = place.map_or(0, |span| span.line_start);
            return Err(BundleError::Refused {
                file: place.map_or(root.to_owned(), |span| path_of(span, root, workspace)),
                what: format!("line {line}: {}", diagnostic.message),
                reason: REASON,
            });
        }
        for span in spans {
            let [start, end] =
                [span.byte_start, span.byte_end].map(|at| usize::try_from(at).unwrap_or(0));
            let new = span.suggested_replacement.clone().unwrap_or_default();
            // An insertion, so that the type after it can be edited as well.
            let (end, new) = match new.strip_prefix(UNNAMED) {
                Some(_) if code == "anonymous_parameters" => (start, UNNAMED.to_owned()),
                _ => (end, new),
            };
            let file = self.0.entry(path_of(span, root, workspace)).or_default();
            // Lines keep their numbers.
            file.insert((start, end, new.replace('\n', " ")));
        }
        Ok(())
    }

    /// Replaces the whole text of a file, which has this length in bytes.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn replace(&mut self, path: &Path, len: usize, text: &str) {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        self.0.insert(path, [(0, len, text.to_owned())].into());
    }

    /// Returns the text of a file with the edits.
    pub(crate) fn apply(&self, path: &Path, mut text: String) -> String {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        // From the end, so that the places of the others stay valid.
        for (start, end, new) in self.0.get(&path).into_iter().flatten().rev() {
            text.replace_range(start..end, new);
        }
        text
    }
}

/// Returns the edits of the first suggestion that the compiler takes for right.
fn suggestions(diagnostic: &Diagnostic) -> Vec<&DiagnosticSpan> {
    let is_right = |span: &&DiagnosticSpan| {
        span.suggestion_applicability == Some(Applicability::MachineApplicable)
    };
    let mut children = diagnostic.children.iter();
    let found = children.find(|child| child.spans.iter().any(|span| is_right(&span)));
    found.into_iter().flat_map(|child| child.spans.iter().filter(is_right)).collect()
}

/// Returns the path of a span's file, which is relative to the workspace or to the package.
fn path_of(span: &DiagnosticSpan, root: &Path, workspace: &Path) -> PathBuf {
    let packages = root.ancestors().skip(1).take(4);
    let candidates =
        [workspace].into_iter().chain(packages).map(|folder| folder.join(&span.file_name));
    candidates
        .filter_map(|path| fs::canonicalize(path).ok())
        .next()
        .unwrap_or_else(|| PathBuf::from(&span.file_name))
}
