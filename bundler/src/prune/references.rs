//! References to unused items, as the compiler resolves them.
//!
//! Comparing names is not enough: two items may have the same name, and only the compiler can
//! resolve a name after its first meaning is gone. So each unused item is marked as deprecated in a
//! copy of the text, and the compiler reports every place that refers to it.

use std::ops::Range;

use super::{
    cut::Cut,
    outline::{Kind, Outline, contains},
};

/// Prefix of the deprecation note, before the number of a part.
const MARK: &str = "unused part ";

/// Returns the attributes that mark the named items among the cuts.
pub(super) fn marks(outline: &Outline, cuts: &[Cut]) -> Vec<(usize, String)> {
    let parts = cuts.iter().filter_map(|cut| match *cut {
        Cut::Part(part) => Some((part, &outline.parts[part])),
        Cut::Leaf { .. } => None,
    });
    parts
        .filter(|(_, part)| part.is_markable())
        .map(|(number, part)| {
            (part.whole.start, format!("#[deprecated(note = \"{MARK}{number}\")] "))
        })
        .collect()
}

/// Completes the cuts: adds the impls and imports that refer to a marked item, and removes the
/// items that any other code refers to.
pub(super) fn complete(
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
                all.extend(removable_references(outline, &outline.parts[part].kind, place));
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

/// Returns the cuts that remove a reference without other effects: an impl that has the place in
/// its trait or type, but not in its parameters and bounds, or imports.
fn removable_references(outline: &Outline, kind: &Kind, place: &Range<usize>) -> Vec<Cut> {
    let is_named_by = |other: &Kind| match other {
        Kind::Impl(heads) => heads.iter().any(|head| contains(head, place)),
        _ => false,
    };
    let parts = outline.parts.iter().enumerate();
    let impls = parts.filter(|(_, part)| *kind == Kind::Type && is_named_by(&part.kind));
    impls.map(|(index, _)| Cut::Part(index)).chain(leaves_at(outline, place)).collect()
}

/// Returns true if a place lies in a cut.
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
