//! Taking parts out of a text that otherwise stays as it is.

use std::ops::Range;

use syn::{File, Item, ItemUse, UseTree, spanned::Spanned};

use crate::layout;

use super::outline::{Import, Outline, contains};

/// Something to take out of a text, by its place in the outline.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cut {
    Part(usize),
    Leaf { import: usize, leaf: usize },
}

/// The text without the cuts.
pub(super) fn apply(text: &str, outline: &Outline, cuts: &[Cut]) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for cut in cuts {
        if let Cut::Part(part) = *cut {
            edits.push((lines_of(text, &outline.parts[part].whole), String::new()));
        }
    }
    for (index, import) in outline.imports.iter().enumerate() {
        let leaves: Vec<&Range<usize>> = cuts
            .iter()
            .filter_map(|cut| match *cut {
                Cut::Leaf { import, leaf } if import == index => {
                    Some(&outline.imports[import].leaves[leaf].range)
                }
                _ => None,
            })
            .collect();
        if !leaves.is_empty() {
            edits.push(edit_import(text, import, &leaves));
        }
    }
    // An edit within another one is part of it.
    edits.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    for (range, replacement) in edits {
        if range.start >= at {
            edited.push_str(&text[at..range.start]);
            edited.push_str(&replacement);
            at = range.end;
        }
    }
    edited.push_str(&text[at..]);
    edited
}

/// The whole lines of a range, if nothing else is in them; an empty line before or after it goes as well.
fn lines_of(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = text[..range.start].trim_end_matches([' ', '\t']).len();
    let blank = text[range.end..].len() - text[range.end..].trim_start_matches([' ', '\t']).len();
    let end = range.end + blank;
    let starts_line = start == 0 || text[..start].ends_with('\n');
    if !starts_line || !(end == text.len() || text[end..].starts_with('\n')) {
        return range.clone();
    }
    let mut end = (end + 1).min(text.len());
    let is_after_empty = start == 0 || text[..start].ends_with("\n\n");
    while is_after_empty && text[end..].starts_with('\n') {
        end += 1;
    }
    start..end
}

fn edit_import(text: &str, import: &Import, leaves: &[&Range<usize>]) -> (Range<usize>, String) {
    let Some(tree) = without(import.item.tree.clone(), leaves) else {
        return (lines_of(text, &import.whole), String::new());
    };
    let item = Item::Use(ItemUse { tree, ..import.item.clone() });
    let file = File { shebang: None, attrs: Vec::new(), items: vec![item] };
    let printed = layout::compact(&prettyplease::unparse(&file));
    let line = text[..import.whole.start].rfind('\n').map_or(0, |end| end + 1);
    let before = &text[line..import.whole.start];
    let indentation = &before[..before.len() - before.trim_start().len()];
    let lines: Vec<&str> = printed.trim_end().lines().collect();
    (import.whole.clone(), lines.join(&format!("\n{indentation}")))
}

/// The tree without some of its names; nothing if none is left.
fn without(tree: UseTree, leaves: &[&Range<usize>]) -> Option<UseTree> {
    match tree {
        UseTree::Path(mut path) => {
            path.tree = Box::new(without(*path.tree, leaves)?);
            Some(UseTree::Path(path))
        }
        UseTree::Group(mut group) => {
            group.items =
                group.items.into_iter().filter_map(|tree| without(tree, leaves)).collect();
            match group.items.first() {
                None => None,
                Some(only) if group.items.len() == 1 && !is_self(only) => Some(only.clone()),
                Some(_) => Some(UseTree::Group(group)),
            }
        }
        leaf => {
            let range = leaf.span().byte_range();
            let is_cut = leaves.iter().any(|cut| contains(cut, &range));
            (!is_cut).then_some(leaf)
        }
    }
}

/// `self` means the path before it only in braces.
fn is_self(tree: &UseTree) -> bool {
    match tree {
        UseTree::Name(leaf) => leaf.ident == "self",
        UseTree::Rename(leaf) => leaf.ident == "self",
        _ => false,
    }
}
