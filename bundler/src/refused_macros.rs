//! Refusal of macros whose definitions name a built-in macro that has another value in a single
//! file: `file!`, `module_path!`, `env!` and the like.
//!
//! Only the text without unused items shows which definitions the program needs, so this is checked
//! last. A definition that nothing calls may stay.

use std::{collections::BTreeSet, str::FromStr};

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::LitStr;

use crate::definitions::{Definition, Definitions, call_at, definition_at};
use crate::error::BundleError;
use crate::map::Map;
use crate::settle::reason_to_refuse;
use crate::token_trees::is_punct;

/// Reports an error for the first macro in a text that the program calls, directly or through
/// others, and whose definition needs a value that would change or get lost. `is_unset` tells that
/// no build sets a variable; `map` is that of the text.
pub(crate) fn refuse(
    text: &str,
    is_unset: impl Fn(&str) -> bool,
    map: impl FnOnce() -> Map,
) -> Result<(), BundleError> {
    let tokens = TokenStream::from_str(text).expect("a bundle consists of valid tokens");
    let mut definitions = Definitions::default();
    definitions.add(tokens.clone());
    let mut open = BTreeSet::new();
    add_called(tokens.clone(), false, &mut open);
    let mut called = BTreeSet::new();
    while let Some(name) = open.pop_first() {
        for index in definitions.named(&name) {
            if called.insert(index) {
                add_called(definitions.list[index].body.clone(), false, &mut open);
            }
        }
    }
    for definition in called.into_iter().map(|index| &definitions.list[index]) {
        let is_harmless = |name: &Ident, arguments: &Group| {
            let named = || variables(definition, arguments, &tokens);
            name == "option_env" && named().is_some_and(|names| names.iter().all(|it| is_unset(it)))
        };
        if let Some((what, reason, span)) = refused_in(definition.body.clone(), &is_harmless) {
            let start = span.start();
            let place = map().locate(start.line, start.column + 1);
            return Err(BundleError::RefusedInMacro {
                place: place.map_or_else(String::new, |place| format!("{place}: ")),
                name: definition.name.clone(),
                what,
                reason,
            });
        }
    }
    Ok(())
}

/// Adds the names of all macros that the tokens outside of definitions call, and the words among
/// the arguments of macros, which may call a macro by its name.
fn add_called(tokens: TokenStream, is_argument: bool, called: &mut BTreeSet<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        let rest = &trees[at..];
        // A definition with a fragment as its name may be called by any name.
        if let Some(([_], _)) = definition_at(rest) {
            at += 4;
            continue;
        }
        if let Some((name, arguments)) = call_at(rest) {
            called.insert(name.to_string());
            add_called(arguments.stream(), true, called);
            at += 3;
            continue;
        }
        match &rest[0] {
            TokenTree::Ident(word) if is_argument && !is_punct(rest.get(1), ':') => {
                called.insert(word.to_string());
            }
            TokenTree::Group(group) => add_called(group.stream(), is_argument, called),
            _ => {}
        }
        at += 1;
    }
}

/// Returns the first refused built-in macro that a definition calls, with the reason.
fn refused_in(
    tokens: TokenStream,
    is_harmless: &impl Fn(&Ident, &Group) -> bool,
) -> Option<(String, &'static str, Span)> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    (0..trees.len()).find_map(|at| {
        if let Some((name, arguments)) = call_at(&trees[at..]) {
            // After `::` the macro belongs to some crate, after `$` it is the caller's choice.
            let is_other = trees[..at].last().is_some_and(|before| {
                ['$', '.', ':'].iter().any(|&mark| is_punct(Some(before), mark))
            });
            let name_text = name.to_string();
            let reason = reason_to_refuse(&name_text).filter(|_| !is_other);
            if let Some(reason) = reason.filter(|_| !is_harmless(name, arguments)) {
                return Some((format!("{name_text}!"), reason, name.span()));
            }
        }
        match &trees[at] {
            TokenTree::Group(group) => refused_in(group.stream(), is_harmless),
            _ => None,
        }
    })
}

/// Returns the names of variables that a macro's only rule reads by this fragment, from all calls
/// in the tokens; `None` if any of them is not known.
fn variables(
    definition: &Definition,
    fragment: &Group,
    tokens: &TokenStream,
) -> Option<Vec<String>> {
    let [rule] = definition.rules.as_deref()? else { return None };
    let fragment = fragment.stream().to_string();
    let parameters = parts(&rule.matcher);
    let place = parameters.iter().position(|parameter| {
        let text = parameter.iter().take(2).cloned().collect::<TokenStream>().to_string();
        text == fragment
    })?;
    let mut calls = Vec::new();
    add_calls(tokens.clone(), &definition.name, &mut calls)?;
    let variable = |call: &Group| {
        let arguments = parts(call);
        match arguments.get(place)?.as_slice() {
            [TokenTree::Literal(text)] if arguments.len() == parameters.len() => {
                syn::parse_str::<LitStr>(&text.to_string()).ok().map(|text| text.value())
            }
            _ => None,
        }
    };
    calls.iter().map(variable).collect()
}

/// Splits the tokens of a group at its commas.
fn parts(group: &Group) -> Vec<Vec<TokenTree>> {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    trees.split(|tree| is_punct(Some(tree), ',')).map(<[TokenTree]>::to_vec).collect()
}

/// Adds the arguments of all calls of a macro; returns `None` if its name stands anywhere else.
fn add_calls(tokens: TokenStream, name: &str, calls: &mut Vec<Group>) -> Option<()> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        let rest = &trees[at..];
        if let Some((defined, body)) = definition_at(rest) {
            add_calls(body.stream(), name, calls)?;
            at += 3 + defined.len();
            continue;
        }
        match (&rest[0], call_at(rest)) {
            (TokenTree::Ident(word), Some((_, arguments))) if word == name => {
                calls.push(arguments.clone());
            }
            (TokenTree::Ident(word), None) if word == name => return None,
            (TokenTree::Group(group), _) => add_calls(group.stream(), name, calls)?,
            _ => {}
        }
        at += 1;
    }
    Some(())
}
