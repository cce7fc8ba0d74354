//! Minification by white space: the same tokens in fewer characters.

use std::str::FromStr;

use proc_macro2::{Delimiter, LexError, Spacing, TokenStream, TokenTree};

/// Length in characters after which a line ends at the next possible token, because some editors
/// cannot handle longer lines.
const LINE: usize = 160;

/// Returns `source` without comments, and without the white space that does not separate tokens.
///
/// # Errors
///
/// If the text does not consist of Rust tokens.
pub(crate) fn pack(source: &str) -> Result<String, LexError> {
    let mut packed =
        Packed { text: String::with_capacity(source.len()), line: 0, last: Last::Other };
    packed.stream(TokenStream::from_str(source)?);
    packed.text.push('\n');
    Ok(packed.text)
}

/// Kind of the last token, to decide if the next one could merge with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// An identifier, a keyword or a literal.
    Word,
    /// A punctuation character that the next token must not continue.
    Mark,
    /// A delimiter, the beginning of the text, or a character that the next one continues.
    Other,
}

struct Packed {
    text: String,
    /// Byte at which the current line begins.
    line: usize,
    last: Last,
}

impl Packed {
    fn stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    self.push(open, Last::Other);
                    self.stream(group.stream());
                    self.push(close, Last::Other);
                }
                TokenTree::Punct(mark) => {
                    let merges = match self.last {
                        Last::Mark => self.would_merge_with(mark.as_char()),
                        // An identifier directly before these is a prefix, as in b'x' and r#x.
                        Last::Word => matches!(mark.as_char(), '\'' | '#'),
                        Last::Other => false,
                    };
                    if merges {
                        self.text.push(' ');
                    }
                    let last = match mark.spacing() {
                        Spacing::Alone => Last::Mark,
                        Spacing::Joint => Last::Other,
                    };
                    self.push(mark.as_char().encode_utf8(&mut [0; 4]), last);
                }
                TokenTree::Ident(name) => self.word(&name.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
            }
        }
    }

    /// Returns true if `mark` and the punctuation before it would become a longer operator.
    fn would_merge_with(&self, mark: char) -> bool {
        // All operators that Rust reads as one token.
        const OPERATORS: [&str; 25] = [
            "==", "=>", "&&", "||", "<=", ">=", "!=", "+=", "-=", "*=", "/=", "%=", "^=", "&=",
            "|=", "<<", ">>", "->", "<-", "::", "..", "..=", "...", "<<=", ">>=",
        ];
        OPERATORS.iter().any(|operator| {
            let begun = operator.strip_suffix(mark);
            begun.is_some_and(|begun| self.text.ends_with(begun))
        })
    }

    fn word(&mut self, word: &str) {
        if self.last == Last::Word {
            self.text.push(' ');
        }
        self.push(word, Last::Word);
    }

    /// Writes a token. A line may end only between two tokens that need no space.
    fn push(&mut self, token: &str, last: Last) {
        self.text.push_str(token);
        self.last = last;
        let may_end = last == Last::Other && matches!(token, "{" | "}" | ")" | "]");
        if may_end && self.text.len() - self.line > LINE {
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
        check("let x = return 1u8 as u16", "let x=return 1u8 as u16");
        check("b \"x\"", "b \"x\"");
        check("$ a : ident 'x", "$a:ident 'x");
        check("$ a : ident # [ b ]", "$a:ident #[b]");
        check("&'a str", "&'a str");
        check("$ x : expr , $ ( $ y ) * ;", "$x:expr,$($y)*;");
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
