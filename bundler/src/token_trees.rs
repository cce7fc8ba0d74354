//! Small operations on token trees.

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
