//! Procedural macros: programs that run in a cargo build and cannot be part of a pasted file.
//!
//! A dependency on them is allowed; a call is refused. This program cannot run them: only a
//! compiler gives them the tokens, spans and hygiene that they need, and the output of a stable
//! compiler is no source with the same meaning.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{
    Attribute, File, UseTree,
    ext::IdentExt,
    punctuated::Punctuated,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::error::BundleError;
use crate::graph::{Extern, Graph, Krate};
use crate::macro_crate::Procedural;
use crate::names::{First, Names};
use crate::sources::Sources;

/// Derives of the standard library; every other derive is a procedural macro.
pub(crate) const STANDARD_DERIVES: [&str; 9] =
    ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Reports an error for a crate that calls a procedural macro.
pub(crate) fn refuse(
    graph: &Graph,
    names: &Names,
    files: &[File],
    sources: &Sources,
) -> Result<(), BundleError> {
    let mut reexported: Vec<BTreeMap<String, String>> = Vec::new();
    for (index, (krate, file)) in graph.crates.iter().zip(files).enumerate() {
        let mut imports =
            Imports { graph, names, index, reexported: &reexported, known: Known::default() };
        imports.visit_file(file);
        let known = imports.known;
        let mut calls =
            Calls { graph, krate, sources, reexported: &reexported, known: &known, problem: None };
        calls.visit_file(file);
        if let Some(problem) = calls.problem {
            return Err(problem);
        }
        reexported.push(known.macros);
    }
    Ok(())
}

/// Macros that the imports of a crate make available.
#[derive(Default)]
struct Known {
    /// Packages of procedural macros by the names that the macros have in this crate.
    macros: BTreeMap<String, String>,
    /// Other names for the standard derives.
    derives: BTreeSet<String>,
    /// Macros defined with `macro_rules!`.
    by_example: BTreeSet<String>,
}

struct Imports<'a> {
    graph: &'a Graph,
    names: &'a Names,
    index: usize,
    /// The map [`Known::macros`] of each crate before this one.
    reexported: &'a [BTreeMap<String, String>],
    known: Known,
}

impl Imports<'_> {
    fn note(&mut self, tree: &UseTree, first: Option<&str>) {
        match tree {
            UseTree::Path(path) => {
                let word = path.ident.unraw().to_string();
                self.note(&path.tree, Some(first.unwrap_or(&word)));
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.note(tree, first)),
            UseTree::Name(leaf) => self.note_leaf(first, &leaf.ident, &leaf.ident),
            UseTree::Rename(leaf) => self.note_leaf(first, &leaf.ident, &leaf.rename),
            UseTree::Glob(_) => {
                let macros = first.map(|first| self.macros_of(first)).unwrap_or_default();
                self.known.macros.extend(macros);
            }
        }
    }

    fn note_leaf(&mut self, first: Option<&str>, name: &syn::Ident, bound: &syn::Ident) {
        let (name, bound) = (name.unraw().to_string(), bound.unraw().to_string());
        let Some(first) = first else { return };
        if matches!(first, "std" | "core") && STANDARD_DERIVES.contains(&name.as_str()) {
            self.known.derives.insert(bound);
        } else if let Some(package) = self.macros_of(first).remove(&name) {
            self.known.macros.insert(bound, package);
        }
    }

    /// Returns the procedural macros, with their packages, that a crate offers to its dependants.
    fn macros_of(&self, krate: &str) -> BTreeMap<String, String> {
        match self.names.prelude(self.index, krate) {
            First::Crate(Extern::Procedural(index)) => {
                let Procedural { package, macros } = &self.graph.procedural[index];
                macros.iter().map(|name| (name.clone(), package.clone())).collect()
            }
            First::Crate(Extern::Inlined(index)) => self.reexported[index].clone(),
            _ => BTreeMap::new(),
        }
    }
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        self.note(&node.tree, None);
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        self.known.by_example.extend(node.ident.as_ref().map(|name| name.unraw().to_string()));
    }
}

struct Calls<'a> {
    graph: &'a Graph,
    krate: &'a Krate,
    sources: &'a Sources,
    reexported: &'a [BTreeMap<String, String>],
    known: &'a Known,
    problem: Option<BundleError>,
}

impl Calls<'_> {
    fn refuse(&mut self, package: String, name: String, span: Span) {
        let (file, line, column) = match self.sources.place(span) {
            Some(place) => (self.sources.files[place.file].clone(), place.line, place.column),
            None => (self.krate.root.clone(), 1, 1),
        };
        self.problem.get_or_insert(BundleError::ProcMacro { package, name, file, line, column });
    }

    /// Returns the package of the procedural macro at the end of a path, if it is one.
    fn package_of(&self, words: &[String]) -> Option<String> {
        match words {
            [] => None,
            [name] if self.known.by_example.contains(name) => None,
            [name] => self.known.macros.get(name).cloned(),
            [first, .., last] => match self.krate.externs.get(first)? {
                Extern::Procedural(index) => Some(self.graph.procedural[*index].package.clone()),
                Extern::Inlined(index) => self.reexported[*index].get(last).cloned(),
                Extern::Provided(_) => None,
            },
        }
    }

    fn check_derive(&mut self, attribute: &Attribute) {
        let Ok(derives) =
            attribute.parse_args_with(Punctuated::<syn::Path, syn::Token![,]>::parse_terminated)
        else {
            return;
        };
        for path in derives {
            let words = words_of(&path);
            let is_standard = match words.as_slice() {
                [name] => {
                    STANDARD_DERIVES.contains(&name.as_str()) || self.known.derives.contains(name)
                }
                [first, .., last] => {
                    matches!(first.as_str(), "std" | "core")
                        && STANDARD_DERIVES.contains(&last.as_str())
                }
                [] => true,
            };
            if !is_standard {
                let name = words.join("::");
                let package = self.package_of(&words).unwrap_or_else(|| self.guess(words.last()));
                self.refuse(package, format!("`#[derive({name})]`"), path.span());
            }
        }
    }

    /// Returns the package of a dependency that has a macro of this name.
    fn guess(&self, name: Option<&String>) -> String {
        let mut packages = self.graph.procedural.iter();
        let package =
            packages.find(|package| name.is_some_and(|name| package.macros.contains(name)));
        package.map_or_else(|| "(unknown)".to_owned(), |package| package.package.clone())
    }

    /// Looks for calls among the arguments of another macro.
    fn check_tokens(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => self.check_tokens(group.stream()),
                TokenTree::Ident(word)
                    if matches!(
                        &trees[at + 1..],
                        [TokenTree::Punct(bang), TokenTree::Group(_), ..] if bang.as_char() == '!'
                    ) =>
                {
                    let is_path = matches!(
                        &trees[..at],
                        [.., TokenTree::Punct(before)] if before.as_char() == ':'
                    );
                    let name = word.unraw().to_string();
                    let package = self.package_of(std::slice::from_ref(&name)).filter(|_| !is_path);
                    if let Some(package) = package {
                        self.refuse(package, format!("`{name}!`"), word.span());
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_attribute(&mut self, node: &'ast Attribute) {
        if node.path().is_ident("derive") {
            return self.check_derive(node);
        }
        let words = words_of(node.path());
        if let Some(package) = self.package_of(&words) {
            self.refuse(package, format!("`#[{}]`", words.join("::")), node.path().span());
        }
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        let words = words_of(&node.path);
        if let Some(package) = self.package_of(&words) {
            self.refuse(package, format!("`{}!`", words.join("::")), node.path.span());
        }
        if !node.path.is_ident("macro_rules") {
            self.check_tokens(node.tokens.clone());
        }
        visit::visit_macro(self, node);
    }
}

fn words_of(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect()
}
