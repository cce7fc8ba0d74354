//! Reading a crate's files into one tree, in which every module has its content.

use std::{
    fs, mem,
    path::{Path, PathBuf},
};

use syn::{Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta, ext::IdentExt};

use crate::{BundleError, cfg::Facts, graph::Krate, settle::settle, sources::Sources, verbatim};

/// Where the modules declared in some list of items are looked for.
struct Place {
    /// The file with the declarations.
    file: PathBuf,
    /// The folder for `mod name;`.
    modules: PathBuf,
    /// The folder that a `#[path]` starts from.
    paths: PathBuf,
}

/// The tree of a crate, settled and whole. Notes its files.
pub(crate) fn load(krate: &Krate, sources: &mut Sources) -> Result<syn::File, BundleError> {
    let facts = Facts { features: &krate.features };
    let mut file = read(&krate.root, &facts, sources)?.unwrap_or(syn::File {
        shebang: None,
        attrs: Vec::new(),
        items: Vec::new(),
    });
    load_modules(&mut file.items, &Place::of_folder_owner(&krate.root), &facts, sources)?;
    Ok(file)
}

fn read(
    path: &Path,
    facts: &Facts<'_>,
    sources: &mut Sources,
) -> Result<Option<syn::File>, BundleError> {
    let text = fs::read_to_string(path)
        .map_err(|reason| BundleError::Read { file: path.to_owned(), reason })?;
    let file = syn::parse_file(&text).map_err(|error| BundleError::Syntax {
        file: path.to_owned(),
        line: error.span().start().line,
        message: error.to_string(),
    })?;
    sources.add(&file, path);
    let settled = settle(file, facts, path)?;
    settled.iter().try_for_each(|file| verbatim::refuse(file, path))?;
    Ok(settled)
}

fn load_modules(
    items: &mut Vec<Item>,
    place: &Place,
    facts: &Facts<'_>,
    sources: &mut Sources,
) -> Result<(), BundleError> {
    let mut loaded = Vec::with_capacity(items.len());
    for item in mem::take(items) {
        match item {
            Item::Mod(module) => {
                loaded.extend(load_module(module, place, facts, sources)?.map(Item::Mod));
            }
            other => loaded.push(other),
        }
    }
    *items = loaded;
    Ok(())
}

/// Gives a module its content; `None` if the file itself says `#![cfg(...)]` and the predicate is false.
fn load_module(
    mut module: ItemMod,
    place: &Place,
    facts: &Facts<'_>,
    sources: &mut Sources,
) -> Result<Option<ItemMod>, BundleError> {
    let path = take_path(&mut module.attrs);
    let name = module.ident.unraw().to_string();
    if let Some((_, items)) = &mut module.content {
        load_modules(items, &place.inside(&name, path.as_deref()), facts, sources)?;
        return Ok(Some(module));
    }
    let inner = place.find(&name, path.as_deref())?;
    let Some(mut file) = read(&inner.file, facts, sources)? else {
        return Ok(None);
    };
    load_modules(&mut file.items, &inner, facts, sources)?;
    module.attrs.append(&mut file.attrs);
    module.content = Some((syn::token::Brace::default(), file.items));
    module.semi = None;
    Ok(Some(module))
}

/// Takes `#[path = "..."]` off a module.
fn take_path(attributes: &mut Vec<Attribute>) -> Option<String> {
    let mut path = None;
    attributes.retain(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => {
            if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value {
                path = Some(text.value());
            }
            false
        }
        _ => true,
    });
    path
}

impl Place {
    /// A crate root, a `mod.rs`, or a file named by `#[path]`: its modules lie beside it.
    fn of_folder_owner(file: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self { file: file.to_owned(), modules: folder.clone(), paths: folder }
    }

    /// An ordinary `name.rs`: its modules lie in the folder `name`.
    fn of_plain_file(file: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self { file: file.to_owned(), modules: file.with_extension(""), paths: folder }
    }

    /// Inside `mod name { ... }`, one folder deeper.
    fn inside(&self, name: &str, path: Option<&str>) -> Self {
        let modules = match path {
            Some(path) => self.paths.join(path),
            None => self.modules.join(name),
        };
        Self { file: self.file.clone(), paths: modules.clone(), modules }
    }

    /// The file of `mod name;`.
    fn find(&self, name: &str, path: Option<&str>) -> Result<Self, BundleError> {
        let places = match path {
            Some(path) => vec![Self::of_folder_owner(&self.paths.join(path))],
            None => vec![
                Self::of_plain_file(&self.modules.join(format!("{name}.rs"))),
                Self::of_folder_owner(&self.modules.join(name).join("mod.rs")),
            ],
        };
        let tried = places.iter().map(|place| place.file.display().to_string()).collect::<Vec<_>>();
        places.into_iter().find(|place| place.file.is_file()).ok_or_else(|| BundleError::NoModule {
            module: name.to_owned(),
            file: self.file.clone(),
            tried: tried.join(" and no "),
        })
    }
}
