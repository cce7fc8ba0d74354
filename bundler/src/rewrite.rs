//! Rewriting of paths so that they keep their meaning: `crate::x` of a library and `dep::x` become
//! paths of the merged file.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
};

use proc_macro2::Span;
use syn::{
    Ident, Item, Path, PathSegment, QSelf, Stmt, Token, Visibility,
    ext::IdentExt,
    visit_mut::{self, VisitMut},
};

use crate::embed;
use crate::error::BundleError;
use crate::graph::Extern;
use crate::names::{First, Names, Position};
use crate::scope::ScopeId;

/// Macros that `#[macro_use] extern crate` brings into a crate, by the name of their crate.
pub(crate) type MacroPrelude = BTreeMap<String, BTreeSet<String>>;

/// Rewriter of one crate, in place.
pub(crate) struct Rewriter<'a> {
    pub(crate) names: &'a mut Names,
    /// Module of each crate; `None` for the binary, which stays at the root.
    pub(crate) modules: &'a [Option<String>],
    /// Name of the current crate, for messages.
    pub(crate) name: &'a str,
    pub(crate) file: &'a std::path::Path,
    pub(crate) krate: usize,
    pub(crate) scope: ScopeId,
    /// Number of modules between the crate's root and the current position.
    pub(crate) depth: usize,
    /// Provided crates that some path names.
    pub(crate) used: BTreeSet<String>,
    /// Module with the decoder of embedded files.
    pub(crate) decoder: &'a str,
    /// True if a file is embedded in a form that needs the decoder.
    pub(crate) embeds: bool,
    /// Macros that `#[macro_use] extern crate` brings into every module.
    pub(crate) macro_prelude: MacroPrelude,
    /// Macros that the crate defines, each with those that it calls.
    pub(crate) macro_definitions: BTreeMap<String, BTreeSet<String>>,
    /// First error; a visitor cannot return it.
    pub(crate) problem: Option<BundleError>,
}

/// Replacement of the first segment of a path.
pub(crate) enum Replacement {
    Keep,
    /// `crate::name`, or `crate::library::name`.
    InFile(Vec<String>),
    /// A provided crate that was renamed.
    Provided(String),
}

impl<'a> Rewriter<'a> {
    pub(crate) fn new(
        names: &'a mut Names,
        modules: &'a [Option<String>],
        krate: usize,
        name: &'a str,
        file: &'a std::path::Path,
    ) -> Self {
        let scope = names.root(krate);
        let used = BTreeSet::new();
        Self {
            names,
            modules,
            name,
            file,
            krate,
            scope,
            depth: 0,
            used,
            decoder: embed::MODULE,
            embeds: false,
            macro_prelude: MacroPrelude::new(),
            macro_definitions: BTreeMap::new(),
            problem: None,
        }
    }

    pub(crate) fn fail(&mut self, problem: BundleError) {
        self.problem.get_or_insert(problem);
    }

    /// Returns the module of the current crate.
    pub(crate) fn own_module(&self) -> Option<&'a str> {
        self.modules[self.krate].as_deref()
    }

    /// Returns the replacement of the first segment of a longer path, or of an import.
    pub(crate) fn replace_first(
        &mut self,
        name: &str,
        is_global: bool,
        position: Position,
    ) -> Replacement {
        if name == embed::DECODER {
            self.embeds = true;
            return Replacement::InFile(vec!["crate".to_owned(), self.decoder.to_owned()]);
        }
        if name == "crate" && !is_global {
            return self.own_module().map_or(Replacement::Keep, |own| {
                Replacement::InFile(vec!["crate".to_owned(), own.to_owned()])
            });
        }
        let first = if is_global {
            self.names.prelude(self.krate, name)
        } else {
            self.names.first(self.scope, name, position)
        };
        match first {
            First::Local => Replacement::Keep,
            First::Crate(target) => self.replace_crate(name, target),
            First::RootItem => {
                let path = ["crate"].into_iter().chain(self.own_module()).chain([name]);
                Replacement::InFile(path.map(str::to_owned).collect())
            }
            First::Unknown => {
                if let First::Crate(target) = self.names.prelude(self.krate, name) {
                    self.replace_crate(name, target);
                }
                self.fail(BundleError::Ambiguous {
                    krate: self.name.to_owned(),
                    module: self.names.label(self.scope).to_owned(),
                    name: name.to_owned(),
                });
                Replacement::Keep
            }
        }
    }

    pub(crate) fn replace_crate(&mut self, name: &str, target: Extern) -> Replacement {
        match target {
            Extern::Inlined(index) => {
                let module = self.modules[index].clone().expect("nothing depends on a binary");
                Replacement::InFile(vec!["crate".to_owned(), module])
            }
            Extern::Provided(real) => {
                self.used.insert(real.clone());
                if real == name { Replacement::Keep } else { Replacement::Provided(real) }
            }
            // The remaining ones are in macros that are never called.
            Extern::Procedural(_) => Replacement::Keep,
        }
    }

    /// Rewrites the first segment. Returns the number of segments added to the path.
    fn rewrite_path(&mut self, path: &mut Path) -> usize {
        let is_global = path.leading_colon.is_some();
        if path.segments.len() < 2 {
            return 0;
        }
        let first = path.segments[0].ident.unraw().to_string();
        let words = match self.replace_first(&first, is_global, Position::Elsewhere) {
            Replacement::Keep => return 0,
            Replacement::InFile(words) => {
                path.leading_colon = None;
                words
            }
            Replacement::Provided(real) => {
                path.leading_colon = Some(Token![::](Span::call_site()));
                vec![real]
            }
        };
        let added = words.len() - 1;
        let rest = mem::take(&mut path.segments).into_iter().skip(1);
        path.segments =
            words.iter().map(|word| PathSegment::from(identifier(word))).chain(rest).collect();
        added
    }

    /// Rewrites the trait in `<T as Trait>::Item`. The rest of a path after a plain `<T>` names no
    /// crate.
    fn rewrite_qualified(&mut self, qself: &mut QSelf, path: &mut Path) {
        self.visit_type_mut(&mut qself.ty);
        if qself.position > 0 {
            qself.position += self.rewrite_path(path);
        }
        visit_mut::visit_path_mut(self, path);
    }

    /// Visits a node inside another scope.
    fn within(&mut self, scope: ScopeId, visit: impl FnOnce(&mut Self)) {
        let outer = mem::replace(&mut self.scope, scope);
        visit(self);
        self.scope = outer;
    }
}

/// Returns an identifier by its text. Segments of paths that the bundler writes are never raw.
pub(crate) fn identifier(word: &str) -> Ident {
    Ident::new(word, Span::call_site())
}

impl VisitMut for Rewriter<'_> {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        self.note_macro_prelude(&file.items);
        self.rewrite_items(&mut file.items);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        self.rewrite_path(path);
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_type_path_mut(&mut self, node: &mut syn::TypePath) {
        match &mut node.qself {
            Some(qself) => self.rewrite_qualified(qself, &mut node.path),
            None => self.visit_path_mut(&mut node.path),
        }
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        match &mut node.qself {
            Some(qself) => self.rewrite_qualified(qself, &mut node.path),
            None => self.visit_path_mut(&mut node.path),
        }
    }

    fn visit_expr_struct_mut(&mut self, node: &mut syn::ExprStruct) {
        match &mut node.qself {
            Some(qself) => self.rewrite_qualified(qself, &mut node.path),
            None => self.visit_path_mut(&mut node.path),
        }
        for field in &mut node.fields {
            self.visit_field_value_mut(field);
        }
        if let Some(rest) = &mut node.rest {
            self.visit_expr_mut(rest);
        }
    }

    fn visit_pat_struct_mut(&mut self, node: &mut syn::PatStruct) {
        match &mut node.qself {
            Some(qself) => self.rewrite_qualified(qself, &mut node.path),
            None => self.visit_path_mut(&mut node.path),
        }
        for field in &mut node.fields {
            self.visit_field_pat_mut(field);
        }
    }

    fn visit_pat_tuple_struct_mut(&mut self, node: &mut syn::PatTupleStruct) {
        match &mut node.qself {
            Some(qself) => self.rewrite_qualified(qself, &mut node.path),
            None => self.visit_path_mut(&mut node.path),
        }
        for pattern in &mut node.elems {
            self.visit_pat_mut(pattern);
        }
    }

    /// Leaves attributes as they are: they name lints, tools and derives, never inlined crates.
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    /// Turns `pub(crate)` of a library into `pub(in crate::library)`, because a wider visibility
    /// could change the method that a call resolves to. In the library's top-level modules the
    /// result is `pub(super)`.
    fn visit_visibility_mut(&mut self, node: &mut Visibility) {
        let Visibility::Restricted(restricted) = node else {
            return;
        };
        if let Some(own) = self.own_module()
            && restricted.path.is_ident("crate")
        {
            if self.depth == 1 {
                *restricted.path = Path::from(Token![super](Span::call_site()));
                return;
            }
            restricted.in_token = Some(Token![in](Span::call_site()));
            restricted.path.segments.push(PathSegment::from(identifier(own)));
        } else {
            self.rewrite_path(&mut restricted.path);
        }
    }

    fn visit_item_mut(&mut self, node: &mut Item) {
        if let Item::ExternCrate(declaration) = node
            && let Some(import) = self.import_of(declaration)
        {
            *node = Item::Use(import);
            return;
        }
        if let Item::ExternCrate(declaration) = node
            && self.own_module().is_some()
        {
            // Below the root `#[macro_use]` is an error, and the standard library's macros are
            // visible everywhere.
            declaration.attrs.retain(|attribute| !attribute.path().is_ident("macro_use"));
        }
        visit_mut::visit_item_mut(self, node);
    }

    fn visit_item_use_mut(&mut self, node: &mut syn::ItemUse) {
        self.visit_visibility_mut(&mut node.vis);
        self.rewrite_use(node);
    }

    fn visit_item_mod_mut(&mut self, node: &mut syn::ItemMod) {
        let name = node.ident.unraw().to_string();
        let inner = self.names.module(self.scope, &name).unwrap_or(self.scope);
        self.visit_visibility_mut(&mut node.vis);
        self.depth += 1;
        self.within(inner, |rewriter| {
            if let Some((_, items)) = &mut node.content {
                rewriter.rewrite_items(items);
            }
        });
        self.depth -= 1;
    }

    fn visit_block_mut(&mut self, node: &mut syn::Block) {
        let is_item = |stmt: &Stmt| matches!(stmt, Stmt::Item(_));
        if !node.stmts.iter().any(is_item) {
            return visit_mut::visit_block_mut(self, node);
        }
        let items = node.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        let inner = self.names.add_block(self.scope, items);
        self.within(inner, |rewriter| visit_mut::visit_block_mut(rewriter, node));
    }

    /// Rewrites a declaration that the parser does not support, for example `safe fn`.
    fn visit_foreign_item_mut(&mut self, node: &mut syn::ForeignItem) {
        if let syn::ForeignItem::Verbatim(tokens) = node {
            *tokens = self.rewrite_tokens(mem::take(tokens));
        }
        visit_mut::visit_foreign_item_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        self.visit_path_mut(&mut node.path);
        node.tokens = self.rewrite_tokens(mem::take(&mut node.tokens));
    }
}

#[cfg(test)]
mod tests;
