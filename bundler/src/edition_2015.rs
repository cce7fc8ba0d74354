//! Conversion of code of edition 2015 to the form of later editions.
//!
//! In edition 2015, imports, paths after `::` and `pub(in ...)` start at the crate's root, which
//! also holds the names of other crates, and some keywords are names.

use std::{collections::BTreeSet, mem, str::FromStr};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::{
    File, Item, ItemUse, Path, PathSegment, QSelf, Token, UsePath, UseTree, Visibility,
    ext::IdentExt,
    visit_mut::{self, VisitMut},
};

use crate::rewrite::identifier;
use crate::token_trees::regroup;
use crate::tokens::is_global;

/// Path keywords that define the start of a path.
const ANCHORS: [&str; 3] = ["crate", "self", "super"];

/// Words that became keywords after edition 2015.
const KEYWORDS: [&str; 3] = ["async", "await", "try"];

/// Macro that turns its tokens into text.
const STRINGIFY: &str = "stringify";

/// Crates that are available without a declaration.
const STANDARD: [&str; 2] = ["core", "std"];

/// Parses a file, in which later keywords become raw identifiers.
pub(crate) fn parse(text: &str) -> syn::Result<File> {
    let has_keywords = KEYWORDS.iter().any(|word| text.contains(word));
    match TokenStream::from_str(text) {
        Ok(tokens) if has_keywords => syn::parse2(with_raw_names(tokens)),
        _ => syn::parse_file(text),
    }
}

fn with_raw_names(tokens: TokenStream) -> TokenStream {
    let raw = |tree| match tree {
        TokenTree::Ident(name) if KEYWORDS.iter().any(|word| name == word) => {
            TokenTree::Ident(Ident::new_raw(&name.to_string(), name.span()))
        }
        TokenTree::Group(group) => regroup(&group, with_raw_names(group.stream())),
        other => other,
    };
    tokens.into_iter().map(raw).collect()
}

/// Rewrites the paths of one crate, in place; `externs` are the crates that it depends on.
pub(crate) fn modernise_paths<'a>(file: &mut File, externs: impl Iterator<Item = &'a String>) {
    let mut declared = BTreeSet::new();
    file.items.iter().for_each(|item| declare(item, &mut declared));
    let mut foreign: BTreeSet<String> = externs.cloned().collect();
    foreign.extend(STANDARD.map(str::to_owned));
    foreign.retain(|name| !declared.contains(name));
    Paths { foreign }.visit_file_mut(file);
}

/// Records the name of an item of the root, if a path could start with it.
fn declare(item: &Item, declared: &mut BTreeSet<String>) {
    let name = match item {
        Item::ExternCrate(item) => item.rename.as_ref().map_or(&item.ident, |(_, name)| name),
        Item::Mod(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Use(item) => return declare_leaves(&item.tree, declared),
        _ => return,
    };
    declared.insert(name.unraw().to_string());
}

fn declare_leaves(tree: &UseTree, declared: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => declare_leaves(&path.tree, declared),
        UseTree::Group(group) => group.items.iter().for_each(|tree| declare_leaves(tree, declared)),
        UseTree::Name(leaf) => {
            declared.insert(leaf.ident.unraw().to_string());
        }
        UseTree::Rename(leaf) => {
            declared.insert(leaf.rename.unraw().to_string());
        }
        UseTree::Glob(_) => {}
    }
}

struct Paths {
    /// Crates whose names no item of the root has.
    foreign: BTreeSet<String>,
}

impl Paths {
    fn is_foreign(&self, word: &Ident) -> bool {
        self.foreign.contains(&word.unraw().to_string())
    }

    /// Returns the use tree in the form it needs after a plain `use`. Trees that start with a crate
    /// need `::` and go to `crates`.
    fn anchored(&self, tree: UseTree, crates: &mut Vec<UseTree>) -> Option<UseTree> {
        let first = match &tree {
            UseTree::Path(path) => &path.ident,
            UseTree::Name(leaf) => &leaf.ident,
            UseTree::Rename(leaf) => &leaf.ident,
            UseTree::Glob(_) => return Some(under_crate(tree)),
            UseTree::Group(group) => {
                let mut group = group.clone();
                group.items = mem::take(&mut group.items)
                    .into_iter()
                    .filter_map(|tree| self.anchored(tree, crates))
                    .collect();
                return (!group.items.is_empty()).then_some(UseTree::Group(group));
            }
        };
        if ANCHORS.iter().any(|anchor| first == anchor) {
            return Some(tree);
        }
        if self.is_foreign(first) {
            crates.push(tree);
            return None;
        }
        Some(under_crate(tree))
    }

    /// Returns an import in the form of later editions, which may need several imports.
    fn imports(&self, import: &ItemUse) -> Vec<ItemUse> {
        let mut crates = Vec::new();
        let rest = self.anchored(import.tree.clone(), &mut crates);
        let colons = Some(Token![::](Span::call_site()));
        let rest = rest.map(|tree| ItemUse { tree, leading_colon: None, ..import.clone() });
        let crates = crates.into_iter().map(|tree| ItemUse {
            tree,
            leading_colon: colons,
            ..import.clone()
        });
        rest.into_iter().chain(crates).collect()
    }

    fn split_imports(&self, items: &mut Vec<Item>) {
        for item in mem::take(items) {
            match item {
                Item::Use(import) => items.extend(self.imports(&import).into_iter().map(Item::Use)),
                other => items.push(other),
            }
        }
    }
}

impl Paths {
    /// Inserts `crate` before a `::` at the start of a path; `$crate` in macro definitions, which
    /// other crates may call. The tokens of `stringify!` are no path, but text.
    fn anchor_tokens(&self, tokens: TokenStream, is_definition: bool) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut anchored: Vec<TokenTree> = Vec::with_capacity(trees.len());
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(_) if is_of_stringify(&trees[..at]) => anchored.push(tree.clone()),
                TokenTree::Group(group) => {
                    let inner = self.anchor_tokens(group.stream(), is_definition);
                    anchored.push(regroup(group, inner));
                }
                TokenTree::Ident(word) if is_global(&trees[..at]) && !self.is_foreign(word) => {
                    let colons = anchored.split_off(anchored.len() - 2);
                    anchored.extend(if is_definition { quote!($crate) } else { quote!(crate) });
                    anchored.extend(colons);
                    anchored.push(tree.clone());
                }
                other => anchored.push(other.clone()),
            }
        }
        anchored.into_iter().collect()
    }
}

/// Returns true if a group after these trees holds the tokens of `stringify!`.
fn is_of_stringify(before: &[TokenTree]) -> bool {
    let [.., TokenTree::Ident(name), TokenTree::Punct(bang)] = before else { return false };
    name == STRINGIFY && bang.as_char() == '!'
}

fn under_crate(tree: UseTree) -> UseTree {
    UseTree::Path(UsePath {
        ident: identifier("crate"),
        colon2_token: Token![::](Span::call_site()),
        tree: Box::new(tree),
    })
}

fn put_under_crate(path: &mut Path) {
    path.leading_colon = None;
    path.segments.insert(0, PathSegment::from(identifier("crate")));
}

impl Paths {
    /// Rewrites the trait in `<T as ::module::Trait>::Item`. The `::` after a plain `<T>` does not
    /// start at the root.
    fn anchor_qualified(&mut self, qself: &mut QSelf, path: &mut Path) {
        self.visit_type_mut(&mut qself.ty);
        if qself.position == 0 {
            return visit_mut::visit_path_mut(self, path);
        }
        let length = path.segments.len();
        self.visit_path_mut(path);
        qself.position += path.segments.len() - length;
    }
}

impl VisitMut for Paths {
    fn visit_file_mut(&mut self, node: &mut File) {
        self.split_imports(&mut node.items);
        visit_mut::visit_file_mut(self, node);
    }

    fn visit_item_mod_mut(&mut self, node: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut node.content {
            self.split_imports(items);
        }
        visit_mut::visit_item_mod_mut(self, node);
    }

    fn visit_block_mut(&mut self, node: &mut syn::Block) {
        for statement in mem::take(&mut node.stmts) {
            match statement {
                syn::Stmt::Item(Item::Use(import)) => {
                    let imports = self.imports(&import).into_iter();
                    node.stmts.extend(imports.map(|import| syn::Stmt::Item(Item::Use(import))));
                }
                other => node.stmts.push(other),
            }
        }
        visit_mut::visit_block_mut(self, node);
    }

    fn visit_path_mut(&mut self, node: &mut Path) {
        if node.leading_colon.is_some() && !self.is_foreign(&node.segments[0].ident) {
            put_under_crate(node);
        }
        visit_mut::visit_path_mut(self, node);
    }

    fn visit_type_path_mut(&mut self, node: &mut syn::TypePath) {
        match &mut node.qself {
            Some(qself) => self.anchor_qualified(qself, &mut node.path),
            None => self.visit_path_mut(&mut node.path),
        }
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        match &mut node.qself {
            Some(qself) => self.anchor_qualified(qself, &mut node.path),
            None => self.visit_path_mut(&mut node.path),
        }
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        if node.path.segments.last().is_some_and(|last| last.ident == STRINGIFY) {
            return;
        }
        let is_definition = node.path.is_ident("macro_rules");
        node.tokens = self.anchor_tokens(mem::take(&mut node.tokens), is_definition);
        visit_mut::visit_macro_mut(self, node);
    }

    fn visit_visibility_mut(&mut self, node: &mut Visibility) {
        let Visibility::Restricted(restricted) = node else { return };
        let first = &restricted.path.segments[0].ident;
        if restricted.in_token.is_some() && !ANCHORS.iter().any(|anchor| first == anchor) {
            put_under_crate(&mut restricted.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let root = "extern crate dep as other; mod inner; ";
        let mut file = syn::parse_file(&format!("{root}{source}")).unwrap();
        modernise_paths(&mut file, ["dep".to_owned()].iter());
        let expected: File = syn::parse_str(&format!("{root}{expected}")).unwrap();
        assert_eq!(file.to_token_stream().to_string(), expected.to_token_stream().to_string());
    }

    #[test]
    fn imports_start_at_the_root_unless_they_name_a_crate_or_have_an_anchor() {
        check("use inner::{a, b};", "use crate::inner::{a, b};");
        check("use ::inner::a;", "use crate::inner::a;");
        check("use other::a;", "use crate::other::a;");
        check("use self::inner::a; use super::b;", "use self::inner::a; use super::b;");
        check("use std::mem; use dep::a;", "use ::std::mem; use ::dep::a;");
        check("use {inner::a, std::mem};", "use {crate::inner::a}; use ::std::mem;");
        check("fn f() { use inner::a; }", "fn f() { use crate::inner::a; }");
        check("use *;", "use crate::*;");
    }

    #[test]
    fn other_paths_start_at_the_root_after_colons_only() {
        check("fn f() { ::inner::a(); inner::a(); }", "fn f() { crate::inner::a(); inner::a(); }");
        check("fn f() { ::std::mem::drop(1); }", "fn f() { ::std::mem::drop(1); }");
        check(
            "fn f() -> <A as ::inner::B>::C { <_>::one(); <A>::one(); <A as ::std::B>::c() }",
            "fn f() -> <A as crate::inner::B>::C { <_>::one(); <A>::one(); <A as ::std::B>::c() }",
        );
        check(
            "fn f() { m!(::inner::a(), ::std::b, c::d); }",
            "fn f() { m!(crate::inner::a(), ::std::b, c::d); }",
        );
        check("pub(in inner) fn f() {}", "pub(in crate::inner) fn f() {}");
        for text in ["stringify!(::inner::a)", "std::stringify!(::inner::a)"] {
            let shown = format!("fn f() {{ {text}; println!(\"{{}}\", {text}); }}");
            check(&shown, &shown);
            let definition = format!("macro_rules! m {{ () => {{ {text} }} }}");
            check(&definition, &definition);
        }
        check("pub(crate) fn f() {}", "pub(crate) fn f() {}");
    }
}
