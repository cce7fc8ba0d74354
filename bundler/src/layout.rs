//! Removal of white space that costs UTF-16 units without making the text more readable.
//!
//! Four spaces a level were a third of a real bot's bundle. They become one tab a level. Nearly
//! everything lies in a module within a module, so the content of a module is not indented at all:
//! modules are whole files.

use std::collections::{HashMap, HashSet};

use proc_macro2::{TokenStream, TokenTree};

use crate::token_trees::content;

/// Width of an indentation level in the output of `prettyplease`.
const LEVEL: usize = 4;

/// Indents by tabs, except for modules, and writes `crate::` without the space that `prettyplease`
/// inserts in unknown macros.
///
/// Lines that start inside a literal are part of its value and stay as they are. The text must not
/// contain comments.
pub(crate) fn compact(text: &str) -> String {
    let tokens: TokenStream = text.parse().expect("prettyplease prints valid Rust");
    let mut marks = Marks::default();
    marks.read(tokens);

    let mut compacted = String::with_capacity(text.len());
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let mut rest = line;
        if !marks.inside_literals.contains(&number) {
            rest = line.trim_start_matches(' ');
            let modules = marks.modules_around.get(&number).copied().unwrap_or(0);
            let spaces = (line.len() - rest.len()).saturating_sub(LEVEL * modules);
            compacted.extend(std::iter::repeat_n('\t', spaces / LEVEL));
            compacted.extend(std::iter::repeat_n(' ', spaces % LEVEL));
        }
        let first_column = line.len() - rest.len();
        // Columns count characters; the characters before the first column are spaces.
        for (column, c) in (first_column..).zip(rest.chars()) {
            let is_needless = c == ' ' && marks.needless_spaces.contains(&(number, column));
            compacted.extend((!is_needless).then_some(c));
        }
        compacted.push('\n');
    }
    compacted
}

#[derive(Default)]
struct Marks {
    /// Lines, counted from 1, whose first column is inside a literal.
    inside_literals: HashSet<usize>,
    /// Line, counted from 1, and column of the space in `crate ::`.
    needless_spaces: HashSet<(usize, usize)>,
    /// Number of modules around a line, counted from 1; lines outside of modules have no entry.
    modules_around: HashMap<usize, usize>,
}

impl Marks {
    fn read(&mut self, tokens: TokenStream) {
        let mut end_of_crate = None;
        let mut words_of_module = 0;
        for tree in tokens {
            let start = tree.span().start();
            if end_of_crate == Some((start.line, start.column.wrapping_sub(1)))
                && matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == ':')
            {
                self.needless_spaces.extend(end_of_crate);
            }
            let end = tree.span().end();
            end_of_crate = match &tree {
                TokenTree::Ident(word) if word == "crate" => Some((end.line, end.column)),
                _ => None,
            };
            // The keyword `mod`, a name, and the content of the module.
            words_of_module = match &tree {
                TokenTree::Ident(word) if word == "mod" => 1,
                TokenTree::Ident(_) if words_of_module == 1 => 2,
                TokenTree::Group(_) if words_of_module == 2 => {
                    let end = tree.span().end().line;
                    (start.line + 1..end)
                        .for_each(|line| *self.modules_around.entry(line).or_default() += 1);
                    0
                }
                _ => 0,
            };
            match tree {
                TokenTree::Literal(_) => self.inside_literals.extend(start.line + 1..=end.line),
                TokenTree::Group(group) => self.read(content(group)),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(compact(text), expected);
    }

    #[test]
    fn a_level_is_one_tab_and_odd_spaces_stay() {
        check(
            "impl A {\n    fn f() {\n          g();\n    }\n}\n",
            "impl A {\n\tfn f() {\n\t\t  g();\n\t}\n}\n",
        );
    }

    #[test]
    fn modules_do_not_indent() {
        check(
            "pub mod a {\n    mod b {\n        fn f() {\n            g();\n        }\n    }\n}\n\
             fn h() {\n    i();\n}\n",
            "pub mod a {\nmod b {\nfn f() {\n\tg();\n}\n}\n}\nfn h() {\n\ti();\n}\n",
        );
    }

    #[test]
    fn literals_of_several_lines_keep_every_space() {
        let text = "    const A: &str = \"é\n    crate ::b\n        c\"; crate ::d;\n";
        check(text, "\tconst A: &str = \"é\n    crate ::b\n        c\"; crate::d;\n");
        check("    f(r#\"\n    x\n\"#);\n", "\tf(r#\"\n    x\n\"#);\n");
    }
}
