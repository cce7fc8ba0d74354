//! What names an unused item, as the compiler sees it.
//!
//! Names are not compared: two things may share one, and what a name means without its first meaning, only the compiler
//! knows. So each unused item is marked as deprecated in a copy of the text, and the compiler tells every place that
//! means it.

use std::ops::Range;

use super::{
    cut::Cut,
    outline::{Kind, Outline, contains},
};

/// In front of the number of a part, in the note that makes the mark.
const MARK: &str = "unused part ";

/// The attributes that mark the named items among the cuts.
pub(super) fn marks(outline: &Outline, cuts: &[Cut]) -> Vec<(usize, String)> {
    let parts = cuts.iter().filter_map(|cut| match *cut {
        Cut::Part(part) => Some((part, &outline.parts[part])),
        Cut::Leaf { .. } => None,
    });
    parts
        .filter(|(_, part)| matches!(part.kind, Kind::Type | Kind::Value))
        .map(|(number, part)| {
            (part.whole.start, format!("#[deprecated(note = \"{MARK}{number}\")] "))
        })
        .collect()
}

/// Makes the cuts complete: adds the impls and imports that name a marked item, and takes out the items that anything
/// else names.
pub(super) fn settle(
    outline: &Outline,
    cuts: &mut Vec<Cut>,
    references: &[(String, Range<usize>)],
) {
    let references: Vec<(usize, &Range<usize>)> = references
        .iter()
        .filter_map(|(mark, place)| Some((mark.strip_prefix(MARK)?.parse().ok()?, place)))
        .collect();
    loop {
        let mut all = cuts.clone();
        for &(part, place) in &references {
            if cuts.contains(&Cut::Part(part)) {
                all.extend(in_vain(outline, &outline.parts[part].kind, place));
            }
        }
        all.sort();
        all.dedup();
        let before = cuts.len();
        let needed = |cut: &Cut| {
            let mut references = references.iter().filter(|(part, _)| *cut == Cut::Part(*part));
            references.any(|(_, place)| !is_cut(outline, &all, place))
        };
        cuts.retain(|cut| !needed(cut));
        if cuts.len() == before {
            *cuts = all;
            return;
        }
    }
}

/// What names an item here for nothing: an impl whose head this place is in, outside of its parameters and bounds, or
/// imports.
fn in_vain(outline: &Outline, kind: &Kind, place: &Range<usize>) -> Vec<Cut> {
    let is_named_by = |other: &Kind| matches!(other, Kind::Impl(heads) if heads.iter().any(|head| contains(head, place)));
    let parts = outline.parts.iter().enumerate();
    let impls = parts.filter(|(_, part)| *kind == Kind::Type && is_named_by(&part.kind));
    impls.map(|(index, _)| Cut::Part(index)).chain(leaves_at(outline, place)).collect()
}

/// Whether a place is in something that goes.
fn is_cut(outline: &Outline, cuts: &[Cut], place: &Range<usize>) -> bool {
    let in_part = cuts.iter().any(|cut| match *cut {
        Cut::Part(part) => contains(&outline.parts[part].whole, place),
        Cut::Leaf { .. } => false,
    });
    let mut leaves = leaves_at(outline, place).peekable();
    in_part || (leaves.peek().is_some() && leaves.all(|leaf| cuts.contains(&leaf)))
}

fn leaves_at<'a>(outline: &'a Outline, place: &'a Range<usize>) -> impl Iterator<Item = Cut> + 'a {
    let leaves = outline.leaves().map(|(import, leaf)| Cut::Leaf { import, leaf });
    leaves.filter(move |cut| match *cut {
        Cut::Leaf { import, leaf } => outline.imports[import].leaves[leaf].names_at(place),
        Cut::Part(_) => false,
    })
}
