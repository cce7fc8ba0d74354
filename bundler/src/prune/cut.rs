//! Removal of parts of a text that otherwise stays as it is.

use std::{cmp::Reverse, collections::BTreeSet, iter, ops::Range};

use syn::{File, Item, ItemUse, UseTree, spanned::Spanned};

use crate::layout;

use super::{
    Pruned,
    outline::{Import, Outline, contains},
};

/// Something to remove from a text, by its index in the outline.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cut {
    Part(usize),
    Leaf { import: usize, leaf: usize },
}

/// A text in which cuts have left empty lines, so that all remaining code stays in its line.
#[derive(Clone)]
pub(super) struct Cutout {
    pub(super) text: String,
    /// Lines, counted from 0, to remove if a cut has left them empty.
    gone: BTreeSet<usize>,
}

impl Cutout {
    pub(super) fn new(text: String) -> Self {
        Self { text, gone: BTreeSet::new() }
    }

    /// Returns the text without the cuts.
    pub(super) fn without(&self, outline: &Outline, cuts: &[Cut]) -> Self {
        self.with(self.edits(outline, cuts))
    }

    /// Returns the text with replacements of ranges that have at most as many lines.
    pub(super) fn with(&self, mut edits: Vec<(Range<usize>, String)>) -> Self {
        // An edit within another one is part of it.
        edits.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        let mut text = String::with_capacity(self.text.len());
        let mut gone = self.gone.clone();
        let mut at = 0;
        for (range, replacement) in edits {
            if range.start < at {
                continue;
            }
            text.push_str(&self.text[at..range.start]);
            let lines = self.text[range.clone()].matches('\n').count();
            let first = text.matches('\n').count();
            text.push_str(&replacement);
            text.extend(iter::repeat_n('\n', lines - replacement.matches('\n').count()));
            gone.extend(first..=first + lines);
            at = range.end;
        }
        text.push_str(&self.text[at..]);
        Self { text, gone }
    }

    /// Returns the text without the lines that the cuts have left empty, and the old numbers of the
    /// remaining lines.
    pub(super) fn without_empty_lines(&self) -> Pruned {
        let mut closed = String::with_capacity(self.text.len());
        let mut lines = Vec::new();
        let mut is_after_gone = false;
        for (number, line) in self.text.split_inclusive('\n').enumerate() {
            let is_gone = self.gone.contains(&number) && line.trim().is_empty();
            // Of the empty lines before and after a cut, only one stays.
            let is_doubled =
                is_after_gone && line == "\n" && (closed.is_empty() || closed.ends_with("\n\n"));
            if !is_gone && !is_doubled {
                closed.push_str(line);
                lines.push(Some(number));
            }
            is_after_gone = is_gone || is_doubled;
        }
        Pruned { text: closed, lines }
    }
}
impl Cutout {
    fn edits(&self, outline: &Outline, cuts: &[Cut]) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        for cut in cuts {
            if let Cut::Part(part) = *cut {
                edits.push((whole_lines(&self.text, &outline.parts[part].whole), String::new()));
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
                edits.push(edit_import(&self.text, import, &leaves));
            }
        }
        edits
    }
}

/// Returns the range with the white space around it, if nothing else is in its lines.
fn whole_lines(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = text[..range.start].trim_end_matches([' ', '\t']).len();
    let end = text.len() - text[range.end..].trim_start_matches([' ', '\t']).len();
    let starts_line = start == 0 || text[..start].ends_with('\n');
    let ends_line = end == text.len() || text[end..].starts_with('\n');
    if starts_line && ends_line { start..end } else { range.clone() }
}

fn edit_import(text: &str, import: &Import, leaves: &[&Range<usize>]) -> (Range<usize>, String) {
    let Some(tree) = without(import.item.tree.clone(), leaves) else {
        return (whole_lines(text, &import.whole), String::new());
    };
    let item = Item::Use(ItemUse { tree, ..import.item.clone() });
    let file = File { shebang: None, attrs: Vec::new(), items: vec![item] };
    let printed = layout::compact(&prettyplease::unparse(&file));
    let line = text[..import.whole.start].rfind('\n').map_or(0, |end| end + 1);
    let before = &text[line..import.whole.start];
    let indentation = &before[..before.len() - before.trim_start().len()];
    let lines: Vec<&str> = printed.trim_end().lines().collect();
    // The import must not take more lines than before.
    let has_room = lines.len() <= text[import.whole.clone()].lines().count();
    let between = if has_room { format!("\n{indentation}") } else { " ".to_owned() };
    (import.whole.clone(), lines.join(&between))
}

/// Returns the use tree without some of its names, or `None` if none is left.
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

/// Returns true for `self`, which stands for the path before it only in braces.
fn is_self(tree: &UseTree) -> bool {
    match tree {
        UseTree::Name(leaf) => leaf.ident == "self",
        UseTree::Rename(leaf) => leaf.ident == "self",
        _ => false,
    }
}
