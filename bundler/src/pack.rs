//! Minification by white space: the same tokens in fewer characters.

use std::str::FromStr;

use proc_macro2::{Delimiter, Group, LexError, Spacing, Span, TokenStream, TokenTree};

use crate::definitions::call_at;
use crate::shown::{self, Shown};

/// Length in characters after which a line ends at the next possible token, because some editors
/// cannot handle longer lines.
const LINE: usize = 160;

/// Returns `source` without comments, and without the white space that neither separates tokens nor
/// is shown by a macro.
///
/// # Errors
///
/// If the text does not consist of Rust tokens.
pub(crate) fn pack(source: &str) -> Result<String, LexError> {
    let tokens = TokenStream::from_str(source)?;
    let shown = Shown::in_tokens(tokens.clone(), shown::WITH_SPACES);
    let mut packed = Packed { shown: Some(&shown), ..Packed::default() };
    packed.stream(tokens);
    packed.text.push('\n');
    Ok(packed.text)
}

/// Returns a text that consists of Rust tokens, as that of a bundle does, without unneeded white
/// space; see [`pack`].
pub(crate) fn packed(text: &str) -> String {
    pack(text).expect("a bundle consists of valid tokens")
}

/// Returns tokens in one line, with one space wherever their source has white space.
pub(crate) fn spaced(tokens: TokenStream) -> String {
    let mut packed = Packed { keeps_spaces: true, ..Packed::default() };
    packed.stream(tokens);
    packed.text
}

/// Kind of the last token, to decide if the next one could merge with it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    /// An identifier, a keyword or a literal.
    Word,
    /// A punctuation character that the next token must not continue.
    Mark,
    /// A delimiter, the beginning of the text, or a character that the next one continues.
    #[default]
    Other,
}

#[derive(Default)]
struct Packed<'a> {
    text: String,
    /// Byte at which the current line begins.
    line: usize,
    last: Last,
    /// Place of the last token in the source.
    place: Option<Span>,
    /// Macros in whose calls white space stays.
    shown: Option<&'a Shown>,
    /// True for tokens of which white space stays.
    keeps_spaces: bool,
}

impl Packed<'_> {
    fn stream(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut shown = None;
        for (at, token) in trees.iter().enumerate() {
            if let (Some(macros), Some((name, _))) = (self.shown, call_at(&trees[at..]))
                && macros.is_shown(&name.to_string())
            {
                shown = Some(at + 2);
            }
            match token {
                TokenTree::Group(group) => {
                    let kept_around = self.keeps_spaces;
                    self.group(group, shown == Some(at));
                    self.keeps_spaces = kept_around;
                }
                TokenTree::Punct(mark) => {
                    let merges = match self.last {
                        Last::Mark => self.would_merge_with(mark.as_char()),
                        // An identifier directly before these is a prefix, as in b'x' and r#x.
                        Last::Word => matches!(mark.as_char(), '\'' | '#'),
                        Last::Other => false,
                    };
                    self.separate(mark.span(), merges);
                    let last = match mark.spacing() {
                        Spacing::Alone => Last::Mark,
                        Spacing::Joint => Last::Other,
                    };
                    self.push(mark.as_char().encode_utf8(&mut [0; 4]), last);
                }
                TokenTree::Ident(name) => self.word(&name.to_string(), name.span()),
                TokenTree::Literal(literal) => self.word(&literal.to_string(), literal.span()),
            }
        }
    }

    fn group(&mut self, group: &Group, is_shown: bool) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        self.separate(group.span_open(), false);
        self.keeps_spaces |= is_shown;
        self.push(open, Last::Other);
        self.stream(group.stream());
        self.separate(group.span_close(), false);
        self.push(close, Last::Other);
    }

    /// Returns true if `mark` and the punctuation before it would become a longer operator or begin
    /// a comment.
    fn would_merge_with(&self, mark: char) -> bool {
        // All operators that Rust reads as one token, and the beginnings of comments.
        const OPERATORS: [&str; 27] = [
            "==", "=>", "&&", "||", "<=", ">=", "!=", "+=", "-=", "*=", "/=", "%=", "^=", "&=",
            "|=", "<<", ">>", "->", "<-", "::", "..", "..=", "...", "<<=", ">>=", "/*", "//",
        ];
        OPERATORS.iter().any(|operator| {
            let begun = operator.strip_suffix(mark);
            begun.is_some_and(|begun| self.text.ends_with(begun))
        })
    }

    fn word(&mut self, word: &str, place: Span) {
        self.separate(place, self.last == Last::Word);
        self.push(word, Last::Word);
    }

    /// Writes a space before the token at a place of the source, if the token needs one or if the
    /// space of the source stays.
    fn separate(&mut self, place: Span, is_needed: bool) {
        let before = self.place.replace(place).filter(|_| self.keeps_spaces);
        if is_needed || before.is_some_and(|before| self.has_space_between(before, place)) {
            self.text.push(' ');
        }
    }

    /// Returns true if the source has white space or a comment between the last token and the next
    /// one. Tokens that the bundler has added have no place.
    fn has_space_between(&self, last: Span, next: Span) -> bool {
        let (last, next) = (last.byte_range(), next.byte_range());
        if last == next && !last.is_empty() {
            // A doc comment: the compiler makes `#[doc = r"..."]` of it.
            return self.text.ends_with("#[doc") || self.text.ends_with("#[doc =");
        }
        !last.is_empty() && !next.is_empty() && last.end < next.start
    }

    /// Writes a token. A line may end only between two tokens that need no space.
    fn push(&mut self, token: &str, last: Last) {
        self.text.push_str(token);
        self.last = last;
        let may_end = last == Last::Other && matches!(token, "{" | "}" | ")" | "]");
        if may_end && !self.keeps_spaces && self.text.len() - self.line > LINE {
            self.text.push('\n');
            self.line = self.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let packed = pack(source).unwrap();
        assert_eq!(packed.trim_end(), expected);
        let count = |text: &str| count(TokenStream::from_str(text).unwrap());
        assert_eq!(count(&packed), count(source));
    }

    /// Returns the number of tokens; every punctuation character counts as one.
    fn count(tokens: TokenStream) -> usize {
        let tokens = tokens.into_iter().map(|token| match token {
            TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        });
        tokens.sum()
    }

    #[test]
    fn white_space_and_comments_are_removed() {
        check("fn f ( x : u8 ) -> u8 { // one\n    x + 1 /* two */\n}\n", "fn f(x:u8)->u8{x+1}");
        check("let a = b ;\n\n\nlet c = [ 1 , 2 ] ;", "let a=b;let c=[1,2];");
        check("impl < 'a , T > A < 'a , T > { }", "impl<'a,T>A<'a,T>{}");
    }

    #[test]
    fn tokens_that_would_merge_stay_apart() {
        check("a & & b", "a& &b");
        check("a && b", "a&&b");
        check("x = - - y", "x=--y");
        check("a < - b", "a< -b");
        check("1 ..= 2", "1..=2");
        check("1 .. => 2", "1.. =>2");
        check("a << = b", "a<< =b");
        check("1.0 / * self", "1.0/ *self");
        check("$ a / / $ b", "$a/ /$b");
        check("let x = return 1u8 as u16", "let x=return 1u8 as u16");
        check("b \"x\"", "b \"x\"");
        check("$ a : ident 'x", "$a:ident 'x");
        check("$ a : ident # [ b ]", "$a:ident #[b]");
        check("&'a str", "&'a str");
        check("$ x : expr , $ ( $ y ) * ;", "$x:expr,$($y)*;");
    }

    #[test]
    fn white_space_that_a_macro_shows_stays() {
        check("f(stringify!( a+b  *\n c ) + d)", "f(stringify!( a+b * c )+d)");
        check("vec![a + b]", "vec![a+b]");
        let show = "macro_rules!show{($($t:tt)*)=>{stringify!($($t)*)}}";
        check(&format!("{show} show! {{ a + b }} c + d"), &format!("{show}show!{{ a + b }}c+d"));
        let long = format!("stringify!({})", "{a}".repeat(LINE));
        check(&long, &long);
    }

    #[test]
    fn literals_stay_as_they_are() {
        let text = r##"r#"a  "b"
 c"# "x\n  y" 'z' b'\n' 1.5e3 0x_ff"##;
        check(text, text);
    }

    #[test]
    fn lines_are_broken() {
        let source = "fn f() { g(); }".repeat(200);
        let packed = pack(&source).unwrap();
        assert!(packed.lines().all(|line| line.len() < 2 * LINE));
        assert!(packed.lines().count() > 5);
    }
}
