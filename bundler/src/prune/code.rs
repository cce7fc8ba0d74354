//! The LLVM IR of a text before any optimisation, for a comparison of programs.

use std::collections::{BTreeMap, BTreeSet};

use rustc_demangle::demangle;

use crate::compiler::FILE;
use crate::error::CompileError;

use super::Session;

/// Prefixes of the names of vtables and anonymous constants, before their numbers.
const NUMBERED: [&str; 2] = ["@vtable.", "@anon."];

/// Prefix of the names of Rust functions.
const SYMBOL: &str = "_R";

/// LLVM IR of a program.
pub(super) struct Code {
    /// Lines, counted from 1, in which the program's functions begin.
    pub(super) lines: BTreeSet<usize>,
    /// Functions and constants in a fixed order, without anything that depends on the order or
    /// number of others.
    definitions: Vec<String>,
}

impl Code {
    pub(super) fn of(session: &Session<'_>, text: &str) -> Result<Self, CompileError> {
        Ok(Self::read(&session.compiler.code(text, session.edition, session.judge)?))
    }

    /// Returns true if two texts with the same line numbers are the same program.
    pub(super) fn is_code_of(&self, other: &Self) -> bool {
        self.definitions == other.definitions
    }

    fn read(code: &str) -> Self {
        let is_numbered = |line: &str| NUMBERED.iter().any(|name| line.starts_with(name));
        let numbered: BTreeMap<&str, &str> = code
            .lines()
            .filter(|line| is_numbered(line))
            .filter_map(|line| line.split_once(" = "))
            .collect();
        let mut definitions: Vec<String> = Vec::new();
        let mut is_inside = false;
        for line in code.lines().filter(|line| !line.starts_with(['!', ';']) && !line.is_empty()) {
            if line.starts_with("attributes ") || is_numbered(line) {
                continue;
            }
            let line = anonymous(line, &numbered);
            match definitions.last_mut().filter(|_| is_inside) {
                Some(function) => {
                    function.push('\n');
                    function.push_str(&line);
                }
                None => definitions.push(line),
            }
            let ends = definitions.last().is_some_and(|definition| definition.ends_with("\n}"));
            let begins = definitions.last().is_some_and(|definition| definition.ends_with('{'));
            is_inside = (is_inside || begins) && !ends;
        }
        definitions.sort();
        Self { lines: lines_of_functions(code), definitions }
    }
}

fn lines_of_functions(code: &str) -> BTreeSet<usize> {
    let file = format!("!DIFile(filename: \"{FILE}\"");
    let metadata = || code.lines().filter(|line| line.starts_with('!'));
    let files: BTreeSet<&str> = metadata()
        .filter(|line| line.contains(&file))
        .filter_map(|line| line.split_once(" = ").map(|(node, _)| node))
        .collect();
    metadata()
        .filter(|line| line.contains("!DISubprogram("))
        .filter(|line| field(line, "file").is_some_and(|file| files.contains(file)))
        .filter_map(|line| field(line, "line")?.parse().ok())
        .collect()
}

/// Returns the value of a field in a line of metadata.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(", {name}: "))?;
    rest.split([',', ')']).next()
}

/// Returns a line of code without numbers that depend on other lines: metadata references (`!7`),
/// attribute groups (`#7`), vtables and anonymous constants, which are replaced by their contents,
/// and the numbers of a module's impls in function names. Names are demangled, because in mangled
/// names later parts refer to positions of earlier ones.
fn anonymous(line: &str, numbered: &BTreeMap<&str, &str>) -> String {
    let mut anonymous = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['!', '#', '@', '_']) {
        anonymous.push_str(&rest[..at]);
        let (mark, after) = (&rest[at..=at], &rest[at..]);
        let length = after[1..].find(|c: char| !c.is_ascii_alphanumeric() && !"_.$".contains(c));
        let (name, after_name) = after.split_at(length.map_or(after.len(), |length| length + 1));
        if let Some(contents) = numbered.get(name) {
            anonymous.push_str(&self::anonymous(contents, numbered));
            rest = after_name;
        } else if name.starts_with(SYMBOL) {
            anonymous.push_str(&demangle(name).to_string());
            rest = after_name;
        } else {
            anonymous.push_str(mark);
            let is_number = mark == "!" || mark == "#";
            rest = after[1..].trim_start_matches(|c: char| is_number && c.is_ascii_digit());
        }
    }
    anonymous + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "\
; Some(comment)
@vtable.0 = private constant <{ ptr @_RNvXs4_NtC3bot4kindNtB5_1AC1T1f }>, align 8
@anon.4f.0 = private unnamed_addr constant [1 x i8] c\"A\"
@text = constant [2 x i8] c\"M1\"

define void @_RNvXs4_NtC3bot4kindNtB5_1AC1T1f(ptr %x) #3 !dbg !7 {
start:
  call void @g(ptr @vtable.0), !dbg !8
  call void @h(ptr @anon.4f.0), !dbg !8
}

define void @g() #0 {
}
attributes #3 = { uwtable }
!1 = !DIFile(filename: \"bot.rs\", directory: \"\")
!2 = !DIFile(filename: \"core.rs\", directory: \"\")
!7 = distinct !DISubprogram(name: \"f\", scope: !9, file: !1, line: 7, flags: X)
!8 = distinct !DISubprogram(name: \"g\", scope: !9, file: !2, line: 8, flags: X)
";

    #[test]
    fn numbers_and_the_order_do_not_matter_and_everything_else_does() {
        let code = Code::read(CODE);
        let check = |from: &str, to: &str, expected: bool| {
            let other = Code::read(&CODE.replace(from, to));
            assert_eq!(code.is_code_of(&other), expected, "{from} -> {to}");
        };
        check("!7", "!70", true);
        check("#3", "#4", true);
        check("Xs4_NtC3bot4kindNtB5_", "XNtC3bot4kindNtB2_", true);
        check("vtable.0", "vtable.a", true);
        check("anon.4f.0", "anon.17.3", true);
        check("c\"A\"", "c\"B\"", false);
        check("\ndefine void @g() #0 {\n}", "", false);
        check("M1", "M2", false);
        check("%x", "%y", false);
        check("C1T1f }>", "C1T1g }>", false);
        let (first, second) = CODE.split_at(CODE.find("define").unwrap());
        let (second, third) = second.split_at(second.find("attributes").unwrap());
        assert!(code.is_code_of(&Code::read(&format!("{second}{first}{third}"))));
    }

    #[test]
    fn functions_of_the_text_are_found_by_their_lines() {
        assert_eq!(Code::read(CODE).lines, BTreeSet::from([7]));
    }
}
