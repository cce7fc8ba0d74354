//! Leaving out implementations of traits that no function of the program comes from.
//!
//! No lint tells whether an operator, a `?` or a bound needs an impl, and without it a program may go on to compile and do
//! something else: a call finds another method, a number becomes another type. So the compiler has the last word twice.
//! Impls go from which it takes no function into the program, unless it misses them. And then it must make the very same
//! code of what is left, function by function, before any optimisation; otherwise all of them stay.

use std::collections::BTreeSet;

use crate::CompileError;

use super::{
    Draft, Pruner,
    code::Code,
    cut::Cut,
    outline::{Kind, Outline, contains},
};

/// How often impls that turned out to be missed are put back.
const ATTEMPTS: usize = 6;

impl Pruner<'_> {
    /// The draft without impls that add nothing to the program and without what only they used, if there are any. It
    /// remains to compare the code.
    ///
    /// Where the judge's flags decide about parts of the code, other programs than the one compiled here may need them.
    pub(super) fn without_idle_impls(
        &mut self,
        draft: &Draft,
        code: &Code,
    ) -> Result<Option<Draft>, CompileError> {
        if draft.outline.is_conditional() {
            return Ok(None);
        }
        let mut cuts = idle(draft, &code.lines);
        for _ in 0..ATTEMPTS {
            if cuts.is_empty() {
                break;
            }
            let left = draft.without(&cuts);
            let report = self.report(&left)?;
            if report.is_accepted() {
                return self.without_unused(left, report).map(Some);
            }
            put_back(&draft.outline, &draft.cutout.text, &mut cuts, &report.errors);
        }
        Ok(None)
    }
}

/// The impls of traits in whose lines no function of the program begins.
///
/// Those of constants and types alone are not among them: nothing shows whether the program needs those.
fn idle(draft: &Draft, lines: &BTreeSet<usize>) -> Vec<Cut> {
    let text = &draft.cutout.text;
    let line_of = |at: usize| text[..at].matches('\n').count() + 1;
    let parts = draft.outline.parts.iter().enumerate();
    parts
        .filter(|(_, part)| matches!(&part.kind, Kind::Impl(heads) if heads.len() == 2))
        .filter(|(_, part)| {
            let mut members =
                draft.outline.parts.iter().filter(|member| {
                    member.kind.is_of_trait() && contains(&part.whole, &member.whole)
                });
            let is_empty = members.clone().next().is_none();
            is_empty || members.any(|member| member.kind == Kind::Method)
        })
        .filter(|(_, part)| {
            let (first, last) = (line_of(part.whole.start), line_of(part.whole.end));
            lines.range(first..=last).next().is_none()
        })
        .map(|(index, _)| Cut::Part(index))
        .collect()
}

/// Takes from the cuts the impls that errors are about: those whose trait and type an error names, or else whose type.
fn put_back(outline: &Outline, text: &str, cuts: &mut Vec<Cut>, errors: &[String]) {
    let errors: Vec<BTreeSet<&str>> = errors.iter().map(|error| words(error).collect()).collect();
    let is_missed = |cut: &Cut, heads: usize| {
        let Cut::Part(part) = *cut else { return false };
        let Kind::Impl(ranges) = &outline.parts[part].kind else { return false };
        let names: Vec<&str> = ranges[ranges.len() - heads..]
            .iter()
            .filter_map(|range| words(text[range.clone()].split('<').next()?).last())
            .collect();
        errors.iter().any(|error| names.iter().all(|name| error.contains(name)))
    };
    let before = cuts.len();
    cuts.retain(|cut| !is_missed(cut, 2));
    if cuts.len() == before {
        cuts.retain(|cut| !is_missed(cut, 1));
    }
    if cuts.len() == before {
        cuts.clear();
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
