//! Removal of docs from the tokens of macros, wherever no macro can turn them into data.
//!
//! To a macro a doc comment is an attribute like any other: it can match on it, count it, or pass
//! it to `stringify!`. A macro by example is blind to docs if its rules only accept attributes and
//! pass them on to items, or to macros that are blind as well. Docs stay in the calls of all other
//! macros, and in those of macros whose definition is not known.

mod blind;
mod dispatch;
#[cfg(test)]
mod tests;

use std::{mem, str::FromStr};

use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    File, LitStr,
    visit_mut::{self, VisitMut},
};

use crate::definitions::{Definitions, call_at, definition_at, rules};
use crate::token_trees::{is_punct, regroup};

use blind::{Blind, has_other_derives};

/// Removes docs in the macros of all crates of a bundle.
pub(crate) fn remove(files: &mut [File]) {
    let mut definitions = Definitions::default();
    files.iter().for_each(|file| definitions.add(file.to_token_stream()));
    let mut remover = Remover { blind: Blind::of(definitions) };
    files.iter_mut().for_each(|file| remover.visit_file_mut(file));
}

/// Visitor that removes the docs in the macros of one file.
struct Remover {
    blind: Blind,
}

impl Remover {
    /// Returns tokens without the docs that only blind macros get; the others are spelled as the
    /// compiler spells them.
    fn without_docs(&self, tokens: TokenStream) -> TokenStream {
        if has_other_derives(tokens.clone()) {
            return spelled(tokens);
        }
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut left = TokenStream::new();
        let mut at = 0;
        while at < trees.len() {
            let rest = &trees[at..];
            if is_doc(rest) {
                at += 2;
            } else if let Some((name, body)) = definition_at(rest) {
                left.extend(rest[..2].iter().chain(name).cloned());
                left.extend([regroup(body, self.definition_without_docs(body.stream()))]);
                at += 3 + name.len();
            } else if let Some((name, arguments)) = call_at(rest) {
                let is_fragment = is_punct(trees[..at].last(), '$');
                let is_open = !is_fragment && self.blind.is_blind(&name.to_string());
                let inner = arguments.stream();
                let inner = if is_open { self.without_docs(inner) } else { spelled(inner) };
                left.extend(rest[..2].iter().cloned());
                left.extend([regroup(arguments, inner)]);
                at += 3;
            } else {
                left.extend([match &rest[0] {
                    TokenTree::Group(group) => regroup(group, self.without_docs(group.stream())),
                    other => other.clone(),
                }]);
                at += 1;
            }
        }
        left
    }

    /// Returns the rules of a definition without the docs of what they generate.
    fn definition_without_docs(&self, tokens: TokenStream) -> TokenStream {
        if rules(tokens.clone()).is_none() {
            return spelled(tokens);
        }
        let mut is_transcriber = false;
        let settle = |tree: TokenTree| match tree {
            TokenTree::Group(group) => {
                let inner = match is_transcriber {
                    true => self.without_docs(group.stream()),
                    false => spelled(group.stream()),
                };
                is_transcriber = !is_transcriber;
                regroup(&group, inner)
            }
            other => other,
        };
        tokens.into_iter().map(settle).collect()
    }
}

impl VisitMut for Remover {
    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        let tokens = mem::take(&mut node.tokens);
        let name = node.path.segments.last().map(|last| last.ident.to_string());
        node.tokens = match name {
            Some(name) if name == "macro_rules" => self.definition_without_docs(tokens),
            Some(name) if self.blind.is_blind(&name) => self.without_docs(tokens),
            _ => spelled(tokens),
        };
        visit_mut::visit_macro_mut(self, node);
    }
}

/// Returns tokens in which each doc comment is the attribute that the compiler makes of it: its
/// text is a raw string.
fn spelled(tokens: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let spell = |(at, tree): (usize, &TokenTree)| match tree {
        TokenTree::Group(group) => {
            let hash = at.checked_sub(1).map(|at| &trees[at]);
            let inner = comment(hash, group.stream());
            regroup(group, inner.unwrap_or_else(|| spelled(group.stream())))
        }
        other => other.clone(),
    };
    trees.iter().enumerate().map(spell).collect()
}

/// Returns `doc = r"..."` for the same attribute with another literal, if a comment stands in the
/// source for it: then all of its tokens have the same place.
fn comment(hash: Option<&TokenTree>, inner: TokenStream) -> Option<TokenStream> {
    let TokenTree::Literal(text) = doc_text(&inner)? else { return None };
    let start = |span: Span| span.start();
    if start(hash?.span()) != start(text.span()) {
        return None;
    }
    let value = syn::parse2::<LitStr>(TokenTree::Literal(text).into()).ok()?.value();
    // As few marks as the text allows.
    let marks = (0..)
        .map(|count| "#".repeat(count))
        .find(|marks| !value.contains(&format!("\"{marks}")))?;
    let mut raw = Literal::from_str(&format!("r{marks}\"{value}\"{marks}")).ok()?;
    raw.set_span(hash?.span());
    let name_and_sign = inner.into_iter().take(2);
    Some(name_and_sign.chain([TokenTree::Literal(raw)]).collect())
}

/// Returns true for `#[doc = "..."]` at the start of these trees.
fn is_doc(trees: &[TokenTree]) -> bool {
    matches!(trees, [TokenTree::Punct(hash), TokenTree::Group(group), ..]
        if hash.as_char() == '#'
            && group.delimiter() == Delimiter::Bracket
            && doc_text(&group.stream()).is_some())
}

/// Returns the literal of `doc = "..."`.
fn doc_text(attribute: &TokenStream) -> Option<TokenTree> {
    let inner: Vec<TokenTree> = attribute.clone().into_iter().collect();
    match inner.as_slice() {
        [TokenTree::Ident(name), TokenTree::Punct(equals), text @ TokenTree::Literal(_)]
            if name == "doc" && equals.as_char() == '=' =>
        {
            Some(text.clone())
        }
        _ => None,
    }
}
