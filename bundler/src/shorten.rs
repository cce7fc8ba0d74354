//! Minification by names: the same program with shorter names.
//!
//! A name that the bundle declares is replaced everywhere in the file. So equal names stay equal,
//! and different names stay different. If the same name also belongs to the standard library or to
//! the judge's crates, compilation fails, and the name stays. In the end the compiler must generate
//! the same code, whatever its names are. Names that the program prints are part of that code, so
//! they stay: those that a derived `Debug`, a format string or `stringify!` turns into text are
//! found in the tokens, those that pass through macros in the tokens and in the program's texts,
//! and others, such as names of types, by the texts that differ.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ops::Range,
    path::Path,
    str::FromStr,
};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use tempfile::TempDir;

use crate::compiler::Compiler;
use crate::definitions::call_at;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};
use crate::pack::packed;
use crate::parallel::{in_parallel, run_in_parallel};
use crate::passed::Passed;
use crate::prune::{Comparison, Session};
use crate::shown::{self, Shown};
use crate::token_trees::collect_words;

/// Maximum number of compilations that look for names from outside the bundle; each phase of the
/// compiler finds some.
const ROUNDS: usize = 40;

/// Words with a special meaning in the position of a name.
const RESERVED: [&str; 22] = [
    "main", "union", "auto", "gen", "raw", "safe", "ident", "expr", "ty", "tt", "pat", "path",
    "stmt", "block", "item", "meta", "vis", "literal", "lifetime", "std", "core", "alloc",
];

/// Returns `source`, packed, with short names. After `header`, it compiles in all of the judge's
/// editions, and is the same program as `original` in each; `None` if `source` itself is not.
///
/// # Errors
///
/// If no compiler is available, or if `source` does not compile.
pub(crate) fn shorten(
    source: &str,
    original: &str,
    session: &Session<'_>,
    header: &str,
) -> Result<Option<(String, Passed)>, CompileError> {
    let Session { compiler, judge, .. } = session;
    let tokens = TokenStream::from_str(source).expect("a bundle consists of valid tokens");
    let mut names = Names::of(source, tokens.clone());
    let printed = session.texts(original)?;
    names.keep(in_shown_calls(&tokens).intersection(&printed));
    let folder = TempDir::new().map_err(|error| CompileError::io(&env::temp_dir(), error))?;
    for _ in 0..ROUNDS {
        let short = names.short();
        let renamed = renamed(source, &tokens, &short);
        let text = packed(&renamed);
        let file = format!("{header}{text}");
        let report = Report::of(&file, compiler, judge, folder.path())?;
        let missed =
            |(name, short): (&String, &String)| report.names.contains(short).then(|| name.clone());
        let missed: Vec<String> = short.iter().filter_map(missed).collect();
        if !missed.is_empty() {
            names.keep(&missed);
            continue;
        }
        let passed = report.is_silent.then_some(judge.editions[0]);
        let (checked, comparison) = in_parallel(
            || checked(text, file, compiler, judge, passed),
            || session.compare(original, &renamed),
        );
        let checked = checked?;
        match comparison? {
            Comparison::Same => return Ok(Some(checked)),
            // The program prints a name.
            Comparison::Differs(words) => {
                let printed: Vec<String> =
                    words.into_iter().filter(|word| short.contains_key(word)).collect();
                if printed.is_empty() {
                    break;
                }
                names.keep(&printed);
            }
        }
    }
    if session.compare(original, source)? != Comparison::Same {
        return Ok(None);
    }
    let text = packed(source);
    let file = format!("{header}{text}");
    checked(text, file, compiler, judge, None).map(Some)
}

/// Returns `source`, packed, with a short name for each long one. It may not compile: [`shorten`]
/// keeps some long names.
pub(crate) fn with_all_names_short(source: &str) -> String {
    let tokens = TokenStream::from_str(source).expect("a bundle consists of valid tokens");
    packed(&renamed(source, &tokens, &Names::of(source, tokens.clone()).short()))
}

/// Returns the text with the checks of its file; one edition may have passed already.
fn checked(
    text: String,
    file: String,
    compiler: &Compiler,
    judge: &Judge,
    passed: Option<Edition>,
) -> Result<(String, Passed), CompileError> {
    let others: Vec<Edition> =
        judge.editions.iter().copied().filter(|&edition| Some(edition) != passed).collect();
    let warnings = run_in_parallel(&others, |&edition| compiler.check(&file, edition, judge))?;
    let silent = others.into_iter().zip(warnings).filter(|(_, warnings)| warnings.is_empty());
    let passed = passed.into_iter().chain(silent.map(|(edition, _)| edition)).collect();
    Ok((text, Passed::new(compiler, file, passed)))
}

/// The names of a bundle.
struct Names {
    /// Number of occurrences of each name in the text.
    counts: BTreeMap<String, usize>,
    /// Names that the bundle declares and that may be replaced.
    own: BTreeSet<String>,
}

impl Names {
    fn of(source: &str, tokens: TokenStream) -> Names {
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
    fn keep<'a>(&mut self, names: impl IntoIterator<Item = &'a String>) {
        for name in names {
            self.own.remove(name);
        }
    }

    /// Returns the replacements: the names that take most of the text get the shortest ones, in the
    /// same case.
    fn short(&self) -> BTreeMap<String, String> {
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

/// Returns the words in the calls of macros that may turn names into texts.
fn in_shown_calls(tokens: &TokenStream) -> BTreeSet<String> {
    fn read(tokens: TokenStream, shown: &Shown, words: &mut BTreeSet<String>) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            if let Some((name, arguments)) = call_at(&trees[at..])
                && shown.is_shown(&name.to_string())
            {
                collect_words(arguments.stream(), words);
            }
            if let TokenTree::Group(group) = tree {
                read(group.stream(), shown, words);
            }
        }
    }
    let shown = Shown::in_tokens(tokens.clone(), shown::WITH_NAMES);
    let mut words = BTreeSet::new();
    read(tokens.clone(), &shown, &mut words);
    words
}

/// Returns `source` with other names, except in attributes and lifetimes.
fn renamed(source: &str, tokens: &TokenStream, short: &BTreeMap<String, String>) -> String {
    let mut edits = Vec::new();
    find_renamed(tokens.clone(), short, &mut edits);
    let mut text = String::with_capacity(source.len());
    let mut at = 0;
    for (range, name) in edits {
        text.push_str(&source[at..range.start]);
        text.push_str(name);
        at = range.end;
    }
    text + &source[at..]
}

/// Adds the places of names with a short one, in their order.
fn find_renamed<'a>(
    tokens: TokenStream,
    short: &'a BTreeMap<String, String>,
    edits: &mut Vec<(Range<usize>, &'a str)>,
) {
    let mut before = None;
    for token in tokens {
        let mark = before;
        before = match &token {
            // An inner attribute: `#![...]`.
            TokenTree::Punct(punct) if punct.as_char() == '!' && mark == Some('#') => mark,
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        match token {
            TokenTree::Group(group) if mark != Some('#') => {
                find_renamed(group.stream(), short, edits);
            }
            TokenTree::Ident(name) if mark != Some('\'') => {
                let new = short.get(&name.to_string());
                edits.extend(new.map(|new| (name.span().byte_range(), new.as_str())));
            }
            _ => {}
        }
    }
}

/// Messages of the compiler about a file with short names.
struct Report {
    /// Names at the positions of the errors.
    names: BTreeSet<String>,
    /// True if there are no messages.
    is_silent: bool,
}

impl Report {
    fn of(
        file: &str,
        compiler: &Compiler,
        judge: &Judge,
        folder: &Path,
    ) -> Result<Report, CompileError> {
        let (mut names, mut others) = (BTreeSet::new(), BTreeSet::new());
        let messages = compiler.diagnose(file, judge.editions[0], judge, &[], folder)?;
        for diagnostic in
            messages.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok())
        {
            if !matches!(diagnostic.level, DiagnosticLevel::Error) {
                continue;
            }
            for span in diagnostic.spans.iter().filter(|span| span.is_primary) {
                let bounds =
                    [span.byte_start, span.byte_end].map(|at| usize::try_from(at).unwrap_or(0));
                let part = file.get(bounds[0]..bounds[1]).unwrap_or_default();
                // Only some of several words are at fault.
                let is_name = words(part).nth(1).is_none();
                let names = if is_name { &mut names } else { &mut others };
                names.extend(words(part).map(str::to_owned));
            }
        }
        let names = if names.is_empty() { others } else { names };
        Ok(Report { names, is_silent: messages.is_empty() })
    }
}

/// Returns the possible names in a piece of text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn attributes_and_lifetimes_keep_their_names() {
        let short = BTreeMap::from([("name".to_owned(), "a".to_owned())]);
        let source = "#![name] #[name] fn name<'name>(x: &'name u8) { name!(name) }";
        let renamed = renamed(source, &TokenStream::from_str(source).unwrap(), &short);
        assert_eq!(packed(&renamed).trim_end(), "#![name]#[name]fn a<'name>(x:&'name u8){a!(a)}");
    }
}
