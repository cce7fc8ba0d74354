//! Which file a piece of syntax was read from, and where it stands there.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use proc_macro2::Span;
use syn::spanned::Spanned;

/// The files that have been read.
#[derive(Default)]
pub(crate) struct Sources {
    pub(crate) files: Vec<PathBuf>,
    /// Index of a file by what the parser calls its text; a file that has been included twice has two.
    parsed: HashMap<String, usize>,
}

/// A place in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index into [`Sources::files`].
    pub(crate) file: usize,
    /// Counted from one.
    pub(crate) line: usize,
    /// In characters, counted from one.
    pub(crate) column: usize,
}

impl Sources {
    /// Notes that the syntax, as parsed in this thread and not yet changed, is of this file.
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

    /// Where a span is; nothing for what nobody wrote.
    pub(crate) fn place(&self, span: Span) -> Option<Place> {
        let file = *self.parsed.get(&span.file())?;
        let start = span.start();
        Some(Place { file, line: start.line, column: start.column + 1 })
    }
}
