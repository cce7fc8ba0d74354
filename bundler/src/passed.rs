//! Record of the checks that a file has passed, so that no check runs twice.

use crate::compiler::Compiler;
use crate::judge::Edition;

/// A file that a compiler has accepted without errors and warnings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passed {
    compiler: Option<Compiler>,
    source: String,
    editions: Vec<Edition>,
}

impl Passed {
    pub(crate) fn new(compiler: &Compiler, source: String, editions: Vec<Edition>) -> Self {
        Self { compiler: Some(compiler.clone()), source, editions }
    }

    /// Returns true if the file has passed in all of these editions.
    pub(crate) fn has_all(&self, editions: &[Edition]) -> bool {
        editions.iter().all(|edition| self.editions.contains(edition))
    }

    /// Returns true if this compiler has checked exactly this text in this edition.
    pub(crate) fn holds(&self, compiler: &Compiler, source: &str, edition: Edition) -> bool {
        let is_same = self.compiler.as_ref().is_some_and(|passed| passed.is_same(compiler));
        is_same && self.editions.contains(&edition) && self.source == source
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_holds_for_the_same_text_edition_and_compiler() {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let passed = Passed::new(&compiler, "fn main() {}".to_owned(), vec![Edition::E2021]);
        assert!(passed.holds(&compiler, "fn main() {}", Edition::E2021));
        assert!(!passed.holds(&compiler, "fn main() {}", Edition::E2024));
        assert!(!passed.holds(&compiler, "fn main(){}", Edition::E2021));
        let elsewhere = tempfile::tempdir().unwrap();
        let other = Compiler::workspace(elsewhere.path()).unwrap();
        assert!(!passed.holds(&other, "fn main() {}", Edition::E2021));
        assert!(!Passed::default().holds(&compiler, "", Edition::E2021));
    }
}
