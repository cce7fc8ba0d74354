//! Renaming of exported macros with the name of a built-in attribute, such as `warn!` of `log`.
//!
//! Between `warn` the macro and `warn` the attribute, an import in the module of the macro is
//! ambiguous. Under another name in its crate, the macro can be re-exported under its own.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::{
    Item, ItemMacro,
    visit_mut::{self, VisitMut},
};

use crate::definitions::call_at;
use crate::token_trees::{collect_words, is_punct, regroup};

/// Original names of macros by their new ones.
pub(crate) type Renamed = BTreeMap<Ident, Ident>;

/// Attributes of the compiler that an import can be confused with.
const BUILT_IN_ATTRIBUTES: [&str; 49] = [
    "allow",
    "automatically_derived",
    "cfg",
    "cfg_attr",
    "cold",
    "coverage",
    "crate_name",
    "crate_type",
    "debugger_visualizer",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "ignore",
    "inline",
    "instruction_set",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "marker",
    "must_use",
    "naked",
    "no_builtins",
    "no_implicit_prelude",
    "no_link",
    "no_main",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "optimize",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "repr",
    "should_panic",
    "target_feature",
    "track_caller",
    "type_length_limit",
    "used",
    "warn",
    "windows_subsystem",
];

/// Gives such macros of one crate other names, in place, in definitions and calls.
pub(crate) fn rename(items: &mut [Item]) -> Renamed {
    let mut found = BTreeSet::new();
    items.iter().for_each(|item| find(item, &mut found));
    if found.is_empty() {
        return Renamed::new();
    }
    let mut words = BTreeSet::new();
    items.iter().for_each(|item| collect_words(item.to_token_stream(), &mut words));
    let new_name = |name: &Ident| {
        (1..)
            .map(|number| format_ident!("{name}_macro_{number}"))
            .find(|new| !words.contains(&new.to_string()))
            .expect("there are more numbers than words")
    };
    let new: BTreeMap<Ident, Ident> =
        found.into_iter().map(|name| (name.clone(), new_name(&name))).collect();
    let mut renamer = Renamer { new };
    items.iter_mut().for_each(|item| renamer.visit_item_mut(item));
    renamer.new.into_iter().map(|(old, new)| (new, old)).collect()
}

fn is_exported(definition: &ItemMacro) -> bool {
    definition.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
}

fn find(item: &Item, found: &mut BTreeSet<Ident>) {
    match item {
        Item::Mod(module) => {
            let items = module.content.iter().flat_map(|(_, items)| items);
            items.for_each(|item| find(item, found));
        }
        Item::Macro(definition) if is_exported(definition) => {
            let name = definition.ident.as_ref();
            let is_attribute =
                |name: &&Ident| BUILT_IN_ATTRIBUTES.iter().any(|attribute| *name == attribute);
            found.extend(name.filter(is_attribute).cloned());
        }
        _ => {}
    }
}

struct Renamer {
    /// New names by the original ones.
    new: BTreeMap<Ident, Ident>,
}

impl Renamer {
    /// Renames calls without a path.
    fn rename_calls(&self, tokens: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let renamed = (0..trees.len()).map(|at| {
            let is_plain = !at.checked_sub(1).is_some_and(|before| {
                [':', '$'].iter().any(|&mark| is_punct(trees.get(before), mark))
            });
            match (&trees[at], call_at(&trees[at..])) {
                (_, Some((name, _))) if is_plain && self.new.contains_key(name) => {
                    TokenTree::Ident(self.new_at(name))
                }
                (TokenTree::Group(group), _) => regroup(group, self.rename_calls(group.stream())),
                (other, _) => other.clone(),
            }
        });
        renamed.collect()
    }

    /// Returns the new name, at the place of the original one.
    fn new_at(&self, name: &Ident) -> Ident {
        let mut new = self.new[name].clone();
        new.set_span(name.span());
        new
    }
}

impl VisitMut for Renamer {
    fn visit_item_macro_mut(&mut self, node: &mut ItemMacro) {
        if let Some(name) = node.ident.as_mut().filter(|name| self.new.contains_key(*name)) {
            *name = self.new_at(name);
        }
        // An exported macro calls what its caller has imported.
        if !is_exported(node) {
            visit_mut::visit_item_macro_mut(self, node);
        }
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        if let Some(name) = node.path.get_ident().filter(|name| self.new.contains_key(*name)) {
            node.path = self.new_at(name).into();
        }
        node.tokens = self.rename_calls(mem::take(&mut node.tokens));
    }
}
