//! Decides which macros are blind to the docs in their calls.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

use crate::definitions::{Definitions, Rule, call_at, definition_at};
use crate::procedural::STANDARD_DERIVES;
use crate::token_trees::is_punct;

use super::dispatch;

/// Macros of the standard library that only compile their arguments.
const BLIND: [&str; 18] = [
    "assert_eq",
    "assert_ne",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "matches",
    "panic",
    "print",
    "println",
    "thread_local",
    "todo",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Kinds of fragments that contain no docs.
const WITHOUT_DOCS: [&str; 9] =
    ["ident", "lifetime", "literal", "meta", "pat", "pat_param", "path", "ty", "vis"];

/// Kinds of fragments that may contain docs.
const WITH_DOCS: [&str; 5] = ["block", "expr", "expr_2021", "item", "stmt"];

/// Fragment of a rule that may hold docs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fragment {
    /// `$m` of `$(#[$m:meta])*`, or of `$(#[$($m:tt)*])*`.
    Attribute,
    /// `$t` of `$($t:tt)*`.
    Tokens,
    /// An item, an expression or the like.
    Syntax,
}

type Fragments = BTreeMap<String, Fragment>;

/// The macros that are blind to docs.
pub(super) struct Blind {
    definitions: Definitions,
    /// Indices of the definitions that are not blind.
    seeing: BTreeSet<usize>,
}

impl Blind {
    pub(super) fn of(definitions: Definitions) -> Self {
        let mut blind = Self { definitions, seeing: BTreeSet::new() };
        loop {
            // A macro that passes docs to one that is not blind is not blind either.
            let found: Vec<usize> = (0..blind.definitions.list.len())
                .filter(|index| !blind.seeing.contains(index) && blind.sees_docs(*index))
                .collect();
            if found.is_empty() {
                return blind;
            }
            blind.seeing.extend(found);
        }
    }

    /// Returns true if all macros that this name may mean are known and blind.
    pub(super) fn is_blind(&self, name: &str) -> bool {
        let found = self.definitions.named(name);
        match found.is_empty() {
            true => BLIND.contains(&name),
            false => !found.iter().any(|index| self.seeing.contains(index)),
        }
    }

    /// Returns true if the rules of a macro show docs of its calls in anything but attributes.
    fn sees_docs(&self, index: usize) -> bool {
        let Some(rules) = &self.definitions.list[index].rules else { return true };
        dispatch::depends_on_docs(rules) || rules.iter().any(|rule| self.rule_sees_docs(rule))
    }

    fn rule_sees_docs(&self, rule: &Rule) -> bool {
        let mut fragments = Fragments::new();
        let transcriber = rule.transcriber.stream();
        read_matcher(rule.matcher.stream(), &mut fragments).is_none()
            || has_other_derives(transcriber.clone())
            || self.shows(transcriber, &fragments)
    }

    /// Returns true if a transcriber puts a fragment with docs anywhere else than into code or
    /// into a call of a blind macro.
    fn shows(&self, tokens: TokenStream, fragments: &Fragments) -> bool {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            let rest = &trees[at..];
            let is_fragment = is_punct(trees[..at].last(), '$');
            if let Some((name, kind)) = repeated(rest)
                && fragments.get(&name) == Some(&kind)
            {
                at += 2;
                continue;
            }
            let hidden = definition_at(rest).map(|(_, body)| body).or_else(|| {
                let (name, arguments) = call_at(rest)?;
                let is_open = !is_fragment && self.is_blind(&name.to_string());
                (!is_open).then_some(arguments)
            });
            if let Some(group) = hidden
                && names_any(group.stream(), fragments)
            {
                return true;
            }
            match &rest[0] {
                TokenTree::Ident(name) if is_fragment => {
                    let fragment = fragments.get(&name.to_string());
                    if fragment.is_some_and(|&fragment| fragment != Fragment::Syntax) {
                        return true;
                    }
                }
                TokenTree::Group(group) if self.shows(group.stream(), fragments) => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }
}

/// Reads the fragments of a matcher that may hold docs. Returns `None` if the matcher takes docs
/// apart.
fn read_matcher(tokens: TokenStream, fragments: &mut Fragments) -> Option<()> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        let rest = &trees[at..];
        if let Some((name, kind)) = repeated(rest) {
            fragments.insert(name, kind);
            at += 2;
            continue;
        }
        match rest {
            [TokenTree::Punct(hash), TokenTree::Group(group), ..] if hash.as_char() == '#' => {
                // An attribute of another name.
                let first = group.stream().into_iter().next();
                if !matches!(first, Some(TokenTree::Ident(name)) if name != "doc") {
                    return None;
                }
            }
            [TokenTree::Punct(hash), ..] if hash.as_char() == '#' => return None,
            [
                TokenTree::Punct(dollar),
                TokenTree::Ident(name),
                TokenTree::Punct(colon),
                TokenTree::Ident(kind),
                ..,
            ] if dollar.as_char() == '$' && colon.as_char() == ':' => {
                let kind = kind.to_string();
                if WITH_DOCS.contains(&kind.as_str()) {
                    fragments.insert(name.to_string(), Fragment::Syntax);
                } else if !WITHOUT_DOCS.contains(&kind.as_str()) {
                    return None;
                }
                at += 4;
                continue;
            }
            [TokenTree::Ident(word), ..] if word == "doc" => return None,
            [TokenTree::Group(group), ..] => read_matcher(group.stream(), fragments)?,
            _ => {}
        }
        at += 1;
    }
    Some(())
}

/// Returns the fragment of a repetition at the start of these trees that has no other tokens:
/// `$(#[$m:meta])*`, `$(#[$($m:tt)*])*` or `$($t:tt)*`, in a transcriber without the kinds.
pub(super) fn repeated(trees: &[TokenTree]) -> Option<(String, Fragment)> {
    let [TokenTree::Punct(dollar), TokenTree::Group(group), TokenTree::Punct(operator), ..] = trees
    else {
        return None;
    };
    if dollar.as_char() != '$' || !matches!(operator.as_char(), '*' | '+') {
        return None;
    }
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    match inner.as_slice() {
        [TokenTree::Punct(hash), TokenTree::Group(attribute)]
            if hash.as_char() == '#' && operator.as_char() == '*' =>
        {
            let meta: Vec<TokenTree> = attribute.stream().into_iter().collect();
            let name = match repeated(&meta) {
                Some((name, Fragment::Tokens)) if meta.len() == 3 => name,
                _ => fragment(&meta, "meta")?,
            };
            Some((name, Fragment::Attribute))
        }
        inner => Some((fragment(inner, "tt")?, Fragment::Tokens)),
    }
}

/// Returns the name of `$name:kind` or `$name`, if the trees are nothing else.
fn fragment(trees: &[TokenTree], kind: &str) -> Option<String> {
    let name = match trees {
        [TokenTree::Punct(dollar), TokenTree::Ident(name)] if dollar.as_char() == '$' => name,
        [
            TokenTree::Punct(dollar),
            TokenTree::Ident(name),
            TokenTree::Punct(colon),
            TokenTree::Ident(found),
        ] if dollar.as_char() == '$' && colon.as_char() == ':' && found == kind => name,
        _ => return None,
    };
    Some(name.to_string())
}

/// Returns true if `$name` of one of these fragments is among the tokens.
fn names_any(tokens: TokenStream, fragments: &Fragments) -> bool {
    let mut is_fragment = false;
    tokens.into_iter().any(|tree| {
        let after_dollar = std::mem::replace(&mut is_fragment, is_punct(Some(&tree), '$'));
        match tree {
            TokenTree::Ident(name) => after_dollar && fragments.contains_key(&name.to_string()),
            TokenTree::Group(group) => names_any(group.stream(), fragments),
            _ => false,
        }
    })
}

/// Returns true if the tokens derive a trait by a procedural macro, which gets the docs.
pub(super) fn has_other_derives(tokens: TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match (tree, trees.get(at + 1)) {
        (TokenTree::Ident(word), Some(TokenTree::Group(group))) if word == "derive" => {
            let names: Vec<TokenTree> = group.stream().into_iter().collect();
            names.iter().enumerate().any(|(at, tree)| {
                let is_last = !is_punct(names.get(at + 1), ':');
                let is_standard = STANDARD_DERIVES.iter().any(|name| tree.to_string() == *name);
                matches!(tree, TokenTree::Ident(_)) && is_last && !is_standard
            })
        }
        (TokenTree::Group(group), _) => has_other_derives(group.stream()),
        _ => false,
    })
}
