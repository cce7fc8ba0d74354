//! Which file a piece of syntax was read from.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use proc_macro2::Span;
use syn::spanned::Spanned;

/// The files that have been read, by what the parser calls their texts.
#[derive(Default)]
pub(crate) struct Sources(HashMap<String, PathBuf>);

/// A place in a file, line and column counted from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Sources {
    /// Notes that the syntax, as parsed and not yet changed, is of this file.
    pub(crate) fn add(&mut self, syntax: &syn::File, file: &Path) {
        let attribute = syntax.attrs.first().map(Spanned::span);
        let item = syntax.items.first().map(Spanned::span);
        if let Some(span) = attribute.or(item) {
            self.0.insert(span.file(), file.to_owned());
        }
    }

    /// Where a span is, or the start of `file` for syntax that nobody wrote.
    pub(crate) fn place(&self, span: Span, file: &Path) -> Place {
        let start = span.start();
        match self.0.get(&span.file()) {
            Some(file) => Place { file: file.clone(), line: start.line, column: start.column + 1 },
            None => Place { file: file.to_owned(), line: 1, column: 1 },
        }
    }
}
