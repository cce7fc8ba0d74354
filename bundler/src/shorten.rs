//! Minification by names: the same program with shorter names.
//!
//! A name that the bundle declares is replaced everywhere in the file. So equal names stay equal,
//! and different names stay different. If the same name also belongs to the standard library or to
//! the judge's crates, compilation fails, and the name stays. In the end the compiler must generate
//! the same code, whatever its names are. Names that the program prints are part of that code, so
//! they stay: those that a derived `Debug`, a format string or `stringify!` turns into text are
//! found in the tokens, those that pass through macros in the tokens and in the program's texts,
//! and others, such as names of types, by the texts that differ.

mod names;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    str::FromStr,
};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use proc_macro2::{TokenStream, TokenTree};

use crate::compiler::Compiler;
use crate::definitions::call_at;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};
use crate::pack::packed;
use crate::parallel::{in_parallel, run_in_parallel};
use crate::passed::Passed;
use crate::prune::{Comparison, Session};
use crate::shown::{self, Shown};
use crate::token_trees::{collect_words, words};

use names::Names;

/// Maximum number of compilations that look for names from outside the bundle; each phase of the
/// compiler finds some.
const ROUNDS: usize = 40;

/// Returns `source`, packed, with short names. After `header`, it compiles in all of the judge's
/// editions, and is the same program as `original` in each; `None` if `source` itself is not.
///
/// # Errors
///
/// If no compiler is available, or if `source` does not compile.
pub(crate) fn shorten(
    source: &str,
    original: &str,
    session: &Session<'_>,
    header: &str,
) -> Result<Option<(String, Passed)>, CompileError> {
    let Session { compiler, judge, .. } = session;
    let tokens = TokenStream::from_str(source).expect("a bundle consists of valid tokens");
    let mut names = Names::of(source, tokens.clone());
    let printed = session.texts(original)?;
    names.keep(in_shown_calls(&tokens).intersection(&printed));
    for _ in 0..ROUNDS {
        let short = names.short();
        let renamed = renamed(source, &tokens, &short);
        let text = packed(&renamed);
        let file = format!("{header}{text}");
        let report = Report::of(&file, compiler, judge)?;
        let missed =
            |(name, short): (&String, &String)| report.names.contains(short).then(|| name.clone());
        let missed: Vec<String> = short.iter().filter_map(missed).collect();
        if !missed.is_empty() {
            names.keep(&missed);
            continue;
        }
        let passed = report.is_silent.then_some(judge.editions[0]);
        let (checked, comparison) = in_parallel(
            || checked(text, file, compiler, judge, passed),
            || session.compare(original, &renamed),
        );
        let checked = checked?;
        match comparison? {
            Comparison::Same => return Ok(Some(checked)),
            // The program prints a name.
            Comparison::Differs(words) => {
                let printed: Vec<String> =
                    words.into_iter().filter(|word| short.contains_key(word)).collect();
                if printed.is_empty() {
                    break;
                }
                names.keep(&printed);
            }
        }
    }
    if session.compare(original, source)? != Comparison::Same {
        return Ok(None);
    }
    let text = packed(source);
    let file = format!("{header}{text}");
    checked(text, file, compiler, judge, None).map(Some)
}

/// Returns `source`, packed, with a short name for each long one. It may not compile: [`shorten`]
/// keeps some long names.
pub(crate) fn with_all_names_short(source: &str) -> String {
    let tokens = TokenStream::from_str(source).expect("a bundle consists of valid tokens");
    packed(&renamed(source, &tokens, &Names::of(source, tokens.clone()).short()))
}

/// Returns the text with the checks of its file; one edition may have passed already.
fn checked(
    text: String,
    file: String,
    compiler: &Compiler,
    judge: &Judge,
    passed: Option<Edition>,
) -> Result<(String, Passed), CompileError> {
    let others: Vec<Edition> =
        judge.editions.iter().copied().filter(|&edition| Some(edition) != passed).collect();
    let warnings = run_in_parallel(&others, |&edition| compiler.check(&file, edition, judge))?;
    let silent = others.into_iter().zip(warnings).filter(|(_, warnings)| warnings.is_empty());
    let passed = passed.into_iter().chain(silent.map(|(edition, _)| edition)).collect();
    Ok((text, Passed::new(compiler, file, passed)))
}

/// Returns the words in the calls of macros that may turn names into texts.
fn in_shown_calls(tokens: &TokenStream) -> BTreeSet<String> {
    fn read(tokens: TokenStream, shown: &Shown, words: &mut BTreeSet<String>) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            if let Some((name, arguments)) = call_at(&trees[at..])
                && shown.is_shown(&name.to_string())
            {
                collect_words(arguments.stream(), words);
            }
            if let TokenTree::Group(group) = tree {
                read(group.stream(), shown, words);
            }
        }
    }
    let shown = Shown::in_tokens(tokens.clone(), shown::WITH_NAMES);
    let mut words = BTreeSet::new();
    read(tokens.clone(), &shown, &mut words);
    words
}

/// Returns `source` with other names, except in attributes and lifetimes.
fn renamed(source: &str, tokens: &TokenStream, short: &BTreeMap<String, String>) -> String {
    let mut edits = Vec::new();
    find_renamed(tokens.clone(), short, &mut edits);
    let mut text = String::with_capacity(source.len());
    let mut at = 0;
    for (range, name) in edits {
        text.push_str(&source[at..range.start]);
        text.push_str(name);
        at = range.end;
    }
    text + &source[at..]
}

/// Adds the places of names with a short one, in their order.
fn find_renamed<'a>(
    tokens: TokenStream,
    short: &'a BTreeMap<String, String>,
    edits: &mut Vec<(Range<usize>, &'a str)>,
) {
    let mut before = None;
    for token in tokens {
        let mark = before;
        before = match &token {
            // An inner attribute: `#![...]`.
            TokenTree::Punct(punct) if punct.as_char() == '!' && mark == Some('#') => mark,
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        match token {
            TokenTree::Group(group) if mark != Some('#') => {
                find_renamed(group.stream(), short, edits);
            }
            TokenTree::Ident(name) if mark != Some('\'') => {
                let new = short.get(&name.to_string());
                edits.extend(new.map(|new| (name.span().byte_range(), new.as_str())));
            }
            _ => {}
        }
    }
}

/// Messages of the compiler about a file with short names.
struct Report {
    /// Names at the positions of the errors.
    names: BTreeSet<String>,
    /// True if there are no messages.
    is_silent: bool,
}

impl Report {
    fn of(file: &str, compiler: &Compiler, judge: &Judge) -> Result<Report, CompileError> {
        let (mut names, mut others) = (BTreeSet::new(), BTreeSet::new());
        let messages = compiler.diagnose(file, judge.editions[0], judge, &[], None)?;
        for diagnostic in
            messages.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok())
        {
            if !matches!(diagnostic.level, DiagnosticLevel::Error) {
                continue;
            }
            for span in diagnostic.spans.iter().filter(|span| span.is_primary) {
                let bounds =
                    [span.byte_start, span.byte_end].map(|at| usize::try_from(at).unwrap_or(0));
                let part = file.get(bounds[0]..bounds[1]).unwrap_or_default();
                // Only some of several words are at fault.
                let is_name = words(part).nth(1).is_none();
                let names = if is_name { &mut names } else { &mut others };
                names.extend(words(part).map(str::to_owned));
            }
        }
        let names = if names.is_empty() { others } else { names };
        Ok(Report { names, is_silent: messages.is_empty() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_and_lifetimes_keep_their_names() {
        let short = BTreeMap::from([("name".to_owned(), "a".to_owned())]);
        let source = "#![name] #[name] fn name<'name>(x: &'name u8) { name!(name) }";
        let renamed = renamed(source, &TokenStream::from_str(source).unwrap(), &short);
        assert_eq!(packed(&renamed).trim_end(), "#![name]#[name]fn a<'name>(x:&'name u8){a!(a)}");
    }
}
