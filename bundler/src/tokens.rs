//! Rewriting of paths in the tokens of macros, which have no AST.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

use crate::names::Position;
use crate::rewrite::{Replacement, Rewriter, identifier};
use crate::token_trees::{is_punct, regroup};

impl Rewriter<'_> {
    /// Rewrites the first segment of everything in the tokens that has the form of a path.
    pub(crate) fn rewrite_tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rewritten: Vec<TokenTree> = Vec::with_capacity(trees.len());
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                // The group of `use a::{b, c}`: its paths continue from `a`.
                TokenTree::Group(group) if ends_with_colons(&trees[..at]) && is_brace(group) => {
                    rewritten.push(tree.clone());
                }
                TokenTree::Group(group) => {
                    let inner = self.rewrite_tokens(group.stream());
                    rewritten.push(regroup(group, inner));
                }
                TokenTree::Ident(word) => self.rewrite_word(word, &trees, at, &mut rewritten),
                _ => rewritten.push(tree.clone()),
            }
        }
        rewritten.into_iter().collect()
    }

    fn rewrite_word(
        &mut self,
        word: &Ident,
        trees: &[TokenTree],
        at: usize,
        rewritten: &mut Vec<TokenTree>,
    ) {
        let before = &trees[..at];
        let leads_on = starts_with_colons(&trees[at + 1..]);
        let keep = TokenTree::Ident(word.clone());
        if is_punct(before.last(), '$') {
            rewritten.push(keep);
            if word == "crate" {
                self.extend_dollar_crate(rewritten);
            }
            return;
        }
        let is_global = is_global(before);
        let is_import = before.last().is_some_and(|tree| tree.to_string() == "use")
            && trees
                .get(at + 1)
                .is_some_and(|tree| matches!(tree.to_string().as_str(), ";" | "as"));
        let is_first = is_global || !continues_path(before);
        if !is_first || !(leads_on || is_import) {
            rewritten.push(keep);
            return;
        }
        let position = if is_import { Position::Use } else { Position::Elsewhere };
        let name = word.unraw().to_string();
        let replacement = match self.replace_first(&name, is_global, position) {
            Replacement::Keep => {
                rewritten.push(keep);
                return;
            }
            Replacement::InFile(words) => {
                if is_global {
                    rewritten.truncate(rewritten.len() - 2);
                }
                let words = words.iter().map(|word| identifier(word));
                quote!(#(#words)::*)
            }
            Replacement::Provided(real) => {
                let real = identifier(&real);
                if is_global { real.to_token_stream() } else { quote!(::#real) }
            }
        };
        rewritten.extend(replacement);
        if is_import && is_punct(trees.get(at + 1), ';') {
            rewritten.extend(quote!(as #word));
        }
    }

    /// Completes `$crate`: it refers to the binary in the merged file, and the library lies one
    /// module below.
    fn extend_dollar_crate(&self, rewritten: &mut Vec<TokenTree>) {
        let Some(own) = self.own_module() else { return };
        let own = identifier(own);
        rewritten.extend(quote!(::#own));
    }
}

fn is_brace(group: &proc_macro2::Group) -> bool {
    group.delimiter() == Delimiter::Brace
}

fn starts_with_colons(trees: &[TokenTree]) -> bool {
    matches!(trees, [TokenTree::Punct(a), TokenTree::Punct(b), ..]
        if a.as_char() == ':' && a.spacing() == Spacing::Joint && b.as_char() == ':')
}

fn ends_with_colons(trees: &[TokenTree]) -> bool {
    trees.len() >= 2 && starts_with_colons(&trees[trees.len() - 2..])
}

/// Returns true if a word after these tokens continues a path or an expression, rather than
/// starting a path.
fn continues_path(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Punct(a), TokenTree::Punct(b)] if b.as_char() == '.' => a.as_char() != '.',
        [.., TokenTree::Punct(last)] => {
            matches!(last.as_char(), '.' | '\'') || ends_with_colons(before)
        }
        _ => false,
    }
}

/// Returns true if these tokens end with the `::` of a path such as `::dep::x`, and not with that
/// of `a::b` or `<T>::b`.
pub(crate) fn is_global(before: &[TokenTree]) -> bool {
    if !ends_with_colons(before) {
        return false;
    }
    match &before[..before.len() - 2] {
        [.., TokenTree::Punct(dash), TokenTree::Punct(arrow)] if arrow.as_char() == '>' => {
            matches!(dash.as_char(), '-' | '=') && dash.spacing() == Spacing::Joint
        }
        [.., TokenTree::Punct(last)] => last.as_char() != '>',
        [.., TokenTree::Ident(word)] => is_keyword(word),
        [.., TokenTree::Group(group)] => {
            !matches!(group.delimiter(), Delimiter::None | Delimiter::Bracket)
        }
        [.., TokenTree::Literal(_)] => false,
        [] => true,
    }
}

/// Returns true for words after which a path can start; `crate`, `self`, `super` and `Self` are
/// parts of paths.
fn is_keyword(word: &Ident) -> bool {
    let is_path_word = matches!(word.to_string().as_str(), "crate" | "self" | "super" | "Self");
    !is_path_word && syn::parse2::<Ident>(word.to_token_stream()).is_err()
}
