//! Source files of a bundle, and the file and position of each span.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use proc_macro2::Span;
use syn::spanned::Spanned;

/// Source files that have been read.
#[derive(Default)]
pub(crate) struct Sources {
    pub(crate) files: Vec<PathBuf>,
    /// Index of a file by the parser's name of its text; a file that has been included twice has
    /// two names.
    parsed: HashMap<String, usize>,
}

/// A place in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index into [`Sources::files`].
    pub(crate) file: usize,
    /// Line, counted from 1.
    pub(crate) line: usize,
    /// Column in characters, counted from 1.
    pub(crate) column: usize,
}

impl Sources {
    /// Records that the syntax, as parsed in this thread and not yet changed, comes from this file.
    pub(crate) fn add(&mut self, syntax: &syn::File, file: &Path) {
        let attribute = syntax.attrs.first().map(Spanned::span);
        let item = syntax.items.first().map(Spanned::span);
        if let Some(span) = attribute.or(item) {
            let index = self.files.iter().position(|known| known == file).unwrap_or_else(|| {
                self.files.push(file.to_owned());
                self.files.len() - 1
            });
            self.parsed.insert(span.file(), index);
        }
    }

    /// Returns the place of a span, or `None` for generated code.
    pub(crate) fn place(&self, span: Span) -> Option<Place> {
        let file = *self.parsed.get(&span.file())?;
        let start = span.start();
        Some(Place { file, line: start.line, column: start.column + 1 })
    }
}
