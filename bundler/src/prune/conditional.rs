//! Code that other flags than those of this compilation may switch on or off: the lints do not
//! report items that only this code uses.

use std::{collections::BTreeSet, ops::Range};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::cfg::{Cfgs, Facts, Verdict};
use crate::token_trees::collect_words;

/// Code that the judge's flags switch on or off.
#[derive(Default)]
pub(super) struct Conditional {
    /// Byte ranges of its conditions.
    pub(super) places: Vec<Range<usize>>,
    /// Identifiers in it.
    pub(super) names: BTreeSet<String>,
}

impl Conditional {
    /// Collects all code after an undecided `cfg`. In doubt it collects more than necessary.
    pub(super) fn read(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, tree) in trees.iter().enumerate() {
            if matches!(tree, TokenTree::Ident(word) if word == "cfg")
                && matches!(
                    trees.get(index + 1),
                    Some(TokenTree::Punct(mark)) if mark.as_char() == '!'
                )
            {
                // Both branches are compiled, but only one of them is in the program.
                self.places.push(tree.span().byte_range());
            }
            let TokenTree::Group(group) = tree else { continue };
            if group.delimiter() == Delimiter::Bracket && is_open_condition(group.stream()) {
                let end = (index + 1..trees.len()).find(|&at| ends_node(&trees, at));
                let node = &trees[index + 1..end.map_or(trees.len(), |end| end + 1)];
                collect_words(node.iter().cloned().collect(), &mut self.names);
                self.places.push(group.span().byte_range());
            } else {
                self.read(group.stream());
            }
        }
    }
}

/// Returns true if an attribute's effect on its node depends on the judge's flags.
fn is_open_condition(attribute: TokenStream) -> bool {
    let mut trees = attribute.into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Ident(word)), Some(TokenTree::Group(predicate))) if word == "cfg" => {
            // No predicate contains features any more, or what build scripts and flags set.
            let facts = Facts { features: &BTreeSet::new(), cfgs: &Cfgs::new() };
            !matches!(facts.decide(predicate.stream()), Ok(Verdict::Known(_)))
        }
        (Some(TokenTree::Ident(word)), _) => word == "cfg_attr",
        _ => false,
    }
}

/// Returns true if an item or a statement can end here.
fn ends_node(trees: &[TokenTree], at: usize) -> bool {
    match &trees[at] {
        TokenTree::Punct(mark) => mark.as_char() == ';',
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => match trees.get(at + 1)
        {
            Some(TokenTree::Ident(word)) => word != "else",
            Some(TokenTree::Punct(mark)) => mark.as_char() == '#',
            _ => true,
        },
        _ => false,
    }
}
