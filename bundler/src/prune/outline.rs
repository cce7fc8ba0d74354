//! Outline of a text: all parts that can be cut (items, members of impls, impls and imports), by
//! byte ranges.

use std::{collections::BTreeSet, ops::Range};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    File, Ident, ImplItem, Item, ItemImpl, ItemMod, ItemUse, TraitItem, UseTree, Visibility,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::token_trees::collect_words;

use super::{conditional::Conditional, cut::Cut, extent, report::Insertions};

/// Parts and imports of a text.
pub(super) struct Outline {
    pub(super) parts: Vec<Part>,
    pub(super) imports: Vec<Import>,
    /// End of each `pub` without a scope, and the name of the innermost item around it.
    public: Vec<(usize, String)>,
    /// Modules, including their attributes and names.
    modules: Vec<Range<usize>>,
    conditional: Conditional,
}

/// A part that can be cut as a whole.
pub(super) struct Part {
    pub(super) kind: Kind,
    /// Name, if it has one.
    pub(super) name: Option<Range<usize>>,
    /// Whole range, including the attributes.
    pub(super) whole: Range<usize>,
    /// Path and name. The key of a part stays the same when other parts of the text change.
    key: String,
    /// Identifiers in the part, if some of the text is conditional.
    words: BTreeSet<String>,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A type, a trait or a type alias: impls and imports may refer to it although it is unused.
    Type,
    /// A function, a constant, a macro, or such a member of a trait or of an inherent impl.
    Value,
    /// A function in an impl of a trait.
    Method,
    /// A constant or a type in an impl of a trait.
    Member,
    /// An impl, with the ranges of its trait and its type.
    Impl(Vec<Range<usize>>),
    /// An inherent impl or a module without content.
    Empty,
}

impl Part {
    /// Returns true if the compiler can report the references to it: it is a named item, or such a
    /// member of a trait or of an inherent impl.
    pub(super) fn is_markable(&self) -> bool {
        matches!(self.kind, Kind::Type | Kind::Value)
    }
}

impl Kind {
    /// Returns true for a member of an impl of a trait.
    pub(super) fn is_of_trait(&self) -> bool {
        matches!(self, Self::Method | Self::Member)
    }
}

/// An import with its names.
pub(super) struct Import {
    pub(super) item: ItemUse,
    pub(super) whole: Range<usize>,
    pub(super) leaves: Vec<Leaf>,
}

/// One imported name, or a glob.
pub(super) struct Leaf {
    pub(super) range: Range<usize>,
    /// Path segments in front of it.
    path: Vec<Range<usize>>,
    is_glob: bool,
    key: String,
}

impl Leaf {
    /// Returns true if the name comes from another module of the text.
    pub(super) fn is_of_bundle(&self, text: &str) -> bool {
        let first = self.path.first().map(|first| &text[first.clone()]);
        first.is_some_and(|first| ["crate", "self", "super"].contains(&first))
    }

    /// Returns true if a place lies in the name itself or in the path in front of it.
    pub(super) fn names_at(&self, place: &Range<usize>) -> bool {
        contains(&self.range, place) || self.path.iter().any(|name| contains(name, place))
    }
}

impl Outline {
    pub(super) fn of(text: &str) -> Self {
        let tokens: TokenStream = text.parse().expect("bundles are valid Rust");
        let mut conditional = Conditional::default();
        conditional.read(tokens.clone());
        let file: File = syn::parse2(tokens).expect("bundles are valid Rust");
        let mut reader = Reader {
            outline: Self {
                parts: Vec::new(),
                imports: Vec::new(),
                public: Vec::new(),
                modules: Vec::new(),
                conditional,
            },
            path: Vec::new(),
        };
        reader.visit_file(&file);
        reader.outline
    }

    /// Returns insertions that make everything private to the program except the types of these
    /// names: the lints treat exported items as used.
    pub(super) fn narrowing(&self, exported: &BTreeSet<String>) -> Insertions {
        let narrowed = self.public.iter().filter(|(_, name)| !exported.contains(name));
        Insertions::new(narrowed.map(|(end, _)| (*end, "(crate)".to_owned())).collect())
    }

    /// Returns true if some of the code depends on the judge's flags.
    pub(super) fn is_conditional(&self) -> bool {
        !self.conditional.places.is_empty()
    }

    /// Returns the parts without content.
    pub(super) fn empty(&self) -> Vec<Cut> {
        self.parts_where(|part| part.kind == Kind::Empty)
    }

    /// Returns the items and imported names that the lints report at these places.
    pub(super) fn unused(&self, places: &[Range<usize>]) -> Vec<Cut> {
        let mut cuts = self.parts_where(|part| {
            part.is_markable() && part.name.as_ref().is_some_and(|name| places.contains(name))
        });
        for (import, leaf) in self.leaves() {
            let range = &self.imports[import].leaves[leaf].range;
            if places.iter().any(|place| contains(place, range)) {
                cuts.push(Cut::Leaf { import, leaf });
            }
        }
        cuts
    }

    /// Returns the members of impls of traits for those members of traits that are among the cuts.
    /// Traits that share their name are left out.
    pub(super) fn members_for(&self, cuts: &[Cut]) -> Vec<Cut> {
        let values = self.parts.iter().filter(|part| part.kind == Kind::Value);
        let values: Vec<_> = values.filter_map(|part| with_owner(&part.key)).collect();
        let cut: BTreeSet<_> = cuts.iter().filter_map(|cut| with_owner(self.key(cut))).collect();
        let is_only =
            |wanted: &(&str, &str)| values.iter().filter(|value| *value == wanted).count() == 1;
        self.parts_where(|part| {
            let (owner, name) = part.key.rsplit_once("::").unwrap_or_default();
            let implemented = owner.rsplit_once("impl ").and_then(|(_, it)| it.split_once(" for "));
            let implemented = implemented.and_then(|(path, _)| path.split('<').next());
            let member = implemented.map(|path| (last(path).trim(), name));
            part.kind.is_of_trait()
                && member.is_some_and(|member| cut.contains(&member) && is_only(&member))
        })
    }

    /// Returns the members of impls that contain these places.
    pub(super) fn members(&self, places: &[Range<usize>]) -> Vec<Cut> {
        self.parts_where(|part| {
            let is_named = |place: &Range<usize>| {
                contains(&part.whole, place)
                    && part.name.as_ref().is_some_and(|name| contains(place, name))
            };
            part.kind.is_of_trait() && places.iter().any(is_named)
        })
    }

    /// Returns the keys of those cuts whose names errors quote.
    pub(super) fn named_in(&self, cuts: &[Cut], errors: &[String]) -> Vec<String> {
        let names = quoted(errors);
        let is_named = |cut: &&Cut| names.contains(self.name(cut));
        cuts.iter().filter(is_named).map(|cut| self.key(cut).to_owned()).collect()
    }

    /// Returns the keys of those cuts that are members of traits, where an error quotes the member
    /// and then the trait.
    pub(super) fn members_named_in(&self, cuts: &[Cut], errors: &[String]) -> Vec<String> {
        let members: BTreeSet<String> = errors.iter().filter_map(|error| member(error)).collect();
        let keys = cuts.iter().map(|cut| self.key(cut));
        let is_named = |key: &&str| {
            let mut parts = key.rsplit("::");
            let (name, owner) = (parts.next(), parts.next());
            name.zip(owner)
                .is_some_and(|(name, owner)| members.contains(&format!("{owner}::{name}")))
        };
        keys.filter(is_named).map(str::to_owned).collect()
    }

    /// Returns the names of types that errors quote.
    pub(super) fn types_in(&self, errors: &[String]) -> BTreeSet<String> {
        let names = quoted(errors);
        let types = self.parts.iter().filter(|part| part.kind == Kind::Type);
        let called = types.map(|part| last(&part.key));
        called.filter(|name| names.contains(name)).map(str::to_owned).collect()
    }

    /// Removes from the cuts everything that code outside of this compilation may need: all items
    /// that it names, and the imports that are visible to it, because a method call needs the
    /// import of its trait without naming it.
    pub(super) fn spare_conditional(&self, cuts: &mut Vec<Cut>) {
        let places = &self.conditional.places;
        let around: Vec<_> = places.iter().map(|place| self.module_around(place)).collect();
        let reaches_far = self.leaves().any(|(import, leaf)| {
            let import = &self.imports[import];
            import.leaves[leaf].is_glob && around.contains(&self.module_around(&import.whole))
        });
        cuts.retain(|cut| match *cut {
            Cut::Part(_) => true,
            Cut::Leaf { import, .. } => {
                !reaches_far && !around.contains(&self.module_around(&self.imports[import].whole))
            }
        });
        let mut names = self.conditional.names.clone();
        loop {
            let before = cuts.len();
            cuts.retain(|cut| {
                let is_named = names.contains(self.name(cut));
                if let (true, Cut::Part(part)) = (is_named, cut) {
                    names.extend(self.parts[*part].words.iter().cloned());
                }
                !is_named
            });
            if cuts.len() == before {
                return;
            }
        }
    }

    pub(super) fn key(&self, cut: &Cut) -> &str {
        match *cut {
            Cut::Part(part) => &self.parts[part].key,
            Cut::Leaf { import, leaf } => &self.imports[import].leaves[leaf].key,
        }
    }

    /// Returns the name of a part or of an import.
    pub(super) fn name(&self, cut: &Cut) -> &str {
        last(self.key(cut))
    }

    /// Returns the names of the members of all traits with this name.
    pub(super) fn members_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let members = self.parts.iter().filter_map(|part| with_owner(&part.key));
        members.filter(move |(owner, _)| *owner == name).map(|(_, member)| member)
    }

    /// Returns all imported names, by index of the import and of the name in it.
    pub(super) fn leaves(&self) -> impl Iterator<Item = (usize, usize)> {
        let imports = self.imports.iter().enumerate();
        imports.flat_map(|(index, import)| (0..import.leaves.len()).map(move |leaf| (index, leaf)))
    }

    /// Returns the type or trait with a name in the innermost module around a place.
    pub(super) fn type_beside(&self, name: &str, place: &Range<usize>) -> Option<usize> {
        let module = self.module_around(place);
        self.parts.iter().position(|part| {
            let is_type = part.kind == Kind::Type && last(&part.key) == name;
            is_type && self.module_around(&part.whole) == module
        })
    }

    /// Returns the innermost module around a place, or `None` at the root.
    pub(super) fn module_around(&self, place: &Range<usize>) -> Option<&Range<usize>> {
        let around = self.modules.iter().filter(|module| contains(module, place));
        around.max_by_key(|module| module.start)
    }

    fn parts_where(&self, is_wanted: impl Fn(&Part) -> bool) -> Vec<Cut> {
        let parts = self.parts.iter().enumerate();
        parts.filter(|(_, part)| is_wanted(part)).map(|(index, _)| Cut::Part(index)).collect()
    }
}

/// Returns the name at the end of a key.
fn last(key: &str) -> &str {
    key.rsplit("::").next().unwrap_or(key)
}

/// Returns the two names at the end of a key.
fn with_owner(key: &str) -> Option<(&str, &str)> {
    key.rsplit_once("::").map(|(owner, name)| (last(owner), name))
}

/// Returns `Trait::member` for an error such as: const `member` is not a member of trait `Trait`.
fn member(error: &str) -> Option<String> {
    let mut quoted = error.split('`').skip(1).step_by(2);
    let (member, owner) = (quoted.next()?, quoted.next()?);
    Some(format!("{}::{member}", owner.rsplit("::").next()?))
}

/// Returns true if `inner` lies in `outer`.
pub(super) fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Returns the identifiers that errors put in quotes.
fn quoted(errors: &[String]) -> BTreeSet<&str> {
    let quotes = errors.iter().flat_map(|error| error.split('`').skip(1).step_by(2));
    quotes.flat_map(|quote| quote.split(|c: char| !c.is_alphanumeric() && c != '_')).collect()
}

struct Reader {
    outline: Outline,
    /// Names of the items around the current node.
    path: Vec<String>,
}

impl Reader {
    fn add(&mut self, kind: Kind, name: Option<&Ident>, node: &impl ToTokens, whole: Range<usize>) {
        let called = name.map_or_else(|| "impl".to_owned(), ToString::to_string);
        let mut words = BTreeSet::new();
        if self.outline.is_conditional() {
            collect_words(node.to_token_stream(), &mut words);
        }
        self.outline.parts.push(Part {
            kind,
            name: name.map(|name| name.span().byte_range()),
            whole,
            key: self.key(&called),
            words,
        });
    }

    fn key(&self, name: &str) -> String {
        self.path.iter().map(|part| format!("{part}::")).collect::<String>() + name
    }

    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.path.push(name);
        visit(self);
        self.path.pop();
    }

    fn add_leaves(&self, tree: &UseTree, before: &[Range<usize>], leaves: &mut Vec<Leaf>) {
        let name = match tree {
            UseTree::Path(path) => {
                let mut longer = before.to_vec();
                longer.push(path.ident.span().byte_range());
                return self.add_leaves(&path.tree, &longer, leaves);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.add_leaves(tree, before, leaves));
            }
            UseTree::Name(leaf) => leaf.ident.to_string(),
            UseTree::Rename(leaf) => leaf.rename.to_string(),
            UseTree::Glob(_) => "*".to_owned(),
        };
        leaves.push(Leaf {
            range: tree.span().byte_range(),
            path: before.to_vec(),
            is_glob: matches!(tree, UseTree::Glob(_)),
            key: self.key(&format!("use::{name}")),
        });
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_visibility(&mut self, node: &'ast Visibility) {
        if let Visibility::Public(word) = node {
            let around = self.path.last().cloned().unwrap_or_default();
            self.outline.public.push((word.span.byte_range().end, around));
        }
    }

    fn visit_item(&mut self, node: &'ast Item) {
        let (kind, name) = match node {
            Item::Const(item) => (Kind::Value, &item.ident),
            Item::Enum(item) => (Kind::Type, &item.ident),
            Item::Fn(item) => (Kind::Value, &item.sig.ident),
            Item::Macro(item) => match &item.ident {
                Some(name) => (Kind::Value, name),
                None => return,
            },
            Item::Mod(item) => match &item.content {
                Some((_, items)) if items.is_empty() => (Kind::Empty, &item.ident),
                _ => return self.within(item.ident.to_string(), |it| visit::visit_item(it, node)),
            },
            Item::Static(item) => (Kind::Value, &item.ident),
            Item::Struct(item) => (Kind::Type, &item.ident),
            Item::Trait(item) => (Kind::Type, &item.ident),
            Item::Type(item) => (Kind::Type, &item.ident),
            Item::Union(item) => (Kind::Type, &item.ident),
            _ => return visit::visit_item(self, node),
        };
        self.add(kind, Some(name), node, extent::of_item(node));
        self.within(name.to_string(), |reader| visit::visit_item(reader, node));
    }

    fn visit_item_mod(&mut self, node: &'ast ItemMod) {
        self.outline.modules.push(extent::of_module(node));
        visit::visit_item_mod(self, node);
    }

    fn visit_item_impl(&mut self, node: &'ast ItemImpl) {
        let kind = match &node.trait_ {
            None if node.items.is_empty() => Kind::Empty,
            None => Kind::Impl(vec![node.self_ty.span().byte_range()]),
            Some((_, path, _)) => {
                Kind::Impl(vec![path.span().byte_range(), node.self_ty.span().byte_range()])
            }
        };
        let implemented = node.trait_.as_ref().map(|(_, path, _)| path.to_token_stream());
        let own = node.self_ty.to_token_stream();
        let header =
            implemented.map_or_else(|| own.to_string(), |path| format!("{path} for {own}"));
        self.within(format!("impl {header}"), |reader| {
            reader.add(kind, None, node, extent::of_impl(node));
            for item in &node.items {
                let name = match item {
                    ImplItem::Const(item) => &item.ident,
                    ImplItem::Fn(item) => &item.sig.ident,
                    ImplItem::Type(item) => &item.ident,
                    _ => continue,
                };
                let kind = match (&node.trait_, item) {
                    (None, _) => Kind::Value,
                    (Some(_), ImplItem::Fn(_)) => Kind::Method,
                    (Some(_), _) => Kind::Member,
                };
                reader.add(kind, Some(name), item, extent::of_impl_item(item));
            }
            visit::visit_item_impl(reader, node);
        });
    }

    fn visit_trait_item(&mut self, node: &'ast TraitItem) {
        let name = match node {
            TraitItem::Const(item) => &item.ident,
            TraitItem::Fn(item) => &item.sig.ident,
            TraitItem::Type(item) => &item.ident,
            _ => return,
        };
        self.add(Kind::Value, Some(name), node, extent::of_trait_item(node));
        visit::visit_trait_item(self, node);
    }

    fn visit_item_use(&mut self, node: &'ast ItemUse) {
        let mut leaves = Vec::new();
        self.add_leaves(&node.tree, &[], &mut leaves);
        self.outline.imports.push(Import {
            item: node.clone(),
            whole: node.span().byte_range(),
            leaves,
        });
        visit::visit_item_use(self, node);
    }
}
