//! Settling of one file's AST: decides `cfg`s and expands built-in macros as the judge's compiler
//! would, and removes docs, tests and lint levels.

mod builtins;
mod conditional;

use std::{mem, path::Path};

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, Expr, Meta, Token,
    ext::IdentExt,
    parse::Parser,
    punctuated::Punctuated,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

pub(crate) use builtins::{includes_items, reason_to_refuse};
pub(crate) use conditional::choose;

use crate::attributes::Attributed;
use crate::cfg::{Facts, Verdict};
use crate::environment::Build;
use crate::error::BundleError;
use crate::exports;
use crate::token_trees::is_punct;

/// Attributes without effect for a judge. `deprecated` and `must_use` only cause warnings.
const DROPPED: [&str; 9] =
    ["clippy", "deny", "deprecated", "diagnostic", "doc", "forbid", "must_use", "rustfmt", "warn"];

/// Settles one file, in place; `module` is the path of its module.
///
/// Returns `None` if a `#![cfg(...)]` removes the file altogether.
pub(crate) fn settle(
    mut file: syn::File,
    build: &Build<'_>,
    path: &Path,
    module: &[String],
) -> Result<Option<syn::File>, BundleError> {
    let mut settler = Settler::new(build, path, module.to_vec());
    let keep = settler.settle_attributes(&mut file.attrs);
    if keep {
        settler.visit_file_mut(&mut file);
    }
    match settler.problem {
        Some(problem) => Err(problem),
        None => Ok(keep.then_some(file)),
    }
}

/// Visitor that settles the nodes of one file.
pub(crate) struct Settler<'a> {
    pub(crate) build: &'a Build<'a>,
    pub(crate) facts: Facts<'a>,
    pub(crate) path: &'a Path,
    /// Path segments of the current module, with the crate's name first.
    pub(crate) module: Vec<String>,
    /// True if the current tokens define a macro.
    pub(crate) is_definition: bool,
    /// First error; a visitor cannot return it.
    problem: Option<BundleError>,
}

impl<'a> Settler<'a> {
    fn new(build: &'a Build<'a>, path: &'a Path, module: Vec<String>) -> Self {
        let facts = build.facts();
        Self { build, facts, path, module, is_definition: false, problem: None }
    }

    /// Settles an expression that this file includes from another one.
    pub(crate) fn settle_expression_of(
        &self,
        path: &Path,
        expression: &mut Expr,
    ) -> Result<(), BundleError> {
        let mut settler = Settler::new(self.build, path, self.module.clone());
        settler.visit_expr_mut(expression);
        settler.problem.map_or(Ok(()), Err)
    }

    pub(crate) fn fail(&mut self, problem: BundleError) {
        self.problem.get_or_insert(problem);
    }

    /// Reports an error about a call, unless it is in the definition of a macro: then
    /// [`crate::refused_macros`] reports it if the program calls that macro.
    pub(crate) fn fail_at_call(&mut self, problem: BundleError) {
        if !self.is_definition {
            self.fail(problem);
        }
    }

    pub(crate) fn refuse(&mut self, what: &str, reason: &'static str) {
        self.fail(BundleError::Refused {
            file: self.path.to_owned(),
            what: what.to_owned(),
            reason,
        });
    }

    /// Decides and removes attributes of one node; returns `false` if the node has to be removed.
    fn settle_attributes(&mut self, attributes: &mut Vec<Attribute>) -> bool {
        let mut kept = Vec::new();
        for attribute in mem::take(attributes) {
            match self.settle_attribute(attribute) {
                Ok(Some(attributes)) => kept.extend(attributes),
                Ok(None) => return false,
                Err(problem) => self.fail(problem),
            }
        }
        *attributes = kept;
        true
    }

    /// Returns the attributes that replace one attribute, or `None` if its node has to be removed.
    fn settle_attribute(
        &self,
        attribute: Attribute,
    ) -> Result<Option<Vec<Attribute>>, BundleError> {
        let name = attribute.path().segments.first().map(|segment| segment.ident.to_string());
        match name.as_deref() {
            Some("cfg") => self.settle_cfg(attribute),
            Some("cfg_attr") => self.settle_cfg_attr(attribute),
            // The merged file has no test harness, so tests are removed.
            Some("test" | "bench") => Ok(None),
            Some("allow" | "expect") => Ok(Some(allowance(&attribute).into_iter().collect())),
            Some(name) if DROPPED.contains(&name) => Ok(Some(Vec::new())),
            _ => Ok(Some(vec![attribute])),
        }
    }

    fn settle_cfg(&self, mut attribute: Attribute) -> Result<Option<Vec<Attribute>>, BundleError> {
        let Meta::List(list) = &mut attribute.meta else {
            return Ok(Some(vec![attribute]));
        };
        match self.decide(list.tokens.clone())? {
            Verdict::Known(true) => Ok(Some(Vec::new())),
            Verdict::Known(false) => Ok(None),
            Verdict::Open(rest) => {
                list.tokens = rest;
                Ok(Some(vec![attribute]))
            }
        }
    }

    fn settle_cfg_attr(
        &self,
        mut attribute: Attribute,
    ) -> Result<Option<Vec<Attribute>>, BundleError> {
        let Meta::List(list) = &mut attribute.meta else {
            return Ok(Some(vec![attribute]));
        };
        let (predicate, metas) = split_cfg_attr(list.tokens.clone());
        match self.decide(predicate)? {
            Verdict::Known(false) => Ok(Some(Vec::new())),
            Verdict::Open(rest) => {
                list.tokens = quote!(#rest, #metas);
                Ok(Some(vec![attribute]))
            }
            Verdict::Known(true) => {
                let metas = Punctuated::<Meta, Token![,]>::parse_terminated
                    .parse2(metas)
                    .map_err(|error| self.syntax(&error))?;
                let mut settled = Vec::new();
                for meta in metas {
                    match self.settle_attribute(Attribute { meta, ..attribute.clone() })? {
                        Some(attributes) => settled.extend(attributes),
                        None => return Ok(None),
                    }
                }
                Ok(Some(settled))
            }
        }
    }

    pub(crate) fn decide(&self, predicate: TokenStream) -> Result<Verdict, BundleError> {
        self.facts.decide(predicate).map_err(|error| self.syntax(&error))
    }

    pub(crate) fn syntax(&self, error: &syn::Error) -> BundleError {
        BundleError::Syntax {
            file: self.path.to_owned(),
            line: error.span().start().line,
            message: error.to_string(),
        }
    }

    fn retain<T: Attributed>(&mut self, nodes: &mut Vec<T>) {
        nodes.retain_mut(|node| {
            node.attributes().is_none_or(|attributes| self.settle_attributes(attributes))
        });
    }

    fn retain_pairs<T: Attributed, P: Default>(&mut self, nodes: &mut Punctuated<T, P>) {
        let mut kept = Punctuated::new();
        for mut pair in mem::take(nodes).into_pairs() {
            let keep = pair
                .value_mut()
                .attributes()
                .is_none_or(|attributes| self.settle_attributes(attributes));
            if keep {
                kept.extend([pair]);
            }
        }
        *nodes = kept;
    }
}

/// Puts a semicolon behind the last static of `thread_local!`, without which the printer loses it.
fn end_last_static(tokens: &mut TokenStream) {
    let last = tokens.clone().into_iter().last();
    let is_static = |tree: TokenTree| matches!(tree, TokenTree::Ident(word) if word == "static");
    if tokens.clone().into_iter().any(is_static) && !is_punct(last.as_ref(), ';') {
        tokens.extend(quote!(;));
    }
}

/// Splits `predicate, attribute, attribute` at its first comma.
fn split_cfg_attr(tokens: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = tokens.into_iter();
    let predicate = tokens
        .by_ref()
        .take_while(|token| !matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','))
        .collect();
    (predicate, tokens.collect())
}

/// Returns `#[allow]`, also in place of `#[expect]`, for the lints that a compiler supports without
/// tools.
fn allowance(attribute: &Attribute) -> Option<Attribute> {
    let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    let lints: Vec<syn::Path> = metas
        .into_iter()
        .filter_map(|meta| match meta {
            Meta::Path(path) if path.get_ident().is_some() => Some(path),
            _ => None,
        })
        .collect();
    if lints.is_empty() {
        return None;
    }
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    let mut list = list.clone();
    list.path = syn::parse_quote_spanned!(attribute.span()=> allow);
    list.tokens = quote!(#(#lints),*);
    Some(Attribute { meta: Meta::List(list), ..attribute.clone() })
}

macro_rules! settle_lists {
    ($($visit:ident($node:ty) { $($retain:ident $field:ident),* })*) => {
        $(fn $visit(&mut self, node: &mut $node) {
            $(self.$retain(&mut node.$field);)*
            visit_mut::$visit(self, node);
        })*
    };
}

impl VisitMut for Settler<'_> {
    settle_lists! {
        visit_file_mut(syn::File) { retain items }
        visit_item_impl_mut(syn::ItemImpl) { retain items }
        visit_item_trait_mut(syn::ItemTrait) { retain items }
        visit_item_foreign_mod_mut(syn::ItemForeignMod) { retain items }
        visit_item_enum_mut(syn::ItemEnum) { retain_pairs variants }
        visit_fields_named_mut(syn::FieldsNamed) { retain_pairs named }
        visit_fields_unnamed_mut(syn::FieldsUnnamed) { retain_pairs unnamed }
        visit_block_mut(syn::Block) { retain stmts }
        visit_expr_match_mut(syn::ExprMatch) { retain arms }
        visit_expr_struct_mut(syn::ExprStruct) { retain_pairs fields }
        visit_expr_array_mut(syn::ExprArray) { retain_pairs elems }
        visit_expr_tuple_mut(syn::ExprTuple) { retain_pairs elems }
        visit_expr_call_mut(syn::ExprCall) { retain_pairs args }
        visit_expr_method_call_mut(syn::ExprMethodCall) { retain_pairs args }
        visit_pat_struct_mut(syn::PatStruct) { retain_pairs fields }
        visit_signature_mut(syn::Signature) { retain_pairs inputs }
        visit_generics_mut(syn::Generics) { retain_pairs params }
        visit_type_bare_fn_mut(syn::TypeBareFn) { retain_pairs inputs }
    }

    fn visit_item_mod_mut(&mut self, node: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut node.content {
            self.retain(items);
        }
        self.module.push(node.ident.unraw().to_string());
        visit_mut::visit_item_mod_mut(self, node);
        self.module.pop();
    }

    fn visit_expr_mut(&mut self, node: &mut Expr) {
        if let Some(attributes) = node.attributes() {
            self.settle_attributes(attributes);
        }
        if let Expr::Macro(invocation) = node
            && let Some(value) = builtins::value_of(self, &invocation.mac)
        {
            *node = value;
            return;
        }
        visit_mut::visit_expr_mut(self, node);
    }

    fn visit_item_macro_mut(&mut self, node: &mut syn::ItemMacro) {
        // The loader replaces these.
        if includes_items(node) || conditional::is_choice(node) {
            return;
        }
        self.is_definition = node.ident.is_some();
        exports::name_inner_macros(node);
        visit_mut::visit_item_macro_mut(self, node);
        self.is_definition = false;
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        builtins::refuse(self, &node.path);
        node.tokens = builtins::settle_tokens(self, mem::take(&mut node.tokens));
        if node.path.segments.last().is_some_and(|last| last.ident == "thread_local") {
            end_last_static(&mut node.tokens);
        }
    }
}
