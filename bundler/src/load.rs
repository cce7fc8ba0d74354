//! Loads a crate's files into one AST, in which every module has its content.

use std::{
    fs, mem,
    path::{Path, PathBuf},
};

use syn::{Attribute, Expr, ExprLit, Item, ItemMacro, ItemMod, Lit, Meta, ext::IdentExt};

use crate::edition_2015;
use crate::environment::Build;
use crate::error::BundleError;
use crate::module_macros::TextualMacros;
use crate::settle::{choose, includes_items, settle};
use crate::sources::Sources;
use crate::{include, verbatim};

/// Number of nested macro calls that rustc expands by default.
const RECURSION_LIMIT: usize = 128;

/// Folders to search for the modules that a list of items declares.
struct Place {
    /// File with the declarations.
    file: PathBuf,
    /// Folder for `mod name;`.
    modules: PathBuf,
    /// Folder to which a `#[path]` is relative.
    paths: PathBuf,
}

/// Loader of one crate.
struct Loader<'a> {
    build: &'a Build<'a>,
    /// Path segments of the current module, with the crate's name first.
    module: Vec<String>,
    /// Files from the crate's root to the current one, to detect cycles.
    open: Vec<PathBuf>,
    /// Macros that the current place can call.
    macros: TextualMacros,
    /// Number of macro calls around the current place that are being expanded.
    expansions: usize,
    sources: &'a mut Sources,
}

/// Returns the settled and complete AST of a crate.
pub(crate) fn load(build: &Build<'_>, sources: &mut Sources) -> Result<syn::File, BundleError> {
    let root = &build.krate.root;
    let module = vec![build.krate.name.clone()];
    let mut loader = Loader {
        build,
        module,
        open: vec![root.clone()],
        macros: TextualMacros::default(),
        expansions: 0,
        sources,
    };
    let mut file = loader.read(root)?.unwrap_or(syn::File {
        shebang: None,
        attrs: Vec::new(),
        items: Vec::new(),
    });
    loader.load_modules(&mut file.items, &Place::of_folder_owner(root))?;
    if build.krate.edition == "2015" {
        edition_2015::modernise_paths(&mut file, build.krate.externs.keys());
    }
    Ok(file)
}

impl Loader<'_> {
    fn read(&mut self, path: &Path) -> Result<Option<syn::File>, BundleError> {
        // The compiler does the same. The value of a literal of several lines depends on it.
        let text = self.build.edits.apply(path, include::read_text(path)?).replace("\r\n", "\n");
        let parsed = match self.build.krate.edition.as_str() {
            "2015" => edition_2015::parse(&text),
            _ => syn::parse_file(&text),
        };
        let file = parsed.map_err(|error| BundleError::Syntax {
            file: path.to_owned(),
            line: error.span().start().line,
            message: error.to_string(),
        })?;
        self.sources.add(&file, path);
        let settled = settle(file, self.build, path, &self.module)?;
        settled.iter().try_for_each(|file| verbatim::refuse(file, path))?;
        Ok(settled)
    }

    fn load_modules(&mut self, items: &mut Vec<Item>, place: &Place) -> Result<(), BundleError> {
        let mut loaded = Vec::with_capacity(items.len());
        for item in mem::take(items) {
            match item {
                Item::Mod(module) => {
                    loaded.extend(self.load_module(module, place)?.map(Item::Mod));
                }
                Item::Macro(invocation) if includes_items(&invocation) => {
                    loaded.extend(self.load_included(&invocation, place)?);
                }
                Item::Macro(definition) if definition.ident.is_some() => {
                    self.macros.add(&definition);
                    loaded.push(Item::Macro(definition));
                }
                Item::Macro(invocation) => match self.expand(&invocation, place)? {
                    Some(expanded) => loaded.extend(expanded),
                    None => loaded.push(Item::Macro(invocation)),
                },
                other => loaded.push(other),
            }
        }
        *items = loaded;
        Ok(())
    }

    /// Returns the items of a macro that chooses between modules or declares modules in files, or
    /// `None` for any other macro.
    fn expand(
        &mut self,
        invocation: &ItemMacro,
        place: &Place,
    ) -> Result<Option<Vec<Item>>, BundleError> {
        let chosen = choose(self.build, invocation, &place.file, &self.module)?;
        let mut items = match chosen {
            Some(chosen) => chosen,
            None if self.expansions >= RECURSION_LIMIT => return Ok(None),
            None => match self.macros.expand(invocation) {
                Some(items) => self.settle(items, place)?,
                None => return Ok(None),
            },
        };
        self.expansions += 1;
        self.load_modules(&mut items, place)?;
        self.expansions -= 1;
        Ok(Some(items))
    }

    /// Settles the items of an expanded macro.
    fn settle(&self, items: Vec<Item>, place: &Place) -> Result<Vec<Item>, BundleError> {
        let file = syn::File { shebang: None, attrs: Vec::new(), items };
        let settled = settle(file, self.build, &place.file, &self.module)?;
        settled.iter().try_for_each(|file| verbatim::refuse(file, &place.file))?;
        Ok(settled.map(|file| file.items).unwrap_or_default())
    }

    /// Loads the content of a module; returns `None` if the file contains `#![cfg(...)]` and the
    /// predicate is false.
    fn load_module(
        &mut self,
        mut module: ItemMod,
        place: &Place,
    ) -> Result<Option<ItemMod>, BundleError> {
        let path = take_path(&mut module.attrs);
        let name = module.ident.unraw().to_string();
        self.module.push(name.clone());
        let entered = self.macros.enter();
        let is_there = match &mut module.content {
            Some((_, items)) => {
                self.load_modules(items, &place.inside(&name, path.as_deref()))?;
                true
            }
            None => self.load_file(&mut module, &place.find(&name, path.as_deref())?)?,
        };
        self.module.pop();
        if !module.attrs.iter().any(|attribute| attribute.path().is_ident("macro_use")) {
            self.macros.leave(entered);
        }
        Ok(is_there.then_some(module))
    }

    /// Loads the content of a module from its file; returns false if the file is configured out.
    fn load_file(&mut self, module: &mut ItemMod, place: &Place) -> Result<bool, BundleError> {
        self.enter(place)?;
        let Some(mut file) = self.read(&place.file)? else {
            self.open.pop();
            return Ok(false);
        };
        self.load_modules(&mut file.items, place)?;
        self.open.pop();
        module.attrs.append(&mut file.attrs);
        module.content = Some((syn::token::Brace::default(), file.items));
        module.semi = None;
        Ok(true)
    }

    /// Returns the items of a file that an `include!` names.
    fn load_included(
        &mut self,
        invocation: &ItemMacro,
        place: &Place,
    ) -> Result<Vec<Item>, BundleError> {
        let path = include::file(self.build, &place.file, &invocation.mac.tokens)?;
        let inner = Place::of_folder_owner(&path);
        self.enter(&inner)?;
        let Some(mut file) = self.read(&path)? else {
            self.open.pop();
            return Ok(Vec::new());
        };
        self.load_modules(&mut file.items, &inner)?;
        self.open.pop();
        Ok(file.items)
    }

    /// Records that a file is being read. A file must not contain itself.
    fn enter(&mut self, place: &Place) -> Result<(), BundleError> {
        let file = fs::canonicalize(&place.file).unwrap_or_else(|_| place.file.clone());
        if self.open.contains(&file) {
            return Err(BundleError::Refused {
                file: place.file.clone(),
                what: self.module.join("::"),
                reason: "the file is a module of itself; remove the `mod` that leads back to it",
            });
        }
        self.open.push(file);
        Ok(())
    }
}

/// Removes `#[path = "..."]` from a module and returns the path.
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
    /// Place of a crate root, a `mod.rs`, or a file named by `#[path]`: its modules lie beside it.
    fn of_folder_owner(file: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self { file: file.to_owned(), modules: folder.clone(), paths: folder }
    }

    /// Place of an ordinary `name.rs`: its modules lie in the folder `name`.
    fn of_plain_file(file: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self { file: file.to_owned(), modules: file.with_extension(""), paths: folder }
    }

    /// Place inside `mod name { ... }`, one folder deeper.
    fn inside(&self, name: &str, path: Option<&str>) -> Self {
        let modules = match path {
            Some(path) => self.paths.join(path),
            None => self.modules.join(name),
        };
        Self { file: self.file.clone(), paths: modules.clone(), modules }
    }

    /// Finds the file of `mod name;`.
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
