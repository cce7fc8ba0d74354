//! From crates to one file.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{Attribute, File, Item, Meta, parse_quote, visit_mut::VisitMut};

use crate::{
    BundleError, Judge,
    editions::{self, Facts},
    exports,
    graph::{Graph, Krate},
    layout,
    load::load,
    names::Names,
    origins::{Part, Traced},
    rewrite::Rewriter,
    sources::Sources,
    use_tree,
};

/// Crates in one text.
pub(crate) struct Merged {
    /// The text, which has no header yet.
    pub(crate) text: Traced,
    /// The files that it is made of.
    pub(crate) sources: Sources,
    /// The module that each crate of the graph has become; the binary is none.
    pub(crate) modules: Vec<Option<String>>,
}

/// Merges the crates of a graph.
pub(crate) fn merge(graph: &Graph, judge: &Judge) -> Result<Merged, BundleError> {
    let mut sources = Sources::default();
    let mut files = graph
        .crates
        .iter()
        .map(|krate| load(krate, &mut sources))
        .collect::<Result<Vec<File>, BundleError>>()?;
    let mut names = Names::default();
    for (krate, file) in graph.crates.iter().zip(&files) {
        names.add_crate(&file.items, krate.externs.clone());
    }
    let modules = name_modules(graph, &names, judge);

    for (index, (krate, file)) in graph.crates.iter().zip(&mut files).enumerate() {
        let mut rewriter = Rewriter::new(&mut names, &modules, index, &krate.name, &krate.root);
        rewriter.visit_file_mut(file);
        if let Some(problem) = rewriter.problem {
            return Err(problem);
        }
        file.items.retain(|item| !matches!(item, Item::Use(import) if use_tree::is_empty(import)));
    }

    // Inner attributes have to come first, above the libraries.
    let mut attributes = Vec::new();
    let mut parts = Vec::new();
    for ((krate, mut file), module) in graph.crates.iter().zip(files).zip(&modules) {
        let facts = editions::modernise(&mut file, &krate.edition);
        match module {
            Some(module) => {
                refuse_features(krate, &file.attrs)?;
                exports::hand_up(&mut file.items, &krate.root)?;
                parts.push(print(Vec::new(), vec![into_module(krate, module, file, &facts)]));
            }
            None => {
                attributes = crate_attributes(file.attrs, &facts);
                parts.push(print(Vec::new(), file.items));
            }
        }
    }
    parts.insert(0, print(attributes, Vec::new()));
    Ok(Merged { text: Traced::of(&parts, &sources), sources, modules })
}

/// The module that each crate becomes: its name, unless that is taken.
fn name_modules(graph: &Graph, names: &Names, judge: &Judge) -> Vec<Option<String>> {
    let binary = graph.crates.len() - 1;
    let mut taken: BTreeSet<String> =
        ["std", "core", "alloc", "proc_macro", "test"].map(str::to_owned).into();
    taken.extend(judge.provided.iter().map(crate::Provided::crate_name));
    let mut modules = Vec::new();
    for (index, krate) in graph.crates[..binary].iter().enumerate() {
        let is_free = |name: &String, taken: &BTreeSet<String>| {
            !taken.contains(name) && !names.is_taken(binary, name, index)
        };
        let numbered = format!("{}_{}", krate.name, krate.package.version)
            .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let is_namesake =
            graph.crates[..binary].iter().filter(|other| other.name == krate.name).count() > 1;
        let wanted = if is_namesake { numbered.clone() } else { krate.name.clone() };
        let name = [wanted, format!("{}_crate", krate.name)]
            .into_iter()
            .chain((2..).map(|number| format!("{numbered}_{number}")))
            .find(|name| is_free(name, &taken))
            .expect("there are more numbers than names");
        taken.insert(name.clone());
        modules.push(Some(name));
    }
    modules.push(None);
    modules
}

fn into_module(krate: &Krate, name: &str, file: File, facts: &Facts) -> Item {
    let name = crate::rewrite::identifier(name);
    let items = file.items;
    let mut attributes: Vec<Attribute> = Vec::new();
    if krate.is_own() {
        attributes.push(parse_quote!(#[allow(dead_code, unused_imports, unused_macros)]));
        attributes.extend(
            facts.has_unsafe_functions.then(|| parse_quote!(#[allow(unsafe_op_in_unsafe_fn)])),
        );
        attributes.extend(file.attrs.into_iter().filter(|attribute| {
            ["allow", "no_implicit_prelude"].iter().any(|name| attribute.path().is_ident(name))
        }));
    } else {
        // As cargo does for the crates of others.
        attributes.push(parse_quote!(#[allow(warnings)]));
    }
    for attribute in &mut attributes {
        attribute.style = syn::AttrStyle::Outer;
    }
    parse_quote!(#(#attributes)* pub mod #name { #(#items)* })
}

/// What stays at the top of the file: the binary's own allowances and limits.
fn crate_attributes(attributes: Vec<Attribute>, facts: &Facts) -> Vec<Attribute> {
    let mut kept: Vec<Attribute> = attributes
        .into_iter()
        .filter(|attribute| !attribute.path().is_ident("crate_name"))
        .collect();
    kept.extend(
        facts.has_unsafe_functions.then(|| parse_quote!(#![allow(unsafe_op_in_unsafe_fn)])),
    );
    kept
}

fn refuse_features(krate: &Krate, attributes: &[Attribute]) -> Result<(), BundleError> {
    let unstable = attributes.iter().find(|attribute| attribute.path().is_ident("feature"));
    match unstable.map(|attribute| &attribute.meta) {
        Some(Meta::List(list)) => Err(BundleError::Refused {
            file: krate.root.clone(),
            what: format!("#![feature({})]", list.tokens),
            reason: "judges run stable compilers",
        }),
        _ => Ok(()),
    }
}

fn print(attrs: Vec<Attribute>, items: Vec<Item>) -> Part {
    let file = File { shebang: None, attrs, items };
    let text = layout::compact(&prettyplease::unparse(&file));
    Part { text, tokens: file.into_token_stream() }
}
