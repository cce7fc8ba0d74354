//! Removal of derives and bounds that the program does not need.
//!
//! All of them are removed at once. The compiler's errors name the traits and types that are
//! missed, and those are put back, until the rest compiles. Without a derive, a program may still
//! compile but behave differently: `(&value).clone()` copies the reference if the value cannot be
//! cloned. So the compiler must generate the same code for the rest, before any optimisation.

use std::{collections::BTreeSet, ops::Range};

use syn::{
    Attribute, Item, ItemTrait, Path, TypeParam, TypeParamBound,
    punctuated::Punctuated,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::Judge;

use super::{
    Draft, Pruner, Session,
    cut::Cutout,
    outline::Outline,
    program::Program,
    report::{Insertions, Report},
};

/// Derived traits that a program may not need, and those that each of them needs. `Copy` is not
/// among them: the standard library has faster code for types that can be copied.
const DERIVED: [(&str, &[&str]); 8] = [
    ("Clone", &[]),
    ("Debug", &[]),
    ("Default", &[]),
    ("Eq", &["PartialEq"]),
    ("Hash", &[]),
    ("Ord", &["Eq", "PartialEq", "PartialOrd"]),
    ("PartialEq", &[]),
    ("PartialOrd", &["PartialEq"]),
];

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

/// Returns the text without the derives and bounds that it does not need. All lines keep their
/// numbers.
///
/// # Errors
///
/// If no compiler is available, or if `source` itself does not compile.
pub(crate) fn strip(
    source: &str,
    compiler: &Compiler,
    judge: &Judge,
) -> Result<String, CompileError> {
    let compiler = compiler.for_drafts_of(source, judge);
    let session = Session::new(&compiler, judge)?;
    if Outline::of(source).is_conditional() {
        // Programs compiled with other flags may need more.
        return Ok(source.to_owned());
    }
    let lists = lists_of(source);
    let mut open = vec![removable(&lists)];
    let mut accepted = BTreeSet::new();
    let mut program = None;
    for _ in 0..COMPARISONS {
        let Some(part) = open.pop() else { break };
        let all: BTreeSet<Place> = accepted.union(&part).copied().collect();
        let all = compiling(source, &lists, all, &session)?;
        if all.is_subset(&accepted) {
            continue;
        }
        let program = match &mut program {
            Some(program) => program,
            program => program.insert(Program::of(&session, source)?),
        };
        if Program::of(&session, &without(source, &lists, &all))? == *program {
            accepted = all;
            continue;
        }
        let tried: Vec<Place> = all.difference(&accepted).copied().collect();
        let halves = halves(&lists, &tried).into_iter();
        open.extend(halves.filter(|half| !half.is_empty() && half.len() < tried.len()));
    }
    // The rest may no longer use some items and imports.
    let draft = Draft::of(Cutout::new(without(source, &lists, &accepted)));
    let mut pruner = Pruner::new(&session);
    let report = pruner.first_report(&draft)?;
    Ok(pruner.without_unused(draft, report)?.cutout.text)
}

/// Returns two parts of the removals. Entries of the same trait stay together, if there are several
/// traits.
fn halves(lists: &[List], tried: &[Place]) -> [BTreeSet<Place>; 2] {
    let name = |place: &Place| lists[place.0].entries[place.1].removable;
    let traits: BTreeSet<_> = tried.iter().map(name).collect();
    let middle = traits.iter().nth(traits.len() / 2);
    let is_first = |(index, place): &(usize, &Place)| match traits.len() {
        1 => *index < tried.len() / 2,
        _ => Some(&name(place)) < middle,
    };
    let (left, right): (Vec<_>, Vec<_>) = tried.iter().enumerate().partition(is_first);
    [right, left].map(|half| half.into_iter().map(|(_, place)| *place).collect())
}

/// Returns those of the removals with which the text compiles.
fn compiling(
    source: &str,
    lists: &[List],
    mut removed: BTreeSet<Place>,
    session: &Session<'_>,
) -> Result<BTreeSet<Place>, CompileError> {
    for _ in 0..ROUNDS {
        let text = without(source, lists, &removed);
        let report = Report::of(session, &text, &Insertions::default())?;
        if report.is_accepted() {
            return Ok(removed);
        }
        let missed = missed(lists, &removed, &report.words);
        if missed.is_empty() {
            break;
        }
        for place in missed {
            removed.retain(|other| *other != place && !needs(lists, &place, other));
        }
    }
    Ok(BTreeSet::new())
}

/// Returns the removals that errors with these words are about: those with trait and type, or else
/// all bounds with the trait, or else all entries of the type.
fn missed(
    lists: &[List],
    removed: &BTreeSet<Place>,
    errors: &[BTreeSet<String>],
) -> BTreeSet<Place> {
    let of_tier = |is_missed: &dyn Fn(&List, &Entry, &BTreeSet<String>) -> bool| {
        let is_missed = |&&(list, entry): &&Place| {
            let list = &lists[list];
            errors.iter().any(|words| is_missed(list, &list.entries[entry], words))
        };
        removed.iter().filter(is_missed).copied().collect::<BTreeSet<Place>>()
    };
    let both = of_tier(&|_, entry, words| entry.is_named_in(words) && words.contains(&entry.owner));
    if !both.is_empty() {
        return both;
    }
    let bounds = of_tier(&|list, entry, words| entry.is_named_in(words) && !list.is_derive());
    match bounds.is_empty() {
        true => of_tier(&|_, entry, words| words.contains(&entry.owner)),
        false => bounds,
    }
}

/// Returns true if a derive needs another derive of the same type.
fn needs(lists: &[List], place: &Place, other: &Place) -> bool {
    let [list, other_list] = [place, other].map(|place| &lists[place.0]);
    let (entry, other) = (&list.entries[place.1], &other_list.entries[other.1]);
    let needed = DERIVED.iter().find(|(name, _)| entry.removable == Some(name));
    let is_needed = needed
        .is_some_and(|(_, needed)| other.removable.is_some_and(|name| needed.contains(&name)));
    list.is_derive() && other_list.is_derive() && entry.owner == other.owner && is_needed
}

fn removable(lists: &[List]) -> BTreeSet<Place> {
    let places = |(index, list): (usize, &List)| {
        let entries = list.entries.iter().enumerate();
        let chosen = entries.filter(|(_, entry)| entry.removable.is_some());
        chosen.map(|(entry, _)| (index, entry)).collect::<Vec<_>>()
    };
    lists.iter().enumerate().flat_map(places).collect()
}

/// Returns the text without these entries. All lines keep their numbers.
fn without(source: &str, lists: &[List], removed: &BTreeSet<Place>) -> String {
    let edits = lists.iter().enumerate().filter_map(|(index, list)| {
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

fn lists_of(source: &str) -> Vec<List> {
    let mut reader = Reader { source, lists: Vec::new() };
    reader.visit_file(&syn::parse_file(source).expect("bundles are valid Rust"));
    reader.lists
}

struct Reader<'a> {
    source: &'a str,
    lists: Vec<List>,
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

/// Returns the name of a trait that can be derived.
fn name_of(path: &Path) -> Option<&'static str> {
    let last = &path.segments.last()?.ident;
    DERIVED.iter().map(|(name, _)| *name).find(|name| last == name)
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Enum(item) => self.derives(&item.attrs, &item.ident, true),
            Item::Struct(item) => self.derives(&item.attrs, &item.ident, false),
            Item::Union(item) => self.derives(&item.attrs, &item.ident, false),
            _ => {}
        }
        visit::visit_item(self, item);
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
