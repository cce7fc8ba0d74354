//! Macros that a library exports.
//!
//! `#[macro_export]` puts a macro into the root of its crate. The merged file has one root for all crates, so the
//! attribute is dropped and the macro handed up to its library's root by imports: `crate::library::name!` works, and two
//! libraries can export the same name.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::{Item, ItemMacro, ext::IdentExt, parse_quote};

use crate::{
    BundleError,
    builtins::is_punct,
    scope::{Kind, Scope},
};

/// Replaces `#[macro_export]` in one library by imports; `file` is its root, for messages.
pub(crate) fn hand_up(items: &mut Vec<Item>, file: &Path) -> Result<Vec<syn::Ident>, BundleError> {
    let mut exported = Vec::new();
    let mut at = 0;
    while at < items.len() {
        let names = match &mut items[at] {
            Item::Mod(module) => {
                let mut names = Vec::new();
                if let Some((_, inner)) = &mut module.content {
                    names = hand_up(inner, file)?;
                }
                let module = module.ident.clone();
                for name in &names {
                    items.insert(at + 1, parse_quote!(pub(crate) use #module::#name;));
                }
                at += names.len();
                names
            }
            Item::Macro(definition) => match take_export(definition, file)? {
                Some(name) => {
                    refuse_namesake(items, &name, file)?;
                    items.insert(at + 1, parse_quote!(pub(crate) use #name;));
                    at += 1;
                    vec![name]
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        };
        exported.extend(names);
        at += 1;
    }
    Ok(exported)
}

/// Takes `#[macro_export]` off a definition; its name if it had one.
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
        return refused(
            "write `#[macro_export]` without `local_inner_macros`, and `$crate::` before inner macros",
        );
    }
    if names_bare_crate(definition.mac.tokens.clone()) {
        return refused(
            "in an exported macro, `crate::` means the caller's crate; write `$crate::`",
        );
    }
    Ok(Some(name))
}

/// An import of the macro alone would also import a module, type or function of that name.
fn refuse_namesake(items: &[Item], name: &syn::Ident, file: &Path) -> Result<(), BundleError> {
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
    if is_namesake || scope.names.contains_key(&text) {
        return Err(BundleError::Refused {
            file: file.to_owned(),
            what: format!("macro_rules! {name}"),
            reason: "the module has something else of the same name; rename one of them",
        });
    }
    Ok(())
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
