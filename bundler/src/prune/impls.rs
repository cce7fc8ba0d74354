//! Removal of trait implementations that contribute no function to the program.
//!
//! No lint reports if an operator, a `?` or a bound needs an impl, and without the impl a program
//! may still compile but behave differently: a call resolves to another method, a number gets
//! another type. So the compiler decides twice. Impls without a function in the program are
//! removed, unless compilation then fails. Then the compiler must generate exactly the same code
//! for the rest, function by function, before any optimisation; otherwise all of them stay.

use std::{collections::BTreeSet, ops::Range};

use crate::error::CompileError;
use crate::token_trees::words;

use super::{
    Draft, Pruner,
    cut::Cut,
    outline::{Kind, Outline, contains},
    supertraits::needs,
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
/// error, or else those with the type. With them go the impls of traits that they need.
fn put_back(outline: &Outline, text: &str, cuts: &mut Vec<Cut>, errors: &[String]) {
    let errors: Vec<BTreeSet<&str>> = errors.iter().map(|error| words(error).collect()).collect();
    // The names of trait and type.
    let names = |cut: &Cut| -> Option<[&str; 2]> {
        let Cut::Part(part) = *cut else { return None };
        let Kind::Impl(ranges) = &outline.parts[part].kind else { return None };
        let name = |range: &Range<usize>| words(text[range.clone()].split('<').next()?).last();
        Some([name(ranges.first()?)?, name(ranges.last()?)?])
    };
    let is_missed = |cut: &Cut, from: usize| {
        let is_in = |names: &[&str]| {
            errors.iter().any(|error| names.iter().all(|name| error.contains(name)))
        };
        names(cut).is_some_and(|names| is_in(&names[from..]))
    };
    let missed = [0, 1].map(|from| cuts.iter().filter(|cut| is_missed(cut, from)).count());
    let Some(from) = missed.iter().position(|&missed| missed > 0) else {
        cuts.clear();
        return;
    };
    let (mut open, rest): (Vec<Cut>, Vec<Cut>) =
        cuts.drain(..).partition(|cut| is_missed(cut, from));
    *cuts = rest;
    while let Some(back) = open.pop() {
        open.extend(cuts.extract_if(.., |cut| match (names(&back), names(cut)) {
            (Some([name, owner]), Some([other, of])) => owner == of && needs(name, other),
            _ => false,
        }));
    }
}
