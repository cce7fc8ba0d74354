//! Removal of derives and bounds that the program does not need.
//!
//! All of them are removed at once. The compiler's errors name the traits and types that are
//! missed, and those are put back, until the rest compiles. Without a derive, a program may still
//! compile but behave differently: `(&value).clone()` copies the reference if the value cannot be
//! cloned. So the compiler must generate the same code for the rest, before any optimisation.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use syn::{
    Attribute, ImplItemType, Item, ItemImpl, ItemTrait, Path, PathSegment, TypeBareFn, TypeParam,
    TypeParamBound, TypeReference,
    punctuated::Punctuated,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::error::CompileError;

use super::{
    Comparisons, Draft, Pruner, Session,
    cut::Cutout,
    outline::Outline,
    report::{Insertions, Report},
    supertraits::needs,
};

/// Derived traits that a program may not need. `Copy` is not among them: the standard library has
/// faster code for types that can be copied.
const DERIVED: [&str; 8] =
    ["Clone", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Types whose values contain no value of their arguments that a derive would need a trait of.
const OPAQUE: [&str; 4] = ["Arc", "PhantomData", "Rc", "Weak"];

/// Maximum number of times that traits are put back after errors.
const ROUNDS: usize = 30;

/// Maximum number of programs whose code is compared.
const COMPARISONS: usize = 20;

/// A list of derives or bounds.
struct List {
    /// The whole list, with the tokens that introduce it.
    range: Range<usize>,
    before: &'static str,
    between: &'static str,
    after: &'static str,
    entries: Vec<Entry>,
}

struct Entry {
    text: String,
    /// Name of a trait that the list may do without; `None` for all others.
    removable: Option<&'static str>,
    /// The derived type, or the bounded type or trait.
    owner: String,
}

impl List {
    fn is_derive(&self) -> bool {
        !self.after.is_empty()
    }
}

impl Entry {
    /// Returns true if the words of an error name the trait.
    fn is_named_in(&self, words: &BTreeSet<String>) -> bool {
        self.removable.is_some_and(|name| words.contains(name))
    }
}

/// A list and an entry of it.
type Place = (usize, usize);

/// All derives and bounds of a text.
struct Lists {
    lists: Vec<List>,
    /// Names of the types that need what a type, trait or associated type with this name needs:
    /// those in its fields, or those that implement it.
    parts: BTreeMap<String, BTreeSet<String>>,
}

/// Returns the text without the derives and bounds that it does not need. All lines keep their
/// numbers. With [`Comparisons::AtEnd`], the caller still has to compare the programs.
///
/// # Errors
///
/// If no compiler is available, or if `source` itself does not compile.
pub(crate) fn strip(
    source: &str,
    comparisons: Comparisons,
    session: &Session<'_>,
) -> Result<String, CompileError> {
    if Outline::of(source).is_conditional() {
        // Programs compiled with other flags may need more.
        return Ok(source.to_owned());
    }
    let lists = Lists::of(source);
    let mut open = vec![lists.removable()];
    let mut accepted = BTreeSet::new();
    for _ in 0..COMPARISONS {
        let Some(part) = open.pop() else { break };
        let all: BTreeSet<Place> = accepted.union(&part).copied().collect();
        let all = compiling(source, &lists, all, session)?;
        if all.is_subset(&accepted) {
            continue;
        }
        if comparisons == Comparisons::AtEnd
            || session.is_same_program(source, &lists.without(source, &all))?
        {
            accepted = all;
            continue;
        }
        let tried: Vec<Place> = all.difference(&accepted).copied().collect();
        let halves = lists.halves(&tried).into_iter();
        open.extend(halves.filter(|half| !half.is_empty() && half.len() < tried.len()));
    }
    // The rest may no longer use some items and imports.
    let draft = Draft::of(Cutout::new(lists.without(source, &accepted)));
    let mut pruner = Pruner::new(session);
    let report = pruner.first_report(&draft)?;
    Ok(pruner.without_unused(draft, report)?.cutout.text)
}

/// Returns those of the removals with which the text compiles.
fn compiling(
    source: &str,
    lists: &Lists,
    mut removed: BTreeSet<Place>,
    session: &Session<'_>,
) -> Result<BTreeSet<Place>, CompileError> {
    for _ in 0..ROUNDS {
        let text = lists.without(source, &removed);
        let report = Report::of(session, &text, &Insertions::default())?;
        if report.is_accepted() {
            return Ok(removed);
        }
        let missed = lists.missed(&removed, &report.words);
        if missed.is_empty() {
            break;
        }
        lists.put_back(&mut removed, missed);
    }
    Ok(BTreeSet::new())
}

impl Lists {
    fn of(source: &str) -> Self {
        let mut reader = Reader { source, lists: Vec::new(), parts: BTreeMap::new() };
        reader.visit_file(&syn::parse_file(source).expect("bundles are valid Rust"));
        Self { lists: reader.lists, parts: reader.parts }
    }

    fn entry(&self, place: &Place) -> &Entry {
        &self.lists[place.0].entries[place.1]
    }

    fn removable(&self) -> BTreeSet<Place> {
        let places = |(index, list): (usize, &List)| {
            let entries = list.entries.iter().enumerate();
            let chosen = entries.filter(|(_, entry)| entry.removable.is_some());
            chosen.map(|(entry, _)| (index, entry)).collect::<Vec<_>>()
        };
        self.lists.iter().enumerate().flat_map(places).collect()
    }

    /// Returns the text without these entries. All lines keep their numbers.
    fn without(&self, source: &str, removed: &BTreeSet<Place>) -> String {
        let edits = self.lists.iter().enumerate().filter_map(|(index, list)| {
            let entries = list.entries.iter().enumerate();
            let left: Vec<&str> = entries
                .filter(|(entry, _)| !removed.contains(&(index, *entry)))
                .map(|(_, entry)| entry.text.as_str())
                .collect();
            let text = match left.is_empty() {
                true => String::new(),
                false => format!("{}{}{}", list.before, left.join(list.between), list.after),
            };
            (left.len() < list.entries.len()).then(|| (list.range.clone(), text))
        });
        Cutout::new(source.to_owned()).with(edits.collect()).text
    }

    /// Returns two parts of the removals. Entries of the same trait stay together, if there are
    /// several traits.
    fn halves(&self, tried: &[Place]) -> [BTreeSet<Place>; 2] {
        let name = |place: &Place| self.entry(place).removable;
        let traits: BTreeSet<_> = tried.iter().map(name).collect();
        let middle = traits.iter().nth(traits.len() / 2);
        let is_first = |(index, place): &(usize, &Place)| match traits.len() {
            1 => *index < tried.len() / 2,
            _ => Some(&name(place)) < middle,
        };
        let (left, right): (Vec<_>, Vec<_>) = tried.iter().enumerate().partition(is_first);
        [right, left].map(|half| half.into_iter().map(|(_, place)| *place).collect())
    }

    /// Returns the removals that errors with these words are about: of each error those with trait
    /// and type, or else all bounds with the trait. If there are none, all entries of the types.
    fn missed(&self, removed: &BTreeSet<Place>, errors: &[BTreeSet<String>]) -> BTreeSet<Place> {
        let those = |is_missed: &dyn Fn(&List, &Entry) -> bool| {
            let is_missed = |place: &&Place| is_missed(&self.lists[place.0], self.entry(place));
            removed.iter().filter(is_missed).copied().collect::<BTreeSet<Place>>()
        };
        let mut missed = BTreeSet::new();
        for words in errors {
            let both = those(&|_, entry| entry.is_named_in(words) && words.contains(&entry.owner));
            missed.extend(match both.is_empty() {
                true => those(&|list, entry| entry.is_named_in(words) && !list.is_derive()),
                false => both,
            });
        }
        if missed.is_empty() {
            for words in errors {
                missed.extend(those(&|_, entry| words.contains(&entry.owner)));
            }
        }
        missed
    }

    /// Takes entries out of the removals, and with them the derives that they need.
    fn put_back(&self, removed: &mut BTreeSet<Place>, places: BTreeSet<Place>) {
        let mut open: Vec<Place> = places.into_iter().collect();
        while let Some(place) = open.pop() {
            removed.remove(&place);
            open.extend(removed.extract_if(.., |other| self.needs(&place, other)));
        }
    }

    /// Returns true if a derive needs another derive of the same type, or a derive or a bound the
    /// same derive of a part.
    fn needs(&self, place: &Place, other: &Place) -> bool {
        if !self.lists[other.0].is_derive() {
            return false;
        }
        let (entry, other) = (self.entry(place), self.entry(other));
        if entry.owner == other.owner {
            return match (entry.removable, other.removable) {
                (Some(name), Some(other)) => needs(name, other),
                _ => false,
            };
        }
        // The default of most types with arguments needs none of these.
        let is_same = entry.removable == other.removable && entry.removable != Some("Default");
        is_same && self.parts.get(&entry.owner).is_some_and(|parts| parts.contains(&other.owner))
    }
}

struct Reader<'a> {
    source: &'a str,
    lists: Vec<List>,
    parts: BTreeMap<String, BTreeSet<String>>,
}

impl Reader<'_> {
    fn derives(&mut self, attributes: &[Attribute], owner: &syn::Ident, is_enum: bool) {
        for attribute in attributes.iter().filter(|it| it.path().is_ident("derive")) {
            let parser = Punctuated::<Path, syn::Token![,]>::parse_terminated;
            let Ok(paths) = attribute.parse_args_with(parser) else { continue };
            let entry = |path: &Path| Entry {
                text: self.source[path.span().byte_range()].to_owned(),
                // A variant with `#[default]` needs the derive.
                removable: name_of(path).filter(|name| *name != "Default" || !is_enum),
                owner: owner.to_string(),
            };
            self.lists.push(List {
                range: attribute.span().byte_range(),
                before: "#[derive(",
                between: ", ",
                after: ")]",
                entries: paths.iter().map(entry).collect(),
            });
        }
    }

    fn parts<'a>(&mut self, owner: &syn::Ident, types: impl Iterator<Item = &'a syn::Type>) {
        let mut parts = Parts::default();
        types.for_each(|part| parts.visit_type(part));
        self.parts.entry(owner.to_string()).or_default().extend(parts.0);
    }

    fn bounds<'a>(
        &mut self,
        colon: Option<syn::Token![:]>,
        bounds: impl Iterator<Item = &'a TypeParamBound>,
        owner: &str,
    ) {
        let bounds: Vec<&TypeParamBound> = bounds.collect();
        let (Some(colon), Some(last)) = (colon, bounds.last()) else { return };
        let entry = |bound: &&TypeParamBound| Entry {
            text: self.source[bound.span().byte_range()].to_owned(),
            removable: match bound {
                TypeParamBound::Trait(bound) => name_of(&bound.path),
                _ => None,
            },
            owner: owner.to_owned(),
        };
        self.lists.push(List {
            range: colon.span().byte_range().start..last.span().byte_range().end,
            before: ": ",
            between: " + ",
            after: "",
            entries: bounds.iter().map(entry).collect(),
        });
    }
}

/// Names of the types whose values are parts of a value.
#[derive(Default)]
struct Parts(BTreeSet<String>);

impl<'ast> Visit<'ast> for Parts {
    fn visit_path_segment(&mut self, segment: &'ast PathSegment) {
        let name = segment.ident.to_string();
        if !OPAQUE.contains(&name.as_str()) {
            visit::visit_path_segment(self, segment);
        }
        self.0.insert(name);
    }

    fn visit_type_reference(&mut self, _: &'ast TypeReference) {}

    fn visit_type_bare_fn(&mut self, _: &'ast TypeBareFn) {}
}

/// Returns the name of a trait that can be derived.
fn name_of(path: &Path) -> Option<&'static str> {
    let last = &path.segments.last()?.ident;
    DERIVED.into_iter().find(|name| last == name)
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Enum(item) => {
                self.derives(&item.attrs, &item.ident, true);
                let fields = item.variants.iter().flat_map(|variant| &variant.fields);
                self.parts(&item.ident, fields.map(|field| &field.ty));
            }
            Item::Struct(item) => {
                self.derives(&item.attrs, &item.ident, false);
                self.parts(&item.ident, item.fields.iter().map(|field| &field.ty));
            }
            Item::Union(item) => self.derives(&item.attrs, &item.ident, false),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let implemented = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        if let Some(implemented) = implemented {
            self.parts(&implemented.ident, [&*item.self_ty].into_iter());
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_impl_item_type(&mut self, item: &'ast ImplItemType) {
        self.parts(&item.ident, [&item.ty].into_iter());
        visit::visit_impl_item_type(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.bounds(item.colon_token, item.supertraits.iter(), &item.ident.to_string());
        visit::visit_item_trait(self, item);
    }

    fn visit_trait_item_type(&mut self, item: &'ast syn::TraitItemType) {
        self.bounds(item.colon_token, item.bounds.iter(), &item.ident.to_string());
        visit::visit_trait_item_type(self, item);
    }

    fn visit_type_param(&mut self, parameter: &'ast TypeParam) {
        self.bounds(parameter.colon_token, parameter.bounds.iter(), &parameter.ident.to_string());
        visit::visit_type_param(self, parameter);
    }
}
