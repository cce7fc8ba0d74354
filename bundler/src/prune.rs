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

use std::{collections::BTreeSet, env, ops::Range, thread};

use tempfile::TempDir;

use crate::{CompileError, Compiler, Edition, Judge, passed::Passed};

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

/// Pruned text with the checks that it has passed.
pub(crate) struct Finished {
    pub(crate) pruned: Pruned,
    pub(crate) passed: Passed,
}

/// Returns `source` without what nobody uses. It compiles in all of the judge's editions as the file
/// that `dress` makes of it.
///
/// # Errors
///
/// If there is no compiler, if `source` itself does not compile, or if what is left does not.
pub(crate) fn prune(
    source: &str,
    compiler: &Compiler,
    judge: &Judge,
    dress: &(dyn Fn(&str) -> String + Sync),
) -> Result<Finished, CompileError> {
    let compiler = compiler.for_drafts_of(source, judge);
    let bench = Bench::new(&compiler, judge)?;
    let whole = Draft::of(Cutout::new(source.to_owned()));
    let mut pruner = Pruner::new(&bench);
    let (pruned, code) = beside(
        || {
            let report = pruner.first_report(&whole)?;
            pruner.without_unused(whole, report)
        },
        || Code::of(&bench, source),
    );
    let (pruned, code) = (pruned?, code?);
    if let Some(shorter) = pruner.without_idle_impls(&pruned, &code)? {
        let left = || Code::of(&bench, &shorter.cutout.text);
        let (text, left) = beside(|| bench.finish(&shorter, dress), left);
        if left?.is_code_of(&code) {
            return text;
        }
    }
    bench.finish(&pruned, dress)
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

    /// The text of a draft, which compiles as the judge may compile it: in every edition and, where
    /// it matters, without debug assertions as well.
    ///
    /// The compiler sees the whole file: what it accepts in silence need not be checked again.
    fn finish(
        &self,
        draft: &Draft,
        dress: &dyn Fn(&str) -> String,
    ) -> Result<Finished, CompileError> {
        let Pruned { text, mut lines } = draft.cutout.closed();
        // What read a field or made a variant may be gone, and then the compiler has something to say.
        let quiet = format!("{QUIET}{text}");
        let is_silent =
            |text: &str, edition| self.compiler.check(&dress(text), edition, self.judge).is_ok();
        let (text, is_checked) = match is_silent(&text, self.edition) {
            true => (text, true),
            false if is_silent(&quiet, self.edition) => {
                lines.insert(0, None);
                (quiet, true)
            }
            false => (text, false),
        };
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
        let passed = Passed::new(self.compiler, dress(&text), editions);
        Ok(Finished { pruned: Pruned { text, lines }, passed })
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
    /// The names of types that stay public.
    exported: BTreeSet<String>,
}

/// What can go from a draft, and where all that is named.
struct Candidates {
    cuts: Vec<Cut>,
    references: Vec<(String, Range<usize>)>,
}

/// A draft without some of its parts, which compiles, or what the compiler says that it misses.
type Attempt = Result<(Draft, Report), Vec<String>>;

impl<'a> Pruner<'a> {
    fn new(bench: &'a Bench<'a>) -> Self {
        Self { bench, kept: BTreeSet::new(), exported: BTreeSet::new() }
    }

    /// The report of the whole text. What macros make public must be able to name the types that it is about.
    fn first_report(&mut self, whole: &Draft) -> Result<Report, CompileError> {
        loop {
            let report = self.report(whole)?;
            let exposed = whole.outline.types_in(&report.exposed);
            if exposed.is_subset(&self.exported) {
                return report.accepted(self.bench);
            }
            self.exported.extend(exposed);
        }
    }

    /// The draft, which compiles with this report, without all that the lints find.
    ///
    /// What the compiler misses when everything goes at once is spared first, and tried by itself when all else is gone.
    fn without_unused(&mut self, draft: Draft, report: Report) -> Result<Draft, CompileError> {
        let (mut draft, mut report) = (draft, report);
        let mut spared = BTreeSet::new();
        loop {
            let unused = self.unused(&draft, &report, &spared)?;
            if unused.cuts.is_empty() {
                if spared.is_empty() {
                    return Ok(draft);
                }
                spared.clear();
                let unused = self.unused(&draft, &report, &spared)?;
                (draft, report) = self.by_halves(draft, report, &unused)?;
                continue;
            }
            match self.attempt(&draft, &unused.cuts)? {
                Ok(done) => (draft, report) = done,
                Err(errors) => {
                    let missed = draft.outline.named_in(&unused.cuts, &errors);
                    if missed.is_empty() {
                        (draft, report) = self.by_halves(draft, report, &unused)?;
                    } else {
                        spared.extend(missed);
                    }
                }
            }
        }
    }

    fn report(&self, draft: &Draft) -> Result<Report, CompileError> {
        Report::of(self.bench, &draft.cutout.text, &draft.outline.narrowing(&self.exported))
    }

    /// What can go from a draft that compiles with this report, but for what is spared.
    fn unused(
        &self,
        draft: &Draft,
        report: &Report,
        spared: &BTreeSet<String>,
    ) -> Result<Candidates, CompileError> {
        let (text, outline) = (&draft.cutout.text, &draft.outline);
        let mut cuts = outline.empty();
        cuts.extend(outline.unused(&report.unused));
        cuts.retain(|cut| {
            let key = outline.key(cut);
            !self.kept.contains(key) && !spared.contains(key)
        });
        outline.spare_conditional(&mut cuts);
        let marks = references::marks(outline, &cuts);
        let mut references = Vec::new();
        if !marks.is_empty() {
            let insertions = outline.narrowing(&self.exported).and(marks);
            references = Report::of(self.bench, text, &insertions)?.references;
            references::settle(outline, &mut cuts, &references);
        }
        Ok(Candidates { cuts, references })
    }

    /// The draft without as much as it compiles without, found by halving. What it misses is kept from now on.
    fn by_halves(
        &mut self,
        draft: Draft,
        report: Report,
        unused: &Candidates,
    ) -> Result<(Draft, Report), CompileError> {
        let mut best = None;
        let mut accepted: Vec<Cut> = Vec::new();
        let kept_before = self.kept.len();
        let mut open = vec![&unused.cuts[..]];
        while let Some(part) = open.pop() {
            let mut all: Vec<Cut> = accepted.iter().chain(part).cloned().collect();
            references::settle(&draft.outline, &mut all, &unused.references);
            let is_new = part.iter().any(|cut| all.contains(cut) && !accepted.contains(cut));
            if is_new && let Ok(done) = self.attempt(&draft, &all)? {
                accepted = all;
                best = Some(done);
                continue;
            }
            match part {
                // What others still name may go when they have gone.
                [cut] if is_new => {
                    self.kept.insert(draft.outline.key(cut).to_owned());
                }
                [] | [_] => {}
                _ => {
                    let (left, right) = part.split_at(part.len() / 2);
                    open.extend([right, left]);
                }
            }
        }
        if best.is_none() && self.kept.len() == kept_before {
            self.kept.extend(unused.cuts.iter().map(|cut| draft.outline.key(cut).to_owned()));
        }
        Ok(best.unwrap_or((draft, report)))
    }

    /// The draft without the cuts, and without what impls have for a trait's items among them.
    fn attempt(&self, draft: &Draft, cuts: &[Cut]) -> Result<Attempt, CompileError> {
        let mut left = draft.without(cuts);
        let mut rounds = 1;
        loop {
            let report = self.report(&left)?;
            if report.is_accepted() {
                return Ok(Ok((left, report)));
            }
            let strangers = left.outline.members(&report.strangers);
            if strangers.is_empty() || rounds == FOLLOWING_ROUNDS {
                return Ok(Err(report.errors));
            }
            left = left.without(&strangers);
            rounds += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pruned(source: &str) -> Result<Pruned, CompileError> {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        prune(source, &compiler, &Judge::codecup(), &str::to_owned).map(|finished| finished.pruned)
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
        let mut pruner = Pruner::new(&bench);
        let report = pruner.report(&draft).unwrap();
        let unused = Candidates {
            cuts: vec![Cut::Part(1), Cut::Part(2), Cut::Part(3)],
            references: Vec::new(),
        };
        let (left, _) = pruner.by_halves(draft, report, &unused).unwrap();
        assert_eq!(left.cutout.closed().text, "fn main() { needed(); }\nfn needed() {}\n");
        assert_eq!(pruner.kept, BTreeSet::from(["needed".to_owned()]));
    }

    #[test]
    fn what_a_macro_needs_stays_and_what_only_unused_things_name_goes() {
        let kept = "\
trait Sum {
\tfn sum(self) -> u8;
\tfn none() -> Self;
}
macro_rules! sum { ($($t:ty)*) => { $(impl Sum for $t {
\tfn sum(self) -> u8 { self as u8 }
\tfn none() -> Self { 0 }
})* } }
sum! { u8 u16 }
fn main() { assert_eq!(1_u16.sum(), 1); }
";
        let gone = "struct Gone;\nimpl Gone { fn new() -> Self { helper() } }\nfn helper() -> Gone { Gone }\n";
        check(&format!("{gone}{kept}"), &format!("{QUIET}{kept}"));
    }

    #[test]
    fn types_that_macros_export_stay_public() {
        let kept = "\
pub struct Inner;
macro_rules! outer { ($inner:ident) => { pub struct Outer(pub $inner); } }
outer! { Inner }
fn main() { let Outer(Inner) = Outer(Inner); }
";
        check(&format!("fn gone() {{}}\n{kept}"), kept);
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
