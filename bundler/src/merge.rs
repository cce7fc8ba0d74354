//! Merges the crates of a dependency graph into one file, in which each library is a module.

use std::{collections::BTreeSet, iter};

use quote::ToTokens;
use syn::{Attribute, File, Item, ItemMod, Meta, parse_quote, visit_mut::VisitMut};

use crate::aside::Aside;
use crate::definitions::Definitions;
use crate::editions::{self, Facts};
use crate::error::BundleError;
use crate::graph::{Graph, Krate};
use crate::judge::{Edition, Judge};
use crate::load::load;
use crate::names::Names;
use crate::origins::{Part, Traced};
use crate::rewrite::Rewriter;
use crate::shown::{self, Shown};
use crate::sources::Sources;
use crate::{captures, embed, exports, layout, let_chains, macro_docs, procedural};

/// Reserved words of edition 2024 that are also names of packages.
const RESERVED: [&str; 14] = [
    "abstract", "async", "await", "become", "box", "do", "dyn", "final", "gen", "macro",
    "override", "try", "virtual", "yield",
];

/// Crates merged into one text.
pub(crate) struct Merged {
    /// The text, without a header.
    pub(crate) text: Traced,
    /// Source files of the text.
    pub(crate) sources: Sources,
    /// Module of each crate of the graph; `None` for the binary.
    pub(crate) modules: Vec<Option<String>>,
}

/// Merges the crates of a graph.
pub(crate) fn merge(graph: &Graph, judge: &Judge) -> Result<Merged, BundleError> {
    let mut sources = Sources::default();
    let mut files = Vec::with_capacity(graph.crates.len());
    for krate in &graph.crates {
        files.push(load(&graph.build(krate), &mut sources)?);
    }
    macro_docs::remove(&mut files);
    let mut names = Names::default();
    for (krate, file) in graph.crates.iter().zip(&files) {
        names.add_crate(&file.items, krate.externs.clone());
    }
    procedural::refuse(graph, &names, &files, &sources)?;
    let modules = name_modules(graph, &names, judge);
    let decoder = name_decoder(&names, &modules);
    let mut embeds = false;

    for (index, (krate, file)) in graph.crates.iter().zip(&mut files).enumerate() {
        let mut rewriter = Rewriter::new(&mut names, &modules, index, &krate.name, &krate.root);
        rewriter.decoder = &decoder;
        rewriter.visit_file_mut(file);
        embeds |= rewriter.embeds;
        if let Some(problem) = rewriter.problem {
            return Err(problem);
        }
    }

    let mut definitions = Definitions::default();
    files.iter().for_each(|file| definitions.add(file.to_token_stream()));
    let shown = Shown::of(definitions, shown::WITH_SPACES);
    let print = |attrs, items| print(attrs, items, &shown);
    // Inner attributes have to come first, above the libraries.
    let mut attributes = hoisted(&files);
    let mut parts = Vec::new();
    let mut has_unsafe_functions = false;
    for ((krate, mut file), module) in graph.crates.iter().zip(files).zip(&modules) {
        let facts = editions::modernise(&mut file, &krate.edition);
        has_unsafe_functions |= facts.has_unsafe_macros;
        if krate.edition == "2024" && judge.editions.iter().any(|&edition| edition < Edition::E2024)
        {
            let_chains::unchain(&mut file);
            captures::name_captures(&mut file);
        }
        match module {
            Some(module) => {
                refuse_features(krate, &file.attrs)?;
                exports::reexport(&mut file.items, &krate.root)?;
                parts.push(print(Vec::new(), vec![into_module(krate, module, file, &facts)]));
            }
            None => {
                has_unsafe_functions |= facts.has_unsafe_functions;
                let mut own = crate_attributes(file.attrs, &facts);
                own.retain(|attribute| !attribute.path().is_ident("recursion_limit"));
                attributes.extend(own);
                parts.push(print(Vec::new(), file.items));
            }
        }
    }
    if embeds {
        parts.push(print(Vec::new(), vec![embed::decoder(&decoder).into()]));
    }
    if has_unsafe_functions {
        attributes.push(parse_quote!(#![allow(unsafe_op_in_unsafe_fn)]));
    }
    parts.insert(0, print(attributes, Vec::new()));
    Ok(Merged { text: Traced::of(parts, &sources), sources, modules })
}

/// Returns the module name of each crate: the crate's name, unless that is taken.
fn name_modules(graph: &Graph, names: &Names, judge: &Judge) -> Vec<Option<String>> {
    let binary = graph.crates.len() - 1;
    let mut taken: BTreeSet<String> =
        ["std", "core", "alloc", "proc_macro", "test"].map(str::to_owned).into();
    // A crate can have a keyword as its name, a module only with `r#` in front.
    taken.extend(RESERVED.map(str::to_owned));
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

/// Returns the name of the module with the decoder of embedded files, next to those of the crates.
fn name_decoder(names: &Names, modules: &[Option<String>]) -> String {
    let binary = modules.len() - 1;
    let is_free = |name: &String| {
        !modules.iter().flatten().any(|module| module == name)
            && !names.is_taken(binary, name, binary)
    };
    let numbered = (2..).map(|number| format!("{}_{number}", embed::MODULE));
    iter::once(embed::MODULE.to_owned())
        .chain(numbered)
        .find(is_free)
        .expect("there are more numbers than names")
}

fn into_module(krate: &Krate, name: &str, file: File, facts: &Facts) -> Item {
    let mut attributes: Vec<Attribute> = Vec::new();
    if krate.is_own() {
        attributes.push(parse_quote!(#[allow(dead_code, unused_imports, unused_macros)]));
        attributes.extend(
            facts.has_unsafe_functions.then(|| parse_quote!(#[allow(unsafe_op_in_unsafe_fn)])),
        );
        attributes.extend(facts.has_static_mut.then(|| parse_quote!(#[allow(static_mut_refs)])));
        attributes.extend(file.attrs.into_iter().filter(|attribute| {
            ["allow", "no_implicit_prelude"].iter().any(|name| attribute.path().is_ident(name))
        }));
    } else {
        // Cargo also allows all warnings in crates of others.
        attributes.push(parse_quote!(#[allow(warnings)]));
        // Newer compilers reject code that the compilers of these crates warned about or accepted.
        attributes.extend(
            facts
                .has_unsafe_code
                .then(|| parse_quote!(#[allow(dangerous_implicit_autorefs, static_mut_refs)])),
        );
    }
    for attribute in &mut attributes {
        attribute.style = syn::AttrStyle::Outer;
    }
    Item::Mod(ItemMod {
        attrs: attributes,
        ident: crate::rewrite::identifier(name),
        content: Some((syn::token::Brace::default(), file.items)),
        ..parse_quote!(
            pub mod library {}
        )
    })
}

/// Returns the attributes that stay at the top of the file: the binary's own lint levels and
/// limits.
fn crate_attributes(attributes: Vec<Attribute>, facts: &Facts) -> Vec<Attribute> {
    let mut kept: Vec<Attribute> = attributes
        .into_iter()
        .filter(|attribute| !attribute.path().is_ident("crate_name"))
        .collect();
    kept.extend(facts.has_static_mut.then(|| parse_quote!(#![allow(static_mut_refs)])));
    kept
}

/// Returns the attributes of the whole file that some crate requires.
fn hoisted(files: &[File]) -> Vec<Attribute> {
    let limits = files.iter().flat_map(|file| &file.attrs).filter_map(recursion_limit);
    let mut attributes: Vec<Attribute> = Vec::new();
    if let Some(limit) = limits.max() {
        let limit = limit.to_string();
        attributes.push(parse_quote!(#![recursion_limit = #limit]));
    }
    let (_, libraries) = files.split_last().expect("the binary is always present");
    if libraries.iter().any(|file| has_open_enum(&file.items)) {
        // Within one crate every variant is known, so the arm for future variants causes a warning.
        attributes.push(parse_quote!(#![allow(unreachable_patterns)]));
    }
    attributes
}

fn recursion_limit(attribute: &Attribute) -> Option<usize> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(limit), .. })
            if pair.path.is_ident("recursion_limit") =>
        {
            limit.value().parse().ok()
        }
        _ => None,
    }
}

fn has_open_enum(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Enum(item) => {
            item.attrs.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"))
        }
        Item::Mod(module) => module.content.iter().any(|(_, items)| has_open_enum(items)),
        _ => false,
    })
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

fn print(attrs: Vec<Attribute>, items: Vec<Item>, shown: &Shown) -> Part {
    let mut file = File { shebang: None, attrs, items };
    let tokens = file.to_token_stream();
    let aside = Aside::take(&mut file, shown);
    let text = aside.put_back(&layout::compact(&prettyplease::unparse(&file)));
    Part { text, tokens }
}
