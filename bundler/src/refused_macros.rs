//! Refusal of macros whose definitions name a built-in macro that has another value in a single
//! file: `file!`, `module_path!`, `env!` and the like.
//!
//! Only the text without unused items shows which definitions the program needs, so this is checked
//! last. A definition that nothing calls may stay.

use std::{collections::BTreeSet, str::FromStr};

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::definitions::{Definitions, call_at, definition_at};
use crate::error::BundleError;
use crate::map::Map;
use crate::settle::reason_to_refuse;
use crate::token_trees::is_punct;

/// Reports an error for the first macro in a text that the program calls, directly or through
/// others, and whose definition needs a value that would change or get lost. `map` is that of the
/// text.
pub(crate) fn refuse(text: &str, map: impl FnOnce() -> Map) -> Result<(), BundleError> {
    let tokens = TokenStream::from_str(text).expect("a bundle consists of valid tokens");
    let mut definitions = Definitions::default();
    definitions.add(tokens.clone());
    let mut open = BTreeSet::new();
    add_called(tokens, false, &mut open);
    let mut called = BTreeSet::new();
    while let Some(name) = open.pop_first() {
        for index in definitions.named(&name) {
            if called.insert(index) {
                add_called(definitions.list[index].body.clone(), false, &mut open);
            }
        }
    }
    for definition in called.into_iter().map(|index| &definitions.list[index]) {
        if let Some((what, reason, span)) = refused_in(definition.body.clone()) {
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
fn refused_in(tokens: TokenStream) -> Option<(String, &'static str, Span)> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    (0..trees.len()).find_map(|at| {
        if let Some((name, _)) = call_at(&trees[at..]) {
            // After `::` the macro belongs to some crate, after `$` it is the caller's choice.
            let is_other = trees[..at].last().is_some_and(|before| {
                ['$', '.', ':'].iter().any(|&mark| is_punct(Some(before), mark))
            });
            let name_text = name.to_string();
            if let Some(reason) = reason_to_refuse(&name_text).filter(|_| !is_other) {
                return Some((format!("{name_text}!"), reason, name.span()));
            }
        }
        match &trees[at] {
            TokenTree::Group(group) => refused_in(group.stream()),
            _ => None,
        }
    })
}
