//! All paths of a file that lead to items of its modules, and everything else that becomes
//! unnecessary without modules: visibilities, imports and the modules themselves.

use std::{collections::BTreeSet, ops::Range};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Block, Expr, ExprPath, FieldPat, FieldValue, File, Generics, ImplItem, Item,
    ItemMacro, ItemMod, ItemUse, Macro, PatIdent, Path, QSelf, Stmt, TraitItem, TypePath,
    Visibility,
    ext::IdentExt,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::token_trees::is_punct;

use super::modules::{Import, ModuleId, Modules, SPACES, Space, Target, leaves, named};

/// Functions that every module can name without an import.
const PRELUDE: [&str; 6] =
    ["align_of", "align_of_val", "drop", "size_of", "size_of_val", "include"];

/// A name or path of an item, of an import, or of something in a module.
pub(super) struct Reference {
    /// The segments that lead to the target.
    pub(super) range: Range<usize>,
    pub(super) target: Target,
    /// Last of these segments.
    pub(super) name: String,
    pub(super) module: ModuleId,
    /// True if a local name may hide the name of the item alone.
    pub(super) is_hidden: bool,
}

/// Everything to change in a file without its modules.
pub(super) struct Found {
    pub(super) references: Vec<Reference>,
    /// Names that a module uses and does not declare: those of the prelude, of parameters, and so
    /// on.
    pub(super) free: BTreeSet<String>,
    /// Names that become text or that variables have, with the module.
    pub(super) fixed: BTreeSet<(ModuleId, String)>,
    /// Ranges to remove.
    pub(super) removed: Vec<Range<usize>>,
    /// Imports in blocks.
    pub(super) block_imports: Vec<(Range<usize>, Vec<BlockLeaf>)>,
    /// Lints that modules allow.
    pub(super) allowed: BTreeSet<String>,
    /// Module of each item that is neither a module nor an import, in the order of the text.
    pub(super) homes: Vec<ModuleId>,
    /// True if a construct needs the modules.
    pub(super) needs_modules: bool,
}

/// A name that an import in a block declares.
pub(super) struct BlockLeaf {
    /// Beginning of its path, if that leads to an item or import of the module.
    pub(super) target: Option<Reference>,
    /// Segments after the target.
    pub(super) rest: Vec<String>,
    pub(super) name: String,
}

struct Reader<'a> {
    modules: &'a Modules,
    module: ModuleId,
    /// Number of modules read so far.
    read: ModuleId,
    /// Number of named items read so far.
    items: usize,
    /// Names that blocks and generic parameters around the current node declare.
    local: Vec<String>,
    space: Space,
    found: Found,
}

/// Reads a file whose modules these are.
pub(super) fn read(file: &File, modules: &Modules) -> Found {
    let mut reader = Reader {
        modules,
        module: 0,
        read: 0,
        items: 0,
        local: Vec::new(),
        space: Space::Type,
        found: Found {
            references: Vec::new(),
            free: BTreeSet::new(),
            fixed: BTreeSet::new(),
            removed: Vec::new(),
            block_imports: Vec::new(),
            allowed: BTreeSet::new(),
            homes: Vec::new(),
            needs_modules: false,
        },
    };
    reader.items(&file.items);
    reader.found
}

impl Reader<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Mod(inner) => self.inner_module(inner),
                Item::Use(import) => self.found.removed.push(import.span().byte_range()),
                Item::ExternCrate(_) => self.found.needs_modules = true,
                other => {
                    self.found.homes.push(self.module);
                    if let Some((name, _)) = named(other) {
                        self.found.references.push(Reference {
                            range: name.span().byte_range(),
                            target: Target::Item(self.items),
                            name: name.unraw().to_string(),
                            module: self.module,
                            is_hidden: false,
                        });
                        self.items += 1;
                    }
                    self.visit_item(other);
                }
            }
        }
    }

    fn inner_module(&mut self, inner: &ItemMod) {
        let Some((brace, items)) = &inner.content else { return };
        for attribute in &inner.attrs {
            self.module_attribute(attribute);
        }
        let whole = inner.span().byte_range();
        let [open, close] = [brace.span.open(), brace.span.close()].map(|it| it.byte_range());
        let before = inner.attrs.iter().filter(|it| is_inner(it));
        let end = before.map(|it| it.span().byte_range().end).max().unwrap_or(open.end);
        self.found.removed.extend([whole.start..end, close]);
        let outer = self.module;
        self.read += 1;
        self.module = self.read;
        self.items(items);
        self.module = outer;
    }

    /// Records the lints that a module allows. No other attribute can be moved to the root.
    fn module_attribute(&mut self, attribute: &Attribute) {
        let lints = attribute.meta.require_list().ok().filter(|list| list.path.is_ident("allow"));
        let Some(list) = lints else {
            self.found.needs_modules |= !attribute.path().is_ident("macro_use");
            return;
        };
        let tokens = list.tokens.to_string();
        let names = tokens.split(',').map(|lint| lint.trim().to_owned());
        self.found.allowed.extend(names.filter(|lint| !lint.is_empty()));
    }

    /// Records a path with these segments, of which `limit` may lead to an item.
    fn path(&mut self, path: &Path, space: Space, limit: usize) {
        let segments: Vec<&syn::Ident> = path.segments.iter().map(|it| &it.ident).collect();
        let limit = limit.min(segments.len());
        if path.leading_colon.is_none() && limit > 0 {
            let space = if limit == segments.len() { space } else { Space::Type };
            let words: Vec<String> =
                segments[..limit].iter().map(|it| it.unraw().to_string()).collect();
            let ends: Vec<usize> = segments.iter().map(|it| it.span().byte_range().end).collect();
            // An argument for a constant parameter looks like a type.
            let spaces = if space == Space::Type { &SPACES[..2] } else { &[space][..] };
            self.words(&words, segments[0].span().byte_range().start, &ends, spaces);
        }
        visit::visit_path(self, path);
    }

    /// Records a path with these words, which end at these places, in the first of the namespaces
    /// in which it has a meaning.
    fn words(&mut self, words: &[String], start: usize, ends: &[usize], spaces: &[Space]) {
        let first = &words[0];
        if first == "_"
            || first == "Self"
            || (first == "self" && words.len() == 1)
            || self.local.contains(first)
        {
            return;
        }
        let found = spaces
            .iter()
            .find_map(|&space| Some((space, self.modules.resolve(self.module, words, space)?)));
        let Some((space, (target, used))) = found else {
            let is_value = spaces == [Space::Value] && words.len() == 1;
            if !is_value || is_upper(first) || PRELUDE.contains(&first.as_str()) {
                self.found.free.insert(first.clone());
            }
            return;
        };
        if matches!(target, Target::Module(_)) {
            return;
        }
        let name = words[used - 1].clone();
        let is_variable = space == Space::Value && !is_upper(&name) && used == words.len();
        self.found.references.push(Reference {
            range: start..ends[used - 1],
            target,
            is_hidden: used > 1 && (is_variable || self.local.contains(&name)),
            name,
            module: self.module,
        });
    }

    fn within(&mut self, names: Vec<String>, visit: impl FnOnce(&mut Self)) {
        let before = self.local.len();
        self.local.extend(names);
        visit(self);
        self.local.truncate(before);
    }

    fn qualified(&mut self, qself: Option<&QSelf>, path: &Path, space: Space) {
        if let Some(qself) = qself {
            self.visit_type(&qself.ty);
        }
        self.path(path, space, qself.map_or(usize::MAX, |qself| qself.position));
    }

    /// Reads the paths in the tokens of a macro, which have no syntax tree.
    fn tokens(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, mark: char| is_punct(trees.get(at), mark);
        let colons = |at: usize| is(at, ':') && is(at + 1, ':');
        let mut at = 0;
        while at < trees.len() {
            let start = at;
            at += 1;
            let word = match &trees[start] {
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    continue;
                }
                TokenTree::Literal(literal) => {
                    self.spell(&literal.to_string());
                    continue;
                }
                TokenTree::Punct(_) => continue,
                TokenTree::Ident(word) => word,
            };
            let is_root = start > 0 && is(start - 1, '$');
            let is_member = start > 0 && is(start - 1, '.') && !(start > 1 && is(start - 2, '.'));
            let continues = start > 1 && colons(start - 2);
            let is_lifetime = start > 0 && is(start - 1, '\'');
            if is_member || continues || is_lifetime || is_root && word != "crate" {
                continue;
            }
            let mut words = vec![word.unraw().to_string()];
            let mut ends = vec![word.span().byte_range().end];
            while let (true, Some(TokenTree::Ident(next))) = (colons(at), trees.get(at + 2)) {
                words.push(next.unraw().to_string());
                ends.push(next.span().byte_range().end);
                at += 3;
            }
            let is_single = words.len() == 1;
            let is_named = is(at, ':') && !colons(at) || is(at, '=') && !is(at + 1, '=');
            if is_single && (is_named || is_root) {
                continue;
            }
            let is_call = matches!(trees.get(at), Some(TokenTree::Group(_)));
            let spaces: &[Space] = match (is(at, '!') && !is(at + 1, '='), is_upper(&words[0])) {
                (true, _) => &[Space::Macro],
                (false, true) if !is_call => &[Space::Type, Space::Value],
                (false, _) => &[Space::Value, Space::Type],
            };
            let begin = trees[start - usize::from(is_root)].span().byte_range().start;
            self.words(&words, begin, &ends, spaces);
        }
    }

    /// Records the arguments that a format string names.
    fn spell(&mut self, literal: &str) {
        for argument in literal.split('{').skip(1) {
            let argument = argument.split('}').next().unwrap_or_default();
            let words = argument.split(|c: char| !c.is_alphanumeric() && c != '_');
            let module = self.module;
            self.found.fixed.extend(words.map(|word| (module, word.to_owned())));
        }
    }

    /// Records an import in a block, whose names hide those of the module.
    fn block_import(&mut self, import: &ItemUse) {
        let (mut names, mut globs) = (Vec::new(), Vec::new());
        leaves(&import.tree, &[], &mut names, &mut globs);
        self.found.needs_modules |= !globs.is_empty() || import.leading_colon.is_some();
        let range = import.span().byte_range();
        let leaf = |Import { name, path }: Import| {
            let mut spaces = SPACES.into_iter();
            let found = spaces.find_map(|space| self.modules.resolve(self.module, &path, space));
            let (target, used) = found.unzip();
            let used = used.unwrap_or(0);
            BlockLeaf {
                target: target.map(|target| Reference {
                    range: range.clone(),
                    target,
                    name: path[used - 1].clone(),
                    module: self.module,
                    is_hidden: false,
                }),
                rest: path[used..].to_vec(),
                name,
            }
        };
        let leaves: Vec<BlockLeaf> = names.into_iter().map(leaf).collect();
        let is_module = |leaf: &BlockLeaf| {
            leaf.target.as_ref().is_some_and(|it| matches!(it.target, Target::Module(_)))
        };
        self.found.needs_modules |= leaves.iter().any(is_module);
        self.found.block_imports.push((range, leaves));
    }
}

fn is_inner(attribute: &Attribute) -> bool {
    matches!(attribute.style, syn::AttrStyle::Inner(_))
}

fn is_upper(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn parameters(generics: &Generics) -> Vec<String> {
    let types = generics.type_params().map(|it| it.ident.to_string());
    types.chain(generics.const_params().map(|it| it.ident.to_string())).collect()
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let generics = match item {
            Item::Enum(item) => Some(&item.generics),
            Item::Fn(item) => Some(&item.sig.generics),
            Item::Impl(item) => Some(&item.generics),
            Item::Struct(item) => Some(&item.generics),
            Item::Trait(item) => Some(&item.generics),
            Item::Type(item) => Some(&item.generics),
            Item::Union(item) => Some(&item.generics),
            // A module in a block.
            Item::Mod(_) => {
                self.found.needs_modules = true;
                return;
            }
            Item::Use(import) => return self.block_import(import),
            _ => None,
        };
        let names = generics.map_or_else(Vec::new, parameters);
        self.within(names, |reader| visit::visit_item(reader, item));
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let names = match item {
            ImplItem::Fn(item) => parameters(&item.sig.generics),
            ImplItem::Type(item) => parameters(&item.generics),
            _ => Vec::new(),
        };
        self.within(names, |reader| visit::visit_impl_item(reader, item));
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let names = match item {
            TraitItem::Fn(item) => parameters(&item.sig.generics),
            TraitItem::Type(item) => parameters(&item.generics),
            _ => Vec::new(),
        };
        self.within(names, |reader| visit::visit_trait_item(reader, item));
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let mut names = Vec::new();
        for statement in &block.stmts {
            match statement {
                Stmt::Item(Item::Use(import)) => {
                    let (mut imports, mut globs) = (Vec::new(), Vec::new());
                    leaves(&import.tree, &[], &mut imports, &mut globs);
                    names.extend(imports.into_iter().map(|import| import.name));
                }
                Stmt::Item(item) => {
                    names.extend(named(item).map(|(name, _)| name.unraw().to_string()));
                }
                _ => {}
            }
        }
        let module = self.module;
        self.found.fixed.extend(names.iter().map(|name| (module, name.clone())));
        self.within(names, |reader| visit::visit_block(reader, block));
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_visibility(&mut self, visibility: &'ast Visibility) {
        if !matches!(visibility, Visibility::Inherited) {
            self.found.removed.push(visibility.span().byte_range());
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let space = std::mem::replace(&mut self.space, Space::Type);
        self.path(path, space, usize::MAX);
    }

    fn visit_expr_path(&mut self, expr: &'ast ExprPath) {
        self.qualified(expr.qself.as_ref(), &expr.path, Space::Value);
    }

    fn visit_type_path(&mut self, path: &'ast TypePath) {
        self.qualified(path.qself.as_ref(), &path.path, Space::Type);
    }

    fn visit_pat_tuple_struct(&mut self, pattern: &'ast syn::PatTupleStruct) {
        self.qualified(pattern.qself.as_ref(), &pattern.path, Space::Value);
        pattern.elems.iter().for_each(|pattern| self.visit_pat(pattern));
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        let name = pattern.ident.unraw().to_string();
        if is_upper(&name) && pattern.subpat.is_none() {
            let range = pattern.ident.span().byte_range();
            self.words(&[name], range.start, &[range.end], &[Space::Value]);
        } else {
            self.found.fixed.insert((self.module, name));
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_field_pat(&mut self, field: &'ast FieldPat) {
        // Without a colon, a field and its variable have the same name.
        if field.colon_token.is_some() {
            visit::visit_field_pat(self, field);
        } else if let syn::Member::Named(name) = &field.member {
            self.found.fixed.insert((self.module, name.unraw().to_string()));
        }
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        if field.colon_token.is_some() {
            visit::visit_field_value(self, field);
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.space = Space::Type;
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.path(&called.path, Space::Macro, usize::MAX);
        self.tokens(called.tokens.clone());
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        match &item.ident {
            Some(_) => self.tokens(item.mac.tokens.clone()),
            None => self.visit_macro(&item.mac),
        }
    }
}
