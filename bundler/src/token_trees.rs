//! Small operations on token trees.

use std::collections::BTreeSet;

use proc_macro2::{Group, TokenStream, TokenTree};

/// Returns the same group around other tokens.
pub(crate) fn regroup(group: &Group, inner: TokenStream) -> TokenTree {
    let mut regrouped = Group::new(group.delimiter(), inner);
    regrouped.set_span(group.span());
    TokenTree::Group(regrouped)
}

/// Returns true if a tree is this punctuation mark.
pub(crate) fn is_punct(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Adds every identifier of the tokens.
pub(crate) fn collect_words(tokens: TokenStream, words: &mut BTreeSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(word) => {
                words.insert(word.to_string());
            }
            TokenTree::Group(group) => collect_words(group.stream(), words),
            _ => {}
        }
    }
}
