//! Length of a text as the judge counts it, and the level of minification that it needs.

use crate::judge::{Judge, Size};
use crate::level::{Level, Minify};
use crate::pack::packed;
use crate::shorten::with_all_names_short;

/// Everything that decides if a text fits the judge.
pub(crate) struct Fit<'a> {
    pub(crate) judge: &'a Judge,
    /// Header of the file, before the text.
    pub(crate) header: &'a str,
    /// Permitted levels.
    pub(crate) minify: Minify,
}

impl Fit<'_> {
    /// Returns the length of the file with this text.
    pub(crate) fn length(&self, text: &str) -> usize {
        self.judge.length(self.header) + self.judge.length(text)
    }

    pub(crate) fn is_too_long(&self, text: &str) -> bool {
        self.judge.verdict(self.length(text)) == Size::TooLarge
    }

    /// Returns the file that a readable text becomes unless it needs short names.
    pub(crate) fn file(&self, text: &str) -> String {
        let is_packed = self.minify.first() >= Level::Spaces
            || self.is_too_long(text) && self.minify.allows(Level::Spaces);
        let packed = is_packed.then(|| packed(text));
        format!("{}{}", self.header, packed.as_deref().unwrap_or(text))
    }

    /// Returns the level that a readable text needs.
    pub(crate) fn level(&self, text: &str) -> Level {
        let first = self.minify.first();
        let goes_on = |level: Level, is_too_long: bool| {
            first >= level || is_too_long && self.minify.allows(level)
        };
        if !goes_on(Level::Spaces, self.is_too_long(text)) {
            Level::Readable
        } else if !goes_on(Level::Names, self.is_too_long(&packed(text))) {
            Level::Spaces
        } else if !goes_on(Level::Module, self.is_too_long(&with_all_names_short(text))) {
            Level::Names
        } else {
            Level::Module
        }
    }
}
