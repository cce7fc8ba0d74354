//! Built-in macros that read the build or the file system, and `feature` predicates among the
//! tokens of other macros.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, LitStr, parse_quote, spanned::Spanned};

use crate::cfg::Verdict;
use crate::error::BundleError;
use crate::token_trees::{is_punct, regroup};
use crate::{embed, include};

use super::Settler;

/// Macros whose value would change or get lost in a single file, where the value is not known
/// beforehand. Each has a hint for the error message.
const REFUSED: [(&str, &str); 7] = [
    ("env", "the judge's build has other variables; write the value as a constant"),
    ("file", "the merged file has another name; write the text itself"),
    ("include", "move the included code into a module"),
    ("include_bytes", "name the file by a literal outside of the macro's definition"),
    ("include_str", "name the file by a literal outside of the macro's definition"),
    ("module_path", "modules have other paths in the merged file; write the text itself"),
    ("option_env", "the judge's build has other variables; write the value as a constant"),
];

/// Macros that are replaced by their expansion.
const REPLACED: [&str; 9] = [
    "cfg",
    "column",
    "env",
    "file",
    "include_bytes",
    "include_str",
    "line",
    "module_path",
    "option_env",
];

/// Names in front of a parenthesis that holds a predicate, with or without `#[...]` around it.
const PREDICATES: [&str; 5] = ["cfg", "cfg_attr", "all", "any", "not"];

/// Returns the value of a built-in macro, if the invocation is one of them and can be decided.
pub(crate) fn value_of(settler: &mut Settler<'_>, invocation: &syn::Macro) -> Option<Expr> {
    let name = name_of(&invocation.path)?;
    let value = match name.as_str() {
        "cfg" => match settler.decide(invocation.tokens.clone()) {
            Ok(Verdict::Known(value)) => Ok(parse_quote!(#value)),
            Ok(Verdict::Open(predicate)) => Ok(parse_quote!(cfg!(#predicate))),
            Err(problem) => Err(problem),
        },
        "include" => included(settler, &invocation.tokens),
        name => {
            let span = invocation.path.span();
            value(settler, name, &invocation.tokens, span)?
                .and_then(|tokens| syn::parse2(tokens).map_err(|error| settler.syntax(&error)))
        }
    };
    value.map_err(|problem| settler.fail(problem)).ok()
}

/// Returns the expansion of a macro that depends only on the build, the place or a file; `None` for
/// any other macro.
fn value(
    settler: &Settler<'_>,
    name: &str,
    arguments: &TokenStream,
    span: Span,
) -> Option<Result<TokenStream, BundleError>> {
    let file = || include::file(settler.build, settler.path, arguments);
    let string = |text: String| Literal::string(&text);
    let number = |number: usize| {
        u32::try_from(number).map_or(Literal::u32_suffixed(0), Literal::u32_suffixed)
    };
    Some(Ok(match name {
        "include_str" => match file().and_then(|file| include::read_text(&file)) {
            Ok(text) => embed::text(&text),
            Err(problem) => return Some(Err(problem)),
        },
        "include_bytes" => match file().and_then(|file| include::read(&file)) {
            Ok(data) => embed::bytes(&data),
            Err(problem) => return Some(Err(problem)),
        },
        "env" => string(variable(settler, arguments)?).into_token_stream(),
        "option_env" => match variable(settler, arguments) {
            Some(value) => {
                let value = string(value);
                quote!(::core::option::Option::Some(#value))
            }
            None if is_unset(settler, arguments) => {
                quote!(::core::option::Option::None::<&'static str>)
            }
            None => return None,
        },
        "file" => string(settler.build.name_of(settler.path)?).into_token_stream(),
        "module_path" => string(settler.module.join("::")).into_token_stream(),
        "line" => number(span.start().line).into_token_stream(),
        "column" => number(span.start().column + 1).into_token_stream(),
        _ => return None,
    }))
}

/// Returns the value of the variable that the first argument of `env!` names.
fn variable(settler: &Settler<'_>, arguments: &TokenStream) -> Option<String> {
    settler.build.variable(&variable_name(arguments)?)
}

/// Returns true if a build on this machine does not set the variable that the arguments name.
fn is_unset(settler: &Settler<'_>, arguments: &TokenStream) -> bool {
    variable_name(arguments).is_some_and(|name| settler.build.is_unset(&name))
}

fn variable_name(arguments: &TokenStream) -> Option<String> {
    let Some(TokenTree::Literal(name)) = arguments.clone().into_iter().next() else {
        return None;
    };
    let name: LitStr = syn::parse2(TokenTree::from(name).into()).ok()?;
    Some(name.value())
}

/// Returns the expression in an included file, settled.
fn included(settler: &mut Settler<'_>, arguments: &TokenStream) -> Result<Expr, BundleError> {
    let file = include::file(settler.build, settler.path, arguments)?;
    let text = include::read_text(&file)?;
    let mut expression: Expr = syn::parse_str(&text).map_err(|error| BundleError::Syntax {
        file: file.clone(),
        line: error.span().start().line,
        message: error.to_string(),
    })?;
    settler.settle_expression_of(&file, &mut expression)?;
    // Parentheses keep its value the same in any context.
    Ok(match expression {
        Expr::Array(_) | Expr::Lit(_) | Expr::Tuple(_) | Expr::Struct(_) | Expr::Macro(_) => {
            expression
        }
        other => parse_quote!((#other)),
    })
}

/// Reports an error for an invocation that cannot keep its meaning.
pub(crate) fn refuse(settler: &mut Settler<'_>, path: &syn::Path) {
    if let Some(name) = name_of(path) {
        refuse_name(settler, &name);
    }
}

/// Settles the unparsed tokens of a macro definition or invocation.
///
/// It decides only features, in place: the judge's compiler decides the rest, and the macro may
/// match on it.
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
        let prefix = standard_prefix(&trees[at..]);
        if prefix > 0 && ends_with_colons(&settled) {
            settled.truncate(settled.len() - 2);
        }
        at += prefix;
        let (taken, replacement) = settle_at(settler, &trees[at..], settled.last(), is_predicate);
        settled.extend(replacement);
        at += taken;
    }
    settled.into_iter().collect()
}

/// Returns the number of token trees that `std::` takes in front of a replaced macro. The path
/// excludes macros of other crates.
fn standard_prefix(rest: &[TokenTree]) -> usize {
    match rest {
        [
            TokenTree::Ident(krate),
            TokenTree::Punct(first),
            TokenTree::Punct(second),
            TokenTree::Ident(name),
            TokenTree::Punct(bang),
            TokenTree::Group(_),
            ..,
        ] if (krate == "std" || krate == "core")
            && [first.as_char(), second.as_char(), bang.as_char()] == [':', ':', '!']
            && REPLACED.iter().any(|replaced| name == replaced) =>
        {
            3
        }
        _ => 0,
    }
}

fn ends_with_colons(trees: &[TokenTree]) -> bool {
    trees.len() >= 2 && trees[trees.len() - 2..].iter().all(|tree| is_punct(Some(tree), ':'))
}

/// Settles the construct at the start of `rest` and returns the number of token trees taken and
/// their replacement.
fn settle_at(
    settler: &mut Settler<'_>,
    rest: &[TokenTree],
    before: Option<&TokenTree>,
    is_predicate: bool,
) -> (usize, TokenStream) {
    match rest {
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
        [TokenTree::Ident(name), TokenTree::Punct(equals), TokenTree::Literal(value), ..]
            if is_predicate && equals.as_char() == '=' && is_set(settler, name, Some(value)) =>
        {
            (3, quote!(all()))
        }
        [TokenTree::Ident(name)] | [TokenTree::Ident(name), TokenTree::Punct(_), ..]
            if is_predicate && !is_punct(rest.get(1), '=') && is_set(settler, name, None) =>
        {
            (1, quote!(all()))
        }
        [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(group), ..]
            if bang.as_char() == '!' && !is_punct(before, '$') && !is_punct(before, '.') =>
        {
            // After `::` the macro belongs to some crate.
            let is_own = is_punct(before, ':');
            if is_own {
                (2, rest[..2].iter().cloned().collect())
            } else {
                settle_invocation(settler, name, rest, group)
            }
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
    word: &Ident,
    rest: &[TokenTree],
    group: &Group,
) -> (usize, TokenStream) {
    let name = word.to_string();
    let unchanged = (2, rest[..2].iter().cloned().collect());
    if name == "cfg" {
        let inner = regroup(group, settle_stream(settler, group.stream(), true));
        return (3, quote!(cfg!#inner));
    }
    if name == "include_str" {
        // Other macros may match on the text itself.
        let text = include::file(settler.build, settler.path, &group.stream())
            .and_then(|file| include::read_text(&file));
        return match text {
            Ok(text) => (3, Literal::string(&text).into_token_stream()),
            Err(problem) => {
                settler.fail_at_call(problem);
                unchanged
            }
        };
    }
    // A value that depends on the place depends on the place of use, not of the definition.
    let depends_on_place = ["column", "file", "line", "module_path"].contains(&name.as_str());
    let known = match depends_on_place && settler.is_definition {
        true => None,
        false => value(settler, &name, &group.stream(), word.span()),
    };
    match known {
        Some(Ok(tokens)) => (3, tokens),
        Some(Err(problem)) => {
            settler.fail_at_call(problem);
            unchanged
        }
        None => {
            if !settler.is_definition {
                refuse_name(settler, &name);
            }
            unchanged
        }
    }
}

/// Turns `feature = "name"` into `all()` if the feature is on and into `any()` if it is off.
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
    let is_on = settler.facts.has_feature(&name.value());
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

/// Returns true if the build script of the package or a flag of the workspace sets this `cfg`.
fn is_set(settler: &Settler<'_>, name: &Ident, value: Option<&Literal>) -> bool {
    let value = match value.map(|value| syn::parse_str::<LitStr>(&value.to_string())) {
        Some(Ok(text)) => Some(text.value()),
        Some(Err(_)) => return false,
        None => None,
    };
    settler.facts.cfgs.contains(&(name.to_string(), value))
}

fn refuse_name(settler: &mut Settler<'_>, name: &str) {
    if let Some(reason) = reason_to_refuse(name) {
        settler.refuse(&format!("{name}!"), reason);
    }
}

/// Returns the reason why a call of a built-in macro cannot be bundled, with a remedy, unless its
/// value is known.
pub(crate) fn reason_to_refuse(name: &str) -> Option<&'static str> {
    REFUSED.iter().find(|(refused, _)| *refused == name).map(|(_, reason)| *reason)
}

/// Returns the name of `name!`, `std::name!` or `core::name!`.
fn name_of(path: &syn::Path) -> Option<String> {
    let segments: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match segments.as_slice() {
        [name] => Some(name.clone()),
        [std, name] if std == "std" || std == "core" => Some(name.clone()),
        _ => None,
    }
}

/// Returns true for an item `include!(...)`, which [`crate::load`] replaces by the items of a file.
pub(crate) fn includes_items(item: &syn::ItemMacro) -> bool {
    item.ident.is_none() && name_of(&item.mac.path).is_some_and(|name| name == "include")
}
