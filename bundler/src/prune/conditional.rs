//! Code that other flags than ours may switch on or off: the lints are silent about what only it uses.

use std::{collections::BTreeSet, ops::Range};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::cfg::{Facts, Verdict};

use super::outline::collect_words;

/// Code that the judge's flags switch on or off.
#[derive(Default)]
pub(super) struct Conditional {
    /// Where its conditions stand.
    pub(super) places: Vec<Range<usize>>,
    /// Every word in it.
    pub(super) names: BTreeSet<String>,
}

impl Conditional {
    /// Reads everything that has an open `cfg` in front of it, and some around it rather than too little.
    pub(super) fn read(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, tree) in trees.iter().enumerate() {
            if matches!(tree, TokenTree::Ident(word) if word == "cfg")
                && matches!(trees.get(index + 1), Some(TokenTree::Punct(mark)) if mark.as_char() == '!')
            {
                // Both branches are compiled, but one of them is not in the program.
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

/// Whether an attribute leaves it to the judge's flags what becomes of its node.
fn is_open_condition(attribute: TokenStream) -> bool {
    let mut trees = attribute.into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Ident(word)), Some(TokenTree::Group(predicate))) if word == "cfg" => {
            // No macro's tokens name a feature any more.
            let facts = Facts { features: &BTreeSet::new() };
            !matches!(facts.decide(predicate.stream()), Ok(Verdict::Known(_)))
        }
        (Some(TokenTree::Ident(word)), _) => word == "cfg_attr",
        _ => false,
    }
}

/// Whether an item or a statement can end here.
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
