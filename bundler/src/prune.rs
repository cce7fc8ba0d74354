//! Dead code elimination.
//!
//! A bundle is a program: no code outside calls into it, so rustc's own lints report exactly the
//! functions, constants, types, traits, macros and imports that are unused. Each round compiles
//! with these lints, adds the code that only refers to them (the impls of an unused type, the
//! methods that impls have for a trait's unused one), cuts all of it from the text and compiles the
//! rest; the last round finds nothing. That code is first guessed from the words of the text, see
//! [`guess`]. If the rest does not compile then, the compiler is asked for it.
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

mod conditional;
mod cut;
mod extent;
mod guess;
mod impls;
mod one_module;
mod outline;
mod program;
mod pruner;
mod references;
mod report;
mod session;
mod strip;
mod supertraits;

use crate::error::CompileError;
use crate::parallel::in_parallel;
use crate::passed::Passed;

use cut::{Cut, Cutout};
use outline::Outline;
use pruner::Pruner;

pub(crate) use one_module::in_one_module;
pub(crate) use session::{Comparison, Session};
pub(crate) use strip::strip;

/// Attribute for a program in which fields are no longer read or variants no longer constructed.
pub(crate) const QUIET: &str = "#![allow(dead_code)]";

/// Time of the comparisons of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparisons {
    /// After each step that may change the meaning.
    EachStep,
    /// Once, after all steps.
    AtEnd,
}

/// The rest of a text after cuts.
pub(crate) struct Pruned {
    pub(crate) text: String,
    /// Number of each line in the whole text, counted from 0; `None` for a new line.
    pub(crate) lines: Vec<Option<usize>>,
}

/// Pruned text with the checks that it has passed.
pub(crate) struct Finished {
    pub(crate) pruned: Pruned,
    /// The same tokens, in the lines of the whole text.
    pub(crate) in_place: String,
    pub(crate) passed: Passed,
    /// True if all items stay, because the program would be another one without the unused ones.
    pub(crate) is_whole: bool,
}

/// Drafts of a text without unused items, which compile and are not yet compared with it.
pub(crate) struct Drafts {
    /// The draft without unused impls of traits, if it is another one.
    shorter: Option<Draft>,
    pruned: Draft,
}

/// Returns drafts of `source` without unused items.
///
/// # Errors
///
/// If no compiler is available, or if `source` itself does not compile.
pub(crate) fn prune(source: &str, session: &Session<'_>) -> Result<Drafts, CompileError> {
    let whole = Draft::of(Cutout::new(source.to_owned()));
    let mut pruner = Pruner::new(session);
    let (pruned, program) = in_parallel(
        || {
            let report = pruner.first_report(&whole)?;
            pruner.without_unused(whole, report)
        },
        || session.programs(source),
    );
    let (pruned, program) = (pruned?, program?);
    let shorter = pruner.without_unused_impls(&pruned, &program.lines)?;
    Ok(Drafts { shorter, pruned })
}

impl Drafts {
    /// Returns the shortest draft, and the same tokens in the lines of the whole text. `None` if
    /// the judge's flags decide about parts of the code: then a comparison of two programs says
    /// nothing about those parts.
    pub(crate) fn shortest(&self) -> Option<(Pruned, &str)> {
        let Draft { cutout, outline } = self.shorter.as_ref().unwrap_or(&self.pruned);
        (!outline.is_conditional()).then(|| (cutout.without_empty_lines(), cutout.text.as_str()))
    }

    /// Finishes the first draft that is the same program as the whole source; if there is none, the
    /// source itself. The result compiles in all of the judge's editions as the file that `render`
    /// returns for it, and is the same program as `source` in each edition in which that compiles.
    ///
    /// # Errors
    ///
    /// If no compiler is available, or if the draft does not compile in each edition.
    pub(crate) fn finish(
        self,
        source: &str,
        session: &Session<'_>,
        render: &(dyn Fn(&str) -> String + Sync),
    ) -> Result<Finished, CompileError> {
        for draft in self.shorter.into_iter().chain([self.pruned]) {
            let (finished, comparison) = in_parallel(
                || session.finish(&draft, render),
                || session.compare(source, &draft.cutout.text),
            );
            let finished = finished?;
            if comparison? == Comparison::Same {
                return Ok(finished);
            }
        }
        let whole = Draft::of(Cutout::new(source.to_owned()));
        Ok(Finished { is_whole: true, ..session.finish(&whole, render)? })
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

#[cfg(test)]
mod tests {
    use crate::compiler::Compiler;
    use crate::judge::Judge;

    use super::*;

    fn pruned(source: &str) -> Result<Pruned, CompileError> {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let session = Session::new(&compiler, &judge)?;
        let finished = prune(source, &session)?.finish(source, &session, &str::to_owned)?;
        Ok(finished.pruned)
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
            assert!(is_whole || old.is_none() && QUIET == line, "{line}");
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
        check(&format!("{gone}{kept}"), &format!("{QUIET}\n{kept}"));
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
            &format!("{QUIET}\n{kept}"),
        );
    }

    #[test]
    fn a_draft_that_is_another_program_is_not_taken() {
        let source = "use std::fmt::Display;\nfn gone() {}\nfn main() {\n\tprint!(\"1\");\n}\n";
        let other = source.replace('1', "2");
        let less = "use std::fmt::Display;\nfn main() {\n\tprint!(\"1\");\n}\n";
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let session = Session::new(&compiler, &judge).unwrap();
        let draft = |text: &str| Draft::of(Cutout::new(text.to_owned()));
        let check = |shorter: Option<&str>, pruned: &str, expected: &str, is_whole: bool| {
            let drafts = Drafts { shorter: shorter.map(draft), pruned: draft(pruned) };
            let finished = drafts.finish(source, &session, &str::to_owned).unwrap();
            assert_eq!(finished.pruned.text, expected);
            assert_eq!(finished.is_whole, is_whole);
        };
        check(Some(&other), less, less, false);
        check(None, &other, &format!("{QUIET}\n{source}"), true);
    }

    #[test]
    fn a_text_that_does_not_compile_is_rejected_with_the_compilers_message() {
        let error = pruned("fn main() { missing(); }").err().unwrap().to_string();
        assert!(error.contains("cannot find function `missing`"), "{error}");
    }
}
