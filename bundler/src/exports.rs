//! Rewriting of exported macros (`#[macro_export]`).
//!
//! `#[macro_export]` puts a macro into the root of its crate. The merged file has one root for all
//! crates. So the attribute is dropped, and imports re-export the macro up to its library's root:
//! `crate::library::name!` works, and two libraries can export the same name.

use std::{mem, path::Path};

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Item, ItemMacro, Visibility, ext::IdentExt, parse_quote};

use crate::attribute_macros::{self, Renamed};
use crate::error::BundleError;
use crate::exporting_macros::{self, Exporting};
use crate::scope::{Kind, Scope};
use crate::token_trees::{is_punct, regroup};

/// Replaces `#[macro_export]` in one library by imports; `file` is its root, for messages.
pub(crate) fn reexport(items: &mut Vec<Item>, file: &Path) -> Result<(), BundleError> {
    let renamed = attribute_macros::rename(items);
    let exporting = exporting_macros::take(items);
    Library { file, renamed, exporting }.reexport_from(items, true).map(drop)
}

/// A library whose macros are re-exported.
struct Library<'a> {
    /// File of its root, for messages.
    file: &'a Path,
    renamed: Renamed,
    exporting: Exporting,
}

/// A macro on its way to the root: its path from the current module, and its name at the root.
struct Exported {
    path: syn::Path,
    name: syn::Ident,
}

impl Library<'_> {
    /// Processes one module, and returns the macros that the parent module has to re-export.
    ///
    /// Between its definition and the root a macro has another name, which cannot shadow anything.
    fn reexport_from(
        &self,
        items: &mut Vec<Item>,
        is_root: bool,
    ) -> Result<Vec<Exported>, BundleError> {
        let mut exported = Vec::new();
        let mut at = 0;
        while at < items.len() {
            let mut added: Vec<Item> = Vec::new();
            let arrived = match &mut items[at] {
                Item::Mod(module) => {
                    let name = module.ident.clone();
                    let inner = match &mut module.content {
                        Some((_, inner)) => self.reexport_from(inner, false)?,
                        None => Vec::new(),
                    };
                    let under = |Exported { path, name: original }| Exported {
                        path: parse_quote!(#name::#path),
                        name: original,
                    };
                    inner.into_iter().map(under).collect()
                }
                Item::Macro(item) => {
                    let names = self.exported_by(item)?;
                    names.into_iter().map(|name| self.exported(name, items, &mut added)).collect()
                }
                _ => Vec::new(),
            };
            for Exported { path, name } in arrived {
                if is_root {
                    items.iter_mut().for_each(|item| show(item, &name));
                }
                let bound = if is_root { name.clone() } else { free_name(items, &name) };
                let is_renamed = path.segments.last().is_none_or(|last| last.ident != bound);
                added.push(match is_renamed {
                    true => parse_quote!(pub(crate) use #path as #bound;),
                    false => parse_quote!(pub(crate) use #path;),
                });
                exported.push(Exported { path: bound.into(), name });
            }
            let next = at + 1 + added.len();
            items.splice(at + 1..at + 1, added);
            at = next;
        }
        Ok(exported)
    }

    /// Returns the macros that a definition or a call exports; a definition loses its attribute.
    fn exported_by(&self, item: &mut ItemMacro) -> Result<Vec<syn::Ident>, BundleError> {
        if item.ident.is_some() {
            return Ok(take_export(item, self.file)?.into_iter().collect());
        }
        let called = item.mac.path.get_ident().and_then(|name| self.exporting.get(name));
        Ok(called.cloned().unwrap_or_default())
    }

    /// Returns a macro of this name in a module; adds what its path needs.
    fn exported(&self, name: syn::Ident, items: &[Item], added: &mut Vec<Item>) -> Exported {
        let mut path = syn::Path::from(name.clone());
        if has_namesake(items, &name) {
            // An import of the macro alone would import the other item as well.
            let module = free_name(items, &name);
            added.push(parse_quote!(pub(crate) mod #module { pub(crate) use #name; }));
            path = parse_quote!(#module::#name);
        }
        Exported { path, name: self.renamed.get(&name).cloned().unwrap_or(name) }
    }
}

/// Removes `#[macro_export]` from a definition; returns the macro's name if it had the attribute.
fn take_export(definition: &mut ItemMacro, file: &Path) -> Result<Option<syn::Ident>, BundleError> {
    let Some(name) = definition.ident.clone() else {
        return Ok(None);
    };
    let refused = |reason| {
        let file = file.to_owned();
        Err(BundleError::Refused { file, what: format!("macro_rules! {name}"), reason })
    };
    let Some(at) =
        definition.attrs.iter().position(|attribute| attribute.path().is_ident("macro_export"))
    else {
        return Ok(None);
    };
    let attribute = definition.attrs.remove(at);
    if !matches!(attribute.meta, syn::Meta::Path(_)) {
        return refused("write `#[macro_export]` alone");
    }
    if names_bare_crate(definition.mac.tokens.clone()) {
        return refused(
            "in an exported macro, `crate::` means the caller's crate; write `$crate::`",
        );
    }
    Ok(Some(name))
}

/// Expands `#[macro_export(local_inner_macros)]`: puts `$crate::` before every macro called inside.
pub(crate) fn name_inner_macros(definition: &mut ItemMacro) {
    let attribute =
        definition.attrs.iter_mut().find(|attribute| attribute.path().is_ident("macro_export"));
    let Some(attribute) = attribute else { return };
    if let syn::Meta::List(list) = &attribute.meta
        && list.tokens.to_string() == "local_inner_macros"
    {
        attribute.meta = syn::Meta::Path(list.path.clone());
        definition.mac.tokens = with_crate(mem::take(&mut definition.mac.tokens));
    }
}

fn with_crate(tokens: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut named = TokenStream::new();
    for (at, tree) in trees.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &trees[at]);
        match tree {
            TokenTree::Group(group) => {
                named.extend([regroup(group, with_crate(group.stream()))]);
            }
            TokenTree::Ident(word)
                if word != "macro_rules"
                    && !is_punct(before, '$')
                    && !is_punct(before, ':')
                    && matches!(
                        &trees[at + 1..],
                        [bang, TokenTree::Group(_), ..] if is_punct(Some(bang), '!')
                    ) =>
            {
                named.extend(quote!($crate::#word));
            }
            other => named.extend([other.clone()]),
        }
    }
    named
}

/// Makes a private module or function with the name of an exported macro visible in the file.
///
/// An import of the macro imports it as well, which is an error for private items.
fn show(item: &mut Item, name: &syn::Ident) {
    let visibility = match item {
        Item::Mod(module) if module.ident == *name => &mut module.vis,
        Item::Fn(function) if function.sig.ident == *name => &mut function.vis,
        _ => return,
    };
    if !matches!(visibility, Visibility::Public(_)) {
        *visibility = parse_quote!(pub(crate));
    }
}

/// Returns true if the module has another item of the same name.
fn has_namesake(items: &[Item], name: &syn::Ident) -> bool {
    let text = name.unraw().to_string();
    let mut scope = Scope::new(0, String::new(), Kind::Module(None));
    let is_namesake = items.iter().any(|item| {
        scope.add_item(item);
        match item {
            Item::Fn(item) => item.sig.ident == *name,
            Item::Const(item) => item.ident == *name,
            Item::Static(item) => item.ident == *name,
            Item::Mod(item) => item.ident == *name,
            Item::Enum(item) => item.ident == *name,
            _ => false,
        }
    });
    is_namesake || scope.names.contains_key(&text)
}

/// Returns a name for a macro, or for a module around it, that none of these items has.
fn free_name(items: &[Item], name: &syn::Ident) -> syn::Ident {
    let base = format!("{}_macro", name.unraw());
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    std::iter::once(base.clone())
        .chain(numbered)
        .map(|name| syn::Ident::new(&name, proc_macro2::Span::call_site()))
        .find(|name| !has_namesake(items, name))
        .expect("there are more numbers than names")
}

fn names_bare_crate(tokens: TokenStream) -> bool {
    let mut before = None;
    for tree in tokens {
        let is_bare = match &tree {
            TokenTree::Ident(word) => word == "crate" && !is_punct(before.as_ref(), '$'),
            TokenTree::Group(group) => {
                let is_visibility =
                    matches!(&before, Some(TokenTree::Ident(word)) if word == "pub");
                !is_visibility && names_bare_crate(group.stream())
            }
            _ => false,
        };
        if is_bare {
            return true;
        }
        before = Some(tree);
    }
    false
}
