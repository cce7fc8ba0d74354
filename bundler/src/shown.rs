//! Calls of macros that may show their tokens as text.
//!
//! `stringify!` writes a space exactly where the source has white space between two tokens, also
//! if the tokens went through other macros. So tokens that may reach it keep their white space at
//! every level. The tokens of definitions need not: the compiler does not remember their spacing.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

use crate::definitions::{Definitions, call_at};
use crate::token_trees::{collect_words, is_punct};

/// Macros of the standard library that never show their tokens. A failed `assert!` prints the
/// syntax tree of its condition.
const SILENT: [&str; 36] = [
    "asm",
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "is_x86_feature_detected",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Macros of the standard library that show their tokens with the white space between them.
pub(crate) const WITH_SPACES: &[&str] = &["dbg", "stringify"];

/// Words that turn names into texts: also the trait whose derive prints the names of fields.
pub(crate) const WITH_NAMES: &[&str] = &["dbg", "stringify", "Debug"];

/// The macros of a program that may show their tokens.
pub(crate) struct Shown {
    /// Words of a definition that shows tokens.
    words: &'static [&'static str],
    definitions: Definitions,
    /// Indices of the definitions that may show tokens of their calls.
    showing: BTreeSet<usize>,
}

impl Shown {
    /// Returns the macros that these tokens define. Those with one of the `words` in their
    /// definition may show tokens.
    pub(crate) fn in_tokens(tokens: TokenStream, words: &'static [&'static str]) -> Self {
        let mut definitions = Definitions::default();
        definitions.add(tokens);
        Self::of(definitions, words)
    }

    pub(crate) fn of(definitions: Definitions, showing: &'static [&'static str]) -> Self {
        let words: Vec<BTreeSet<String>> = definitions
            .list
            .iter()
            .map(|definition| {
                let mut words = BTreeSet::new();
                collect_words(definition.body.clone(), &mut words);
                words
            })
            .collect();
        let mut shown = Self { words: showing, definitions, showing: BTreeSet::new() };
        let list = &shown.definitions.list;
        let calls_back = |index: &usize| calls_back(list[*index].body.clone());
        shown.showing = (0..list.len()).filter(calls_back).collect();
        loop {
            // A macro that names one that shows tokens may pass its own tokens on.
            let found: Vec<usize> = (0..words.len())
                .filter(|index| !shown.showing.contains(index))
                .filter(|&index| words[index].iter().any(|word| shown.names_showing(word)))
                .collect();
            if found.is_empty() {
                return shown;
            }
            shown.showing.extend(found);
        }
    }

    /// Returns true if some macro with this name may show the tokens of its calls.
    pub(crate) fn is_shown(&self, name: &str) -> bool {
        let found = self.definitions.named(name);
        match found.is_empty() {
            true => !SILENT.contains(&name),
            false => found.iter().any(|index| self.showing.contains(index)),
        }
    }

    /// Returns true if a word in a definition shows tokens or is the name of a macro that does.
    fn names_showing(&self, word: &str) -> bool {
        let found = self.definitions.named(word);
        self.words.contains(&word) || found.iter().any(|it| self.showing.contains(it))
    }
}

/// Returns true if a definition calls a macro whose name it gets as an argument.
fn calls_back(body: TokenStream) -> bool {
    let trees: Vec<TokenTree> = body.into_iter().collect();
    (0..trees.len()).any(|at| {
        let is_fragment = is_punct(trees[..at].last(), '$');
        is_fragment && call_at(&trees[at..]).is_some()
            || matches!(&trees[at], TokenTree::Group(group) if calls_back(group.stream()))
    })
}
