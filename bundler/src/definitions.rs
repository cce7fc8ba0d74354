//! Definitions by `macro_rules!` in the tokens of all crates, with the rules of each.
//!
//! Macros are found by name alone: of several macros with the same name, or with a name that an
//! import gives to another macro, any one may be meant.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};

use crate::token_trees::{content, is_punct};

/// Definition of a macro by example.
pub(crate) struct Definition {
    pub(crate) name: String,
    /// Tokens of the rules.
    pub(crate) body: TokenStream,
    /// Rules in their order; `None` for a form that this module does not read.
    pub(crate) rules: Option<Vec<Rule>>,
}

/// One rule of a macro: `(matcher) => { transcriber }`.
pub(crate) struct Rule {
    pub(crate) matcher: Group,
    pub(crate) transcriber: Group,
}

/// All definitions of a program.
#[derive(Default)]
pub(crate) struct Definitions {
    pub(crate) list: Vec<Definition>,
    /// Names in front of `as`, by the names behind it.
    aliases: BTreeMap<String, BTreeSet<String>>,
}

impl Definitions {
    /// Adds the definitions and the renamed names among these tokens, at any depth.
    pub(crate) fn add(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for at in 0..trees.len() {
            if let Some(([TokenTree::Ident(name)], body)) = definition_at(&trees[at..]) {
                let (name, body) = (name.to_string(), body.stream());
                let rules = rules(body.clone());
                self.list.push(Definition { name, body, rules });
            }
            if let [TokenTree::Ident(name), TokenTree::Ident(word), TokenTree::Ident(alias), ..] =
                &trees[at..]
                && word == "as"
            {
                self.aliases.entry(alias.to_string()).or_default().insert(name.to_string());
            }
        }
        for tree in trees {
            if let TokenTree::Group(group) = tree {
                self.add(content(group));
            }
        }
    }

    /// Returns the indices of all definitions that a name may mean.
    pub(crate) fn named(&self, name: &str) -> Vec<usize> {
        let mut names = BTreeSet::from([name]);
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            let originals = self.aliases.get(name).into_iter().flatten();
            open.extend(originals.map(String::as_str).filter(|original| names.insert(original)));
        }
        let found = self.list.iter().enumerate();
        found.filter(|(_, it)| names.contains(it.name.as_str())).map(|(index, _)| index).collect()
    }
}

/// Returns the name and the rules of `macro_rules! name { ... }` at the start of these trees. A
/// definition in a macro may have a fragment as its name, with `$` in front.
pub(crate) fn definition_at(trees: &[TokenTree]) -> Option<(&[TokenTree], &Group)> {
    let [TokenTree::Ident(word), bang, rest @ ..] = trees else { return None };
    if word != "macro_rules" || !is_punct(Some(bang), '!') {
        return None;
    }
    match rest {
        [TokenTree::Ident(_), TokenTree::Group(body), ..] => Some((&rest[..1], body)),
        [dollar, TokenTree::Ident(_), TokenTree::Group(body), ..]
            if is_punct(Some(dollar), '$') =>
        {
            Some((&rest[..2], body))
        }
        _ => None,
    }
}

/// Returns the name and the arguments of a call `name!(...)` at the start of these trees.
pub(crate) fn call_at(trees: &[TokenTree]) -> Option<(&Ident, &Group)> {
    match trees {
        [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(arguments), ..]
            if bang.as_char() == '!' =>
        {
            Some((name, arguments))
        }
        _ => None,
    }
}

/// Reads the rules between the braces of a definition; `None` if they are not valid.
pub(crate) fn rules(tokens: TokenStream) -> Option<Vec<Rule>> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = trees.as_slice();
    let mut rules = Vec::new();
    while let [
        TokenTree::Group(matcher),
        TokenTree::Punct(dash),
        TokenTree::Punct(arrow),
        TokenTree::Group(transcriber),
        after @ ..,
    ] = rest
        && (dash.as_char(), dash.spacing(), arrow.as_char()) == ('=', Spacing::Joint, '>')
    {
        rules.push(Rule { matcher: matcher.clone(), transcriber: transcriber.clone() });
        rest = match after {
            [] => after,
            [separator, others @ ..] if is_punct(Some(separator), ';') => others,
            _ => return None,
        };
    }
    rest.is_empty().then_some(rules)
}
