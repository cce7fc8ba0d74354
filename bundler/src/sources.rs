//! Which file a piece of syntax was read from.

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
    /// Index of a file by what the parser calls its text.
    parsed: HashMap<String, usize>,
}

impl Sources {
    /// Notes that the syntax, as parsed in this thread and not yet changed, is of this file.
    pub(crate) fn add(&mut self, syntax: &syn::File, file: &Path) {
        let attribute = syntax.attrs.first().map(Spanned::span);
        let item = syntax.items.first().map(Spanned::span);
        if let Some(span) = attribute.or(item) {
            self.parsed.insert(span.file(), self.files.len());
            self.files.push(file.to_owned());
        }
    }

    /// Which of the files a span is in; nothing for what nobody wrote.
    pub(crate) fn index(&self, span: Span) -> Option<usize> {
        self.parsed.get(&span.file()).copied()
    }
}
