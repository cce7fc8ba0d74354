//! Bundles JavaScript modules into one script, for a page that opens from disk.
//!
//! The modules use only two forms, each at the beginning of a line: named imports from files in the
//! same folder, and exported declarations. Each module becomes a function that is called once and
//! returns the exports.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Error: a module that is missing or has an unsupported form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("page/{path}: {problem}")]
pub struct InlineError {
    path: String,
    problem: String,
}

/// Returns one script with the module at `entry` and all modules that it imports.
///
/// # Errors
///
/// A module is missing, is part of an import cycle, or has an import or export in another form.
pub(crate) fn inline_modules(
    entry: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<String, InlineError> {
    let mut script = Script { read, done: BTreeSet::new(), open: Vec::new(), text: String::new() };
    script.add(entry)?;
    Ok(format!("\"use strict\";\n(() => {{\n{}}})();\n", script.text))
}

struct Script<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    done: BTreeSet<String>,
    /// Stack of the modules whose imports are being added.
    open: Vec<String>,
    text: String,
}

/// Parsed module.
struct Module {
    /// Imports: the names, and the path of the imported module.
    imports: Vec<(String, String)>,
    exports: Vec<String>,
    body: String,
}

impl Script<'_> {
    fn add(&mut self, path: &str) -> Result<(), InlineError> {
        let fail =
            |problem: &str| InlineError { path: path.to_owned(), problem: problem.to_owned() };
        if self.done.contains(path) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == path) {
            return Err(fail("imports itself through other modules"));
        }
        let source = (self.read)(path).ok_or_else(|| fail("there is no such module"))?;
        let module = parse_module(path, &source)?;
        self.open.push(path.to_owned());
        for (_, from) in &module.imports {
            self.add(from)?;
        }
        self.open.pop();
        let name = name_of(path);
        let _ = writeln!(self.text, "const {name} = (() => {{");
        for (names, from) in &module.imports {
            let names = names.replace(" as ", ": ");
            let _ = writeln!(self.text, "const {{ {names} }} = {};", name_of(from));
        }
        let _ = writeln!(self.text, "{}", module.body.trim_end());
        let _ = writeln!(self.text, "return {{ {} }};\n}})();", module.exports.join(", "));
        self.done.insert(path.to_owned());
        Ok(())
    }
}

/// Returns the name of a module in the script.
fn name_of(path: &str) -> String {
    let letters = path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    format!("module_{}", letters.collect::<String>())
}

/// Splits a module into imports, exports and body.
fn parse_module(path: &str, source: &str) -> Result<Module, InlineError> {
    let fail = |line: &str, problem: &str| InlineError {
        path: path.to_owned(),
        problem: format!("`{}` {problem}", line.trim()),
    };
    let mut module = Module { imports: Vec::new(), exports: Vec::new(), body: String::new() };
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import") {
            let mut statement = line.to_owned();
            while !statement.trim_end().ends_with(';') {
                let more = lines.next().ok_or_else(|| fail(line, "does not end with `;`"))?;
                statement.push(' ');
                statement.push_str(more);
            }
            let import = parse_import(path, &statement);
            module.imports.push(import.ok_or_else(|| {
                fail(&statement, "is not of the form `import { names } from \"./file.js\";`")
            })?);
        } else if let Some(declaration) = line.strip_prefix("export ") {
            let name = declared_name(declaration).ok_or_else(|| {
                fail(line, "is not of the form `export function`, `export const` or `export class`")
            })?;
            module.exports.push(name);
            module.body.push_str(declaration);
            module.body.push('\n');
        } else {
            module.body.push_str(line);
            module.body.push('\n');
        }
    }
    Ok(module)
}

/// Parses an import statement: the names, and the path of the imported module.
fn parse_import(path: &str, statement: &str) -> Option<(String, String)> {
    let rest = statement.trim().strip_prefix("import")?.trim_start();
    let (names, from) = rest.strip_prefix('{')?.split_once('}')?;
    let from = from.trim().strip_prefix("from")?.trim().strip_suffix(';')?.trim();
    let from = from.strip_prefix("\"./")?.strip_suffix('"')?;
    let names: Vec<&str> =
        names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    Some((names.join(", "), format!("{folder}{from}")))
}

/// Returns the name that a declaration declares.
fn declared_name(declaration: &str) -> Option<String> {
    const KEYWORDS: [&str; 6] =
        ["async function* ", "async function ", "function* ", "function ", "const ", "class "];
    let rest = KEYWORDS.iter().find_map(|keyword| declaration.strip_prefix(keyword))?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let name: String = rest.chars().take_while(|&c| is_part(c)).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inlined(files: &[(&str, &str)]) -> Result<String, InlineError> {
        let read =
            |path: &str| files.iter().find(|file| file.0 == path).map(|file| file.1.to_owned());
        inline_modules("js/main.js", &read)
    }

    #[track_caller]
    fn check_refused(files: &[(&str, &str)], expected: &str) {
        assert_eq!(inlined(files).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_module_is_added_once_after_its_imports() {
        let script = inlined(&[
            (
                "js/main.js",
                "import { a } from \"./a.js\";\nimport { b,\n  c as d } from \"./b.js\";\n\
                 a(b, d);\n",
            ),
            ("js/a.js", "import { b } from \"./b.js\";\nexport function a() { return b; }\n"),
            ("js/b.js", "export const b = 1;\nexport class c {}\n"),
        ])
        .unwrap();
        let expected = "\"use strict\";\n(() => {\n\
            const module_js_b_js = (() => {\nconst b = 1;\nclass c {}\nreturn { b, c };\n})();\n\
            const module_js_a_js = (() => {\nconst { b } = module_js_b_js;\n\
            function a() { return b; }\nreturn { a };\n})();\n\
            const module_js_main_js = (() => {\nconst { a } = module_js_a_js;\n\
            const { b, c: d } = module_js_b_js;\na(b, d);\nreturn {  };\n})();\n})();\n";
        assert_eq!(script, expected);
    }

    #[test]
    fn other_forms_are_errors_that_name_the_module() {
        check_refused(
            &[("js/main.js", "import x from \"./x.js\";")],
            "page/js/main.js: `import x from \"./x.js\";` is not of the form \
             `import { names } from \"./file.js\";`",
        );
        check_refused(
            &[("js/main.js", "export default 1;")],
            "page/js/main.js: `export default 1;` is not of the form `export function`, \
             `export const` or `export class`",
        );
        check_refused(
            &[("js/main.js", "import { x } from \"./x.js\";")],
            "page/js/x.js: there is no such module",
        );
        check_refused(
            &[
                ("js/main.js", "import { x } from \"./x.js\";"),
                ("js/x.js", "import { m } from \"./main.js\";"),
            ],
            "page/js/main.js: imports itself through other modules",
        );
    }
}
