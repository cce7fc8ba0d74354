//! Tokens that a macro may show, set aside while the rest of a file is printed.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::visit_mut::VisitMut;

use crate::definitions::{call_at, definition_at};
use crate::pack::spaced;
use crate::shown::Shown;
use crate::token_trees::regroup;

/// Tokens of calls, in whose places stand placeholders.
pub(crate) struct Aside<'a> {
    shown: &'a Shown,
    texts: Vec<String>,
}

impl<'a> Aside<'a> {
    /// Replaces the tokens in a file.
    pub(crate) fn take(file: &mut syn::File, shown: &'a Shown) -> Self {
        let mut aside = Self { shown, texts: Vec::new() };
        aside.visit_file_mut(file);
        aside
    }

    /// Returns a printed text with the tokens in their places.
    pub(crate) fn put_back(&self, printed: &str) -> String {
        let mut text = String::with_capacity(printed.len());
        let mut rest = printed;
        for (number, tokens) in self.texts.iter().enumerate() {
            let placeholder = placeholder(number);
            let (before, after) =
                rest.split_once(&placeholder).expect("printing keeps all tokens in their order");
            text.push_str(before);
            text.push_str(tokens);
            rest = after;
        }
        text + rest
    }

    /// Returns the tokens of a call with placeholders.
    fn of_call(&mut self, name: &str, tokens: TokenStream) -> TokenStream {
        if !self.shown.is_shown(name) {
            return self.of_calls(tokens);
        }
        if tokens.is_empty() {
            return tokens;
        }
        let placeholder = Ident::new(&placeholder(self.texts.len()), Span::call_site());
        self.texts.push(spaced(tokens));
        TokenTree::Ident(placeholder).into()
    }

    /// Returns tokens with placeholders in all calls among them.
    fn of_calls(&mut self, tokens: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut replaced = Vec::with_capacity(trees.len());
        let mut at = 0;
        while at < trees.len() {
            let rest = &trees[at..];
            let taken = if let Some((name, _)) = definition_at(rest) {
                let taken = 3 + name.len();
                replaced.extend_from_slice(&rest[..taken]);
                taken
            } else if let Some((name, arguments)) = call_at(rest) {
                let inner = self.of_call(&name.to_string(), arguments.stream());
                replaced.extend_from_slice(&rest[..2]);
                replaced.push(regroup(arguments, inner));
                3
            } else {
                replaced.push(match &rest[0] {
                    TokenTree::Group(group) => regroup(group, self.of_calls(group.stream())),
                    other => other.clone(),
                });
                1
            };
            at += taken;
        }
        replaced.into_iter().collect()
    }
}

impl VisitMut for Aside<'_> {
    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        let name = node.path.segments.last().map(|last| last.ident.to_string());
        if let Some(name) = name.filter(|name| name != "macro_rules") {
            node.tokens = self.of_call(&name, std::mem::take(&mut node.tokens));
        }
    }
}

fn placeholder(number: usize) -> String {
    format!("__tokens_{number}_shown__")
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use crate::definitions::Definitions;
    use crate::shown;

    use super::*;

    /// Prints a text with the tokens of its calls set aside.
    fn printed(source: &str) -> String {
        let mut file = syn::parse_file(source).unwrap();
        let mut definitions = Definitions::default();
        definitions.add(file.to_token_stream());
        let shown = Shown::of(definitions, shown::WITH_SPACES);
        let aside = Aside::take(&mut file, &shown);
        aside.put_back(&prettyplease::unparse(&file))
    }

    #[track_caller]
    fn check(definitions: &str, call: &str, expected: &str) {
        let found = printed(&format!("{definitions}\nfn main() {{ {call}; }}"));
        assert!(found.contains(&format!("    {expected};\n")), "{found}");
    }

    #[test]
    fn tokens_that_are_shown_keep_their_white_space() {
        check("", "stringify!(a+b  *\n c/**/;d)", "stringify!(a+b * c ;d)");
        check("", "println!(\"{}\",stringify!(a+b))", "println!(\"{}\", stringify!(a+b))");
        check("", "show::all!(f( a,b ){x}[1])", "show::all!(f( a,b ){x}[1])");
        check("", "unknown!(1+  2)", "unknown!(1+ 2)");
        let through = "macro_rules! inner { ($e:expr) => { stringify!($e) } }\n\
                       macro_rules! outer { ($($t:tt)*) => { inner!($($t)*) } }";
        check(through, "outer!(a+b)", "outer!(a+b)");
        let back = "macro_rules! back { ($m:ident, $($t:tt)*) => { $m!($($t)*) } }";
        check(back, "back!(stringify, a+b)", "back!(stringify, a+b)");
    }

    #[test]
    fn all_other_tokens_are_laid_out() {
        let silent = "macro_rules! twice { ($e:expr) => { $e + $e } }";
        check(silent, "twice!(a+b)", "twice!(a + b)");
        check("", "assert!(a+b==c)", "assert!(a + b == c)");
        check(silent, "vec![twice!(a+b)]", "vec![twice!(a + b)]");
    }
}
