//! Rewriting of all imports of a module: an import may become several or none, and imports replace
//! `#[macro_use]`.
//!
//! A macro of a merged library is visible in the whole file, and no further. So an import that
//! re-exports a macro and other items as `pub` becomes two. The macro's import is `pub(crate)`, the
//! widest visibility in one file.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::{
    Item, ItemUse, Token, UseGroup, UsePath, UseTree, Visibility, ext::IdentExt, parse_quote,
    visit_mut::VisitMut,
};

use crate::graph::Extern;
use crate::names::First;
use crate::rewrite::Rewriter;
use crate::scope::ImportPath;
use crate::use_tree;

impl Rewriter<'_> {
    /// Rewrites the items of one module.
    pub(crate) fn rewrite_items(&mut self, items: &mut Vec<Item>) {
        let mut whole: Vec<Item> = self.macro_imports(items);
        for item in std::mem::take(items) {
            match item {
                Item::Use(import) => {
                    for import in split_global_group(import) {
                        whole.extend(self.split_macros(import));
                    }
                }
                other => {
                    let mut item = other;
                    self.visit_item_mut(&mut item);
                    whole.push(item);
                }
            }
        }
        whole.retain(|item| !matches!(item, Item::Use(import) if use_tree::is_empty(import)));
        *items = whole;
    }

    /// Returns a rewritten import, split into one for macros and one for other items.
    fn split_macros(&mut self, mut import: ItemUse) -> Vec<Item> {
        let start = ImportPath { is_global: import.leading_colon.is_some(), segments: Vec::new() };
        let scope = self.scope;
        let names = &*self.names;
        let is_procedural = |path: &ImportPath| names.is_procedural(scope, path);
        match filter(&import.tree, &start, &mut |path| !is_procedural(path)) {
            Some(tree) => import.tree = tree,
            None => return Vec::new(),
        }
        let mut macros = None;
        if matches!(import.vis, Visibility::Public(_)) {
            let is_macro = |path: &ImportPath| names.imports_macro(scope, path);
            macros = filter(&import.tree, &start, &mut |path| is_macro(path))
                .map(|tree| ItemUse { tree, ..import.clone() });
            match filter(&import.tree, &start, &mut |path| !is_macro(path)) {
                Some(tree) => import.tree = tree,
                None => import.tree = use_tree::empty(),
            }
        }
        let mut imports = vec![import];
        imports.extend(macros);
        for (at, import) in imports.iter_mut().enumerate() {
            self.visit_item_use_mut(import);
            if at == 1 {
                import.vis = parse_quote!(pub(crate));
            }
        }
        imports.into_iter().map(Item::Use).collect()
    }

    /// Records the macros that `#[macro_use] extern crate` items of a root bring into every module.
    pub(crate) fn note_macro_prelude(&mut self, items: &[Item]) {
        for item in items {
            let Item::ExternCrate(declaration) = item else { continue };
            let Some(chosen) = use_tree::macro_use(declaration) else { continue };
            let name = declaration.ident.unraw().to_string();
            let First::Crate(Extern::Inlined(index)) = self.names.prelude(self.krate, &name) else {
                continue;
            };
            let mut macros = self.names.macros_in(self.names.root(index));
            macros.retain(|name| chosen.is_empty() || chosen.contains(name));
            self.macro_prelude.insert(name, macros);
        }
        if self.macro_prelude.is_empty() {
            return;
        }
        let mut definitions = BTreeMap::new();
        note_definitions(items, &mut definitions);
        // A macro of the same crate takes precedence. A macro that calls an imported macro needs
        // the import at the place of call.
        for macros in self.macro_prelude.values_mut() {
            macros.retain(|name| !definitions.contains_key(name));
        }
        self.macro_definitions = definitions;
    }

    /// Returns the imports of one module that replace `#[macro_use]`.
    fn macro_imports(&mut self, items: &[Item]) -> Vec<Item> {
        if self.macro_prelude.is_empty() {
            return Vec::new();
        }
        let mut called = BTreeSet::new();
        for item in items.iter().filter(|item| !matches!(item, Item::Mod(_))) {
            note_calls(item.to_token_stream(), &mut called);
        }
        let mut open: Vec<String> = called.iter().cloned().collect();
        while let Some(name) = open.pop() {
            for name in self.macro_definitions.get(&name).into_iter().flatten() {
                if called.insert(name.clone()) {
                    open.push(name.clone());
                }
            }
        }
        // The module's own imports take precedence.
        let declared = &self.names.scopes[self.scope].names;
        called.retain(|name| !declared.contains_key(name));
        let mut imports = Vec::new();
        for (krate, macros) in &self.macro_prelude {
            let krate = format_ident!("{krate}");
            let macros: Vec<Ident> =
                macros.intersection(&called).map(|name| format_ident!("{name}")).collect();
            if !macros.is_empty() {
                let mut import: ItemUse =
                    parse_quote!(#[allow(unused_imports)] use ::#krate::{#(#macros),*};);
                import.leading_colon = Some(Token![::](Span::call_site()));
                imports.push(import);
            }
        }
        imports.iter_mut().for_each(|import| self.visit_item_use_mut(import));
        imports.into_iter().map(Item::Use).collect()
    }
}

/// Splits `use ::{a::x, b};` into `use ::a::x; use ::b;`.
fn split_global_group(import: ItemUse) -> Vec<ItemUse> {
    match (&import.leading_colon, &import.tree) {
        (Some(_), UseTree::Group(group)) => group
            .items
            .iter()
            .flat_map(|tree| split_global_group(ItemUse { tree: tree.clone(), ..import.clone() }))
            .collect(),
        _ => vec![import],
    }
}

/// Returns the use tree with only those leaves whose path is wanted; a glob has the path of its
/// module.
fn filter(
    tree: &UseTree,
    before: &ImportPath,
    is_wanted: &mut impl FnMut(&ImportPath) -> bool,
) -> Option<UseTree> {
    match tree {
        UseTree::Path(path) => {
            let rest = filter(&path.tree, &before.then(&path.ident), is_wanted)?;
            Some(UseTree::Path(UsePath { tree: Box::new(rest), ..path.clone() }))
        }
        UseTree::Group(group) => {
            let items: syn::punctuated::Punctuated<UseTree, Token![,]> =
                group.items.iter().filter_map(|tree| filter(tree, before, is_wanted)).collect();
            // An empty import checks that its path exists, and has no other effect.
            (!items.is_empty()).then(|| UseTree::Group(UseGroup { items, ..group.clone() }))
        }
        UseTree::Name(leaf) => is_wanted(&before.then(&leaf.ident)).then(|| tree.clone()),
        UseTree::Rename(leaf) => is_wanted(&before.then(&leaf.ident)).then(|| tree.clone()),
        UseTree::Glob(_) => is_wanted(before).then(|| tree.clone()),
    }
}

/// Collects the macros that the crate defines in any module, and the macros that each of them
/// calls.
fn note_definitions(items: &[Item], definitions: &mut BTreeMap<String, BTreeSet<String>>) {
    for item in items {
        match item {
            Item::Macro(definition) => {
                if let Some(name) = &definition.ident {
                    let calls = definitions.entry(name.unraw().to_string()).or_default();
                    note_calls(definition.mac.tokens.clone(), calls);
                }
            }
            Item::Mod(module) => {
                let (_, inner) = module.content.as_ref().expect("every module has been loaded");
                note_definitions(inner, definitions);
            }
            _ => {}
        }
    }
}

/// Collects every identifier before a `!` and a group.
fn note_calls(tokens: TokenStream, called: &mut BTreeSet<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => note_calls(group.stream(), called),
            TokenTree::Ident(word)
                if matches!(&trees[at + 1..], [TokenTree::Punct(bang), TokenTree::Group(_), ..]
                    if bang.as_char() == '!') =>
            {
                called.insert(word.unraw().to_string());
            }
            _ => {}
        }
    }
}
