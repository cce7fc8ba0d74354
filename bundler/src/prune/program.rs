//! Comparison of two programs by their LLVM IR before any optimisation, whatever their names are.
//!
//! Functions, constants and types are numbered in the order in which the program refers to them,
//! beginning with `main` and what the linker finds. Two programs are the same if all definitions
//! are the same with numbers instead of names. Places in the text, which panic messages print, do
//! not count: the source map restores them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use crate::compiler::FILE;

/// Function with which a program begins.
const MAIN: &str = "@main";

/// Linkage of functions that only the program itself can name.
const LOCAL: [&str; 3] = [" hidden ", " internal ", " private "];

/// A compiled program.
pub(super) struct Program {
    /// Numbered definitions.
    text: String,
    /// Lines of the source, counted from 1, in which functions begin.
    pub(super) lines: BTreeSet<usize>,
}

impl PartialEq for Program {
    /// Returns true for the same program, whatever its names and places are.
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Program {
    pub(super) fn read(code: &str) -> Self {
        let Listing { definitions, roots, metadata } = Listing::of(code);
        let mut writer = Writer {
            places: definitions.places(),
            numbers: Numbers::with_places(definitions.lines.len()),
            definitions: &definitions,
            text: String::with_capacity(code.len()),
        };
        for name in [MAIN].into_iter().chain(roots) {
            if let Some(&definition) = definitions.by_name.get(name) {
                writer.numbers.of(definition);
            }
        }
        let mut at = 0;
        while let Some(&definition) = writer.numbers.order.get(at) {
            writer.definition(&definitions.lines[definition]);
            at += 1;
        }
        Self { text: writer.text, lines: lines_of_functions(&metadata) }
    }

    /// Returns the program's texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let texts = self.text.split(" c\"").skip(1).filter_map(|rest| rest.split('"').next());
        texts.map(unescaped)
    }

    /// Returns the words in the program's texts.
    pub(super) fn words(&self) -> BTreeSet<String> {
        let words = self.texts().flat_map(|text| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        });
        words.collect()
    }
}

/// Numbers of definitions, in the order in which the program refers to them.
struct Numbers {
    /// Number of each definition that has one.
    numbers: Vec<Option<usize>>,
    order: Vec<usize>,
}

impl Numbers {
    fn with_places(definitions: usize) -> Self {
        Self { numbers: vec![None; definitions], order: Vec::new() }
    }

    fn of(&mut self, definition: usize) -> usize {
        *self.numbers[definition].get_or_insert_with(|| {
            self.order.push(definition);
            self.order.len() - 1
        })
    }
}

/// Numbers of the names in a function, in the order in which they occur.
#[derive(Default)]
struct Locals<'a> {
    numbers: BTreeMap<&'a str, usize>,
    order: Vec<&'a str>,
}

impl<'a> Locals<'a> {
    fn of(&mut self, name: &'a str) -> usize {
        let next = self.order.len();
        *self.numbers.entry(name).or_insert_with(|| {
            self.order.push(name);
            next
        })
    }
}

/// Writer of a program's definitions with numbers in place of names.
struct Writer<'c, 'a> {
    definitions: &'c Definitions<'a>,
    /// True for each definition that holds a place of the text.
    places: Vec<bool>,
    numbers: Numbers,
    text: String,
}

impl<'a> Writer<'_, 'a> {
    /// Writes a definition. The blocks of a function follow in the order in which it names them.
    fn definition(&mut self, lines: &[&'a str]) {
        let mut locals = Locals::default();
        let mut blocks: BTreeMap<&str, &[&str]> = BTreeMap::new();
        let is_label = |line: &&str| label(line).is_some();
        let head = lines.iter().position(is_label).unwrap_or(lines.len());
        lines[..head].iter().for_each(|line| self.line(line, &mut locals));
        let mut rest = &lines[head..];
        let first = rest.first().and_then(|line| label(line));
        while let Some(name) = rest.first().and_then(|line| label(line)) {
            let length = rest[1..].iter().position(is_label).map_or(rest.len(), |at| at + 1);
            blocks.insert(name, &rest[1..length]);
            rest = &rest[length..];
        }
        first.into_iter().for_each(|name| {
            locals.of(name);
        });
        let mut at = 0;
        while at < locals.order.len() {
            if let Some(lines) = blocks.get(locals.order[at]) {
                writeln!(self.text, "%{at}:").expect("writing to a text cannot fail");
                lines.iter().for_each(|line| self.line(line, &mut locals));
            }
            at += 1;
        }
    }

    fn line(&mut self, line: &'a str, locals: &mut Locals<'a>) {
        if is_type_id(line) {
            self.text.push_str("type id\n");
            return;
        }
        let mut rest = line;
        while let Some((before, name, after)) = next_name(rest) {
            self.text.push_str(before);
            rest = after;
            if name.starts_with(['!', '#']) {
                continue;
            }
            let written = match self.definitions.by_name.get(name) {
                Some(&definition) if self.places[definition] => write!(self.text, "@place"),
                Some(&definition) => write!(self.text, "@{}", self.numbers.of(definition)),
                None => match name.strip_prefix('%') {
                    Some(local) => write!(self.text, "%{}", locals.of(local)),
                    None => write!(self.text, "{name}"),
                },
            };
            written.expect("writing to a text cannot fail");
        }
        self.text.push_str(rest);
        self.text.push('\n');
    }
}

/// Returns the name of the block that begins in a line: `bb1:   ; preds = %start`.
fn label(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_.$-".contains(c);
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// Returns a text of LLVM IR, in which `\22` is the byte with this hexadecimal value.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('\\');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        bytes.extend(u8::from_str_radix(digits, 16));
        bytes.extend(rest.bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns true for a constant with the two halves of a `TypeId`, which depends on names.
fn is_type_id(line: &str) -> bool {
    const HALVES: &str = " constant <{ ptr, ptr }> <{ ptr inttoptr (i64 ";
    line.starts_with('@') && line.contains(HALVES)
}

/// Parts of a program's LLVM IR.
struct Listing<'a> {
    definitions: Definitions<'a>,
    /// Names of what runs or stays without a reference from `main`: functions for other programs
    /// (`#[no_mangle]`), and lists of such constants (`#[used]`).
    roots: Vec<&'a str>,
    /// Lines of the debug information.
    metadata: Vec<&'a str>,
}

impl<'a> Listing<'a> {
    fn of(code: &'a str) -> Self {
        let (mut roots, mut metadata) = (Vec::new(), Vec::new());
        let mut definitions = Definitions::default();
        // The function, constant or type to which lines belong.
        let mut open = None;
        for line in code.lines() {
            match line.as_bytes().first() {
                Some(b'!') => metadata.push(line),
                Some(b'd') if line.starts_with("define ") => {
                    let name = next_name(line).map(|(_, name, _)| name);
                    if !LOCAL.iter().any(|linkage| line.contains(linkage)) {
                        roots.extend(name);
                    }
                    open = name.map(|name| definitions.begin(name));
                }
                Some(b'@' | b'%') if open.is_none() => {
                    let name = next_name(line).map(|(_, name, _)| name);
                    roots.extend(name.filter(|name| name.starts_with("@llvm.")));
                    if let Some(name) = name {
                        let definition = definitions.begin(name);
                        definitions.lines[definition].push(line);
                    }
                    continue;
                }
                _ => (),
            }
            if let Some(definition) = open {
                if !line.trim_start().starts_with(';') {
                    definitions.lines[definition].push(line);
                }
                open = open.filter(|_| line != "}");
            }
        }
        Self { definitions, roots, metadata }
    }
}

/// Functions, constants and types.
#[derive(Default)]
struct Definitions<'a> {
    /// Index of each definition.
    by_name: BTreeMap<&'a str, usize>,
    lines: Vec<Vec<&'a str>>,
}

impl<'a> Definitions<'a> {
    /// Returns the index of the definition with a name, which may be a new one.
    fn begin(&mut self, name: &'a str) -> usize {
        let next = self.lines.len();
        let index = *self.by_name.entry(name).or_insert(next);
        if index == next {
            self.lines.push(Vec::new());
        }
        index
    }

    /// Returns true for each constant that holds a place of the text: its file, line and column.
    fn places(&self) -> Vec<bool> {
        let file = format!("c\"{FILE}\\00\"");
        let is_file = |name: &str| {
            let lines = self.by_name.get(name).map(|&index| &self.lines[index]);
            lines.into_iter().flatten().any(|line| line.contains(&file))
        };
        let is_place = |lines: &Vec<&str>| {
            let [line] = lines[..] else { return false };
            line.split_once("<{ ptr, [16 x i8] }> <{ ptr ")
                .and_then(|(_, value)| next_name(value))
                .is_some_and(|(before, name, _)| before.is_empty() && is_file(name))
        };
        self.lines.iter().map(is_place).collect()
    }
}

/// Returns the lines in which functions of the source begin.
fn lines_of_functions(metadata: &[&str]) -> BTreeSet<usize> {
    let file = format!("!DIFile(filename: \"{FILE}\"");
    let nodes = || metadata.iter().filter_map(|line| line.split_once(" = "));
    let files: BTreeSet<&str> =
        nodes().filter(|(_, value)| value.starts_with(&file)).map(|(node, _)| node).collect();
    nodes()
        .map(|(_, value)| value.strip_prefix("distinct ").unwrap_or(value))
        .filter(|value| value.starts_with("!DISubprogram("))
        .filter(|value| field(value, "file").is_some_and(|file| files.contains(file)))
        .filter_map(|value| field(value, "line")?.parse().ok())
        .collect()
}

/// Returns the value of a field in a line of metadata.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(", {name}: "))?;
    rest.split([',', ')']).next()
}

/// Splits a line at its first name of a function, constant, type or variable, or reference to
/// metadata (`!7`) or to an attribute group (`#7`).
///
/// Programs have millions of letters, hence the loops over bytes.
fn next_name(line: &str) -> Option<(&str, &str, &str)> {
    let bytes = line.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let next = bytes.get(start + 1);
        let mut end = start + 1;
        match bytes[start] {
            // A text, such as that of a constant.
            b'"' => {
                start = after_quote(bytes, end)?;
                continue;
            }
            b'@' | b'%' if next == Some(&b'"') => end = after_quote(bytes, end + 1)?,
            b'@' | b'%' => {
                while end < bytes.len() && IN_NAMES[bytes[end] as usize] {
                    end += 1;
                }
            }
            b'!' | b'#' if next.is_some_and(u8::is_ascii_digit) => {
                while end < bytes.len() && bytes[end].is_ascii_digit() {
                    end += 1;
                }
            }
            _ => {
                start = end;
                continue;
            }
        }
        let (name, after) = line[start..].split_at(end - start);
        return Some((&line[..start], name, after));
    }
    None
}

/// Bytes of names without quotes.
static IN_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] =
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-');
        byte += 1;
    }
    table
};

/// Returns the place behind the quote that ends a text.
fn after_quote(bytes: &[u8], mut at: usize) -> Option<usize> {
    while *bytes.get(at)? != b'"' {
        at += 1;
    }
    Some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "\
%\"inner::Board\" = type { i8 }
@alloc_1 = private constant [7 x i8] c\"bot.rs\\00\", align 1
@alloc_2 = private constant <{ ptr, [16 x i8] }> <{ ptr @alloc_1, [16 x i8] c\"place\" }>, align 8
@alloc_3 = private constant [5 x i8] c\"@text\", align 1

define i32 @main(ptr %x) #3 !dbg !7 {
start:
  %y = getelementptr %\"inner::Board\", ptr %x
  br label %bb1

; Some(comment)
bb1:                                              ; preds = %start
  call void @first(ptr @alloc_2), !dbg !8
  call void @second(ptr @alloc_3)
}

define internal void @first(ptr %place) #0 {
  call void @outside()
}

define internal void @second(ptr %text) #0 {
  call void @outside(ptr %text)
}
!1 = !DIFile(filename: \"bot.rs\", directory: \"\")
!2 = !DIFile(filename: \"core.rs\", directory: \"\")
!7 = distinct !DISubprogram(name: \"f\", scope: !9, file: !1, line: 7, flags: X)
!8 = distinct !DISubprogram(name: \"g\", scope: !9, file: !2, line: 8, flags: X)
";

    #[test]
    fn names_places_and_the_order_do_not_matter_and_everything_else_does() {
        let check = |from: &str, to: &str, expected: bool| {
            assert!(CODE.contains(from), "{from}");
            let other = Program::read(&CODE.replace(from, to));
            assert_eq!(Program::read(CODE) == other, expected, "{from} -> {to}");
        };
        check("!7", "!70", true);
        check("#3", "#4", true);
        check("@first", "@a", true);
        check("alloc_3", "alloc_4", true);
        check("inner::Board", "Board", true);
        check("c\"place\"", "c\"other\"", true);
        check("Some(comment)", "", true);
        check("bot.rs", "other", false);
        check("c\"@text\"", "c\"other\"", false);
        check("type { i8 }", "type { i16 }", false);
        check("call void @first", "call void @second", false);
        check("call void @outside()", "call void @elsewhere()", false);
        check("(ptr %text)\n}", "(ptr %text)\n  ret void\n}", false);
        check("bb1", "bb2", true);
        check("%y", "%other", true);
        check("  br label %bb1\n", "  br label %bb3\n", false);
        let types = "@id = private constant <{ ptr, ptr }> <{ ptr inttoptr (i64 -12 to ptr), ptr \
                     inttoptr (i64 34 to ptr) }>, align 8\n";
        let with = |id: &str, types: &str| {
            let code = CODE.replace("ptr @alloc_3", &format!("ptr @{id}"));
            Program::read(&format!("{code}{types}"))
        };
        assert!(with("id", types) == with("id", &types.replace("34", "56")));
        assert!(with("id", types) != with("alloc_3", types));
        let (first, last) = CODE.split_at(CODE.find("define internal void @first").unwrap());
        assert!(Program::read(CODE) == Program::read(&format!("{last}{first}")));
    }

    #[test]
    fn functions_and_constants_without_a_reference_from_main_count_if_the_linker_finds_them() {
        let check = |definitions: &str, expected: bool| {
            let read = |value: &str| Program::read(&format!("{CODE}{definitions}{value}\n}}\n"));
            assert_eq!(read("  ret i8 1") == read("  ret i8 2"), expected, "{definitions}");
        };
        check("define internal i8 @f() {\nstart:\n", true);
        check("define dso_local i8 @f() {\nstart:\n", false);
        let used = "@llvm.used = appending global [1 x ptr] [ptr @f], section \"llvm.metadata\"\n";
        check(&format!("{used}define internal i8 @f() {{\nstart:\n"), false);
    }

    #[test]
    fn functions_of_the_text_are_found_by_their_lines() {
        assert_eq!(Program::read(CODE).lines, BTreeSet::from([7]));
    }

    #[test]
    fn words_in_texts_are_found_behind_escaped_bytes() {
        let code = CODE.replace("c\"@text\"", "c\"a\\0Aname \\22Kind\\22\\C3\\A9\"");
        let expected = ["a", "name", "Kind", "é"].map(str::to_owned);
        assert_eq!(Program::read(&code).words(), BTreeSet::from(expected));
    }
}
