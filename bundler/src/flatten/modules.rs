//! The modules of a bundle with their items and imports, and the resolution of paths in them.

use std::collections::BTreeMap;

use syn::{Item, UseTree, ext::IdentExt};

/// Index of a module; the root is 0.
pub(super) type ModuleId = usize;

/// Namespaces of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    Type,
    Value,
    Macro,
}

pub(super) const SPACES: [Space; 3] = [Space::Type, Space::Value, Space::Macro];

/// The meaning of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Module(ModuleId),
    /// An item, by its index.
    Item(usize),
    /// A variant of an enum.
    Variant(usize, String),
    /// A path into a crate that is not in the file.
    Outside(String),
    /// A name in a module that only a macro can declare.
    Generated(String),
}

/// A named item.
pub(super) struct Named {
    pub(super) name: String,
    /// Names of its variants.
    variants: Vec<String>,
    /// True if a derived `Debug` prints the name.
    pub(super) is_printed: bool,
}

pub(super) struct Import {
    pub(super) name: String,
    pub(super) path: Vec<String>,
}

#[derive(Default)]
pub(super) struct Module {
    pub(super) name: String,
    parent: ModuleId,
    names: BTreeMap<(String, Space), Target>,
    pub(super) imports: Vec<Import>,
    pub(super) globs: Vec<Vec<String>>,
}

/// All modules of a file.
#[derive(Default)]
pub(super) struct Modules {
    pub(super) modules: Vec<Module>,
    pub(super) items: Vec<Named>,
}

type Pending = Vec<(ModuleId, String, Space)>;

impl Modules {
    pub(super) fn of(items: &[Item]) -> Self {
        let mut modules = Self { modules: vec![Module::default()], items: Vec::new() };
        modules.declare(0, items);
        modules
    }

    fn declare(&mut self, module: ModuleId, items: &[Item]) {
        for item in items {
            match item {
                Item::Mod(inner) => {
                    let id = self.modules.len();
                    let name = inner.ident.unraw().to_string();
                    self.modules[module].add(&name, &[Space::Type], &Target::Module(id));
                    self.modules.push(Module { name, parent: module, ..Module::default() });
                    self.declare(id, inner.content.as_ref().map_or(&[], |(_, items)| items));
                }
                Item::Use(import) => {
                    let module = &mut self.modules[module];
                    leaves(&import.tree, &[], &mut module.imports, &mut module.globs);
                }
                other => {
                    let Some((name, spaces)) = named(other) else { continue };
                    let target = Target::Item(self.items.len());
                    self.modules[module].add(&name.unraw().to_string(), spaces, &target);
                    self.items.push(Named {
                        name: name.unraw().to_string(),
                        variants: match other {
                            Item::Enum(item) => {
                                item.variants.iter().map(|it| it.ident.to_string()).collect()
                            }
                            _ => Vec::new(),
                        },
                        is_printed: match other {
                            Item::Struct(item) => item.attrs.iter().any(derives_debug),
                            _ => false,
                        },
                    });
                }
            }
        }
    }

    /// Resolves a path in a module: its target, and the number of segments that lead to it.
    pub(super) fn resolve(
        &self,
        module: ModuleId,
        path: &[String],
        space: Space,
    ) -> Option<(Target, usize)> {
        self.follow(module, path, space, &mut Pending::new())
    }

    fn follow(
        &self,
        module: ModuleId,
        path: &[String],
        space: Space,
        pending: &mut Pending,
    ) -> Option<(Target, usize)> {
        let space_at = |at: usize| if at + 1 == path.len() { space } else { Space::Type };
        let mut target = match path.first()?.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent),
            first => self.lookup(module, first, space_at(0), pending)?,
        };
        let mut at = 1;
        while let (Target::Module(inner), Some(name)) = (&target, path.get(at)) {
            target = match name.as_str() {
                "self" => Target::Module(*inner),
                "super" => Target::Module(self.modules[*inner].parent),
                name => self
                    .lookup(*inner, name, space_at(at), pending)
                    .unwrap_or_else(|| Target::Generated(name.to_owned())),
            };
            at += 1;
        }
        Some((target, at))
    }

    /// Resolves the whole path of an import.
    fn import(
        &self,
        module: ModuleId,
        path: &[String],
        space: Space,
        pending: &mut Pending,
    ) -> Option<Target> {
        let Some((target, used)) = self.follow(module, path, space, pending) else {
            let first = path.first()?;
            let is_own =
                SPACES.into_iter().any(|it| self.lookup(module, first, it, pending).is_some());
            let is_outside = !is_own && !["crate", "self", "super"].contains(&first.as_str());
            return is_outside.then(|| Target::Outside(path.join("::")));
        };
        match (target, &path[used..]) {
            (target, []) => Some(target),
            (Target::Outside(before), rest) => {
                Some(Target::Outside(format!("{before}::{}", rest.join("::"))))
            }
            (Target::Item(item), [variant]) if self.items[item].variants.contains(variant) => {
                Some(Target::Variant(item, variant.clone()))
            }
            _ => None,
        }
    }

    fn lookup(
        &self,
        module: ModuleId,
        name: &str,
        space: Space,
        pending: &mut Pending,
    ) -> Option<Target> {
        let key = (module, name.to_owned(), space);
        if pending.contains(&key) {
            return None;
        }
        pending.push(key.clone());
        let Module { names, imports, globs, .. } = &self.modules[module];
        let found = names.get(&(key.1, space)).cloned().or_else(|| {
            let mut imports = imports.iter().filter(|import| import.name == name);
            imports.find_map(|import| {
                let target = self.import(module, &import.path, space, pending)?;
                (!matches!(target, Target::Generated(_))).then_some(target)
            })
        });
        let found = found.or_else(|| {
            globs.iter().find_map(|path| match self.import(module, path, Space::Type, pending)? {
                Target::Module(inner) => self.lookup(inner, name, space, pending),
                Target::Item(item) => {
                    let has_variant = self.items[item].variants.iter().any(|it| it == name);
                    has_variant.then(|| Target::Variant(item, name.to_owned()))
                }
                _ => None,
            })
        });
        pending.pop();
        found
    }

    /// Returns the meanings of an import, in all namespaces.
    pub(super) fn meanings(&self, module: ModuleId, import: &Import) -> Vec<Target> {
        let resolve = |space| {
            let target = self.import(module, &import.path, space, &mut Pending::new())?;
            (!matches!(target, Target::Generated(_))).then_some(target)
        };
        let mut targets: Vec<Target> = SPACES.into_iter().filter_map(resolve).collect();
        targets.dedup();
        targets
    }

    /// Returns the path that a glob imports from a crate that is not in the file.
    pub(super) fn outside_glob(&self, module: ModuleId, path: &[String]) -> Option<String> {
        match self.import(module, path, Space::Type, &mut Pending::new())? {
            Target::Outside(path) => Some(path),
            _ => None,
        }
    }

    /// Returns the names of the modules around and including a module.
    pub(super) fn path(&self, module: ModuleId) -> Vec<String> {
        if module == 0 {
            return Vec::new();
        }
        let mut path = self.path(self.modules[module].parent);
        path.push(self.modules[module].name.clone());
        path
    }
}

impl Module {
    fn add(&mut self, name: &str, spaces: &[Space], target: &Target) {
        for &space in spaces {
            self.names.insert((name.to_owned(), space), target.clone());
        }
    }
}

fn derives_debug(attribute: &syn::Attribute) -> bool {
    let list = attribute.meta.require_list().ok();
    let derive = list.filter(|list| list.path.is_ident("derive"));
    derive.is_some_and(|list| list.tokens.to_string().contains("Debug"))
}

/// Returns the name that an item declares, and its namespaces.
pub(super) fn named(item: &Item) -> Option<(&syn::Ident, &'static [Space])> {
    Some(match item {
        Item::Const(item) if item.ident == "_" => return None,
        Item::Const(item) => (&item.ident, &[Space::Value]),
        Item::Enum(item) => (&item.ident, &[Space::Type]),
        Item::Fn(item) => (&item.sig.ident, &[Space::Value]),
        Item::Macro(item) => (item.ident.as_ref()?, &[Space::Macro]),
        Item::Static(item) => (&item.ident, &[Space::Value]),
        Item::Struct(item) => match item.fields {
            syn::Fields::Named(_) => (&item.ident, &[Space::Type]),
            _ => (&item.ident, &[Space::Type, Space::Value]),
        },
        Item::Trait(item) => (&item.ident, &[Space::Type]),
        Item::Type(item) => (&item.ident, &[Space::Type]),
        Item::Union(item) => (&item.ident, &[Space::Type]),
        _ => return None,
    })
}

/// Collects the names and globs of a use tree.
pub(super) fn leaves(
    tree: &UseTree,
    before: &[String],
    imports: &mut Vec<Import>,
    globs: &mut Vec<Vec<String>>,
) {
    let then = |name: &syn::Ident| {
        let mut path = before.to_vec();
        if name != "self" || path.is_empty() {
            path.push(name.unraw().to_string());
        }
        path
    };
    match tree {
        UseTree::Path(path) => leaves(&path.tree, &then(&path.ident), imports, globs),
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| leaves(tree, before, imports, globs));
        }
        UseTree::Glob(_) => globs.push(before.to_vec()),
        UseTree::Name(leaf) => {
            let path = then(&leaf.ident);
            imports.push(Import { name: path.last().cloned().unwrap_or_default(), path });
        }
        UseTree::Rename(leaf) => {
            imports.push(Import { name: leaf.rename.unraw().to_string(), path: then(&leaf.ident) });
        }
    }
}
