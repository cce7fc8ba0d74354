//! Names that a bundle declares, and the short names that replace them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};

use crate::token_trees::words;

/// Words with a special meaning in the position of a name.
const RESERVED: [&str; 22] = [
    "main", "union", "auto", "gen", "raw", "safe", "ident", "expr", "ty", "tt", "pat", "path",
    "stmt", "block", "item", "meta", "vis", "literal", "lifetime", "std", "core", "alloc",
];

/// The names of a bundle.
pub(super) struct Names {
    /// Number of occurrences of each name in the text.
    counts: BTreeMap<String, usize>,
    /// Names that the bundle declares and that may be replaced.
    own: BTreeSet<String>,
}

impl Names {
    pub(super) fn of(source: &str, tokens: TokenStream) -> Names {
        let mut declared = Declared::default();
        declared.visit_file(&syn::parse_file(source).expect("a bundle is a valid Rust file"));
        let mut text = Text::default();
        text.read(tokens);
        let Declared { names: mut own, printed } = declared;
        own.retain(|name| {
            name.len() > 1 && !name.starts_with('_') && !RESERVED.contains(&name.as_str())
        });
        own.retain(|name| !text.spelled.contains(name) && !printed.contains(name));
        Names { counts: text.counts, own }
    }

    /// Excludes names from replacement.
    pub(super) fn keep<'a>(&mut self, names: impl IntoIterator<Item = &'a String>) {
        for name in names {
            self.own.remove(name);
        }
    }

    /// Returns the replacements: the names that take most of the text get the shortest ones, in the
    /// same case.
    pub(super) fn short(&self) -> BTreeMap<String, String> {
        let mut order: Vec<&String> = self.own.iter().collect();
        let saved = |name: &str| self.counts.get(name).copied().unwrap_or(0) * name.len();
        order.sort_by_key(|name| std::cmp::Reverse(saved(name)));
        let mut used: BTreeSet<String> = self.counts.keys().cloned().collect();
        let mut short = BTreeMap::new();
        for name in order {
            let case = Case::of(name);
            let new = (0..).map(|index| case.name(index)).find(|new| {
                !used.contains(new)
                    && !RESERVED.contains(&new.as_str())
                    && syn::parse_str::<Ident>(new).is_ok()
            });
            if let Some(new) = new.filter(|new| new.len() < name.len()) {
                used.insert(new.clone());
                short.insert(name.clone(), new);
            }
        }
        short
    }
}

/// Case of a name, which the compiler's lints check.
#[derive(Clone, Copy)]
enum Case {
    Snake,
    Camel,
    Screaming,
}

impl Case {
    fn of(name: &str) -> Case {
        match (name.starts_with(char::is_uppercase), name.contains(char::is_lowercase)) {
            (false, _) => Case::Snake,
            (true, true) => Case::Camel,
            (true, false) => Case::Screaming,
        }
    }

    /// Returns the name with this index in the sequence of all names of this case, the shortest
    /// first.
    fn name(self, mut index: usize) -> String {
        const LETTERS: usize = 26;
        let mut letters = vec![index % LETTERS];
        while index >= LETTERS {
            index = index / LETTERS - 1;
            letters.insert(0, index % LETTERS);
        }
        let letter = |(place, &letter): (usize, &usize)| {
            let small = char::from(b'a' + u8::try_from(letter).unwrap_or(0));
            match self {
                Case::Snake => small,
                Case::Camel if place > 0 => small,
                Case::Camel | Case::Screaming => small.to_ascii_uppercase(),
            }
        };
        letters.iter().enumerate().map(letter).collect()
    }
}

/// Names that a file declares outside of macros.
#[derive(Default)]
struct Declared {
    names: BTreeSet<String>,
    /// Names that a derived `Debug` prints.
    printed: BTreeSet<String>,
}

impl Declared {
    fn add(&mut self, name: &Ident) {
        self.names.insert(name.to_string());
    }

    /// Records the names that `Debug` prints of a type that derives it.
    fn print<'a>(
        &mut self,
        attributes: &[syn::Attribute],
        name: &Ident,
        fields: impl Iterator<Item = &'a syn::Field>,
    ) {
        let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
        let mut derived = derives.map(|derive| derive.meta.to_token_stream().to_string());
        if derived.any(|derived| derived.contains("Debug")) {
            let fields = fields.filter_map(|field| field.ident.as_ref());
            self.printed.extend(fields.chain([name]).map(ToString::to_string));
        }
    }
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Const(item) => self.add(&item.ident),
            syn::Item::Enum(item) => {
                self.add(&item.ident);
                for variant in &item.variants {
                    self.print(&item.attrs, &variant.ident, variant.fields.iter());
                }
            }
            syn::Item::Fn(item) => self.add(&item.sig.ident),
            syn::Item::Mod(item) => self.add(&item.ident),
            syn::Item::Static(item) => self.add(&item.ident),
            syn::Item::Struct(item) => {
                self.add(&item.ident);
                self.print(&item.attrs, &item.ident, item.fields.iter());
            }
            syn::Item::Trait(item) => self.add(&item.ident),
            syn::Item::Type(item) => self.add(&item.ident),
            _ => (),
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        // The names of members of an implemented trait come from the trait's declaration.
        for member in item.items.iter().filter(|_| item.trait_.is_none()) {
            match member {
                syn::ImplItem::Const(member) => self.add(&member.ident),
                syn::ImplItem::Fn(member) => self.add(&member.sig.ident),
                _ => (),
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        match item {
            syn::TraitItem::Const(item) => self.add(&item.ident),
            syn::TraitItem::Fn(item) => self.add(&item.sig.ident),
            syn::TraitItem::Type(item) => self.add(&item.ident),
            _ => (),
        }
        visit::visit_trait_item(self, item);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        field.ident.iter().for_each(|name| self.add(name));
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.add(&variant.ident);
        visit::visit_variant(self, variant);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.add(&pattern.ident);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_use_rename(&mut self, rename: &'ast syn::UseRename) {
        self.add(&rename.rename);
    }
}

/// All names of a text.
#[derive(Default)]
struct Text {
    counts: BTreeMap<String, usize>,
    /// Names that occur as text: in format strings and in `stringify!`.
    spelled: BTreeSet<String>,
}

impl Text {
    fn read(&mut self, tokens: TokenStream) {
        let mut spells = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    if spells && group.delimiter() != Delimiter::None {
                        let mut inner = Text::default();
                        inner.read(group.stream());
                        self.spelled.extend(inner.counts.into_keys());
                    }
                    spells = false;
                    self.read(group.stream());
                }
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    spells = name == "stringify";
                    *self.counts.entry(name).or_default() += 1;
                }
                TokenTree::Literal(literal) => self.spell(&literal.to_string()),
                TokenTree::Punct(_) => (),
            }
        }
    }

    /// Records the arguments that a format string names.
    fn spell(&mut self, literal: &str) {
        for argument in literal.split('{').skip(1) {
            let argument = argument.split('}').next().unwrap_or_default();
            self.spelled.extend(words(argument).map(str::to_owned));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    #[test]
    fn names_in_format_strings_and_stringify_count_as_text() {
        let source = r#"fn f(){let width=3;let value=4;println!("{value:>width$} free",);
            g!(stringify!(shown))}"#;
        let mut text = Text::default();
        text.read(TokenStream::from_str(source).unwrap());
        let spelled: Vec<&str> = ["width", "value", "shown", "free", "f"]
            .into_iter()
            .filter(|name| text.spelled.contains(*name))
            .collect();
        assert_eq!(spelled, ["width", "value", "shown"]);
    }

    #[test]
    fn short_names_keep_their_case_and_come_in_order() {
        let names = |case: Case| [0, 25, 26, 27, 702].map(|index| case.name(index)).join(" ");
        assert_eq!(names(Case::of("some_name")), "a z aa ab aaa");
        assert_eq!(names(Case::of("SomeName")), "A Z Aa Ab Aaa");
        assert_eq!(names(Case::of("SOME_NAME")), "A Z AA AB AAA");
    }
}
