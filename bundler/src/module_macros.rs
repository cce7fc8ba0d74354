//! Expansion of macros that declare modules in files or export macros, while the files are read.
//!
//! Only the loader finds such files, in the folder of the call, and exported macros are re-exported
//! later. Two forms are expanded: macros without arguments, as in `crate_root!();`, and macros that
//! put attributes on items, as in `$(#[cfg(feature = "std")] $item)*`. Every other macro stays as
//! it is.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Item, ItemMacro};

use crate::definitions::{Rule, definition_at, rules};
use crate::token_trees::{is_punct, regroup};

/// Macros by example that a place in the text can call (textual scope).
#[derive(Default)]
pub(crate) struct TextualMacros {
    /// In the order of the text: a later definition hides an earlier one.
    list: Vec<(syn::Ident, Option<Vec<Rule>>)>,
}

impl TextualMacros {
    /// Adds a definition; any other item is ignored.
    pub(crate) fn add(&mut self, item: &ItemMacro) {
        if let Some(name) = &item.ident {
            let rules = rules(item.mac.tokens.clone());
            self.list.push((name.clone(), rules.filter(|_| !is_conditional(item))));
        }
    }

    /// Returns the number of definitions, for [`TextualMacros::leave`].
    pub(crate) fn enter(&self) -> usize {
        self.list.len()
    }

    /// Forgets all definitions since `enter`: those of a module without `#[macro_use]`.
    pub(crate) fn leave(&mut self, entered: usize) {
        self.list.truncate(entered);
    }

    /// Returns the items that a call expands to, if it has one of the two forms, and if it declares
    /// modules in files or exports macros.
    pub(crate) fn expand(&self, call: &ItemMacro) -> Option<Vec<Item>> {
        let name = call.mac.path.get_ident().filter(|_| !is_conditional(call))?;
        let (_, rules) = self.list.iter().rev().find(|(defined, _)| defined == name)?;
        let rule = rules.as_ref()?.first()?;
        let arguments = &call.mac.tokens;
        let expanded = match item_fragment(&rule.matcher) {
            _ if rule.matcher.stream().is_empty() && arguments.is_empty() => {
                with_own_crate(rule.transcriber.stream())
            }
            Some(fragment) if has_to_be_seen(arguments.clone()) => {
                each_item(rule, &fragment, arguments)?
            }
            _ => return None,
        };
        if !has_to_be_seen(expanded.clone()) {
            return None;
        }
        Some(syn::parse2::<syn::File>(expanded).ok()?.items)
    }
}

/// Returns true if an item depends on the flags of the judge's compiler.
fn is_conditional(item: &ItemMacro) -> bool {
    item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"))
}

/// Returns true if the tokens contain `mod name;` or `#[macro_export]`.
fn has_to_be_seen(tokens: TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    (0..trees.len()).any(|at| match &trees[at..] {
        [TokenTree::Ident(word), TokenTree::Ident(_), semicolon, ..]
            if word == "mod" && is_punct(Some(semicolon), ';') =>
        {
            true
        }
        [TokenTree::Ident(word), ..] if word == "macro_export" => true,
        [TokenTree::Group(group), ..] => has_to_be_seen(group.stream()),
        _ => false,
    })
}

/// Replaces `$crate`, which is the caller's own crate here, except in definitions of macros.
fn with_own_crate(tokens: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut replaced = TokenStream::new();
    let mut at = 0;
    while at < trees.len() {
        let rest = &trees[at..];
        if let Some((name, _)) = definition_at(rest) {
            let length = 3 + name.len();
            replaced.extend(rest[..length].iter().cloned());
            at += length;
            continue;
        }
        let is_crate = matches!(rest, [dollar, TokenTree::Ident(word), ..]
            if is_punct(Some(dollar), '$') && word == "crate");
        match &rest[0] {
            _ if is_crate => {}
            TokenTree::Group(group) => {
                replaced.extend([regroup(group, with_own_crate(group.stream()))]);
            }
            other => replaced.extend([other.clone()]),
        }
        at += 1;
    }
    replaced
}

/// Returns `item` for the matchers `$item:item` and `$($item:item)*`.
fn item_fragment(matcher: &Group) -> Option<syn::Ident> {
    let inner = repetition(matcher).unwrap_or_else(|| matcher.stream());
    let trees: Vec<TokenTree> = inner.into_iter().collect();
    match trees.as_slice() {
        [dollar, TokenTree::Ident(name), colon, TokenTree::Ident(kind)]
            if is_punct(Some(dollar), '$') && is_punct(Some(colon), ':') && kind == "item" =>
        {
            Some(name.clone())
        }
        _ => None,
    }
}

/// Returns the tokens between the parentheses of a group that is `$(...)*` or `$(...)+` alone.
fn repetition(group: &Group) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    match trees.as_slice() {
        [dollar, TokenTree::Group(inner), sign]
            if is_punct(Some(dollar), '$')
                && inner.delimiter() == Delimiter::Parenthesis
                && (is_punct(Some(sign), '*') || is_punct(Some(sign), '+')) =>
        {
            Some(inner.stream())
        }
        _ => None,
    }
}

/// Returns the items among the arguments, each with the attributes of a transcriber
/// `#[...] $item` or `$(#[...] $item)*`, whichever the matcher is.
fn each_item(rule: &Rule, fragment: &syn::Ident, arguments: &TokenStream) -> Option<TokenStream> {
    let is_repeated = repetition(&rule.matcher).is_some();
    let inner = match is_repeated {
        true => repetition(&rule.transcriber)?,
        false => rule.transcriber.stream(),
    };
    let inner: Vec<TokenTree> = inner.into_iter().collect();
    let (attributes, last) = inner.split_at(inner.len().checked_sub(2)?);
    let is_item = matches!(last, [dollar, TokenTree::Ident(name)]
        if is_punct(Some(dollar), '$') && name == fragment);
    let are_attributes = attributes.chunks(2).all(|pair| {
        matches!(pair, [hash, TokenTree::Group(group)]
            if is_punct(Some(hash), '#') && group.delimiter() == Delimiter::Bracket)
    });
    if !is_item || !are_attributes {
        return None;
    }
    let attributes: TokenStream = attributes.iter().cloned().collect();
    let items = syn::parse2::<syn::File>(arguments.clone()).ok()?.items;
    if !is_repeated && items.len() != 1 {
        return None;
    }
    Some(
        items
            .iter()
            .map(ToTokens::to_token_stream)
            .flat_map(|item| quote!(#attributes #item))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads macros and calls the last one; `expected` is empty if the call is not expanded.
    #[track_caller]
    fn check(source: &str, expected: &str) {
        let mut macros = TextualMacros::default();
        let mut expanded = TokenStream::new();
        for item in syn::parse_file(source).unwrap().items {
            let Item::Macro(item) = item else { panic!("expected macros alone") };
            match item.ident {
                Some(_) => macros.add(&item),
                None => expanded.extend(
                    macros.expand(&item).into_iter().flatten().map(ToTokens::into_token_stream),
                ),
            }
        }
        let expected: TokenStream = expected.parse().unwrap();
        assert_eq!(expanded.to_string(), expected.to_string());
    }

    #[test]
    fn a_macro_without_arguments_gives_its_items() {
        check(
            "macro_rules! root { () => { mod a; pub use $crate::a::B; macro_rules! inner { \
             ($x:expr) => { $crate::f($x) } } } } root!();",
            "mod a; pub use crate::a::B; macro_rules! inner { ($x:expr) => { $crate::f($x) } }",
        );
        check("macro_rules! root { () => { mod a { mod b; } } } root! {}", "mod a { mod b; }");
    }

    #[test]
    fn a_macro_with_attributes_for_items_puts_them_on_each() {
        check(
            "macro_rules! std { ($($item:item)*) => { $(#[cfg(feature = \"std\")] $item)* } } \
             std! { mod a; pub fn f() {} }",
            "#[cfg(feature = \"std\")] mod a; #[cfg(feature = \"std\")] pub fn f() {}",
        );
    }

    #[test]
    fn exported_macros_become_items() {
        check(
            "macro_rules! documented { ($item:item) => { #[doc = \"A\"] $item } } \
             documented![#[macro_export] macro_rules! m { () => {} }];",
            "#[doc = \"A\"] #[macro_export] macro_rules! m { () => {} }",
        );
    }

    #[test]
    fn other_macros_stay() {
        // Nothing that only the loader finds.
        check("macro_rules! m { () => { fn f() {} } } m!();", "");
        check("macro_rules! m { ($($i:item)*) => { $($i)* } } m! { fn f() {} }", "");
        // Other forms.
        check("macro_rules! m { ($name:ident) => { mod $name; } } m!(a);", "");
        check("macro_rules! m { ($($i:item)*) => { mod b { $($i)* } } } m! { mod a; }", "");
        // The first rule could match.
        check("macro_rules! m { ($($x:tt)*) => {}; () => { mod a; } } m!();", "");
    }

    #[test]
    fn the_last_definition_in_scope_is_called() {
        check(
            "macro_rules! m { () => { mod a; } } macro_rules! m { () => { mod b; } } m!();",
            "mod b;",
        );
    }
}
