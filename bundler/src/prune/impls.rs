//! Removal of trait implementations that contribute no function to the program.
//!
//! No lint reports if an operator, a `?` or a bound needs an impl, and without the impl a program
//! may still compile but behave differently: a call resolves to another method, a number gets
//! another type. So the compiler decides twice. Impls without a function in the program are
//! removed, unless compilation then fails. Then the compiler must generate exactly the same code
//! for the rest, function by function, before any optimisation; otherwise all of them stay.

use std::collections::BTreeSet;

use crate::error::CompileError;

use super::{
    Draft, Pruner,
    cut::Cut,
    outline::{Kind, Outline, contains},
};

/// Maximum number of times that impls are put back after errors.
const ATTEMPTS: usize = 6;

impl Pruner<'_> {
    /// Returns the draft without impls that contribute nothing to the program and without items
    /// that only they used, if there are any. Functions of the program begin in these `lines`. The
    /// caller still has to compare the programs.
    ///
    /// If the judge's flags decide about parts of the code, programs compiled with other flags may
    /// need the impls. Then the result is `None`.
    pub(super) fn without_unused_impls(
        &mut self,
        draft: &Draft,
        lines: &BTreeSet<usize>,
    ) -> Result<Option<Draft>, CompileError> {
        if draft.outline.is_conditional() {
            return Ok(None);
        }
        let mut cuts = unused_impls(draft, lines);
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

/// Returns the impls of traits in whose lines no function of the program begins.
///
/// Impls that have only constants and types are not included: nothing shows if the program needs
/// them.
fn unused_impls(draft: &Draft, lines: &BTreeSet<usize>) -> Vec<Cut> {
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

/// Removes from the cuts the impls that errors refer to: those with both trait and type in an
/// error, or else those with the type.
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
