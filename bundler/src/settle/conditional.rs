//! Expansion of `cfg_if!` and `cfg_select!`, the macros with which crates choose between modules,
//! while the files are read.
//!
//! Their branches may declare modules in files, which only the loader can find. The crate that
//! defines the macro does not matter. Only the well-known forms are decided:
//! `if #[cfg(...)] { ... } else if #[cfg(...)] { ... } else { ... }`, and
//! `predicate => { ... } predicate => { ... } _ => { ... }`.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, Item, ItemMacro, Token, braced,
    parse::{Parse, ParseStream, Parser},
    parse_quote,
};

use crate::attributes::Attributed;
use crate::cfg::Verdict;
use crate::environment::Build;
use crate::error::BundleError;

/// The branches, each with its predicate, and the tokens of the last `else`.
struct Choice {
    branches: Vec<(TokenStream, TokenStream)>,
    otherwise: TokenStream,
}

/// Returns true for an item that [`choose`] can decide.
pub(crate) fn is_choice(invocation: &ItemMacro) -> bool {
    read(invocation).is_some()
}

fn read(invocation: &ItemMacro) -> Option<Choice> {
    let name = invocation.mac.path.segments.last()?.ident.to_string();
    let tokens = invocation.mac.tokens.clone();
    match name.as_str() {
        _ if invocation.ident.is_some() => None,
        "cfg_if" => syn::parse2(tokens).ok(),
        "cfg_select" => select.parse2(tokens).ok(),
        _ => None,
    }
}

/// Returns the items that an invocation of one of the macros expands to; `None` if it is something
/// else.
pub(crate) fn choose(
    build: &Build<'_>,
    invocation: &ItemMacro,
    path: &Path,
    module: &[String],
) -> Result<Option<Vec<Item>>, BundleError> {
    let Some(choice) = read(invocation) else {
        return Ok(None);
    };
    let facts = build.facts();
    let syntax = |error: &syn::Error| BundleError::Syntax {
        file: path.to_owned(),
        line: error.span().start().line,
        message: error.to_string(),
    };
    let mut chosen = Vec::new();
    let mut refused: Vec<TokenStream> = Vec::new();
    let last = (quote!(all()), choice.otherwise);
    for (predicate, items) in choice.branches.into_iter().chain([last]) {
        let verdict = facts.decide(predicate).map_err(|error| syntax(&error))?;
        let condition = match &verdict {
            Verdict::Known(false) => continue,
            Verdict::Known(true) if refused.is_empty() => None,
            Verdict::Known(true) => Some(quote!(not(any(#(#refused),*)))),
            Verdict::Open(rest) if refused.is_empty() => Some(rest.clone()),
            Verdict::Open(rest) => Some(quote!(all(#rest, not(any(#(#refused),*))))),
        };
        let parsed: syn::File = syn::parse2(items).map_err(|error| syntax(&error))?;
        let settled = super::settle(parsed, build, path, module)?;
        for mut item in settled.into_iter().flat_map(|file| file.items) {
            if let (Some(condition), Some(attributes)) = (&condition, item.attributes()) {
                let attribute: Attribute = parse_quote!(#[cfg(#condition)]);
                attributes.insert(0, attribute);
            }
            chosen.push(item);
        }
        match verdict {
            Verdict::Open(rest) => refused.push(rest),
            Verdict::Known(_) => break,
        }
    }
    Ok(Some(chosen))
}

impl Parse for Choice {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut choice = Self { branches: Vec::new(), otherwise: TokenStream::new() };
        loop {
            input.parse::<Token![if]>()?;
            let attributes = input.call(Attribute::parse_outer)?;
            let [attribute] = attributes.as_slice() else {
                return Err(input.error("expected one condition"));
            };
            if !attribute.path().is_ident("cfg") {
                return Err(input.error("expected `cfg`"));
            }
            let predicate = attribute.parse_args()?;
            choice.branches.push((predicate, block(input)?));
            if input.parse::<Option<Token![else]>>()?.is_none() {
                return input
                    .is_empty()
                    .then_some(choice)
                    .ok_or_else(|| input.error("expected the end of the macro's arguments"));
            }
            if input.peek(syn::token::Brace) {
                choice.otherwise = block(input)?;
                return input
                    .is_empty()
                    .then_some(choice)
                    .ok_or_else(|| input.error("expected the end of the macro's arguments"));
            }
        }
    }
}

/// Parses the arguments of `cfg_select!`.
fn select(input: ParseStream<'_>) -> syn::Result<Choice> {
    let mut choice = Choice { branches: Vec::new(), otherwise: TokenStream::new() };
    while !input.is_empty() {
        let is_last = input.parse::<Option<Token![_]>>()?.is_some();
        let mut predicate = TokenStream::new();
        while !input.peek(Token![=>]) {
            predicate.extend([input.parse::<TokenTree>()?]);
        }
        input.parse::<Token![=>]>()?;
        let items = block(input)?;
        input.parse::<Option<Token![,]>>()?;
        if is_last && predicate.is_empty() {
            choice.otherwise = items;
            break;
        }
        choice.branches.push((predicate, items));
    }
    input.is_empty().then_some(choice).ok_or_else(|| input.error("expected no more branches"))
}

fn block(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let items;
    braced!(items in input);
    items.parse()
}
