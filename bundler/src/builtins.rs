//! The compiler's own macros that look at the build or the file system, and features among the tokens of other macros.

use std::fs;

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::quote;
use syn::{Expr, LitStr, parse_quote};

use crate::{BundleError, cfg::Verdict, settle::Settler};

/// Macros whose value would change, or get lost, in a single file.
const REFUSED: [(&str, &str); 6] = [
    ("env", "the judge's build has other variables; write the value as a constant"),
    ("file", "the merged file has another name; write the text itself"),
    ("include", "move the included code into a module"),
    ("include_bytes", "use `include_str!` with text, or a byte string"),
    ("module_path", "modules have other paths in the merged file; write the text itself"),
    ("option_env", "the judge's build has other variables; write the value as a constant"),
];

/// Words in front of a parenthesis that holds a predicate, with or without `#[...]` around it.
const PREDICATES: [&str; 5] = ["cfg", "cfg_attr", "all", "any", "not"];

/// The value of `cfg!(...)` or `include_str!(...)`, if the invocation is one of them and can be decided.
pub(crate) fn value_of(settler: &mut Settler<'_>, invocation: &syn::Macro) -> Option<Expr> {
    let value = match name_of(&invocation.path)?.as_str() {
        "cfg" => match settler.decide(invocation.tokens.clone()) {
            Ok(Verdict::Known(value)) => Ok(parse_quote!(#value)),
            Ok(Verdict::Open(predicate)) => Ok(parse_quote!(cfg!(#predicate))),
            Err(problem) => Err(problem),
        },
        "include_str" => included_text(settler, &invocation.tokens).map(|text| parse_quote!(#text)),
        _ => return None,
    };
    value.map_err(|problem| settler.fail(problem)).ok()
}

/// Refuses an invocation that cannot keep its meaning.
pub(crate) fn refuse(settler: &mut Settler<'_>, path: &syn::Path) {
    if let Some(name) = name_of(path) {
        refuse_name(settler, &name);
    }
}

/// Settles the tokens of a macro definition or invocation, which nobody has parsed.
///
/// Only features are decided, in place: the judge's compiler knows the rest, and the macro may want to see it.
pub(crate) fn settle_tokens(settler: &mut Settler<'_>, tokens: TokenStream) -> TokenStream {
    settle_stream(settler, tokens, false)
}

fn settle_stream(
    settler: &mut Settler<'_>,
    tokens: TokenStream,
    is_predicate: bool,
) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut settled: Vec<TokenTree> = Vec::with_capacity(trees.len());
    let mut at = 0;
    while at < trees.len() {
        let (taken, replacement) = settle_at(settler, &trees[at..], settled.last(), is_predicate);
        settled.extend(replacement);
        at += taken;
    }
    settled.into_iter().collect()
}

/// Settles what `rest` starts with: how many trees that is, and what stands there instead.
fn settle_at(
    settler: &mut Settler<'_>,
    rest: &[TokenTree],
    before: Option<&TokenTree>,
    is_predicate: bool,
) -> (usize, TokenStream) {
    match rest {
        [TokenTree::Punct(hash), TokenTree::Group(group), ..]
            if hash.as_char() == '#' && is_doc(group) =>
        {
            (2, TokenStream::new())
        }
        [TokenTree::Ident(name), TokenTree::Punct(equals), TokenTree::Literal(value), ..]
            if name == "feature" && equals.as_char() == '=' =>
        {
            (3, settle_feature(settler, &rest[..3], value, is_predicate))
        }
        [TokenTree::Ident(name), TokenTree::Group(group), ..]
            if PREDICATES.iter().any(|word| name == word) =>
        {
            let inner = regroup(group, settle_stream(settler, group.stream(), true));
            (2, quote!(#name #inner))
        }
        [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(group), ..]
            if bang.as_char() == '!' && !is_punct(before, '$') && !is_punct(before, '.') =>
        {
            settle_invocation(settler, &name.to_string(), rest, group, before)
        }
        [TokenTree::Group(group), ..] => {
            let inner = regroup(group, settle_stream(settler, group.stream(), is_predicate));
            (1, inner.into())
        }
        _ => (1, rest[0].clone().into()),
    }
}

fn settle_invocation(
    settler: &mut Settler<'_>,
    name: &str,
    rest: &[TokenTree],
    group: &Group,
    before: Option<&TokenTree>,
) -> (usize, TokenStream) {
    refuse_name(settler, name);
    match name {
        "cfg" => {
            let inner = regroup(group, settle_stream(settler, group.stream(), true));
            (3, quote!(cfg!#inner))
        }
        "include_str" if is_punct(before, ':') => {
            settler.refuse("...::include_str!", "inside another macro, write it without a path");
            (3, TokenStream::new())
        }
        "include_str" => match included_text(settler, &group.stream()) {
            Ok(text) => (3, quote!(#text)),
            Err(problem) => {
                settler.fail(problem);
                (3, TokenStream::new())
            }
        },
        _ => (2, rest[..2].iter().cloned().collect()),
    }
}

/// `feature = "name"` becomes `all()` where the feature is on and `any()` where it is off.
fn settle_feature(
    settler: &mut Settler<'_>,
    trees: &[TokenTree],
    value: &Literal,
    is_predicate: bool,
) -> TokenStream {
    let unchanged = trees.iter().cloned().collect();
    let Ok(name) = syn::parse2::<LitStr>(TokenTree::from(value.clone()).into()) else {
        return unchanged;
    };
    let is_on = settler.facts.features.contains(&name.value());
    if is_predicate {
        return if is_on { quote!(all()) } else { quote!(any()) };
    }
    if is_on {
        // A macro may put it into a `cfg` later, where the judge's compiler would take it as off.
        settler.refuse(
            &format!("feature = {value}"),
            "among the tokens of a macro, write `cfg(feature = ...)` in full",
        );
    }
    unchanged
}

fn is_doc(attribute: &Group) -> bool {
    let inner: Vec<TokenTree> = attribute.stream().into_iter().collect();
    attribute.delimiter() == Delimiter::Bracket
        && matches!(inner.as_slice(), [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(_)]
            if name == "doc")
}

fn included_text(settler: &Settler<'_>, arguments: &TokenStream) -> Result<Literal, BundleError> {
    let path: LitStr = syn::parse2(arguments.clone()).map_err(|_| BundleError::Refused {
        file: settler.path.to_owned(),
        what: format!("include_str!({arguments})"),
        reason: "only a plain string literal says which file to embed",
    })?;
    let folder = settler.path.parent().unwrap_or(settler.path);
    let file = folder.join(path.value());
    match fs::read_to_string(&file) {
        Ok(text) => Ok(Literal::string(&text)),
        Err(reason) => Err(BundleError::Read { file, reason }),
    }
}

fn refuse_name(settler: &mut Settler<'_>, name: &str) {
    if let Some((name, reason)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
        settler.refuse(&format!("{name}!"), reason);
    }
}

/// `name!` or `std::name!` or `core::name!`.
fn name_of(path: &syn::Path) -> Option<String> {
    let segments: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match segments.as_slice() {
        [name] => Some(name.clone()),
        [std, name] if std == "std" || std == "core" => Some(name.clone()),
        _ => None,
    }
}

/// The same group around other tokens.
pub(crate) fn regroup(group: &Group, inner: TokenStream) -> TokenTree {
    let mut regrouped = Group::new(group.delimiter(), inner);
    regrouped.set_span(group.span());
    TokenTree::Group(regrouped)
}

/// Whether a tree is this punctuation mark.
pub(crate) fn is_punct(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}
