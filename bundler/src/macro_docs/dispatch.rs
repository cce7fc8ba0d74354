//! Decides if docs in a call can change which rule of a macro it matches.

use proc_macro2::{TokenStream, TokenTree};

use crate::definitions::Rule;
use crate::token_trees::is_punct;

use super::blind::repeated;

/// Kinds of fragments that docs can be part of.
const WITH_DOCS: [&str; 6] = ["block", "expr", "expr_2021", "item", "stmt", "tt"];

/// Kinds of fragments that take the same tokens wherever they match.
const SINGLE: [&str; 4] = ["ident", "lifetime", "literal", "vis"];

/// Returns true if a call may match another rule without its docs: an earlier one, unless their
/// first tokens exclude each other.
pub(super) fn depends_on_docs(rules: &[Rule]) -> bool {
    let matchers: Vec<Vec<Part>> = rules.iter().map(|rule| parts(rule.matcher.stream())).collect();
    rules.iter().enumerate().any(|(number, rule)| {
        accepts_docs(rule.matcher.stream())
            && matchers[..number].iter().any(|earlier| !excludes(earlier, &matchers[number]))
    })
}

/// Part of a matcher.
#[derive(PartialEq, Eq)]
enum Part {
    Token(String),
    Group(String, Vec<Part>),
    /// A fragment, by its kind.
    Fragment(String),
    /// A repetition, and whether it may match nothing.
    Repetition {
        is_optional: bool,
    },
}

/// Reads a matcher; attributes are left out.
fn parts(tokens: TokenStream) -> Vec<Part> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut parts = Vec::new();
    let mut rest = trees.as_slice();
    while let Some(first) = rest.first() {
        let taken = match rest {
            [dollar, TokenTree::Group(group), after @ ..] if is_punct(Some(dollar), '$') => {
                let separator = usize::from(!is_operator(after.first()));
                let is_optional = !is_punct(after.get(separator), '+');
                let is_attribute = is_punct(group.stream().into_iter().next().as_ref(), '#')
                    && repeated(rest).is_some();
                if !is_attribute {
                    parts.push(Part::Repetition { is_optional });
                }
                3 + separator
            }
            [dollar, TokenTree::Ident(_), _, TokenTree::Ident(kind), ..]
                if is_punct(Some(dollar), '$') =>
            {
                parts.push(Part::Fragment(kind.to_string()));
                4
            }
            [TokenTree::Group(group), ..] => {
                let delimiter = format!("{:?}", group.delimiter());
                parts.push(Part::Group(delimiter, self::parts(group.stream())));
                1
            }
            _ => {
                parts.push(Part::Token(first.to_string()));
                1
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    parts
}

fn is_operator(tree: Option<&TokenTree>) -> bool {
    ['*', '+', '?'].iter().any(|&operator| is_punct(tree, operator))
}

/// Returns true if no tokens match both.
fn excludes(earlier: &[Part], later: &[Part]) -> bool {
    for (one, other) in earlier.iter().zip(later) {
        match (one, other) {
            (Part::Token(one), Part::Token(other)) if one != other => return true,
            (Part::Group(..), Part::Token(_)) | (Part::Token(_), Part::Group(..)) => return true,
            (Part::Group(one, _), Part::Group(other, _)) if one != other => return true,
            (Part::Group(_, one), Part::Group(_, other)) if excludes(one, other) => return true,
            (Part::Fragment(kind), other) | (other, Part::Fragment(kind))
                if kind == "ident" && !may_be_word(other) =>
            {
                return true;
            }
            (Part::Fragment(kind), _) if one == other && SINGLE.contains(&kind.as_str()) => {}
            (Part::Token(_) | Part::Group(..), _) if one == other => {}
            _ => return false,
        }
    }
    let common = earlier.len().min(later.len());
    [earlier, later].iter().any(|matcher| matcher[common..].iter().any(is_required))
}

fn may_be_word(part: &Part) -> bool {
    match part {
        Part::Token(token) => {
            token.starts_with(|first: char| first.is_alphabetic() || first == '_')
        }
        Part::Group(..) => false,
        Part::Fragment(_) | Part::Repetition { .. } => true,
    }
}

fn is_required(part: &Part) -> bool {
    match part {
        Part::Token(_) | Part::Group(..) => true,
        Part::Fragment(kind) => kind != "vis",
        Part::Repetition { is_optional } => !is_optional,
    }
}

fn accepts_docs(matcher: TokenStream) -> bool {
    let trees: Vec<TokenTree> = matcher.into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Punct(punct) => punct.as_char() == '#',
        TokenTree::Ident(kind) => {
            let is_kind = is_punct(at.checked_sub(1).map(|at| &trees[at]), ':');
            is_kind && WITH_DOCS.iter().any(|found| kind == found)
        }
        TokenTree::Group(group) => accepts_docs(group.stream()),
        TokenTree::Literal(_) => false,
    })
}
