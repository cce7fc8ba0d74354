//! Scopes: the declarations of one module, block or enum that the first segment of a path can refer
//! to (modules, types, imports).
//!
//! Functions, constants and macros have other namespaces and never stand in front of a `::`.

use std::collections::{BTreeSet, HashMap};

use syn::{Item, UseTree, Visibility, ext::IdentExt};

/// Index of a scope in [`crate::names::Names`].
pub(crate) type ScopeId = usize;

/// The declarations of one module, block or enum.
pub(crate) struct Scope {
    /// Index of its crate.
    pub(crate) krate: usize,
    /// Path of the module in its crate, for messages.
    pub(crate) label: String,
    pub(crate) kind: Kind,
    pub(crate) names: HashMap<String, Vec<Named>>,
    pub(crate) globs: Vec<ImportPath>,
    /// Macros that the crate exports, in the scope of its root.
    pub(crate) macros: BTreeSet<String>,
}

pub(crate) enum Kind {
    /// A module, with its parent module.
    Module(Option<ScopeId>),
    /// A block with its own items, with the scope around it.
    Block(ScopeId),
    /// An enum, whose variants `use` can import.
    Enum(ScopeId),
}

/// One meaning of a name.
pub(crate) struct Named {
    pub(crate) meaning: Meaning,
    pub(crate) reach: Reach,
}

pub(crate) enum Meaning {
    /// A module or enum.
    Scope(ScopeId),
    /// Any other type, trait or variant.
    Type,
    /// The target of a path.
    Import(ImportPath),
    /// `extern crate name`, or `extern crate self`.
    Extern(String),
}

/// Visibility of a name for an import with `*`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Private,
    Crate,
    Public,
}

/// The path of an import.
#[derive(Clone)]
pub(crate) struct ImportPath {
    /// True if the path starts with `::`.
    pub(crate) is_global: bool,
    pub(crate) segments: Vec<String>,
}

impl Scope {
    pub(crate) fn new(krate: usize, label: String, kind: Kind) -> Self {
        Self {
            krate,
            label,
            kind,
            names: HashMap::new(),
            globs: Vec::new(),
            macros: BTreeSet::new(),
        }
    }

    pub(crate) fn add(&mut self, name: String, reach: Reach, meaning: Meaning) {
        self.names.entry(name).or_default().push(Named { meaning, reach });
    }

    /// Adds the declarations of an item, except modules and enums, which have their own scopes.
    pub(crate) fn add_item(&mut self, item: &Item) {
        match item {
            Item::Struct(syn::ItemStruct { ident, vis, .. })
            | Item::Union(syn::ItemUnion { ident, vis, .. })
            | Item::Trait(syn::ItemTrait { ident, vis, .. })
            | Item::TraitAlias(syn::ItemTraitAlias { ident, vis, .. })
            | Item::Type(syn::ItemType { ident, vis, .. }) => {
                self.add(ident.unraw().to_string(), Reach::of(vis), Meaning::Type);
            }
            Item::ForeignMod(block) => {
                for item in &block.items {
                    if let syn::ForeignItem::Type(foreign) = item {
                        self.add(
                            foreign.ident.unraw().to_string(),
                            Reach::of(&foreign.vis),
                            Meaning::Type,
                        );
                    }
                }
            }
            Item::ExternCrate(declaration) => {
                let name = declaration.ident.unraw().to_string();
                let bound = match &declaration.rename {
                    Some((_, rename)) => rename.unraw().to_string(),
                    None => name.clone(),
                };
                self.add(bound, Reach::of(&declaration.vis), Meaning::Extern(name));
            }
            Item::Use(import) => {
                let start =
                    ImportPath { is_global: import.leading_colon.is_some(), segments: Vec::new() };
                self.add_import(&import.tree, &start, Reach::of(&import.vis));
            }
            _ => {}
        }
    }

    fn add_import(&mut self, tree: &UseTree, before: &ImportPath, reach: Reach) {
        match tree {
            UseTree::Path(path) => {
                self.add_import(&path.tree, &before.then(&path.ident), reach);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_import(tree, before, reach);
                }
            }
            UseTree::Glob(_) => self.globs.push(before.clone()),
            UseTree::Name(leaf) => {
                let path = before.then(&leaf.ident);
                if let Some(name) = path.segments.last().cloned() {
                    self.add(name, reach, Meaning::Import(path));
                }
            }
            UseTree::Rename(leaf) => {
                let name = leaf.rename.unraw().to_string();
                self.add(name, reach, Meaning::Import(before.then(&leaf.ident)));
            }
        }
    }
}

impl ImportPath {
    /// Returns the path with one more segment; `self` at the end of a group adds none.
    pub(crate) fn then(&self, segment: &syn::Ident) -> Self {
        let mut longer = self.clone();
        if segment != "self" || longer.segments.is_empty() {
            longer.segments.push(segment.unraw().to_string());
        }
        longer
    }

    /// Returns true if the path starts with this segment, so that the segment cannot refer to the
    /// import itself.
    pub(crate) fn starts_with(&self, name: &str) -> bool {
        !self.is_global && self.segments.first().is_some_and(|first| first == name)
    }
}

impl Reach {
    pub(crate) fn of(visibility: &Visibility) -> Self {
        match visibility {
            Visibility::Inherited => Self::Private,
            Visibility::Restricted(_) => Self::Crate,
            Visibility::Public(_) => Self::Public,
        }
    }
}
