//! Generator of a program of several crates from a list of decisions.
//!
//! The program is probably, but not always, valid: names collide and globs overlap. The compiler
//! decides.

use std::{fmt::Write as _, fs, path::Path};

use crate::decisions::Decisions;

/// Names of items and modules: few, so that they collide, and some are names of crates.
const NAMES: [&str; 8] = ["f", "g", "value", "kit_0", "kit_1", "inner", "deep", "std"];
const MODULES: [&str; 6] = ["inner", "deep", "kit_0", "kit_1", "value", "other"];
const EDITIONS: [&str; 3] = ["2021", "2018", "2024"];
const MOST_LIBRARIES: usize = 3;
const MOST_MODULES: usize = 3;
const MOST_ITEMS: usize = 4;
const MOST_IMPORTS: usize = 3;

/// An item with a value, and the way to get the value from its path.
#[derive(Clone)]
struct NamedItem {
    krate: usize,
    /// Path segments from the crate's root on.
    path: Vec<String>,
    kind: Kind,
    /// Module of the crate within which the item is visible; `None` if it is visible everywhere.
    within: Option<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    Constant,
    Type,
    Macro,
}

impl Kind {
    fn value(self, path: &str, literal: &str) -> String {
        match self {
            Self::Function => format!("{path}()"),
            Self::Constant => path.to_owned(),
            Self::Type => format!("{path}({literal}).get()"),
            Self::Macro => format!("{path}!({literal})"),
        }
    }
}

struct Krate {
    name: String,
    edition: &'static str,
    /// Index of a crate, and its name in this one.
    dependencies: Vec<(usize, String)>,
    files: Vec<(String, String)>,
}

/// The sources of a workspace.
pub(crate) struct Program {
    crates: Vec<Krate>,
}

/// Writer of the modules of one crate.
struct Writer<'a, 'b> {
    decisions: &'a mut Decisions<'b>,
    krate: usize,
    dependencies: &'a [(usize, String)],
    /// Items of all crates that can be named so far.
    items: &'a mut Vec<NamedItem>,
    files: Vec<(String, String)>,
    modules: usize,
    /// True if the current text is that of a macro.
    is_in_macro: bool,
    /// A module of this crate, and the crate and module of which it imports everything.
    globs: Vec<(Vec<String>, usize, Vec<String>)>,
}

impl Program {
    pub(crate) fn new(decisions: &[u16]) -> Self {
        let mut decisions = Decisions::new(decisions);
        let libraries = 1 + decisions.below(MOST_LIBRARIES);
        let mut items = Vec::new();
        let mut crates = Vec::new();
        for krate in 0..=libraries {
            let is_binary = krate == libraries;
            let mut dependencies = Vec::new();
            for dependency in 0..krate {
                if is_binary || decisions.below(3) > 0 {
                    let renamed = format!("kit_{}", (dependency + 1) % 3);
                    let is_taken = |name: &str| dependencies.iter().any(|(_, other)| other == name);
                    let plain = format!("kit_{dependency}");
                    let name = if decisions.below(4) == 3 { renamed } else { plain };
                    if !is_taken(&name) {
                        dependencies.push((dependency, name));
                    }
                }
            }
            let edition = decisions.choose(&EDITIONS);
            let mut writer = Writer {
                decisions: &mut decisions,
                krate,
                dependencies: &dependencies,
                items: &mut items,
                files: Vec::new(),
                modules: 0,
                is_in_macro: false,
                globs: Vec::new(),
            };
            let mut text = writer.module(&[], is_binary);
            if is_binary {
                text.push_str(&writer.main());
            }
            let mut files = writer.files;
            let root = if is_binary { "main.rs" } else { "lib.rs" };
            files.push((root.to_owned(), text));
            let name = if is_binary { "bot".to_owned() } else { format!("kit_{krate}") };
            crates.push(Krate { name, edition, dependencies, files });
        }
        Self { crates }
    }

    pub(crate) fn write(&self, folder: &Path) {
        for (path, text) in self.files() {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    /// Returns all files in one text, for the message of a failed test.
    pub(crate) fn text(&self) -> String {
        self.files().iter().map(|(path, text)| format!("=== {path}\n{text}\n")).collect()
    }

    fn files(&self) -> Vec<(String, String)> {
        let members: Vec<String> =
            self.crates.iter().map(|krate| format!("\"{}\"", krate.name)).collect();
        let workspace =
            format!("[workspace]\nresolver = \"2\"\nmembers = [{}]\n", members.join(", "));
        let mut files = vec![("Cargo.toml".to_owned(), workspace)];
        for krate in &self.crates {
            let mut manifest = format!(
                "[package]\nname = \"{}\"\nversion = \"0.1.0\"\nedition = \"{}\"\n\n\
                 [dependencies]\n",
                krate.name, krate.edition
            );
            for (index, name) in &krate.dependencies {
                let package = &self.crates[*index].name;
                writeln!(
                    manifest,
                    "{name} = {{ package = \"{package}\", path = \"../{package}\" }}"
                )
                .unwrap();
            }
            files.push((format!("{}/Cargo.toml", krate.name), manifest));
            for (path, text) in &krate.files {
                files.push((format!("{}/src/{path}", krate.name), text.clone()));
            }
        }
        files
    }
}

impl Writer<'_, '_> {
    /// Returns the text of a module and of all modules below it.
    fn module(&mut self, path: &[String], is_binary: bool) -> String {
        let mut text = String::from("#![allow(warnings)]\n");
        if !path.is_empty() {
            text.clear();
        }
        let mut taken: Vec<String> = Vec::new();
        if path.is_empty() {
            for (_, name) in self.dependencies {
                match self.decisions.below(8) {
                    6 => writeln!(text, "extern crate {name} as outer_{name};").unwrap(),
                    7 => {
                        writeln!(text, "#[macro_use] extern crate {name} as used_{name};").unwrap();
                    }
                    _ => {}
                }
            }
            if self.decisions.below(2) == 1 {
                self.textual_macro(&mut text);
            }
        }
        let children = if path.len() < 2 { self.decisions.below(MOST_MODULES) } else { 0 };
        for _ in 0..children {
            let name = self.decisions.choose(&MODULES).to_owned();
            if taken.contains(&name) || (path.is_empty() && self.modules >= 5) {
                continue;
            }
            taken.push(name.clone());
            self.modules += 1;
            let inner: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
            let visibility = if self.decisions.below(3) == 2 { "pub(crate)" } else { "pub" };
            let first = self.items.len();
            let content = self.module(&inner, false);
            if visibility != "pub" {
                // Items in a module that is not visible outside are not visible outside either.
                for item in &mut self.items[first..] {
                    item.within.get_or_insert_with(Vec::new);
                }
            }
            if self.decisions.below(2) == 0 {
                writeln!(text, "{visibility} mod {name} {{\n{content}}}").unwrap();
            } else {
                writeln!(text, "{visibility} mod {name};").unwrap();
                self.files.push((format!("{}.rs", inner.join("/")), content));
            }
        }
        for _ in 0..self.decisions.below(MOST_IMPORTS + 1) {
            self.import(&mut text, path, &mut taken);
        }
        for _ in 0..1 + self.decisions.below(MOST_ITEMS) {
            self.item(&mut text, path, &mut taken, is_binary);
        }
        text
    }

    /// Defines a macro of the crate itself for all following text.
    fn textual_macro(&mut self, text: &mut String) {
        // A path whose first segment is a crate at one call and a module at another cannot be
        // bundled.
        self.is_in_macro = true;
        let value = self.value(&[]);
        self.is_in_macro = false;
        writeln!(text, "macro_rules! textual {{ ($x:expr) => {{ $x ^ {value} }}; }}").unwrap();
        self.items.push(NamedItem {
            krate: self.krate,
            path: vec!["textual".to_owned()],
            kind: Kind::Macro,
            within: Some(vec!["(textual)".to_owned()]),
        });
    }

    fn item(
        &mut self,
        text: &mut String,
        path: &[String],
        taken: &mut Vec<String>,
        is_binary: bool,
    ) {
        let kind =
            [Kind::Function, Kind::Constant, Kind::Type, Kind::Macro][self.decisions.below(4)];
        let mut name = self.decisions.choose(&NAMES).to_owned();
        match kind {
            Kind::Constant => name = name.to_uppercase(),
            Kind::Type => name = format!("Type_{name}"),
            _ => {}
        }
        if kind == Kind::Macro {
            name = format!("make_{name}_{}_{}", self.krate, self.decisions.literals);
        }
        if taken.contains(&name) || (kind == Kind::Macro && is_binary) {
            return;
        }
        taken.push(name.clone());
        let (visibility, within) = self.visibility(path);
        let value = self.value(path);
        let literal = self.decisions.literal();
        match kind {
            Kind::Function => {
                writeln!(text, "{visibility} fn {name}() -> u64 {{ {literal} ^ {value} }}")
                    .unwrap();
            }
            Kind::Constant => {
                writeln!(text, "{visibility} const {name}: u64 = {literal};").unwrap();
            }
            Kind::Type => writeln!(
                text,
                "#[derive(Clone, Debug, PartialEq)]\n{visibility} struct {name}(pub u64);\n\
                 impl {name} {{ {visibility} fn get(&self) -> u64 {{ self.0 ^ {value} }} }}"
            )
            .unwrap(),
            Kind::Macro => {
                let target = self.items.iter().rev().find(|item| {
                    item.krate == self.krate && item.within.is_none() && item.kind != Kind::Macro
                });
                let inner = match target {
                    Some(item) => {
                        item.kind.value(&format!("$crate::{}", item.path.join("::")), &literal)
                    }
                    None => literal,
                };
                writeln!(
                    text,
                    "#[macro_export]\nmacro_rules! {name} {{ ($x:expr) => {{ $x ^ {inner} }}; }}"
                )
                .unwrap();
            }
        }
        let path = match kind {
            Kind::Macro => vec![name],
            _ => path.iter().cloned().chain([name]).collect(),
        };
        let within = if kind == Kind::Macro { None } else { within };
        self.items.push(NamedItem { krate: self.krate, path, kind, within });
    }

    fn visibility(&mut self, path: &[String]) -> (String, Option<Vec<String>>) {
        match self.decisions.below(8) {
            5 => ("pub(crate)".to_owned(), Some(Vec::new())),
            6 if !path.is_empty() => {
                let above = path[..path.len() - 1].to_vec();
                let words: String = above.iter().map(|word| format!("::{word}")).collect();
                (format!("pub(in crate{words})"), Some(above))
            }
            7 => (String::new(), Some(path.to_vec())),
            _ => ("pub".to_owned(), None),
        }
    }

    /// Writes an import into a module: by name, with another name, in a group or as a glob.
    fn import(&mut self, text: &mut String, path: &[String], taken: &mut Vec<String>) {
        let Some((item, words)) = self.reachable(path) else { return };
        if item.kind == Kind::Macro && item.krate == self.krate {
            return;
        }
        let visibility = match self.decisions.below(4) {
            0 => "",
            1 => "pub(crate) ",
            _ if item.within.is_none() => "pub ",
            _ => "",
        };
        let (last, before) = words.split_last().unwrap();
        let bound = match self.decisions.below(4) {
            // A textual macro has no path.
            _ if before.is_empty() || before[0].is_empty() && before.len() == 1 => return,
            0 if before.len() == 1 && ["crate", "self"].contains(&before[0].as_str()) => return,
            0 => {
                writeln!(text, "{visibility}use {}::*;", before.join("::")).unwrap();
                let parent = item.path[..item.path.len() - 1].to_vec();
                self.globs.push((path.to_vec(), item.krate, parent));
                return;
            }
            1 => {
                writeln!(text, "{visibility}use {};", words.join("::")).unwrap();
                last.clone()
            }
            2 => {
                let bound = match item.kind {
                    Kind::Constant => "RENAMED".to_owned(),
                    Kind::Type => "Renamed".to_owned(),
                    _ => self.decisions.choose(&NAMES).to_owned(),
                };
                if taken.contains(&bound) {
                    return;
                }
                writeln!(text, "{visibility}use {}::{{{last} as {bound}}};", before.join("::"))
                    .unwrap();
                bound
            }
            _ => {
                self.decisions.literal();
                let bound = format!("again_{}", self.decisions.literals);
                writeln!(text, "{visibility}use {}::{{self as {bound}}};", before.join("::"))
                    .unwrap();
                taken.push(bound.clone());
                let words = path.iter().cloned().chain([bound, last.clone()]).collect();
                let within = Some(path.to_vec());
                self.items.push(NamedItem { krate: self.krate, path: words, within, ..item });
                return;
            }
        };
        if taken.contains(&bound) {
            return;
        }
        taken.push(bound.clone());
        let within = match visibility {
            "pub " if item.within.is_none() => None,
            "" => Some(path.to_vec()),
            _ => Some(Vec::new()),
        };
        let path = path.iter().cloned().chain([bound]).collect();
        self.items.push(NamedItem { krate: self.krate, path, within, ..item });
    }

    /// Returns an item that is visible in a module, and the segments of a path to it.
    fn reachable(&mut self, from: &[String]) -> Option<(NamedItem, Vec<String>)> {
        let candidates: Vec<NamedItem> = self
            .items
            .iter()
            .filter(|item| match &item.within {
                None => {
                    item.krate == self.krate
                        || self.dependencies.iter().any(|(index, _)| *index == item.krate)
                }
                Some(within) => item.krate == self.krate && from.starts_with(within),
            })
            .cloned()
            .collect();
        if candidates.is_empty() {
            return None;
        }
        // Prefers late items: they are more likely to be new.
        let item =
            candidates[candidates.len() - 1 - self.decisions.below(candidates.len())].clone();
        let mut words = item.path.clone();
        let start = match self.dependencies.iter().find(|(index, _)| *index == item.krate) {
            Some((_, name)) if self.is_in_macro || self.decisions.below(3) > 0 => {
                format!("::{name}")
            }
            Some((_, name)) => name.clone(),
            None if item.kind != Kind::Macro
                && !from.is_empty()
                && item.path.starts_with(&from[..from.len() - 1])
                && self.decisions.below(2) == 1 =>
            {
                words.drain(..from.len() - 1);
                "super".to_owned()
            }
            None if item.path.len() == from.len() + 1
                && item.path.starts_with(from)
                && self.decisions.below(2) == 1 =>
            {
                words.drain(..from.len());
                "self".to_owned()
            }
            None => "crate".to_owned(),
        };
        words.insert(0, start);
        Some((item, words))
    }

    /// Returns an expression with the values of up to three items.
    fn value(&mut self, from: &[String]) -> String {
        let mut terms = Vec::new();
        for _ in 0..self.decisions.below(4) {
            let literal = self.decisions.literal();
            let Some((item, words)) = self.reachable(from) else { continue };
            let is_textual = item.within.as_deref() == Some(&["(textual)".to_owned()]);
            let is_local = item.krate == self.krate && item.kind == Kind::Macro;
            let is_here = self.decisions.below(4) == 3;
            let path = match words.last() {
                Some(last) if is_textual || (is_here && !is_local) => last.clone(),
                // Macros of the crate itself are called by textual scope or not at all.
                _ if is_local => continue,
                _ => words.join("::"),
            };
            let parent = &item.path[..item.path.len() - 1];
            let is_known = item.krate == self.krate && parent == from
                || self.globs.iter().any(|(module, krate, globbed)| {
                    module == from && *krate == item.krate && globbed == parent
                });
            if !path.contains("::") && !is_textual && !is_known {
                continue;
            }
            terms.push(item.kind.value(&path, &literal));
        }
        if self.items.iter().any(|item| item.krate == self.krate && item.path == ["textual"])
            && self.decisions.below(4) == 1
        {
            terms.push(format!("textual!({})", self.decisions.literal()));
        }
        match terms.as_slice() {
            [] => self.decisions.literal(),
            terms => terms.join(" ^ "),
        }
    }

    /// Returns a `main` that prints many values.
    fn main(&mut self) -> String {
        let mut text = String::from("fn main() {\n");
        for _ in 0..8 {
            let value = self.value(&[]);
            writeln!(text, "    println!(\"{{}}\", {value});").unwrap();
        }
        text.push_str("}\n");
        text
    }
}
