//! Minification by modules: the same program in a single module.
//!
//! The items of all modules move to the root of the file. A path to an item becomes the name of the
//! item, and the file needs no visibilities and only imports from other crates. Of several items
//! with the same name, all but one get a new one. The result is not checked: the caller compares
//! the program with that of the original.

mod modules;
mod references;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use crate::token_trees::collect_words;

use modules::{Modules, Target};
use references::{BlockLeaf, Found, Reference, read};

/// Lints about unused items, which `unused` includes.
const UNUSED: [&str; 3] = ["dead_code", "unused_imports", "unused_macros"];

/// A file without modules.
pub(crate) struct Flat {
    pub(crate) text: String,
    /// The same tokens with the names that items had in their modules.
    pub(crate) written: String,
    /// Names of the modules around each item of the file, in the order of the items.
    pub(crate) homes: Vec<Vec<String>>,
    /// Paths that the file imports from other crates, with the number of uses by name.
    pub(crate) imported: BTreeMap<String, usize>,
}

/// Replacement of a range, which keeps the number of lines.
struct Edit {
    range: Range<usize>,
    text: String,
    written: String,
}

/// A target and the name under which modules know it.
type Entity = (Target, String);

/// Moves all items of a file to its root, if no construct needs the modules. All lines keep their
/// numbers.
///
/// Nothing imports the `qualified` paths into other crates: each use has the whole path.
pub(crate) fn flatten(source: &str, qualified: &BTreeSet<String>) -> Option<Flat> {
    let file = syn::parse_file(source).expect("a bundle is a valid Rust file");
    let modules = Modules::of(&file.items);
    let found = read(&file, &modules);
    if found.needs_modules || modules.modules.len() == 1 {
        return None;
    }
    let mut imports = imports(&modules);
    let mut names = names(&modules, &found, &imports, source);
    imports.retain(|entity| match &entity.0 {
        Target::Outside(path) if qualified.contains(path) => {
            names.insert(entity.clone(), path.clone());
            false
        }
        _ => true,
    });
    let mut edits: Vec<Edit> =
        found.removed.iter().map(|range| Edit::same(range.clone(), "")).collect();
    for reference in &found.references {
        edits.extend(edit(reference, &modules, &found, &names));
    }
    for (range, leaves) in &found.block_imports {
        edits.push(block_import(range, leaves, &modules, &names));
    }
    let first =
        file.attrs.last().map_or(0, |last| syn::spanned::Spanned::span(last).byte_range().end);
    edits.push(head(first, &modules, &found, &imports, &names));
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    if edits.windows(2).any(|pair| pair[0].range.end > pair[1].range.start) {
        return None;
    }
    let [text, written] = [|edit: &Edit| edit.text.clone(), |edit: &Edit| edit.written.clone()]
        .map(|replacement| apply(source, &edits, replacement));
    let mut homes: Vec<Vec<String>> =
        found.homes.iter().map(|&module| modules.path(module)).collect();
    if !imports.is_empty() {
        homes.insert(0, Vec::new());
    }
    let uses = found.references.iter().filter_map(|reference| match &reference.target {
        Target::Outside(path) => Some(path.clone()),
        _ => None,
    });
    let mut imported: BTreeMap<String, usize> = BTreeMap::new();
    uses.for_each(|path| *imported.entry(path).or_default() += 1);
    Some(Flat { text, written, homes, imported })
}

impl Edit {
    fn same(range: Range<usize>, text: &str) -> Self {
        Self { range, text: text.to_owned(), written: text.to_owned() }
    }
}

fn apply(source: &str, edits: &[Edit], replacement: impl Fn(&Edit) -> String) -> String {
    let mut text = String::with_capacity(source.len());
    let mut at = 0;
    for edit in edits {
        text.push_str(&source[at..edit.range.start]);
        text.push_str(&replacement(edit));
        let lines = source[edit.range.clone()].matches('\n').count();
        text.extend(std::iter::repeat_n('\n', lines));
        at = edit.range.end;
    }
    text + &source[at..]
}

/// Returns everything that modules import from other crates, and the variants they import.
fn imports(modules: &Modules) -> BTreeSet<Entity> {
    let mut imports = BTreeSet::new();
    for (module, content) in modules.modules.iter().enumerate() {
        for import in &content.imports {
            let meanings = modules.meanings(module, import);
            let kept = meanings
                .into_iter()
                .filter(|target| matches!(target, Target::Outside(_) | Target::Variant(..)));
            imports.extend(kept.map(|target| (target, import.name.clone())));
        }
        for path in &content.globs {
            let outside = modules.outside_glob(module, path);
            imports.extend(outside.map(|path| (Target::Outside(path), "*".to_owned())));
        }
    }
    imports
}

/// Returns the name in the root of everything that the modules name.
fn names(
    modules: &Modules,
    found: &Found,
    imports: &BTreeSet<Entity>,
    source: &str,
) -> BTreeMap<Entity, String> {
    let mut by_name: BTreeMap<&str, BTreeSet<Entity>> = BTreeMap::new();
    let mut fixed: BTreeSet<Entity> = BTreeSet::new();
    for reference in &found.references {
        let entity = entity(modules, reference);
        let is_printed = match reference.target {
            Target::Item(item) => modules.items[item].is_printed,
            _ => false,
        };
        if is_printed || found.fixed.contains(&(reference.module, reference.name.clone())) {
            fixed.insert(entity);
        }
    }
    let referred = found.references.iter().map(|reference| entity(modules, reference));
    let all: BTreeSet<Entity> = referred.chain(imports.iter().cloned()).collect();
    for entity in &all {
        by_name.entry(entity.1.as_str()).or_default().insert(entity.clone());
    }
    let mut used = BTreeSet::new();
    collect_words(source.parse().expect("a bundle consists of valid tokens"), &mut used);
    let mut names = BTreeMap::new();
    for (name, entities) in by_name {
        let rank = |(target, _): &Entity| match target {
            Target::Generated(_) => 0,
            Target::Outside(_) => 2,
            _ => 3,
        };
        let mut order: Vec<&Entity> = entities.iter().collect();
        order.sort_by_key(|&entity| if fixed.contains(entity) { 1 } else { rank(entity) });
        let is_free = !found.free.contains(name);
        for (index, entity) in order.into_iter().enumerate() {
            let may_keep = index == 0 && (is_free || rank(entity) == 0);
            let is_unnamed = name == "_" || name == "*";
            let new = match may_keep || is_unnamed {
                true => name.to_owned(),
                false => (2..)
                    .map(|number| format!("{name}{number}"))
                    .find(|new| !used.contains(new))
                    .unwrap_or_default(),
            };
            used.insert(new.clone());
            names.insert(entity.clone(), new);
        }
    }
    names
}

/// Returns the edit that gives a reference the name of its target in the root.
fn edit(
    reference: &Reference,
    modules: &Modules,
    found: &Found,
    names: &BTreeMap<Entity, String>,
) -> Option<Edit> {
    let name = names.get(&entity(modules, reference))?;
    let is_kept = *name == reference.name;
    let is_variable = found.fixed.contains(&(reference.module, name.clone()));
    let is_hidden =
        reference.is_hidden && is_kept && (is_variable || name.starts_with(char::is_uppercase));
    let before = if is_hidden { "crate::" } else { "" };
    let is_path = name.contains("::");
    let written = if is_path { name } else { &reference.name };
    let length = reference.range.len();
    (!is_kept || length > reference.name.len()).then(|| Edit {
        range: reference.range.clone(),
        text: format!("{before}{}", spelled(name)),
        written: format!("{before}{}", spelled(written)),
    })
}

/// Returns a name as an identifier, or a path as it is.
fn spelled(name: &str) -> String {
    let is_plain = name == "_" || name.contains("::") || syn::parse_str::<syn::Ident>(name).is_ok();
    if is_plain { name.to_owned() } else { format!("r#{name}") }
}

/// Returns the edit of an import in a block. Items need no import under the name that they have in
/// the root.
fn block_import(
    range: &Range<usize>,
    leaves: &[BlockLeaf],
    modules: &Modules,
    names: &BTreeMap<Entity, String>,
) -> Edit {
    let mut tree = Tree::default();
    for leaf in leaves {
        let start = leaf.target.as_ref().and_then(|start| names.get(&entity(modules, start)));
        if !leaf.rest.is_empty() || start != Some(&leaf.name) {
            let path = start.into_iter().chain(&leaf.rest).flat_map(|words| words.split("::"));
            tree.add(path, &leaf.name);
        }
    }
    Edit::same(range.clone(), &tree.import())
}

/// Returns the beginning of the file: allowed lints, and all imports in one.
fn head(
    at: usize,
    modules: &Modules,
    found: &Found,
    imports: &BTreeSet<Entity>,
    names: &BTreeMap<Entity, String>,
) -> Edit {
    let lints = found.allowed.iter().map(String::as_str);
    let lints = lints.filter(|lint| !UNUSED.contains(lint)).chain(["unused"]);
    let allowed = format!("#![allow({})]", lints.collect::<Vec<_>>().join(","));
    let mut tree = Tree::default();
    for (target, name) in imports {
        let new = names.get(&(target.clone(), name.clone())).unwrap_or(name);
        match target {
            Target::Variant(item, variant) => {
                let own = &modules.items[*item].name;
                let root = names.get(&(Target::Item(*item), own.clone())).unwrap_or(own);
                tree.add([root.as_str(), variant].into_iter(), new);
            }
            Target::Outside(path) => {
                tree.add(path.split("::").chain((name == "*").then_some("*")), new);
            }
            _ => {}
        }
    }
    Edit::same(at..at, &format!("{allowed}{}", tree.import()))
}

/// Tree of an import.
#[derive(Default)]
struct Tree {
    children: BTreeMap<String, Tree>,
    /// Names under which the path to this place is imported.
    names: BTreeSet<String>,
}

impl Tree {
    fn add<'a>(&mut self, path: impl Iterator<Item = &'a str>, name: &str) {
        let end = path.fold(self, |tree, word| tree.children.entry(word.to_owned()).or_default());
        end.names.insert(name.to_owned());
    }

    /// Returns the import of all names.
    fn import(&self) -> String {
        let parts = self.parts();
        match parts.as_slice() {
            [] => String::new(),
            [part] => format!("use {part};"),
            parts => format!("use {{{}}};", parts.join(",")),
        }
    }

    fn parts(&self) -> Vec<String> {
        let part = |(word, tree): (&String, &Self)| {
            let own = |path: &str, name: &String| match name == word || name == "*" {
                true => path.to_owned(),
                false => format!("{path} as {}", spelled(name)),
            };
            if tree.children.is_empty() {
                return tree.names.iter().map(|name| own(&spelled(word), name)).collect();
            }
            let names = tree.names.iter().map(|name| own("self", name));
            let inner: Vec<String> = names.chain(tree.parts()).collect();
            vec![match inner.as_slice() {
                [only] => format!("{word}::{only}"),
                all => format!("{word}::{{{}}}", all.join(",")),
            }]
        };
        self.children.iter().flat_map(part).collect::<Vec<String>>()
    }
}

/// Returns the key of a reference's target: an item is known by its own name.
fn entity(modules: &Modules, reference: &Reference) -> Entity {
    let name = match &reference.target {
        Target::Item(item) => modules.items[*item].name.clone(),
        _ => reference.name.clone(),
    };
    (reference.target.clone(), name)
}
