//! Program whose crates cargo has reported once, and whose sources are merged again and again with
//! changes: for fuzzing.

use std::path::{Path, PathBuf};

use crate::error::BundleError;
use crate::graph::Graph;
use crate::include::read_text;
use crate::judge::Judge;
use crate::merge::merge;
use crate::pack::packed;
use crate::request::Request;
use crate::shorten::with_all_names_short;

/// Program whose crates cargo has reported once.
pub struct Project {
    graph: Graph,
    judge: Judge,
}

impl Project {
    /// Asks cargo for the crates of a program.
    ///
    /// # Errors
    ///
    /// As [`bundle`](crate::bundle()).
    pub fn read(request: &Request) -> Result<Self, BundleError> {
        Ok(Self { graph: Graph::read(request)?, judge: request.judge.clone() })
    }

    /// Returns the source files of the program with their texts.
    ///
    /// # Errors
    ///
    /// As [`bundle`](crate::bundle()).
    pub fn files(&self) -> Result<Vec<(PathBuf, String)>, BundleError> {
        let files = merge(&self.graph, &self.judge)?.sources.files;
        files.into_iter().map(|file| Ok((file.clone(), read_text(&file)?))).collect()
    }

    /// Merges the crates with another text in place of that of one file, and returns the merged
    /// text, packed, and packed with short names. No compiler checks them.
    ///
    /// # Errors
    ///
    /// As [`bundle`](crate::bundle()).
    pub fn merge_with(&mut self, file: &Path, text: &str) -> Result<[String; 3], BundleError> {
        let edits = self.graph.edits.clone();
        self.graph.edits.replace(file, read_text(file)?.len(), text);
        let merged = merge(&self.graph, &self.judge).map(|merged| merged.text.text);
        self.graph.edits = edits;
        let texts = merged.map(|text| [packed(&text), with_all_names_short(&text), text]);
        // Otherwise this thread keeps every text that it has parsed.
        proc_macro2::extra::invalidate_current_thread_spans();
        texts
    }
}
