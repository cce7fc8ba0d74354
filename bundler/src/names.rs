//! Name resolution across all crates of a bundle: decides which first segments of paths are crates.
//!
//! It follows the compiler's order: the items of the enclosing blocks, the items and imports of the
//! module, then the crates. An import from a crate without available source may be a function or a
//! module; where that matters, the result is [`First::Unknown`].

use std::collections::BTreeMap;

use syn::{Item, ext::IdentExt};

use crate::graph::Extern;
use crate::scope::{ImportPath, Kind, Meaning, Reach, Scope, ScopeId};

/// Scopes of all crates.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) scopes: Vec<Scope>,
    /// Scope of each crate's root.
    pub(crate) roots: Vec<ScopeId>,
    /// Names of other crates in each crate.
    pub(crate) externs: Vec<BTreeMap<String, Extern>>,
}

/// Meaning of the first segment of a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// An item of the module itself, or of the standard library: it means the same in the merged
    /// file.
    Local,
    Crate(Extern),
    /// Bound by an `extern crate` in the crate's root, which makes it visible in every module of
    /// the crate.
    RootItem,
    /// A dependency, or an import from a crate without available source.
    Unknown,
}

/// Position of a path: an import is not a meaning of its own first segment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    Use,
    Elsewhere,
}

/// Result of resolving a path in the namespace of modules and types.
pub(crate) enum Resolution {
    Nothing,
    Unknown,
    Scope(ScopeId),
    /// A type, trait or variant.
    Type,
    /// A crate without available source; or the standard library.
    Opaque {
        is_standard: bool,
    },
}

impl Names {
    /// Adds a crate. The order of calls is that of [`crate::graph::Graph::crates`].
    pub(crate) fn add_crate(&mut self, items: &[Item], externs: BTreeMap<String, Extern>) {
        let krate = self.roots.len();
        self.externs.push(externs);
        let root = self.push(Scope::new(krate, "crate".to_owned(), Kind::Module(None)));
        self.roots.push(root);
        for item in items {
            self.declare(root, item);
        }
    }

    /// Adds the items of a block inside `outer`.
    pub(crate) fn add_block<'a>(
        &mut self,
        outer: ScopeId,
        items: impl Iterator<Item = &'a Item>,
    ) -> ScopeId {
        let Scope { krate, label, .. } = &self.scopes[outer];
        let block = Scope::new(*krate, label.clone(), Kind::Block(outer));
        let id = self.push(block);
        for item in items {
            self.declare(id, item);
        }
        id
    }

    pub(crate) fn root(&self, krate: usize) -> ScopeId {
        self.roots[krate]
    }

    /// Returns the path of the module around a scope, for messages.
    pub(crate) fn label(&self, scope: ScopeId) -> &str {
        &self.scopes[scope].label
    }

    /// Returns the scope of `mod name` in `scope`.
    pub(crate) fn module(&self, scope: ScopeId, name: &str) -> Option<ScopeId> {
        self.scopes[scope].names.get(name)?.iter().find_map(|named| match named.meaning {
            Meaning::Scope(id) if matches!(self.scopes[id].kind, Kind::Module(_)) => Some(id),
            _ => None,
        })
    }

    /// Returns the meaning of `name` as the first segment of a longer path (or the only one of a
    /// `use`) in `scope`.
    pub(crate) fn first(&self, scope: ScopeId, name: &str, position: Position) -> First {
        let krate = self.scopes[scope].krate;
        match self.lexical(scope, name, position, &mut Vec::new()) {
            Resolution::Nothing => self.prelude(krate, name),
            Resolution::Unknown if self.prelude(krate, name) != First::Local => First::Unknown,
            _ => First::Local,
        }
    }

    /// Returns the meaning of `name` after a leading `::`, or where no item in scope has that name.
    pub(crate) fn prelude(&self, krate: usize, name: &str) -> First {
        if let Some(target) = self.externs[krate].get(name) {
            return First::Crate(target.clone());
        }
        let is_bound = self.scopes[self.roots[krate]].names.get(name).is_some_and(|meanings| {
            // `std` and `core` have these names in the merged file without a declaration.
            let is_declared = |meaning: &Meaning| match meaning {
                Meaning::Extern(target) => target != name || !["core", "std"].contains(&name),
                _ => false,
            };
            meanings.iter().any(|named| is_declared(&named.meaning))
        });
        if is_bound { First::RootItem } else { First::Local }
    }

    /// Returns true if a new module `name` in the root of `krate` would collide with, or hide, any
    /// item other than `same`.
    pub(crate) fn is_taken(&self, krate: usize, name: &str, same: usize) -> bool {
        let resolution = self.member(self.roots[krate], name, self.roots[krate], &mut Vec::new());
        match resolution {
            Resolution::Nothing => false,
            Resolution::Scope(id) => id != self.roots[same],
            Resolution::Unknown | Resolution::Type | Resolution::Opaque { .. } => true,
        }
    }

    fn push(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    fn declare(&mut self, id: ScopeId, item: &Item) {
        let (krate, label) = (self.scopes[id].krate, self.scopes[id].label.clone());
        match item {
            Item::Mod(module) => {
                let name = module.ident.unraw().to_string();
                let kind = Kind::Module(Some(self.module_around(id)));
                let inner = self.push(Scope::new(krate, format!("{label}::{name}"), kind));
                self.scopes[id].add(name, Reach::of(&module.vis), Meaning::Scope(inner));
                for item in module.content.iter().flat_map(|(_, items)| items) {
                    self.declare(inner, item);
                }
            }
            Item::Enum(item) => {
                let inner = self.push(Scope::new(krate, label, Kind::Enum(id)));
                for variant in &item.variants {
                    let name = variant.ident.unraw().to_string();
                    self.scopes[inner].add(name, Reach::Public, Meaning::Type);
                }
                let name = item.ident.unraw().to_string();
                self.scopes[id].add(name, Reach::of(&item.vis), Meaning::Scope(inner));
            }
            Item::Macro(item) if is_exported(item) => {
                let root = self.roots[krate];
                self.scopes[root]
                    .macros
                    .extend(item.ident.as_ref().map(|name| name.unraw().to_string()));
            }
            other => self.scopes[id].add_item(other),
        }
    }

    /// Returns true if an import leads into a crate of procedural macros.
    pub(crate) fn is_procedural(&self, scope: ScopeId, path: &ImportPath) -> bool {
        let krate = self.scopes[scope].krate;
        let Some(first) = path.segments.first() else { return false };
        let target = match path.is_global {
            true => self.prelude(krate, first),
            false => self.first(scope, first, Position::Use),
        };
        matches!(target, First::Crate(Extern::Procedural(_)))
    }

    /// Returns the scope itself if it is a module, or else the module around it.
    pub(crate) fn module_around(&self, scope: ScopeId) -> ScopeId {
        match self.scopes[scope].kind {
            Kind::Module(_) => scope,
            Kind::Block(outer) | Kind::Enum(outer) => self.module_around(outer),
        }
    }
}

fn is_exported(definition: &syn::ItemMacro) -> bool {
    definition.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
}
