//! Dead code elimination.
//!
//! A bundle is a program: no code outside calls into it, so rustc's own lints report exactly the
//! functions, constants, types, traits, macros and imports that are unused. Each round compiles
//! with these lints, adds the code that only refers to them (the impls of an unused type, the
//! methods that impls have for a trait's unused one), cuts all of it from the text and compiles the
//! rest; the last round finds nothing.
//!
//! Cut code is never run. The rest keeps its tokens, so its meaning can change only if the meaning
//! of one of its names does. The compiler resolves every name: [`references`] makes it report every
//! reference to an unused item, and an item with a reference from code that stays, stays too.
//! Implementations of traits need another method, see [`impls`]. Unread fields and unused variants
//! stay: without them types have another size, order and text. The output of macros stays, and so
//! does all code that is named by code for other flags than those of this compilation.
//!
//! All cuts leave empty lines until the end, so that the line numbers in the compiler's messages
//! are the same for all drafts.

mod code;
mod conditional;
mod cut;
mod impls;
mod one_module;
mod outline;
mod program;
mod references;
mod report;
mod strip;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use tempfile::TempDir;

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};
use crate::passed::Passed;

use code::Code;
use cut::{Cut, Cutout};
use outline::Outline;
use program::Program;
use report::Report;

pub(crate) use one_module::in_one_module;
pub(crate) use strip::strip;

/// Maximum number of rounds in which members of impls are removed after the trait's unused ones;
/// each round may uncover others.
const FOLLOWING_ROUNDS: usize = 4;

/// Maximum number of compilations that look for single items without which the program compiles.
/// Each takes a second or two; what they do not find stays.
const ATTEMPTS: usize = 40;

/// Attribute for a program in which fields are no longer read or variants no longer constructed.
const QUIET: &str = "#![allow(dead_code)]\n";

/// The rest of a text after cuts.
pub(crate) struct Pruned {
    pub(crate) text: String,
    /// Number of each line in the whole text, counted from 0; `None` for a new line.
    pub(crate) lines: Vec<Option<usize>>,
}

/// Pruned text with the checks that it has passed.
pub(crate) struct Finished {
    pub(crate) pruned: Pruned,
    pub(crate) passed: Passed,
}

/// Returns `source` without unused items. The result compiles in all of the judge's editions as the
/// file that `render` returns for it.
///
/// # Errors
///
/// If no compiler is available, if `source` itself does not compile, or if the rest does not.
pub(crate) fn prune(
    source: &str,
    compiler: &Compiler,
    judge: &Judge,
    render: &(dyn Fn(&str) -> String + Sync),
) -> Result<Finished, CompileError> {
    let compiler = compiler.for_drafts_of(source, judge);
    let session = Session::new(&compiler, judge)?;
    let whole = Draft::of(Cutout::new(source.to_owned()));
    let mut pruner = Pruner::new(&session);
    let (pruned, code) = in_parallel(
        || {
            let report = pruner.first_report(&whole)?;
            pruner.without_unused(whole, report)
        },
        || Code::of(&session, source),
    );
    let (pruned, code) = (pruned?, code?);
    if let Some(shorter) = pruner.without_unused_impls(&pruned, &code)? {
        let left = || Code::of(&session, &shorter.cutout.text);
        let (text, left) = in_parallel(|| session.finish(&shorter, render), left);
        if left?.is_code_of(&code) {
            return text;
        }
    }
    session.finish(&pruned, render)
}

/// Runs both functions, the second in its own thread, and returns both results.
fn in_parallel<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    thread::scope(|scope| {
        let second = scope.spawn(second);
        (first(), second.join().expect("compiling does not panic"))
    })
}

/// A compiler with the settings for all drafts of a text.
pub(crate) struct Session<'a> {
    compiler: &'a Compiler,
    judge: &'a Judge,
    edition: Edition,
    /// Folder of the compiler's incremental data.
    folder: TempDir,
    /// Programs of texts that have been compared.
    programs: Mutex<BTreeMap<String, Arc<Program>>>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(compiler: &'a Compiler, judge: &'a Judge) -> Result<Self, CompileError> {
        let folder =
            tempfile::tempdir().map_err(|error| CompileError::io(&env::temp_dir(), error))?;
        let programs = Mutex::default();
        Ok(Self { compiler, judge, edition: judge.editions[0], folder, programs })
    }

    /// Returns true if both texts, which compile, are the same program whatever its names are.
    fn is_same_program(&self, text: &str, other: &str) -> Result<bool, CompileError> {
        let (program, other) = in_parallel(|| self.program(text), || self.program(other));
        Ok(program? == other?)
    }

    fn program(&self, text: &str) -> Result<Arc<Program>, CompileError> {
        let programs = || self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = programs().get(text).cloned();
        match known {
            Some(program) => Ok(program),
            None => {
                let program = Arc::new(Program::of(self, text)?);
                programs().insert(text.to_owned(), Arc::clone(&program));
                Ok(program)
            }
        }
    }

    /// Returns the text of a draft that compiles as the judge may compile it: in every edition and,
    /// where it matters, without debug assertions as well.
    ///
    /// The compiler checks the whole file: if it reports nothing, that check need not be repeated.
    fn finish(
        &self,
        draft: &Draft,
        render: &dyn Fn(&str) -> String,
    ) -> Result<Finished, CompileError> {
        let Pruned { text, mut lines } = draft.cutout.without_empty_lines();
        // The code that read a field or constructed a variant may be gone, which causes warnings
        // that the sources do not have.
        let quiet = format!("{QUIET}{text}");
        let warnings = |text: &str, edition| {
            let checked = self.compiler.check(&render(text), edition, self.judge);
            checked.map_or(usize::MAX, |warnings| warnings.len())
        };
        let is_silent = |text: &str, edition| warnings(text, edition) == 0;
        let before = warnings(&text, self.edition);
        let after = if before == 0 { 0 } else { warnings(&quiet, self.edition) };
        let text = if after < before {
            lines.insert(0, None);
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
        Ok(Finished { pruned: Pruned { text, lines }, passed })
    }
}

/// A text with its outline.
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
    session: &'a Session<'a>,
    /// Keys of items that the compiler reports as unused, although the program does not compile
    /// without them.
    kept: BTreeSet<String>,
    /// Names of the types that stay public.
    exported: BTreeSet<String>,
    /// Number of compilations that may still look for single items.
    attempts: usize,
}

/// Possible cuts of a draft, and all references to the items among them.
struct Candidates {
    cuts: Vec<Cut>,
    references: Vec<(String, Range<usize>)>,
}

/// A draft without some of its parts that compiles, or the compiler's errors.
type Attempt = Result<(Draft, Report), Report>;

impl<'a> Pruner<'a> {
    fn new(session: &'a Session<'a>) -> Self {
        Self { session, kept: BTreeSet::new(), exported: BTreeSet::new(), attempts: ATTEMPTS }
    }

    /// Returns the report of the whole text. Types in the interface of items that macros make
    /// public have to stay public.
    fn first_report(&mut self, whole: &Draft) -> Result<Report, CompileError> {
        loop {
            let report = self.report(whole)?;
            let exposed = whole.outline.types_in(&report.exposed);
            if exposed.is_subset(&self.exported) {
                return report.accepted(self.session);
            }
            self.exported.extend(exposed);
        }
    }

    /// Returns the draft, which compiles with this report, without all items that the lints report.
    ///
    /// Items whose removal causes errors when all cuts are made at once are spared first, and tried
    /// on their own after all others.
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
                Err(failed) => {
                    let generated = &failed.generated_members;
                    let implemented = draft.outline.members_named_in(&unused.cuts, generated);
                    let missed = draft.outline.named_in(&unused.cuts, &failed.errors);
                    if !implemented.is_empty() {
                        // No cut can reach into the macro.
                        self.kept.extend(implemented);
                    } else if missed.is_empty() {
                        (draft, report) = self.by_halves(draft, report, &unused)?;
                    } else {
                        spared.extend(missed);
                    }
                }
            }
        }
    }

    fn report(&self, draft: &Draft) -> Result<Report, CompileError> {
        Report::of(self.session, &draft.cutout.text, &draft.outline.narrowing(&self.exported))
    }

    /// Returns the possible cuts of a draft that compiles with this report, without the spared
    /// items.
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
            references = Report::of(self.session, text, &insertions)?.references;
            references::complete(outline, &mut cuts, &references);
        }
        Ok(Candidates { cuts, references })
    }

    /// Removes as many items as possible, found by bisection. Items that the draft does not compile
    /// without are kept from now on.
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
            references::complete(&draft.outline, &mut all, &unused.references);
            let is_new = part.iter().any(|cut| all.contains(cut) && !accepted.contains(cut));
            if is_new && self.attempts == 0 {
                self.kept.extend(part.iter().map(|cut| draft.outline.key(cut).to_owned()));
                continue;
            }
            self.attempts -= usize::from(is_new);
            if is_new && let Ok(done) = self.attempt(&draft, &all)? {
                accepted = all;
                best = Some(done);
                continue;
            }
            match part {
                // Items that others still name may be removed after those others.
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

    /// Returns the draft without the cuts, and without the members of impls for trait items among
    /// them.
    fn attempt(&self, draft: &Draft, cuts: &[Cut]) -> Result<Attempt, CompileError> {
        let mut left = draft.without(cuts);
        let mut rounds = 1;
        loop {
            let report = self.report(&left)?;
            if report.is_accepted() {
                return Ok(Ok((left, report)));
            }
            let foreign_members = left.outline.members(&report.foreign_members);
            if foreign_members.is_empty() || rounds == FOLLOWING_ROUNDS {
                return Ok(Err(report));
            }
            left = left.without(&foreign_members);
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
        // Each remaining line is a part of its old line.
        let old: Vec<&str> = source.lines().collect();
        assert_eq!(lines.len(), text.lines().count());
        for (line, old) in text.lines().zip(lines.iter().map(|line| line.map(|line| old[line]))) {
            let is_whole =
                old.is_some_and(|old| old == line || old.contains("use ") || old.contains("gone"));
            assert!(is_whole || old.is_none() && QUIET.trim() == line, "{line}");
        }
    }

    #[test]
    fn whole_lines_are_removed_and_the_others_stay_as_they_are() {
        check(
            "// One.\n\nmod a {\nfn gone() {\n\tcrate::main();\n}\n}\n\n\
             fn main()  {\n\t1 ; // Two.\n}\n",
            "// One.\n\nfn main()  {\n\t1 ; // Two.\n}\n",
        );
        check("fn main() {} fn gone() {} const _: () = ();\n", "fn main() {}  const _: () = ();\n");
    }

    #[test]
    fn imports_lose_unused_names_and_keep_the_rest() {
        let users = "fn main() {\n\tlet _ = (take::<u8>, Map::<u8, u8>::new());\n}\n";
        check(
            &format!(
                "use std::{{mem::{{take, swap}}, \
                 collections::{{BTreeMap as Map, HashMap}}, fmt}};\n{users}"
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
    fn items_that_are_needed_after_all_stay_and_the_rest_is_removed_while_attempts_last() {
        let text = "fn main() { needed(); }\nfn gone() {}\nfn needed() {}\nfn lost() {}\n";
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let session = Session::new(&compiler, &judge).unwrap();
        let unused = Candidates {
            cuts: vec![Cut::Part(1), Cut::Part(2), Cut::Part(3)],
            references: Vec::new(),
        };
        let check = |attempts: usize, expected: &str, kept: &[&str]| {
            let draft = Draft::of(Cutout::new(text.to_owned()));
            let mut pruner = Pruner { attempts, ..Pruner::new(&session) };
            let report = pruner.report(&draft).unwrap();
            let (left, _) = pruner.by_halves(draft, report, &unused).unwrap();
            assert_eq!(left.cutout.without_empty_lines().text, expected, "{attempts}");
            assert_eq!(pruner.kept.iter().collect::<Vec<_>>(), kept, "{attempts}");
        };
        check(ATTEMPTS, "fn main() { needed(); }\nfn needed() {}\n", &["needed"]);
        check(2, "fn main() { needed(); }\nfn needed() {}\nfn lost() {}\n", &["lost", "needed"]);
        check(0, text, &["gone", "lost", "needed"]);
    }

    #[test]
    fn items_that_a_macro_needs_stay_and_items_that_only_unused_ones_name_are_removed() {
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
        let gone = "struct Gone;\nimpl Gone { fn new() -> Self { helper() } }\n\
                    fn helper() -> Gone { Gone }\n";
        check(&format!("{gone}{kept}"), &format!("{QUIET}{kept}"));
    }

    #[test]
    fn members_of_traits_that_macros_implement_stay_at_the_first_error() {
        let text = "trait Bits { const ONE: u8; const TWO: u8; fn both() -> u8; }\n\
                    macro_rules! implement { ($t:ty) => { impl Bits for $t { const ONE: u8 = 1; \
                    const TWO: u8 = 2; fn both() -> u8 { 3 } } } }\n\
                    implement! { u8 }\nfn main() { assert_eq!(<u8 as Bits>::ONE, 1); }\n";
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let session = Session::new(&compiler, &judge).unwrap();
        let mut pruner = Pruner { attempts: 0, ..Pruner::new(&session) };
        let whole = Draft::of(Cutout::new(format!("fn gone() {{}}\n{text}")));
        let report = pruner.first_report(&whole).unwrap();
        let left = pruner.without_unused(whole, report).unwrap();
        assert_eq!(left.cutout.without_empty_lines().text, text);
        assert_eq!(pruner.kept, BTreeSet::from(["Bits::TWO", "Bits::both"].map(str::to_owned)));
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
    fn fields_no_longer_read_and_variants_no_longer_constructed_cause_no_warning() {
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
        let code = |text: &str| Code::of(&session, text).unwrap();
        let check = |line: &str, expected: bool| {
            assert!(WIDTHS.contains(line), "{line}");
            let left = code(&WIDTHS.replace(line, ""));
            assert_eq!(left.is_code_of(&code(WIDTHS)), expected, "{line}");
        };
        check("impl Width for u8 { const BITS: u32 = 8; }", true);
        check("impl Width for i32 { const BITS: u32 = 32; }", false);
    }

    #[test]
    fn a_text_that_does_not_compile_is_rejected_with_the_compilers_message() {
        let error = pruned("fn main() { missing(); }").err().unwrap().to_string();
        assert!(error.contains("cannot find function `missing`"), "{error}");
    }
}
