//! Leaving out what nobody uses.
//!
//! A bundle is a program: nothing outside calls into it, so rustc's own lints say exactly which functions, constants,
//! types, traits, macros and imports nothing uses. Each round asks for them, adds what names them in vain (the impls of
//! a type that nobody makes, the methods that impls have for a trait's unused one), cuts all that from the text and
//! compiles what is left; the last round finds nothing.
//!
//! What is cut is never run. What stays keeps its tokens, so it can mean something else only if one of its names did,
//! and the compiler has tied every name to something that stays: [`references`] has it report whatever names an unused
//! item, and one that is named by anything that stays, stays too. Implementations of traits are another matter, for
//! which see [`impls`]. Unread fields and unmade variants stay: without them types have another size, order and text.
//! What macros make stays with them, and so does whatever code names that other flags than ours switch on.
//!
//! All cuts leave empty lines until the end, so that the compiler's words about any draft are about the lines of all.

mod code;
mod conditional;
mod cut;
mod impls;
mod outline;
mod references;
mod report;

use std::{collections::BTreeSet, env, thread};

use tempfile::TempDir;

use crate::{CompileError, Compiler, Edition, Judge};

use code::Code;
use cut::{Cut, Cutout};
use outline::Outline;
use report::Report;

/// Rounds in which members of impls follow a trait's unused ones; each one may uncover others.
const FOLLOWING_ROUNDS: usize = 4;

/// For a program in which fields are no longer read or variants no longer made.
const QUIET: &str = "#![allow(dead_code)]\n";

/// What is left of a text.
pub(crate) struct Pruned {
    pub(crate) text: String,
    /// Which line of the whole text each line was, counted from zero; nothing for a line that is new.
    pub(crate) lines: Vec<Option<usize>>,
}

/// Returns `source` without what nobody uses. It compiles in all of the judge's editions.
///
/// # Errors
///
/// If there is no compiler, if `source` itself does not compile, or if what is left does not.
pub(crate) fn prune(
    source: &str,
    compiler: &Compiler,
    judge: &Judge,
) -> Result<Pruned, CompileError> {
    let compiler = compiler.for_drafts_of(source, judge);
    let bench = Bench::new(&compiler, judge)?;
    let whole = Draft::of(Cutout::new(source.to_owned()));
    let mut pruner = Pruner { bench: &bench, kept: BTreeSet::new() };
    let (pruned, code) = beside(
        || {
            let report = pruner.report(&whole)?.accepted(&bench)?;
            pruner.without_unused(whole, report)
        },
        || Code::of(&bench, source),
    );
    let (pruned, code) = (pruned?, code?);
    if let Some(shorter) = pruner.without_idle_impls(&pruned, &code)? {
        let left = || Code::of(&bench, &shorter.cutout.text);
        let (text, left) = beside(|| bench.finish(&shorter), left);
        if left?.is_code_of(&code) {
            return text;
        }
    }
    bench.finish(&pruned)
}

/// What both return, the second one having run in a thread of its own.
fn beside<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    thread::scope(|scope| {
        let second = scope.spawn(second);
        (first(), second.join().expect("compiling does not panic"))
    })
}

/// A compiler at work on one text after the other.
struct Bench<'a> {
    compiler: &'a Compiler,
    judge: &'a Judge,
    edition: Edition,
    /// Where it keeps what it learns.
    folder: TempDir,
}

impl<'a> Bench<'a> {
    fn new(compiler: &'a Compiler, judge: &'a Judge) -> Result<Self, CompileError> {
        let folder =
            tempfile::tempdir().map_err(|error| CompileError::io(&env::temp_dir(), error))?;
        Ok(Self { compiler, judge, edition: judge.editions[0], folder })
    }

    /// The text of a draft, which compiles as the judge may compile it: in every edition and, where it matters, without
    /// debug assertions as well.
    fn finish(&self, draft: &Draft) -> Result<Pruned, CompileError> {
        let Pruned { text, mut lines } = draft.cutout.closed();
        // What read a field or made a variant may be gone, and then the compiler has something to say.
        let quiet = format!("{QUIET}{text}");
        let is_silent = |text: &str| self.compiler.check(text, self.edition, self.judge).is_ok();
        let (text, is_checked) = match is_silent(&text) {
            true => (text, true),
            false if is_silent(&quiet) => {
                lines.insert(0, None);
                (quiet, true)
            }
            false => (text, false),
        };
        for &edition in &self.judge.editions {
            for has_assertions in [true, false] {
                let is_done = is_checked && edition == self.edition;
                let matters = !has_assertions && draft.outline.is_conditional();
                if matters || (has_assertions && !is_done) {
                    self.compiler.try_out(&text, edition, self.judge, has_assertions)?;
                }
            }
        }
        Ok(Pruned { text, lines })
    }
}

/// A text and what it is made of.
struct Draft {
    cutout: Cutout,
    outline: Outline,
}

impl Draft {
    fn of(cutout: Cutout) -> Self {
        let outline = Outline::of(&cutout.text);
        Self { cutout, outline }
    }

    fn without(&self, cuts: &[Cut]) -> Self {
        Self::of(self.cutout.without(&self.outline, cuts))
    }
}

struct Pruner<'a> {
    bench: &'a Bench<'a>,
    /// What the compiler calls unused and yet misses when it is gone, by key.
    kept: BTreeSet<String>,
}

impl Pruner<'_> {
    /// The draft, which compiles with this report, without all that the lints find.
    fn without_unused(&mut self, draft: Draft, report: Report) -> Result<Draft, CompileError> {
        let (mut draft, mut report) = (draft, report);
        loop {
            let cuts = self.unused(&draft, &report)?;
            if cuts.is_empty() {
                return Ok(draft);
            }
            (draft, report) = self.without(draft, report, &cuts)?;
        }
    }

    fn report(&self, draft: &Draft) -> Result<Report, CompileError> {
        Report::of(self.bench, &draft.cutout.text, &draft.outline.narrowing())
    }

    /// What can go from a draft that compiles with this report.
    fn unused(&self, draft: &Draft, report: &Report) -> Result<Vec<Cut>, CompileError> {
        let (text, outline) = (&draft.cutout.text, &draft.outline);
        let mut cuts = outline.empty();
        cuts.extend(outline.unused(&report.unused));
        cuts.retain(|cut| !self.kept.contains(outline.key(cut)));
        outline.spare_conditional(&mut cuts);
        let marks = references::marks(outline, &cuts);
        if !marks.is_empty() {
            let insertions = outline.narrowing().and(marks);
            let marked = Report::of(self.bench, text, &insertions)?;
            references::settle(outline, &mut cuts, &marked.references);
        }
        Ok(cuts)
    }

    /// The draft without as many of the cuts as it compiles without. The others are kept from now on.
    fn without(
        &mut self,
        draft: Draft,
        report: Report,
        cuts: &[Cut],
    ) -> Result<(Draft, Report), CompileError> {
        if let Some(done) = self.attempt(&draft, cuts)? {
            return Ok(done);
        }
        let mut best = None;
        let mut accepted = Vec::new();
        let mut open = vec![cuts];
        while let Some(part) = open.pop() {
            let all: Vec<Cut> = accepted.iter().chain(part).cloned().collect();
            // All of them together have just been tried.
            let tried = if part.len() < cuts.len() { self.attempt(&draft, &all)? } else { None };
            if let Some(done) = tried {
                accepted = all;
                best = Some(done);
                continue;
            }
            if let [cut] = part {
                self.kept.insert(draft.outline.key(cut).to_owned());
            } else {
                let (left, right) = part.split_at(part.len() / 2);
                open.extend([right, left]);
            }
        }
        Ok(best.unwrap_or((draft, report)))
    }

    /// The draft without the cuts, and without what impls have for a trait's items among them, if that compiles.
    fn attempt(
        &self,
        draft: &Draft,
        cuts: &[Cut],
    ) -> Result<Option<(Draft, Report)>, CompileError> {
        let mut left = draft.without(cuts);
        for _ in 0..FOLLOWING_ROUNDS {
            let report = self.report(&left)?;
            if report.is_accepted() {
                return Ok(Some((left, report)));
            }
            let strangers = left.outline.members(&report.strangers);
            if strangers.is_empty() {
                return Ok(None);
            }
            left = left.without(&strangers);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pruned(source: &str) -> Result<Pruned, CompileError> {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        prune(source, &compiler, &Judge::codecup())
    }

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let Pruned { text, lines } = pruned(source).unwrap();
        assert_eq!(text, expected);
        // Whatever is left of a line is in it.
        let old: Vec<&str> = source.lines().collect();
        assert_eq!(lines.len(), text.lines().count());
        for (line, old) in text.lines().zip(lines.iter().map(|line| line.map(|line| old[line]))) {
            let is_whole =
                old.is_some_and(|old| old == line || old.contains("use ") || old.contains("gone"));
            assert!(is_whole || old.is_none() && QUIET.trim() == line, "{line}");
        }
    }

    #[test]
    fn whole_lines_go_and_the_others_stay_as_they_are() {
        check(
            "// One.\n\nmod a {\nfn gone() {\n\tcrate::main();\n}\n}\n\nfn main()  {\n\t1 ; // Two.\n}\n",
            "// One.\n\nfn main()  {\n\t1 ; // Two.\n}\n",
        );
        check("fn main() {} fn gone() {} const _: () = ();\n", "fn main() {}  const _: () = ();\n");
    }

    #[test]
    fn imports_lose_what_is_unused_and_keep_the_rest() {
        let users = "fn main() {\n\tlet _ = (take::<u8>, Map::<u8, u8>::new());\n}\n";
        check(
            &format!(
                "use std::{{mem::{{take, swap}}, collections::{{BTreeMap as Map, HashMap}}, fmt}};\n{users}"
            ),
            &format!("use std::{{mem::take, collections::BTreeMap as Map}};\n{users}"),
        );
        check("use std::fmt::{self, Display};\nfn main() {}\n", "fn main() {}\n");
        check(
            "use std::fmt::{self, Display};\nfn main() {\n\tlet _: fmt::Result = Ok(());\n}\n",
            "use std::fmt::{self};\nfn main() {\n\tlet _: fmt::Result = Ok(());\n}\n",
        );
    }

    #[test]
    fn what_is_needed_after_all_stays_and_the_rest_goes() {
        let text = "fn main() { needed(); }\nfn gone() {}\nfn needed() {}\nfn lost() {}\n";
        let draft = Draft::of(Cutout::new(text.to_owned()));
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let bench = Bench::new(&compiler, &judge).unwrap();
        let mut pruner = Pruner { bench: &bench, kept: BTreeSet::new() };
        let report = pruner.report(&draft).unwrap();
        let (left, _) =
            pruner.without(draft, report, &[Cut::Part(1), Cut::Part(2), Cut::Part(3)]).unwrap();
        assert_eq!(left.cutout.closed().text, "fn main() { needed(); }\nfn needed() {}\n");
        assert_eq!(pruner.kept, BTreeSet::from(["needed".to_owned()]));
    }

    #[test]
    fn fields_that_are_no_longer_read_and_variants_no_longer_made_are_excused() {
        let kept = "enum Kind {\n\tA,\n\tB(u8),\n}\n\
                    fn main() {\n\tassert!(!matches!(Kind::A, Kind::B(_)));\n}\n";
        check(
            "struct A(u8);\nfn main() {\n\tassert_eq!(A(1).0, 1);\n}\n",
            "struct A(u8);\nfn main() {\n\tassert_eq!(A(1).0, 1);\n}\n",
        );
        check(
            &format!("fn gone() -> Kind {{\n\tKind::B(1)\n}}\n{kept}"),
            &format!("{QUIET}{kept}"),
        );
    }

    /// A number is an `i32` unless only another type will do.
    const WIDTHS: &str = "\
trait Width { const BITS: u32; }
impl Width for u8 { const BITS: u32 = 8; }
impl Width for i32 { const BITS: u32 = 32; }
fn width<T: Width>(_: T) -> u32 { T::BITS }
fn main() { println!(\"{}\", width(5)); }
";

    #[test]
    fn code_tells_an_impl_that_changes_the_program_from_one_that_does_not() {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let bench = Bench::new(&compiler, &judge).unwrap();
        let code = |text: &str| Code::of(&bench, text).unwrap();
        let check = |line: &str, expected: bool| {
            assert!(WIDTHS.contains(line), "{line}");
            let left = code(&WIDTHS.replace(line, ""));
            assert_eq!(left.is_code_of(&code(WIDTHS)), expected, "{line}");
        };
        check("impl Width for u8 { const BITS: u32 = 8; }", true);
        check("impl Width for i32 { const BITS: u32 = 32; }", false);
    }

    #[test]
    fn a_text_that_does_not_compile_is_refused_with_the_compilers_words() {
        let error = pruned("fn main() { missing(); }").err().unwrap().to_string();
        assert!(error.contains("cannot find function `missing`"), "{error}");
    }
}
