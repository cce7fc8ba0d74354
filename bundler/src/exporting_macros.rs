//! Macros that export the macros which they define.
//!
//! Their calls are items of the crate, and the exported macro exists where the call stands. So the
//! call is re-exported like a definition, and `#[macro_export]` leaves the rules.

use std::collections::BTreeMap;
use std::mem;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Item, ItemMacro};

use crate::definitions::{definition_at, rules};
use crate::token_trees::{is_punct, regroup};

/// Macros of one crate by their names, each with the names of those that its calls export.
pub(crate) type Exporting = BTreeMap<Ident, Vec<Ident>>;

/// Finds such macros of one crate and removes `#[macro_export]` from their rules, in place.
///
/// A macro that is exported itself stays as it is: it may be called in any crate.
pub(crate) fn take(items: &mut [Item]) -> Exporting {
    let mut exporting = Exporting::new();
    take_from(items, &mut exporting);
    exporting
}

fn take_from(items: &mut [Item], exporting: &mut Exporting) {
    for item in items {
        match item {
            Item::Mod(module) => {
                let items = module.content.iter_mut().flat_map(|(_, items)| items);
                items.for_each(|item| take_from(std::slice::from_mut(item), exporting));
            }
            Item::Macro(definition) => take_from_definition(definition, exporting),
            _ => {}
        }
    }
}

fn take_from_definition(definition: &mut ItemMacro, exporting: &mut Exporting) {
    let Some(name) = definition.ident.clone() else { return };
    let is_exported = definition.attrs.iter().any(|it| it.path().is_ident("macro_export"));
    let rules = rules(definition.mac.tokens.clone()).unwrap_or_default();
    let exported: Vec<Ident> =
        rules.iter().flat_map(|rule| exported_by(rule.transcriber.stream())).collect();
    if is_exported || exported.is_empty() {
        return;
    }
    definition.mac.tokens = without_export(mem::take(&mut definition.mac.tokens));
    exporting.insert(name, exported);
}

/// Returns the names of the macros that a transcriber defines with `#[macro_export]`.
fn exported_by(transcriber: TokenStream) -> Vec<Ident> {
    let trees: Vec<TokenTree> = transcriber.into_iter().collect();
    let mut is_exported = false;
    let mut names = Vec::new();
    for at in 0..trees.len() {
        match (&trees[at], definition_at(&trees[at..])) {
            (_, Some(([TokenTree::Ident(name)], _))) if is_exported => {
                names.push(name.clone());
                is_exported = false;
            }
            (TokenTree::Group(group), _) if is_export(&trees[..at], group) => is_exported = true,
            _ => {}
        }
    }
    names
}

/// Returns true for the brackets of `#[macro_export]`.
fn is_export(before: &[TokenTree], group: &proc_macro2::Group) -> bool {
    is_punct(before.last(), '#') && group.stream().to_string() == "macro_export"
}

fn without_export(tokens: TokenStream) -> TokenStream {
    let mut left: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) if is_export(&left, &group) => {
                left.pop();
            }
            TokenTree::Group(group) => left.push(regroup(&group, without_export(group.stream()))),
            other => left.push(other),
        }
    }
    left.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    #[track_caller]
    fn check(source: &str, names: &[&str], expected: &str) {
        let mut file = syn::parse_file(source).unwrap();
        let exporting = take(&mut file.items);
        let found: Vec<String> = exporting.values().flatten().map(Ident::to_string).collect();
        assert_eq!(found, names);
        let expected: TokenStream = expected.parse().unwrap();
        assert_eq!(file.to_token_stream().to_string(), expected.to_string());
    }

    #[test]
    fn rules_lose_the_attribute_of_macros_with_a_name() {
        check(
            "mod a { macro_rules! m { ($e:expr) => { #[macro_export] #[doc(hidden)] \
             macro_rules! n { () => { $e } } } } }",
            &["n"],
            "mod a { macro_rules! m { ($e:expr) => { #[doc(hidden)] \
             macro_rules! n { () => { $e } } } } }",
        );
    }

    #[test]
    fn other_rules_stay() {
        let exported = "#[macro_export] macro_rules! m { () => { #[macro_export] \
                        macro_rules! n { () => {} } } }";
        check(exported, &[], exported);
        let fragment = "macro_rules! m { ($n:ident) => { #[macro_export] \
                        macro_rules! $n { () => {} } } }";
        check(fragment, &[], fragment);
    }
}
