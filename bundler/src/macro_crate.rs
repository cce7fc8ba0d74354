//! Crates of procedural macros, and the macros that they export.

use std::collections::BTreeSet;
use std::fs;

use cargo_metadata::{Package, Target};
use syn::Item;

/// A crate of procedural macros.
#[derive(Clone, Debug)]
pub(crate) struct Procedural {
    pub(crate) package: String,
    /// Names of the exported macros in source code: derives, attributes and others.
    pub(crate) macros: BTreeSet<String>,
}

impl Procedural {
    /// Reads the exported macros of a package; the set is empty if its source cannot be read.
    pub(crate) fn read(package: &Package, library: &Target) -> Self {
        let text = fs::read_to_string(&library.src_path).unwrap_or_default();
        let items = syn::parse_file(&text).map(|file| file.items).unwrap_or_default();
        let macros = items.iter().filter_map(exported).collect();
        Self { package: package.name.to_string(), macros }
    }
}

/// Returns the name of the procedural macro that an item defines.
fn exported(item: &Item) -> Option<String> {
    let Item::Fn(function) = item else { return None };
    function.attrs.iter().find_map(|attribute| {
        let name = attribute.path().get_ident()?.to_string();
        match name.as_str() {
            "proc_macro" | "proc_macro_attribute" => Some(function.sig.ident.to_string()),
            "proc_macro_derive" => {
                let list = attribute.meta.require_list().ok()?;
                Some(list.tokens.clone().into_iter().next()?.to_string())
            }
            _ => None,
        }
    })
}
