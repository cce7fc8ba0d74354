//! Small operations on token trees and words.

use std::collections::BTreeSet;

use proc_macro2::{Group, TokenStream, TokenTree};

/// Returns the same group around other tokens.
pub(crate) fn regroup(group: &Group, inner: TokenStream) -> TokenTree {
    let mut regrouped = Group::new(group.delimiter(), inner);
    regrouped.set_span(group.span());
    TokenTree::Group(regrouped)
}

/// Returns the content of a group. Without the group it is not shared, so that its trees can be
/// taken out without copies.
pub(crate) fn content(group: Group) -> TokenStream {
    let content = group.stream();
    drop(group);
    content
}

/// Returns true if a tree is this punctuation mark.
pub(crate) fn is_punct(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Returns the possible names in a piece of text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty())
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
