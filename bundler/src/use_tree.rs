//! Rewriting of use trees and of `extern crate` declarations.

use proc_macro2::Span;
use syn::{
    Ident, ItemExternCrate, ItemUse, Token, UseGroup, UseName, UsePath, UseRename, UseTree,
    ext::IdentExt, punctuated::Punctuated,
};

use crate::error::BundleError;
use crate::graph::Extern;
use crate::names::{First, Position};
use crate::rewrite::{Replacement, Rewriter, identifier};

impl Rewriter<'_> {
    /// Rewrites an import. An import without effect becomes `use {};` (see [`is_empty`]).
    pub(crate) fn rewrite_use(&mut self, item: &mut ItemUse) {
        let is_global = item.leading_colon.is_some();
        let before = std::mem::replace(&mut item.tree, empty());
        let (tree, is_moved) = self.place(before, is_global);
        item.tree = tree.unwrap_or_else(empty);
        if is_moved {
            item.leading_colon = None;
        }
    }

    /// Returns the import that is equivalent to an `extern crate` of an inlined or renamed crate.
    pub(crate) fn import_of(&mut self, declaration: &ItemExternCrate) -> Option<ItemUse> {
        let name = declaration.ident.unraw().to_string();
        let target = if name == "self" {
            let own = self.own_module()?;
            Replacement::InFile(vec!["crate".to_owned(), own.to_owned()])
        } else if let First::Crate(target) = self.names.prelude(self.krate, &name) {
            let is_provided = matches!(target, Extern::Provided(_));
            if macro_use(declaration).is_some() && is_provided && self.own_module().is_some() {
                self.fail(BundleError::Refused {
                    file: self.file.to_owned(),
                    what: format!("#[macro_use] extern crate {name}"),
                    reason: "import the macros that it uses, with `use`",
                });
            }
            if matches!(target, Extern::Procedural(_)) {
                return Some(ItemUse {
                    tree: empty(),
                    ..syn::parse_quote!(
                        use nothing;
                    )
                });
            }
            self.replace_crate(&name, target)
        } else {
            return None;
        };
        let bound = declaration.rename.as_ref().map_or(&declaration.ident, |(_, rename)| rename);
        let words = match target {
            Replacement::Keep => return None,
            Replacement::InFile(words) => words,
            Replacement::Provided(real) => vec![real],
        };
        let tree = self.bind(&words, bound.clone()).unwrap_or_else(empty);
        // The compiler does not warn about an unused `extern crate`, so its import must not cause a
        // warning.
        let is_warned_about = self.own_module().is_none();
        Some(ItemUse {
            attrs: is_warned_about
                .then(|| syn::parse_quote!(#[allow(unused_imports)]))
                .into_iter()
                .collect(),
            vis: declaration.vis.clone(),
            use_token: Token![use](Span::call_site()),
            leading_colon: None,
            tree,
            semi_token: Token![;](Span::call_site()),
        })
    }

    /// Rewrites the first level of an import. Returns the new tree, or `None` if nothing is left of
    /// it, and true if its first segment changed.
    fn place(&mut self, tree: UseTree, is_global: bool) -> (Option<UseTree>, bool) {
        match tree {
            UseTree::Path(path) => match self.replacement(&path.ident, is_global) {
                None => (Some(UseTree::Path(path)), false),
                Some(words) => {
                    let rest = self.rebind_self(*path.tree, &words, &path.ident);
                    (rest.map(|rest| join(&words, rest)), true)
                }
            },
            UseTree::Name(leaf) => match self.replacement(&leaf.ident, is_global) {
                None => (Some(UseTree::Name(leaf)), false),
                Some(words) => (self.bind(&words, leaf.ident), true),
            },
            UseTree::Rename(leaf) => match self.replacement(&leaf.ident, is_global) {
                None => (Some(UseTree::Rename(leaf)), false),
                Some(words) => (self.bind(&words, leaf.rename), true),
            },
            UseTree::Group(group) => {
                let items: Punctuated<UseTree, Token![,]> = group
                    .items
                    .into_iter()
                    .filter_map(|tree| self.place(tree, is_global).0)
                    .collect();
                if items.is_empty() {
                    return (None, true);
                }
                (Some(UseTree::Group(UseGroup { items, ..group })), true)
            }
            UseTree::Glob(glob) => (Some(UseTree::Glob(glob)), false),
        }
    }

    fn replacement(&mut self, first: &Ident, is_global: bool) -> Option<Vec<String>> {
        match self.replace_first(&first.unraw().to_string(), is_global, Position::Use) {
            Replacement::Keep => None,
            Replacement::InFile(words) => Some(words),
            Replacement::Provided(real) => Some(vec![real]),
        }
    }

    /// Returns the tree `words as bound`, or `None` if the merged module is already in scope under
    /// this name.
    fn bind(&self, words: &[String], bound: Ident) -> Option<UseTree> {
        if self.is_in_scope(words, &bound) {
            return None;
        }
        let (last, path) = words.split_last()?;
        let leaf = if bound == last.as_str() {
            UseTree::Name(UseName { ident: bound })
        } else {
            UseTree::Rename(UseRename {
                ident: identifier(last),
                as_token: Token![as](Span::call_site()),
                rename: bound,
            })
        };
        Some(join(path, leaf))
    }

    /// Renames `self` in `dep::{self, x}`: it binds the dependency's name, which the module in the
    /// file may not have.
    fn rebind_self(&self, rest: UseTree, words: &[String], bound: &Ident) -> Option<UseTree> {
        let UseTree::Group(group) = rest else {
            return Some(rest);
        };
        let rebind = |tree| match tree {
            UseTree::Name(leaf) if leaf.ident == "self" => {
                if self.is_in_scope(words, bound) {
                    None
                } else if words.last().is_some_and(|last| bound == last.as_str()) {
                    Some(UseTree::Name(leaf))
                } else {
                    Some(UseTree::Rename(UseRename {
                        ident: leaf.ident,
                        as_token: Token![as](Span::call_site()),
                        rename: bound.clone(),
                    }))
                }
            }
            other => Some(other),
        };
        let items: Punctuated<UseTree, Token![,]> =
            group.items.into_iter().filter_map(rebind).collect();
        (!items.is_empty()).then_some(UseTree::Group(UseGroup { items, ..group }))
    }

    /// Returns true if `bound` already is the merged module `words` here, which is the case in the
    /// root of the binary.
    fn is_in_scope(&self, words: &[String], bound: &Ident) -> bool {
        let is_root = self.own_module().is_none() && self.scope == self.names.root(self.krate);
        is_root && matches!(words, [krate, module] if krate == "crate" && bound == module)
    }
}

/// Returns true if an import has become `use {};`.
pub(crate) fn is_empty(item: &ItemUse) -> bool {
    matches!(&item.tree, UseTree::Group(group) if group.items.is_empty())
}

pub(crate) fn empty() -> UseTree {
    UseTree::Group(UseGroup { brace_token: syn::token::Brace::default(), items: Punctuated::new() })
}

fn join(words: &[String], rest: UseTree) -> UseTree {
    words.iter().rev().fold(rest, |tree, word| {
        UseTree::Path(UsePath {
            ident: identifier(word),
            colon2_token: Token![::](Span::call_site()),
            tree: Box::new(tree),
        })
    })
}

/// Returns the macros that an `extern crate` names, an empty list for all; `None` without
/// `#[macro_use]`.
pub(crate) fn macro_use(declaration: &ItemExternCrate) -> Option<Vec<String>> {
    let attribute =
        declaration.attrs.iter().find(|attribute| attribute.path().is_ident("macro_use"))?;
    let mut chosen = Vec::new();
    if matches!(attribute.meta, syn::Meta::List(_)) {
        attribute
            .parse_nested_meta(|meta| {
                chosen.extend(meta.path.get_ident().map(ToString::to_string));
                Ok(())
            })
            .ok()?;
    }
    Some(chosen)
}
