//! Comparison of two programs by their LLVM IR before any optimisation, whatever their names are.
//!
//! Functions, constants and types are numbered in the order in which the program refers to them,
//! beginning with `main`. Two programs are the same if all definitions are the same with numbers
//! instead of names. Places in the text, which panic messages print, do not count: the source map
//! restores them.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

use crate::compiler::FILE;
use crate::error::CompileError;

use super::Session;

/// Function with which a program begins.
const MAIN: &str = "@main";

/// Numbered definitions of a program.
#[derive(PartialEq, Eq)]
pub(super) struct Program(String);

impl Program {
    pub(super) fn of(session: &Session<'_>, text: &str) -> Result<Self, CompileError> {
        Ok(Self::read(&session.compiler.code(text, session.edition, session.judge)?))
    }

    fn read(code: &str) -> Self {
        let definitions = definitions(code);
        let places = places(&definitions);
        let mut numbers = HashMap::from([(MAIN, 0)]);
        let mut order = vec![MAIN];
        let mut text = String::with_capacity(code.len());
        let mut at = 0;
        while let Some(lines) = order.get(at).and_then(|name| definitions.get(name)) {
            at += 1;
            for line in lines {
                let mut rest = *line;
                while let Some((before, name, after)) = next_name(rest) {
                    text.push_str(before);
                    rest = after;
                    if places.contains(name) {
                        text.push_str("@place");
                    } else if definitions.contains_key(name) {
                        let next = numbers.len();
                        let number = *numbers.entry(name).or_insert_with(|| {
                            order.push(name);
                            next
                        });
                        write!(text, "@{number}").expect("writing to a text cannot fail");
                    } else if !name.starts_with(['!', '#']) {
                        text.push_str(name);
                    }
                }
                text.push_str(rest);
                text.push('\n');
            }
        }
        Self(text)
    }
}

/// Returns the lines of each function, constant and type.
fn definitions(code: &str) -> HashMap<&str, Vec<&str>> {
    let mut definitions: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut function = None;
    for line in code.lines() {
        let is_function = line.starts_with("define ");
        if is_function || function.is_none() && line.starts_with(['@', '%']) {
            function = next_name(line).map(|(_, name, _)| name);
        }
        let is_comment = line.trim_start().starts_with(';');
        if let Some(name) = function.filter(|_| !is_comment) {
            definitions.entry(name).or_default().push(line);
        }
        if line == "}" || line.starts_with(['@', '%']) {
            function = None;
        }
    }
    definitions
}

/// Returns the constants that hold a place of the text: its file, line and column.
fn places<'a>(definitions: &HashMap<&'a str, Vec<&'a str>>) -> HashSet<&'a str> {
    let file = format!("c\"{FILE}\\00\"");
    let is_file = |name: &str| {
        let lines = definitions.get(name).into_iter().flatten();
        lines.into_iter().any(|line| line.contains(&file))
    };
    let is_place = |lines: &[&str]| {
        let [line] = lines else { return false };
        line.split_once("<{ ptr, [16 x i8] }> <{ ptr ")
            .and_then(|(_, value)| next_name(value))
            .is_some_and(|(before, name, _)| before.is_empty() && is_file(name))
    };
    definitions.iter().filter(|(_, lines)| is_place(lines)).map(|(name, _)| *name).collect()
}

/// Splits a line at its first name of a function, constant, type or variable, or reference to
/// metadata (`!7`) or to an attribute group (`#7`).
fn next_name(line: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + line[from..].find(['@', '%', '!', '#', '"'])?;
        let rest = &line[start + 1..];
        let mark = line.as_bytes()[start];
        let length = match (mark, rest.strip_prefix('"')) {
            // A text, such as that of a constant.
            (b'"', _) => {
                from = start + 2 + rest.find('"')?;
                continue;
            }
            (b'@' | b'%', Some(quoted)) => 2 + quoted.find('"')?,
            (b'@' | b'%', None) => {
                let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$-".contains(c);
                rest.find(|c| !is_part(c)).unwrap_or(rest.len())
            }
            (b'!' | b'#', _) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
                rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
            }
            _ => {
                from = start + 1;
                continue;
            }
        };
        let (name, after) = line[start..].split_at(length + 1);
        return Some((&line[..start], name, after));
    }
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

; Some(comment)
bb1:                                              ; preds = %start
  call void @first(ptr @alloc_2), !dbg !8
  call void @second(ptr @alloc_3)
}

define void @first(ptr %place) #0 {
  call void @outside()
}

define void @second(ptr %text) #0 {
  call void @outside(ptr %text)
}
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
        check("bb1:", "bb2:", false);
        let (first, last) = CODE.split_at(CODE.find("define void @first").unwrap());
        assert!(Program::read(CODE) == Program::read(&format!("{last}{first}")));
    }
}
