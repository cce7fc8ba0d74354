//! Name of a game in its forms: package, crate, type and title.

use anyhow::bail;

/// Longest name, in characters: longer ones would break lines of the templates.
const LONGEST: usize = 30;

/// Words that no crate can be named: keywords of Rust, and crates of its standard library.
const RESERVED: [&str; 52] = [
    "abstract", "alloc", "as", "async", "await", "become", "box", "break", "const", "continue",
    "core", "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen",
    "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
    "pub", "ref", "return", "self", "static", "std", "struct", "super", "test", "trait", "true",
    "try", "type", "unsafe", "use", "virtual", "where", "while",
];

/// Name of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name(String);

impl Name {
    /// Parses a name: words of small letters and digits, with hyphens between them.
    ///
    /// # Errors
    ///
    /// The name is none of a crate, or too long.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Name> {
        let is_word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        let is_name = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.split('-').all(is_word)
            && (2..=LONGEST).contains(&text.len());
        if !is_name {
            bail!(
                "`{text}` is not the name of a game: use 2 to {LONGEST} small letters, digits and \
                 single hyphens, such as connect-four"
            );
        }
        if RESERVED.contains(&text) {
            bail!("no crate can be named `{text}`, a word of Rust: choose another name");
        }
        Ok(Name(text.to_owned()))
    }

    /// Returns the name of the package, as on the command line.
    pub(crate) fn package(&self) -> &str {
        &self.0
    }

    /// Returns the name of the crate in sources.
    pub(crate) fn krate(&self) -> String {
        self.0.replace('-', "_")
    }

    /// Returns the name of the type in the registry.
    pub(crate) fn type_name(&self) -> String {
        self.0.split('-').map(capitalised).collect()
    }

    /// Returns the title for readers.
    pub(crate) fn title(&self) -> String {
        self.0.split('-').map(capitalised).collect::<Vec<_>>().join(" ")
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    #[test]
    fn a_name_has_a_form_for_each_place() {
        let name = Name::parse("connect-4-drop").unwrap();
        assert_eq!(name.package(), "connect-4-drop");
        assert_eq!(name.krate(), "connect_4_drop");
        assert_eq!(name.type_name(), "Connect4Drop");
        assert_eq!(name.title(), "Connect 4 Drop");
    }

    #[test]
    fn names_that_no_crate_can_have_are_refused() {
        let long = "a".repeat(LONGEST + 1);
        for text in
            ["", "x", "Othello", "4-in-a-row", "a--b", "a-", "-a", "a_b", "a b", "../a", &long]
        {
            let error = Name::parse(text).unwrap_err().to_string();
            assert!(error.contains("is not the name of a game"), "{error}");
        }
        for text in ["match", "move", "std", "test"] {
            let error = Name::parse(text).unwrap_err().to_string();
            assert!(error.contains("choose another name"), "{error}");
        }
    }
}
