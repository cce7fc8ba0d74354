//! Compilations of the drafts of one text.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    sync::{Arc, Mutex, PoisonError},
};

use tempfile::TempDir;

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};
use crate::parallel::run_in_parallel;
use crate::passed::Passed;

use super::{Draft, Finished, Pruned, QUIET, program::Program};

/// A compiler with the settings for all drafts of a text.
pub(crate) struct Session<'a> {
    pub(crate) compiler: &'a Compiler,
    pub(crate) judge: &'a Judge,
    pub(super) edition: Edition,
    /// Folder of the compiler's incremental data.
    pub(super) folder: TempDir,
    /// Programs of compiled texts, by edition and text.
    programs: Mutex<BTreeMap<(Edition, String), Arc<Program>>>,
}

/// Result of the comparison of two programs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Same,
    /// The programs differ. Holds the words in texts of the first that are in none of the second.
    Differs(BTreeSet<String>),
}

impl<'a> Session<'a> {
    pub(crate) fn new(compiler: &'a Compiler, judge: &'a Judge) -> Result<Self, CompileError> {
        let folder =
            tempfile::tempdir().map_err(|error| CompileError::io(&env::temp_dir(), error))?;
        let edition = judge.editions[0];
        Ok(Self { compiler, judge, edition, folder, programs: Mutex::default() })
    }

    /// Returns the program of a text in the first edition.
    pub(super) fn program(&self, text: &str) -> Result<Arc<Program>, CompileError> {
        self.program_as(self.edition, text)
    }

    /// Compiles a text in all editions of the judge, for later comparisons. Returns the program in
    /// the first edition.
    pub(super) fn programs(&self, text: &str) -> Result<Arc<Program>, CompileError> {
        let first = self.program(text)?;
        for &edition in &self.judge.editions {
            match self.program_as(edition, text) {
                // Nobody could use it in this edition.
                Ok(_) | Err(CompileError::Rejected { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(first)
    }

    fn program_as(&self, edition: Edition, text: &str) -> Result<Arc<Program>, CompileError> {
        // An allowed warning does not change the program.
        let text = text.strip_prefix(QUIET).unwrap_or(text);
        let known = || self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (edition, text.to_owned());
        if let Some(program) = known().get(&key) {
            return Ok(Arc::clone(program));
        }
        let program = Arc::new(Program::read(&self.compiler.code(text, edition, self.judge)?));
        known().insert(key, Arc::clone(&program));
        Ok(program)
    }

    /// Returns the texts of a program: names that it prints are among them.
    pub(crate) fn texts(&self, text: &str) -> Result<BTreeSet<String>, CompileError> {
        Ok(self.program(text)?.texts().collect())
    }

    /// Returns true if both texts, which compile, are the same program in the first edition,
    /// whatever its names are.
    pub(super) fn is_same_program(&self, text: &str, other: &str) -> Result<bool, CompileError> {
        let programs = run_in_parallel(&[text, other], |text| self.program(text))?;
        Ok(programs[0] == programs[1])
    }

    /// Compares two programs, whatever their names are, in all editions of the judge in which the
    /// first one compiles.
    pub(crate) fn compare(&self, text: &str, other: &str) -> Result<Comparison, CompileError> {
        let results = run_in_parallel(&self.judge.editions, |&edition| {
            let first = match self.program_as(edition, text) {
                // Nobody could use it in this edition.
                Err(CompileError::Rejected { .. }) if edition != self.edition => return Ok(None),
                first => first?,
            };
            let second = self.program_as(edition, other)?;
            Ok((first != second).then(|| &first.words() - &second.words()))
        })?;
        let differences: Vec<BTreeSet<String>> = results.into_iter().flatten().collect();
        Ok(match differences.is_empty() {
            true => Comparison::Same,
            false => Comparison::Differs(differences.into_iter().flatten().collect()),
        })
    }

    /// Returns true if the compiler generates another program for a text in another edition of the
    /// judge.
    pub(crate) fn depends_on_edition(&self, text: &str) -> Result<bool, CompileError> {
        let editions = &self.judge.editions;
        match run_in_parallel(editions, |&edition| self.program_as(edition, text)) {
            Ok(programs) => Ok(programs.iter().any(|program| *program != programs[0])),
            // The check of the bundle reports that.
            Err(CompileError::Rejected { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the text of a draft that compiles as the judge may compile it: in every edition and,
    /// where it matters, without debug assertions as well.
    ///
    /// The compiler checks the whole file: if it reports nothing, that check need not be repeated.
    pub(super) fn finish(
        &self,
        draft: &Draft,
        render: &dyn Fn(&str) -> String,
    ) -> Result<Finished, CompileError> {
        let Pruned { text, mut lines } = draft.cutout.without_empty_lines();
        // The code that read a field or constructed a variant may be gone, which causes warnings
        // that the sources do not have.
        let quiet = format!("{QUIET}\n{text}");
        let warnings = |text: &str, edition| {
            let checked = self.compiler.check(&render(text), edition, self.judge);
            checked.map_or(usize::MAX, |warnings| warnings.len())
        };
        let is_silent = |text: &str, edition| warnings(text, edition) == 0;
        let before = warnings(&text, self.edition);
        let after = if before == 0 { 0 } else { warnings(&quiet, self.edition) };
        let mut in_place = draft.cutout.text.clone();
        let text = if after < before {
            lines.insert(0, None);
            in_place.insert_str(0, QUIET);
            quiet
        } else {
            text
        };
        let is_checked = before.min(after) == 0;
        let mut editions = Vec::new();
        for &edition in &self.judge.editions {
            let is_first = edition == self.edition;
            if is_first && is_checked || !is_first && is_silent(&text, edition) {
                editions.push(edition);
            } else {
                self.compiler.try_out(&text, edition, self.judge, true)?;
            }
            if draft.outline.is_conditional() {
                self.compiler.try_out(&text, edition, self.judge, false)?;
            }
        }
        let passed = Passed::new(self.compiler, render(&text), editions);
        Ok(Finished { pruned: Pruned { text, lines }, in_place, passed, is_whole: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Program in which an integer literal is an `i32` unless only another type is possible.
    const WIDTHS: &str = "\
trait Width { const BITS: u32; }
impl Width for u8 { const BITS: u32 = 8; }
impl Width for i32 { const BITS: u32 = 32; }
fn width<T: Width>(_: T) -> u32 { T::BITS }
fn main() { println!(\"{}\", width(5)); }
";

    #[test]
    fn the_code_shows_if_an_impl_changes_the_program() {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let session = Session::new(&compiler, &judge).unwrap();
        let check = |line: &str, expected: bool| {
            assert!(WIDTHS.contains(line), "{line}");
            let left = WIDTHS.replace(line, "");
            assert_eq!(session.is_same_program(WIDTHS, &left).unwrap(), expected, "{line}");
        };
        check("impl Width for u8 { const BITS: u32 = 8; }", true);
        check("impl Width for i32 { const BITS: u32 = 32; }", false);
    }

    #[test]
    fn programs_are_compared_in_every_edition_and_whatever_their_names_are() {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let session = Session::new(&compiler, &judge).unwrap();
        let compare = |text: &str, other: &str| session.compare(text, other).unwrap();
        let words = |words: &[&str]| {
            Comparison::Differs(words.iter().map(|&word| word.to_owned()).collect())
        };
        let shown = "#[derive(Debug)] struct Shown { part: u8 }\n\
                     fn main() { print!(\"{:?}\\n\", Shown { part: 1 }); }\n";
        assert_eq!(compare(shown, &shown.replace("main() {", "main() {  ")), Comparison::Same);
        let renamed = shown.replace("Shown", "S").replace("part", "p");
        assert_eq!(compare(shown, &renamed), words(&["Shown", "part"]));
        assert_eq!(compare(shown, &shown.replace("part: 1", "part: 2")), words(&[]));
        let silent = shown.replace("{:?}", "1").replace("Shown { part: 1 }", "");
        let silent = silent.replace("\", )", "\")");
        assert_eq!(compare(&silent, &silent.replace("Shown", "S")), Comparison::Same);
        // A temporary in the last expression outlives the variables, until edition 2024.
        let last = "struct D(u8);\n\
                    impl Drop for D { fn drop(&mut self) { print!(\"{}\", self.0); } }\n\
                    impl D { fn get(&self) -> u8 { self.0 } }\n\
                    fn f() -> u8 { let _x = D(1); D(2).get() }\nfn main() { f(); }\n";
        let bound = last.replace("D(2).get() }", "let y = D(2).get(); y }");
        assert_eq!(compare(last, &bound), words(&[]));
        assert!(session.depends_on_edition(last).unwrap());
        assert!(!session.depends_on_edition(&bound).unwrap());
    }
}
