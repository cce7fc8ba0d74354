//! Removal of everything that the compiler's lints report, and of what only that refers to.

use std::{collections::BTreeSet, ops::Range};

use crate::error::CompileError;

use super::{Draft, Session, cut::Cut, guess, references, report::Report};

/// Maximum number of rounds in which members of impls are removed after the trait's unused ones;
/// each round may uncover others.
const FOLLOWING_ROUNDS: usize = 4;

/// Maximum number of compilations that look for single items without which the program compiles.
/// Each takes a second or two; what they do not find stays.
const ATTEMPTS: usize = 40;

pub(super) struct Pruner<'a> {
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
    pub(super) fn new(session: &'a Session<'a>) -> Self {
        Self { session, kept: BTreeSet::new(), exported: BTreeSet::new(), attempts: ATTEMPTS }
    }

    /// Returns the report of the whole text. Types in the interface of items that macros make
    /// public have to stay public.
    pub(super) fn first_report(&mut self, whole: &Draft) -> Result<Report, CompileError> {
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
    pub(super) fn without_unused(
        &mut self,
        draft: Draft,
        report: Report,
    ) -> Result<Draft, CompileError> {
        let (mut draft, mut report) = (draft, report);
        let mut spared = BTreeSet::new();
        loop {
            let cuts = self.reported(&draft, &report, &spared);
            // Most guesses compile, and save the compilation for the references.
            if let Some(left) = guess::without(&draft, &cuts, &self.kept) {
                let guessed = self.report(&left)?;
                if guessed.is_accepted() {
                    (draft, report) = (left, guessed);
                    continue;
                }
            }
            let unused = self.unused(&draft, cuts)?;
            if unused.cuts.is_empty() {
                if spared.is_empty() {
                    return Ok(draft);
                }
                spared.clear();
                let unused = self.unused(&draft, self.reported(&draft, &report, &spared))?;
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

    pub(super) fn report(&self, draft: &Draft) -> Result<Report, CompileError> {
        Report::of(self.session, &draft.cutout.text, &draft.outline.narrowing(&self.exported))
    }

    /// Returns what the report of a draft names as unused, without the spared items.
    fn reported(&self, draft: &Draft, report: &Report, spared: &BTreeSet<String>) -> Vec<Cut> {
        let outline = &draft.outline;
        let mut cuts = outline.empty();
        cuts.extend(outline.unused(&report.unused));
        cuts.retain(|cut| {
            let key = outline.key(cut);
            !self.kept.contains(key) && !spared.contains(key)
        });
        outline.spare_conditional(&mut cuts);
        cuts
    }

    /// Completes the cuts of a draft by what refers to them.
    fn unused(&self, draft: &Draft, mut cuts: Vec<Cut>) -> Result<Candidates, CompileError> {
        let (text, outline) = (&draft.cutout.text, &draft.outline);
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
    use crate::compiler::Compiler;
    use crate::judge::Judge;

    use super::super::cut::Cutout;
    use super::*;

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
}
