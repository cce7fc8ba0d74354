//! Breakdown of a bundle's length by crates, modules, items and the data in them.

use std::ops::Range;

use proc_macro2::{LineColumn, Span, TokenStream, TokenTree};
use serde::Serialize;
use syn::{ImplItem, Item, TraitItem, spanned::Spanned};

use crate::bundle::Bundle;
use crate::judge::{Judge, Unit};
use crate::map::{Location, Map};
use crate::origins::tokens_of;
use crate::pack::pack;

/// Minimum length, in the judge's unit, of a literal that counts as data rather than code.
const DATA: usize = 100;

/// A part of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Kind of the part.
    pub kind: Kind,
    /// Name in the sources.
    pub name: String,
    /// Length in the judge's unit, including the white space before the part.
    pub length: usize,
    /// Source location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    /// Named parts that this part contains. The rest of the length is the part's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// Kind of a part of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The whole bundle.
    Bundle,
    /// The comment at the top, and the attributes of the whole file.
    Header,
    /// A crate.
    Crate,
    /// A module.
    Module,
    /// A function, a type, an impl, an import and so on.
    Item,
    /// A long literal.
    Data,
}

impl Part {
    /// Returns all parts of this part, itself included, each before those that it contains.
    pub fn all(&self) -> Vec<&Part> {
        let mut list = vec![self];
        self.parts.iter().for_each(|part| list.extend(part.all()));
        list
    }
}

/// Breaks a bundle's length down into its parts.
pub fn budget(bundle: &Bundle, judge: &Judge) -> Part {
    let file = syn::parse_file(&bundle.source).expect("a bundle is valid Rust");
    let reader = Reader::new(&bundle.source, &bundle.map, judge.unit);
    let first = file.items.first().map_or(bundle.source.len(), |item| whole(item).start);
    let mut crates = vec![Part {
        kind: Kind::Header,
        name: "header".to_owned(),
        length: reader.length(0..first),
        place: None,
        parts: Vec::new(),
    }];
    let mut own = Vec::new();
    let items = reader.items(&file.items, first);
    let items = match &bundle.homes {
        Some(homes) => in_modules(items.into_iter().zip(homes.iter().map(Vec::as_slice)).collect()),
        None => items,
    };
    for mut part in items {
        let inlined = bundle.inlined.iter().find(|inlined| {
            part.kind == Kind::Module && inlined.module.as_deref() == Some(part.name.as_str())
        });
        match inlined {
            Some(inlined) => {
                part.kind = Kind::Crate;
                part.name = format!("{} {}", inlined.name, inlined.version);
                part.place = None;
                crates.push(part);
            }
            None => own.push(part),
        }
    }
    crates.push(Part {
        kind: Kind::Crate,
        name: format!("{} (the program itself)", bundle.entry),
        length: own.iter().map(|part| part.length).sum(),
        place: None,
        parts: own,
    });
    Part {
        kind: Kind::Bundle,
        name: bundle.entry.clone(),
        length: reader.length(0..bundle.source.len()),
        place: None,
        parts: crates,
    }
}

/// Returns items in parts for the modules around them, which the text does not have.
fn in_modules(items: Vec<(Part, &[String])>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut items = items.into_iter().peekable();
    while let Some((part, home)) = items.next() {
        let Some((name, rest)) = home.split_first() else {
            parts.push(part);
            continue;
        };
        let mut inner = vec![(part, rest)];
        while let Some((part, home)) = items.next_if(|(_, home)| home.first() == Some(name)) {
            inner.push((part, &home[1..]));
        }
        parts.push(Part {
            kind: Kind::Module,
            name: name.clone(),
            length: inner.iter().map(|(part, _)| part.length).sum(),
            place: None,
            parts: in_modules(inner),
        });
    }
    parts
}

struct Reader<'a> {
    source: &'a str,
    map: &'a Map,
    /// Length of the text before each byte, in the judge's unit.
    before: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a str, map: &'a Map, unit: Unit) -> Self {
        let mut before = vec![0; source.len() + 1];
        let mut length = 0;
        for (at, c) in source.char_indices() {
            length += unit.count(c.encode_utf8(&mut [0; 4]));
            before[at + 1..=at + c.len_utf8()].fill(length);
        }
        Self { source, map, before }
    }

    fn length(&self, range: Range<usize>) -> usize {
        self.before[range.end] - self.before[range.start]
    }

    /// Returns one part for each item. The first begins at byte `start`, and all text up to the end
    /// of an item belongs to that item.
    fn items(&self, items: &[Item], start: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = start;
        for (index, item) in items.iter().enumerate() {
            let end = match items.get(index + 1) {
                // The text after the last top-level item belongs to that item.
                None if whole(item).end + 1 == self.source.len() => self.source.len(),
                _ => whole(item).end,
            };
            parts.push(self.item(item, at..end));
            at = end;
        }
        parts
    }

    fn item(&self, item: &Item, range: Range<usize>) -> Part {
        let length = self.length(range.clone());
        let (kind, name, span, parts) = match item {
            Item::Mod(module) => {
                let content = module.content.as_ref();
                let parts = content.map_or_else(Vec::new, |(brace, items)| {
                    self.items(items, brace.span.open().byte_range().end)
                });
                (Kind::Module, self.name(&module.ident), module.ident.span(), parts)
            }
            Item::Impl(item) => {
                let open = item.brace_token.span.open().byte_range();
                let own = self.written(&item.self_ty);
                let name = match &item.trait_ {
                    Some((_, path, _)) => format!("impl {} for {own}", self.written(path)),
                    None => format!("impl {own}"),
                };
                let members = item.items.iter().map(|member| match member {
                    ImplItem::Fn(function) => (Some(&function.sig.ident), member.span()),
                    ImplItem::Const(constant) => (Some(&constant.ident), member.span()),
                    _ => (None, member.span()),
                });
                let parts = self.members(members.collect(), open.end);
                (Kind::Item, name, item.impl_token.span, parts)
            }
            Item::Trait(item) => {
                let open = item.brace_token.span.open().byte_range();
                let members = item.items.iter().map(|member| match member {
                    TraitItem::Fn(function) => (Some(&function.sig.ident), member.span()),
                    TraitItem::Const(constant) => (Some(&constant.ident), member.span()),
                    _ => (None, member.span()),
                });
                let parts = self.members(members.collect(), open.end);
                (Kind::Item, format!("trait {}", self.name(&item.ident)), item.ident.span(), parts)
            }
            other => {
                let (word, ident) = word_and_name(other);
                let span = ident.map_or_else(|| other.span(), |ident| ident.span());
                let name = ident.map_or_else(String::new, |ident| format!(" {}", self.name(ident)));
                (Kind::Item, format!("{word}{name}"), span, self.data(&range))
            }
        };
        Part { kind, name, length, place: self.place(span.start()), parts }
    }

    /// Returns the named members of an impl or a trait, from byte `start` on.
    fn members(&self, members: Vec<(Option<&syn::Ident>, Span)>, start: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = start;
        for (name, span) in members {
            let range = at..span.byte_range().end;
            at = range.end;
            if let Some(name) = name {
                parts.push(Part {
                    kind: Kind::Item,
                    name: self.name(name),
                    length: self.length(range.clone()),
                    place: self.place(name.span().start()),
                    parts: self.data(&range),
                });
            }
        }
        parts
    }

    /// Returns the long literals in a range.
    fn data(&self, range: &Range<usize>) -> Vec<Part> {
        // Most items are shorter than the minimum themselves.
        if self.length(range.clone()) < DATA {
            return Vec::new();
        }
        let Ok(tokens) = self.source[range.clone()].parse::<TokenStream>() else {
            return Vec::new();
        };
        let mut literals = Vec::new();
        collect_literals(tokens, &mut literals);
        let inside = literals.into_iter().map(|at| range.start + at.start..range.start + at.end);
        inside
            .filter(|literal| self.length(literal.clone()) >= DATA)
            .map(|literal| Part {
                kind: Kind::Data,
                name: "data".to_owned(),
                length: self.length(literal.clone()),
                place: self.place(self.line_column(literal.start)),
                parts: Vec::new(),
            })
            .collect()
    }

    fn line_column(&self, at: usize) -> LineColumn {
        let before = &self.source[..at];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        LineColumn { line, column: before[start..].chars().count() }
    }

    fn place(&self, at: LineColumn) -> Option<Location> {
        let location = self.map.locate(at.line, at.column + 1)?;
        Some(Location { name: None, ..location })
    }

    fn name(&self, ident: &syn::Ident) -> String {
        let at = ident.span().start();
        let long = self.map.name_at(at.line, at.column + 1);
        long.map_or_else(|| ident.to_string(), str::to_owned)
    }

    /// Returns a path or a type as it was written, except for white space.
    fn written(&self, node: &impl Spanned) -> String {
        let at = node.span().start();
        let mut words = Vec::new();
        for token in tokens_of(&self.source[node.span().byte_range()]) {
            let column = if token.line == 1 { at.column + token.column } else { token.column };
            let long = self.map.name_at(at.line + token.line - 1, column);
            words.push(long.map_or(token.text, str::to_owned));
        }
        let text = pack(&words.join(" ")).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Returns the range of an item, attributes included.
fn whole(item: &Item) -> Range<usize> {
    item.span().byte_range()
}

fn collect_literals(tokens: TokenStream, literals: &mut Vec<Range<usize>>) {
    for tree in tokens {
        match tree {
            TokenTree::Literal(literal) => literals.push(literal.span().byte_range()),
            TokenTree::Group(group) => collect_literals(group.stream(), literals),
            _ => {}
        }
    }
}

fn word_and_name(item: &Item) -> (&'static str, Option<&syn::Ident>) {
    match item {
        Item::Const(item) => ("const", Some(&item.ident)),
        Item::Enum(item) => ("enum", Some(&item.ident)),
        Item::Fn(item) => ("fn", Some(&item.sig.ident)),
        Item::Macro(item) => match &item.ident {
            Some(ident) => ("macro", Some(ident)),
            None => ("call of macro", item.mac.path.segments.last().map(|segment| &segment.ident)),
        },
        Item::Static(item) => ("static", Some(&item.ident)),
        Item::Struct(item) => ("struct", Some(&item.ident)),
        Item::Type(item) => ("type", Some(&item.ident)),
        Item::Union(item) => ("union", Some(&item.ident)),
        Item::Use(_) => ("use", None),
        _ => ("item", None),
    }
}
