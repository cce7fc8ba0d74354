//! Module graph of each crate: imports name the defining module, and modules do not depend on each
//! other in circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use tests::{metadata, root, tracked_files};

/// Source files of a crate without its root and its unit tests, by the module at the top that holds
/// them.
struct Crate {
    name: String,
    root: String,
    files: Vec<(String, PathBuf, String)>,
}

fn read(path: &Path) -> String {
    let text = read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns all crates of the workspace that have a library or a program.
fn crates() -> Vec<Crate> {
    let tracked = tracked_files();
    let mut crates = Vec::new();
    for package in metadata().packages {
        let folder = package.manifest_path.parent().expect("a manifest lies in a folder");
        let sources = folder.join("src");
        let sources = sources.strip_prefix(root().to_str().expect("the path is UTF-8"));
        let sources = PathBuf::from(sources.expect("a member lies in the workspace"));
        let root_file = ["lib.rs", "main.rs"].into_iter().map(|name| sources.join(name));
        let Some(root_file) = root_file.into_iter().find(|path| tracked.contains(path)) else {
            continue;
        };
        let is_module = |path: &&PathBuf| {
            let within = path.strip_prefix(&sources);
            let is_other = |path: &Path| {
                path.starts_with("bin")
                    || path == Path::new("main.rs")
                    || path.ends_with("tests.rs")
            };
            path.extension().is_some_and(|extension| extension == "rs")
                && **path != root_file
                && within.is_ok_and(|within| !is_other(within))
        };
        let file = |path: &PathBuf| {
            let within = path.strip_prefix(&sources).expect("the file lies in the folder");
            let first = within.iter().next().expect("the path has a part").to_string_lossy();
            (first.trim_end_matches(".rs").to_owned(), path.clone(), code(&read(path)))
        };
        let files = tracked.iter().filter(is_module).map(file).collect();
        crates.push(Crate { name: package.name.to_string(), root: read(&root_file), files });
    }
    assert!(crates.len() > 15, "only {} crates", crates.len());
    crates
}

/// Returns a source without its comments and its unit tests.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    source.lines().filter(is_code).map(|line| format!("{line}\n")).collect()
}

fn word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// Returns the first words of all that `use crate::...;` imports.
fn imports(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for rest in code.split("use crate::").skip(1) {
        let tree = rest.split(';').next().unwrap_or_default();
        let Some(group) = tree.strip_prefix('{') else {
            found.push(word(tree));
            continue;
        };
        let mut depth = 0;
        let mut is_start = true;
        for (place, character) in group.char_indices() {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => is_start = true,
                _ if is_start && !character.is_whitespace() => {
                    found.push(word(&group[place..]));
                    is_start = false;
                }
                _ => {}
            }
        }
    }
    found
}

impl Crate {
    /// Returns the modules at the top.
    fn modules(&self) -> BTreeSet<&str> {
        self.files.iter().map(|(module, ..)| module.as_str()).collect()
    }

    /// Tells whether the root of the crate itself defines an item.
    fn defines(&self, item: &str) -> bool {
        let kinds = ["fn", "struct", "enum", "trait", "const", "static", "type", "macro_rules!"];
        kinds.iter().any(|kind| {
            let start = format!("{kind} {item}");
            self.root.split(&start[..]).skip(1).any(|rest| word(rest).is_empty())
        })
    }

    /// Returns which modules at the top each of them names.
    fn graph(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let modules = self.modules();
        let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (module, _, code) in &self.files {
            let paths = code.split("crate::").skip(1).map(word);
            let named = paths.chain(imports(code)).filter(|name| *name != module.as_str());
            graph.entry(module).or_default().extend(named.filter(|name| modules.contains(name)));
        }
        graph
    }
}

/// Returns the groups of modules of which each depends on all others of its group.
fn circles<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<Vec<&'a str>> {
    let reached = |start: &'a str| {
        let (mut found, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(module) = open.pop() {
            for &next in graph.get(module).into_iter().flatten() {
                if found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    };
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|&module| (module, reached(module))).collect();
    let group = |module: &'a str| -> Vec<&'a str> {
        let both =
            |other: &&&'a str| reach[module].contains(**other) && reach[**other].contains(module);
        graph.keys().filter(both).copied().collect()
    };
    graph.keys().map(|&module| group(module)).filter(|group| group.len() > 1).collect()
}

#[test]
fn imports_name_the_module_that_defines_an_item() {
    let mut found = Vec::new();
    for package in crates() {
        let modules = package.modules();
        for (_, path, code) in &package.files {
            for name in imports(code) {
                if !modules.contains(name) && !package.defines(name) {
                    found.push(format!("{}: crate::{name}", path.display()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn modules_do_not_depend_on_each_other_in_circles() {
    for package in crates() {
        assert_eq!(circles(&package.graph()), BTreeSet::new(), "{}", package.name);
    }
}

#[test]
fn a_circle_is_found_and_a_chain_is_none() {
    let graph = |arrows: &[(&'static str, &'static str)]| {
        let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (from, to) in arrows {
            graph.entry(from).or_default().insert(to);
            graph.entry(to).or_default();
        }
        graph
    };
    assert_eq!(circles(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), BTreeSet::new());
    let found = circles(&graph(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]));
    assert_eq!(found, BTreeSet::from([vec!["b", "c"]]));
}

#[test]
fn imports_are_read_in_every_form() {
    let code = "use crate::a::B;\npub(crate) use crate::{c::{D, E}, f, G as H};\nuse crate::i;";
    assert_eq!(imports(code), ["a", "c", "f", "G", "i"]);
}
