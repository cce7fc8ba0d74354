//! Writes tuned weights into the source file that declares them by `search::weights!`.

use crate::game_with_weights::Named;

/// Source file that does not declare the weights as expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SourceError {
    /// Weight without a declaration.
    #[error("the file declares no weight `{0}: ... = ...;`")]
    NotDeclared(String),
    /// Missing line for the command that made the weights.
    #[error("the file has no line that begins with `{ORIGIN}`: add one for the command")]
    NoOrigin,
}

/// Start of the line that names the command that made the weights.
const ORIGIN: &str = "//! Made by ";

/// Start of the range of a weight, behind its value.
const RANGE: &str = ", in ";

/// Maximum width of a line, in columns.
const WIDTH: usize = 100;

/// Returns `text`, the source of a `search::weights!` declaration, with the values of `weights` and
/// with `command` in the line that names their origin.
///
/// # Errors
///
/// The text does not declare a weight, or has no line for the command.
pub fn rewrite(text: &str, weights: &[Named], command: &str) -> Result<String, SourceError> {
    let old = text.lines().find(|line| line.starts_with(ORIGIN)).ok_or(SourceError::NoOrigin)?;
    let mut text = text.replacen(old, &format!("{ORIGIN}`{command}`."), 1);
    let mut rest = weights;
    while let Some((first, _)) = rest.first() {
        let field = field_of(first);
        let count = rest.iter().take_while(|(name, _)| field_of(name) == field).count();
        let (group, others) = rest.split_at(count);
        text = replace_field(&text, field, group)?;
        rest = others;
    }
    Ok(text)
}

fn field_of(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

/// Replaces the text between `field: shape =` and the semicolon, or the range before it.
fn replace_field(text: &str, field: &str, group: &[Named]) -> Result<String, SourceError> {
    let missing = || SourceError::NotDeclared(field.to_owned());
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().strip_prefix(field).is_some_and(|rest| rest.starts_with(':')) {
            let indent = line.len() - line.trim_start().len();
            let declared = &text[from..];
            let value = from + declared.find(" = ").ok_or_else(missing)? + " = ".len();
            let declaration = text[value..].split(';').next().unwrap_or_default();
            let end = value + declaration.find(RANGE).unwrap_or(declaration.len());
            let taken = value - from;
            let tree = Tree::of(group);
            return Ok(format!("{}{}{}", &text[..value], tree.write(indent, taken), &text[end..]));
        }
        from += line.len();
    }
    Err(missing())
}

/// Weight or nested array of weights.
enum Tree {
    Leaf(i32),
    Branch(Vec<Tree>),
}

impl Tree {
    /// Builds the nested array from the indices in the names of `group`, which are in order.
    fn of(group: &[Named]) -> Tree {
        let path = |name: &str| -> Vec<usize> {
            let indices = name.split(['[', ']']).skip(1);
            indices.filter_map(|index| index.parse().ok()).collect()
        };
        let leaves: Vec<(Vec<usize>, i32)> =
            group.iter().map(|(name, value)| (path(name), *value)).collect();
        Tree::grow(&leaves, 0)
    }

    fn grow(leaves: &[(Vec<usize>, i32)], depth: usize) -> Tree {
        match leaves {
            [(path, value)] if path.len() == depth => Tree::Leaf(*value),
            _ => {
                let parts = leaves.chunk_by(|(one, _), (other, _)| one[depth] == other[depth]);
                Tree::Branch(parts.map(|part| Tree::grow(part, depth + 1)).collect())
            }
        }
    }

    /// Formats the value for a place after `taken` columns of a line with this indent: on one line
    /// if it fits, over several lines otherwise.
    fn write(&self, indent: usize, taken: usize) -> String {
        let line = self.to_string();
        let Tree::Branch(parts) = self else {
            return line;
        };
        if taken + line.len() < WIDTH {
            return line;
        }
        let inner = indent + 4;
        let mut text = "[".to_owned();
        let mut column = WIDTH;
        for part in parts {
            let written = part.write(inner, inner);
            let is_leaf = matches!(part, Tree::Leaf(_));
            if is_leaf && column + 1 + written.len() < WIDTH {
                text.push(' ');
                column += 1;
            } else {
                text += &format!("\n{:inner$}", "");
                column = inner;
            }
            text += &written;
            text.push(',');
            column += written.len() + 1;
        }
        text + &format!("\n{:indent$}]", "")
    }
}

impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Tree::Leaf(value) => write!(f, "{value}"),
            Tree::Branch(parts) => {
                f.write_str("[")?;
                for (index, part) in parts.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{part}")?;
                }
                f.write_str("]")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//! Weights.
//! Made by hand.

search::weights! {
    pub struct Weights {
        /// Moving next: tempo: 3.
        tempo: i32 = 20;
        /// A table.
        table: [[i32; 2]; 2] = [
            [1, 2],
            [3, 4],
        ];
        long: [i32; 3] = [1, 2, 3], in 0..=9000;
    }
}
";

    fn weights(long: i32) -> Vec<Named> {
        let names = ["tempo", "table[0][0]", "table[0][1]", "table[1][0]", "table[1][1]"];
        let mut named: Vec<Named> =
            (5..).zip(names).map(|(value, name)| (name.to_owned(), -value)).collect();
        named.extend((0..3).map(|index| (format!("long[{index}]"), long)));
        named
    }

    #[test]
    fn values_and_origin_are_replaced_and_nothing_else() {
        let text = rewrite(TEXT, &weights(7), "cargo cg tune x").unwrap();
        let expected = TEXT
            .replace("by hand.", "by `cargo cg tune x`.")
            .replace("= 20;", "= -5;")
            .replace(
                "[\n            [1, 2],\n            [3, 4],\n        ]",
                "[[-6, -7], [-8, -9]]",
            )
            .replace("[1, 2, 3]", "[7, 7, 7]");
        assert_eq!(text, expected);
    }

    #[test]
    fn a_written_file_can_be_rewritten() {
        let once = rewrite(TEXT, &weights(7), "one").unwrap();
        assert_eq!(rewrite(&once, &weights(9), "two"), rewrite(TEXT, &weights(9), "two"));
    }

    #[test]
    fn long_arrays_are_wrapped_at_the_width() {
        let many: Vec<Named> =
            (0..60).map(|index| (format!("long[{index}]"), 1000 + index)).collect();
        let text = rewrite(TEXT, &many, "one").unwrap();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.lines().filter(|line| line.contains("10")).count(), 5, "{text}");
    }

    #[test]
    fn a_file_that_does_not_fit_is_refused() {
        let unknown = [("other".to_owned(), 1)];
        assert_eq!(rewrite(TEXT, &unknown, "x"), Err(SourceError::NotDeclared("other".to_owned())));
        assert_eq!(rewrite("tempo: i32 = 1;", &weights(1), "x"), Err(SourceError::NoOrigin));
    }
}
