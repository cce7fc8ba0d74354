//! Conversion of older source to code with the same meaning in editions 2021 and 2024.

use std::mem;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Expr, ExprLit, File, ItemForeignMod, Lifetime, Lit, LitStr, Meta, Token,
    parse::Parser,
    punctuated::Punctuated,
    visit_mut::{self, VisitMut},
};

use crate::definitions::rules;
use crate::token_trees::{is_punct, regroup};

/// Attributes that edition 2024 requires as `#[unsafe(...)]`, which edition 2021 accepts since Rust
/// 1.82.
const UNSAFE_ATTRIBUTES: [&str; 3] = ["no_mangle", "export_name", "link_section"];

/// Converts one crate of the given edition, in place.
pub(crate) fn modernise(file: &mut File, edition: &str) -> Facts {
    let is_2018 = matches!(edition, "2015" | "2018");
    let mut modern = Modern { is_2018, has_rules: false, facts: Facts::default() };
    modern.facts.has_unsafe_code = names_unsafe(file.to_token_stream());
    if edition != "2024" {
        modern.visit_file_mut(file);
    }
    modern.facts
}

/// Properties of a crate that require `#[allow(...)]` in the merged file.
#[derive(Default)]
pub(crate) struct Facts {
    /// True for `unsafe fn`: edition 2024 warns about unsafe operations in it without a block of
    /// their own.
    pub(crate) has_unsafe_functions: bool,
    /// The same for functions that macros generate, at any place of call.
    pub(crate) has_unsafe_macros: bool,
    /// True for `static mut`: edition 2024 rejects references to it.
    pub(crate) has_static_mut: bool,
    /// True if there is unsafe code; newer compilers reject some of it.
    pub(crate) has_unsafe_code: bool,
}

struct Modern {
    is_2018: bool,
    /// True in a definition with several rules, of which the kinds of fragments may choose one.
    has_rules: bool,
    facts: Facts,
}

impl VisitMut for Modern {
    /// Makes `gen` a raw identifier, because it is a keyword in edition 2024.
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if ident == "gen" {
            *ident = Ident::new_raw("gen", ident.span());
        }
    }

    fn visit_lifetime_mut(&mut self, _: &mut Lifetime) {}

    fn visit_attribute_mut(&mut self, attribute: &mut Attribute) {
        let needs_unsafe = UNSAFE_ATTRIBUTES.iter().any(|name| attribute.path().is_ident(name));
        if !needs_unsafe {
            return;
        }
        let meta = &attribute.meta;
        attribute.meta = Meta::List(syn::MetaList {
            path: syn::Path::from(Ident::new("unsafe", proc_macro2::Span::call_site())),
            delimiter: syn::MacroDelimiter::Paren(syn::token::Paren::default()),
            tokens: quote!(#meta),
        });
    }

    fn visit_item_foreign_mod_mut(&mut self, node: &mut ItemForeignMod) {
        node.unsafety.get_or_insert(Token![unsafe](proc_macro2::Span::call_site()));
        visit_mut::visit_item_foreign_mod_mut(self, node);
    }

    fn visit_item_static_mut(&mut self, node: &mut syn::ItemStatic) {
        self.facts.has_static_mut |= matches!(node.mutability, syn::StaticMutability::Mut(_));
        visit_mut::visit_item_static_mut(self, node);
    }

    fn visit_signature_mut(&mut self, node: &mut syn::Signature) {
        self.facts.has_unsafe_functions |= node.unsafety.is_some();
        visit_mut::visit_signature_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        visit_mut::visit_macro_mut(self, node);
        self.facts.has_unsafe_macros |= makes_unsafe_functions(node.tokens.clone());
        self.has_rules = node.path.is_ident("macro_rules")
            && rules(node.tokens.clone()).is_none_or(|rules| rules.len() > 1);
        node.tokens = self.modernise_tokens(mem::take(&mut node.tokens));
        if let Some(name) = node.path.segments.last().filter(|_| self.is_2018)
            && let Some(tokens) = with_format(&name.ident, &node.tokens)
        {
            node.tokens = tokens;
        }
    }
}

fn names_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(word) => word == "unsafe",
        TokenTree::Group(group) => names_unsafe(group.stream()),
        _ => false,
    })
}

fn makes_unsafe_functions(tokens: TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is_word = |tree: &TokenTree, word| matches!(tree, TokenTree::Ident(it) if it == word);
    trees.windows(2).any(|pair| is_word(&pair[0], "unsafe") && is_word(&pair[1], "fn"))
        || trees.into_iter().any(|tree| match tree {
            TokenTree::Group(group) => makes_unsafe_functions(group.stream()),
            _ => false,
        })
}

impl Modern {
    fn modernise_tokens(&self, tokens: TokenStream) -> TokenStream {
        let mut modern: Vec<TokenTree> = Vec::new();
        for tree in tokens {
            let tree = match tree {
                TokenTree::Group(group) => self.modernise_group(&group, &modern),
                TokenTree::Ident(word) => TokenTree::Ident(self.modernise_word(word, &modern)),
                other => other,
            };
            modern.push(tree);
        }
        modern.into_iter().collect()
    }

    fn modernise_group(&self, group: &Group, before: &[TokenTree]) -> TokenTree {
        let inner = self.modernise_tokens(group.stream());
        let formatted = match before {
            [.., TokenTree::Ident(name), TokenTree::Punct(bang)]
                if self.is_2018 && bang.as_char() == '!' =>
            {
                with_format(name, &inner)
            }
            _ => None,
        };
        regroup(group, formatted.unwrap_or(inner))
    }

    fn modernise_word(&self, word: Ident, before: &[TokenTree]) -> Ident {
        let is_variable = is_punct(before.last(), '$') || is_punct(before.last(), '\'');
        if word == "gen" && !is_variable {
            return Ident::new_raw("gen", word.span());
        }
        // In `$x:pat`, patterns had no alternatives before edition 2021.
        let is_fragment = matches!(
            before,
            [.., TokenTree::Punct(dollar), TokenTree::Ident(_), TokenTree::Punct(colon)]
                if dollar.as_char() == '$' && colon.as_char() == ':'
        );
        if self.is_2018 && is_fragment && word == "pat" {
            return Ident::new("pat_param", word.span());
        }
        // Since edition 2024, `$x:expr` also matches `_` and `const` blocks.
        if self.has_rules && is_fragment && word == "expr" {
            return Ident::new("expr_2021", word.span());
        }
        word
    }
}

/// Returns the arguments of a macro that panics with a message which edition 2018 prints as it is,
/// and later ones take for a format string.
fn with_format(name: &Ident, arguments: &TokenStream) -> Option<TokenStream> {
    let before = match name.to_string().as_str() {
        "panic" => 0,
        "assert" | "debug_assert" => 1,
        _ => return None,
    };
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let mut parsed = parser.parse2(arguments.clone()).ok()?;
    let is_message = parsed.len() == before + 1;
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = parsed.last_mut()? else { return None };
    if !is_message || !text.value().contains(['{', '}']) {
        return None;
    }
    let value = text.value().replace('{', "{{").replace('}', "}}");
    *text = LitStr::new(&value, text.span());
    Some(parsed.into_token_stream())
}
