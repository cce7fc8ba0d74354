//! Source locations of all tokens of a bundle.
//!
//! The parser gives each token of a source its location, and rewriting keeps it. Printing loses it.
//! But the printed tokens are the same in the same order, except for some commas or braces, so a
//! diff aligns the two sequences. Every later step reports its changes: cuts keep lines, packing
//! keeps tokens, short names replace them one by one.

use std::str::FromStr;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::sources::{Place, Sources};
use crate::token_trees::content;

/// A printed piece of a bundle.
pub(crate) struct Part {
    pub(crate) text: String,
    /// Tokens from which the text was printed.
    pub(crate) tokens: TokenStream,
}

/// A text with the source location of each of its tokens.
#[derive(Clone, Default)]
pub(crate) struct Traced {
    pub(crate) text: String,
    /// One location for each token; `None` for tokens that the bundler has added.
    pub(crate) origins: Vec<Option<Place>>,
}

impl Traced {
    /// Joins printed parts, with one empty line between two parts.
    pub(crate) fn of(parts: Vec<Part>, sources: &Sources) -> Self {
        let mut traced = Self::default();
        for part in parts.into_iter().filter(|part| !part.text.trim().is_empty()) {
            if !traced.text.is_empty() {
                traced.text.push('\n');
            }
            traced.text.push_str(part.text.trim_end());
            traced.text.push('\n');
            let written = flat(part.tokens);
            let printed = tokens_of(&part.text);
            let mut origins: Vec<Option<Place>> =
                written.iter().map(|token| sources.place(token.span)).collect();
            // A new start of a path has the location of the rest of the path.
            for at in (1..origins.len()).rev() {
                origins[at - 1] = origins[at - 1].or(origins[at]);
            }
            let found = aligned(&written, &origins, &printed);
            traced.origins.extend(found);
        }
        traced
    }

    /// Returns a text of the same tokens, some of which may be spelled differently.
    pub(crate) fn respelled(&self, text: String) -> Self {
        Self { text, origins: self.origins.clone() }
    }

    /// Returns the text without these tokens at its start, if it has them.
    pub(crate) fn without_start(&self, start: &str) -> Self {
        match self.text.strip_prefix(start) {
            Some(rest) => Self {
                text: rest.to_owned(),
                origins: self.origins[tokens_of(start).len()..].to_vec(),
            },
            None => self.clone(),
        }
    }

    /// Returns a text with the same number of lines, each of which may have changed.
    pub(crate) fn after_changes_in_lines(&self, text: String) -> Self {
        let lines: Vec<Option<usize>> = (0..text.lines().count()).map(Some).collect();
        self.after_cuts(text, &lines)
    }

    /// Returns the text after cuts: `lines` has for each new line the number of the old line,
    /// counted from 0.
    pub(crate) fn after_cuts(&self, text: String, lines: &[Option<usize>]) -> Self {
        let before = tokens_of(&self.text);
        let mut origins = Vec::with_capacity(before.len());
        let left = tokens_of(&text);
        for line in left.chunk_by(|a, b| a.line == b.line) {
            let old = lines.get(line[0].line - 1).copied().flatten().map(|line| line + 1);
            let from = before.partition_point(|token| Some(token.line) < old);
            let to = before.partition_point(|token| Some(token.line) <= old);
            let (from, to) = if old.is_some() { (from, to) } else { (0, 0) };
            origins.extend(aligned(&before[from..to], &self.origins[from..to], line));
        }
        Self { text, origins }
    }
}

/// A token, or one of the two delimiters of a group.
pub(crate) struct Token {
    pub(crate) text: String,
    /// Line in its text, counted from 1.
    pub(crate) line: usize,
    /// Column in characters, counted from 1.
    pub(crate) column: usize,
    span: Span,
}

/// Returns the tokens of a text, which must be valid Rust.
pub(crate) fn tokens_of(text: &str) -> Vec<Token> {
    flat(TokenStream::from_str(text).expect("a bundle consists of valid tokens"))
}

fn flat(tokens: TokenStream) -> Vec<Token> {
    let mut list = Vec::new();
    flatten(tokens, &mut list);
    list
}

fn flatten(tokens: TokenStream, list: &mut Vec<Token>) {
    let token = |text: String, span: Span| {
        let start = span.start();
        Token { text, line: start.line, column: start.column + 1, span }
    };
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => {
                        flatten(content(group), list);
                        continue;
                    }
                };
                list.push(token(open.to_owned(), group.span_open()));
                let end = group.span_close();
                flatten(content(group), list);
                list.push(token(close.to_owned(), end));
            }
            other => list.push(token(other.to_string(), other.span())),
        }
    }
}

/// Returns the origins of the tokens of `new` that also occur in `old`.
fn aligned(old: &[Token], origins: &[Option<Place>], new: &[Token]) -> Vec<Option<Place>> {
    let old: Vec<&str> = old.iter().map(|token| token.text.as_str()).collect();
    let new: Vec<&str> = new.iter().map(|token| token.text.as_str()).collect();
    if old == new {
        return origins.to_vec();
    }
    let mut found = vec![None; new.len()];
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        if let DiffOp::Equal { old_index, new_index, len } = operation {
            found[new_index..new_index + len].copy_from_slice(&origins[old_index..old_index + len]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a text; the origin of each token is its own place.
    fn traced(text: &str) -> Traced {
        let place = |token: &Token| Some(Place { file: 0, line: token.line, column: token.column });
        Traced { text: text.to_owned(), origins: tokens_of(text).iter().map(place).collect() }
    }

    /// Returns the old text's tokens at the origins of the new text's tokens; `?` for an unknown
    /// origin.
    fn spelled(old: &str, new: &Traced) -> String {
        let tokens = tokens_of(old);
        let spell = |origin: &Option<Place>| {
            let place = (*origin)?;
            let found =
                tokens.iter().find(|old| (old.line, old.column) == (place.line, place.column));
            found.map(|token| token.text.clone())
        };
        let words = new.origins.iter().map(|origin| spell(origin).unwrap_or("?".to_owned()));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn printed_tokens_keep_their_locations_and_added_ones_have_none() {
        let source = "fn f(){match x{_=>g(1,2)}}\nfn h() {}";
        let file = syn::parse_file(source).unwrap();
        let mut sources = Sources::default();
        sources.add(&file, std::path::Path::new("a.rs"));
        let printed = "fn f() {\n\tmatch x {\n\t\t_ => { g(1, 2,) }\n\t}\n}\nfn h() {}\n";
        let tokens = quote::ToTokens::into_token_stream(file);
        let text = Traced::of(vec![Part { text: printed.to_owned(), tokens }], &sources);
        assert_eq!(text.text, printed);
        assert_eq!(
            spelled(source, &text),
            "fn f ( ) { match x { _ = > ? g ( 1 , 2 ? ) } } ? fn h ( ) { }"
        );
    }

    #[test]
    fn lines_left_by_cuts_keep_their_locations() {
        let old = traced("fn a() { 1; }\nfn b() { 1; }\nuse c::{d, e};\nfn f() { 1; }\n");
        let lines = [None, Some(1), Some(2), Some(3)];
        let left =
            old.after_cuts("#![x]\nfn b() { 1; }\nuse c::e;\nfn f() { 1; }\n".to_owned(), &lines);
        let places: Vec<Option<usize>> =
            left.origins.iter().map(|origin| origin.map(|place| place.line)).collect();
        assert_eq!(places[..5], [None; 5]);
        assert_eq!(places[5..13], [Some(2); 8]);
        assert_eq!(places[13..19], [Some(3); 6]);
        assert_eq!(places[19..], [Some(4); 8]);
        assert_eq!(
            spelled(&old.text, &left),
            "? ? ? ? ? fn b ( ) { 1 ; } use c : : e ; fn f ( ) { 1 ; }"
        );
    }
}
