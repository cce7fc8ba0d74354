//! Source map: maps places in a bundle to places in the sources, for example those of a panic
//! message from the judge.
//!
//! The file format is source map revision 3, which other tools read as well: see
//! <https://tc39.es/ecma426/>. Its columns count characters, as in rustc's messages. Columns of
//! panic messages count the display width of the text before: see [`panic_column`].

use std::{collections::BTreeMap, fmt, fs, io, path::Path};

use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthChar;

use crate::digest::sha256;
use crate::origins::tokens_of;
use crate::sources::Place;

/// Suffix that is appended to a bundle's name for its map.
pub const MAP_SUFFIX: &str = ".map";

/// Width of a tab in rustc's columns.
const TAB: usize = 4;

/// The only revision in use.
const VERSION: u32 = 3;

/// Numbers in a mapping: column, then differences of file, line, column and, if there is one, name.
const MAPPED: usize = 4;

/// Source map of the tokens of a bundle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Tokens in the order of the bundle.
    tokens: Vec<Mapped>,
    /// Files of the workspace relative to its root, others by package, version and path.
    files: Vec<String>,
    names: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mapped {
    /// Line and column in the bundle, both counted from 1.
    line: usize,
    column: usize,
    place: Place,
    /// Original name, if the bundle has another one.
    name: Option<usize>,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Location {
    /// The file, relative to the workspace's root; in a crate from elsewhere, by package, version
    /// and path.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Original name, if the bundle has a shorter one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Reason why a map cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// A file cannot be read.
    #[error(
        "cannot read {file}: {reason}; bundle with -o to have the map written beside the bundle"
    )]
    Read {
        /// Path of the file.
        file: String,
        /// Error of the operating system.
        reason: io::Error,
    },
    /// The file is not a source map, or not one of this program.
    #[error("{file} is not the source map of a bundle: {reason}")]
    Wrong {
        /// Path of the file.
        file: String,
        /// Description of the problem.
        reason: String,
    },
    /// The map belongs to another text.
    #[error("{map} belongs to another text than that of {bundle}; bundle again")]
    Stale {
        /// Path of the bundle.
        bundle: String,
        /// Path of the map.
        map: String,
    },
}

/// A source map as JSON.
#[derive(Serialize, Deserialize)]
struct OnDisk {
    version: u32,
    file: String,
    sources: Vec<String>,
    names: Vec<String>,
    mappings: String,
    /// SHA-256 of the bundle.
    x_sha256: String,
}

impl Map {
    /// Returns the map of a bundle that consists of `header` and `text`. The tokens of `text` come
    /// from `origins`, and `written` has their original names, if `text` has others.
    pub(crate) fn new(
        header: &str,
        text: &str,
        origins: &[Option<Place>],
        written: Option<&str>,
        files: Vec<String>,
    ) -> Self {
        let first = header.lines().count();
        let mut map = Self { files, ..Self::default() };
        let mut known = BTreeMap::new();
        let mut written = written.map(|written| tokens_of(written).into_iter());
        for (token, origin) in tokens_of(text).into_iter().zip(origins) {
            let long = written.as_mut().and_then(Iterator::next);
            let Some(place) = *origin else { continue };
            let name = long.filter(|long| long.text != token.text).map(|long| {
                *known.entry(long.text).or_insert_with_key(|name| {
                    map.names.push(name.clone());
                    map.names.len() - 1
                })
            });
            map.tokens.push(Mapped { line: token.line + first, column: token.column, place, name });
        }
        map
    }

    /// Returns the source of the token at a place of the bundle, or else of the token before it.
    ///
    /// Returns `None` for places above the first token, and for text that the bundler has added
    /// there.
    pub fn locate(&self, line: usize, column: usize) -> Option<Location> {
        let after =
            self.tokens.partition_point(|token| (token.line, token.column) <= (line, column));
        Some(self.location(self.tokens.get(after.checked_sub(1)?)?))
    }

    /// Returns the sources of a line of the bundle: the first place of each source line, in the
    /// bundle's order.
    pub fn locate_line(&self, line: usize) -> Vec<Location> {
        let from = self.tokens.partition_point(|token| token.line < line);
        let to = self.tokens.partition_point(|token| token.line <= line);
        let mut found: Vec<Mapped> = Vec::new();
        for token in &self.tokens[from..to] {
            let is_new = |old: &Mapped| {
                (old.place.file, old.place.line) != (token.place.file, token.place.line)
            };
            if found.last().is_none_or(is_new) {
                found.push(*token);
            }
        }
        found.iter().map(|token| self.location(token)).collect()
    }

    /// Returns the original name of the token that begins at a place of the bundle.
    pub(crate) fn name_at(&self, line: usize, column: usize) -> Option<&str> {
        let at = self.tokens.partition_point(|token| (token.line, token.column) < (line, column));
        let token = self.tokens.get(at).filter(|it| (it.line, it.column) == (line, column))?;
        token.name.map(|name| self.names[name].as_str())
    }

    fn location(&self, token: &Mapped) -> Location {
        Location {
            file: self.files[token.place.file].clone(),
            line: token.place.line,
            column: token.place.column,
            name: token.name.map(|name| self.names[name].clone()),
        }
    }

    /// Returns a compiler's message or a panic message about `file`, with every place of the bundle
    /// replaced by that of the source.
    ///
    /// Removes the line numbers in the margin of a compiler's message, because they are those of
    /// the bundle.
    pub fn explain(&self, words: &str, file: &str) -> String {
        let explain = |line| self.explain_line(line, file, |_, column| column);
        words.lines().map(explain).collect::<Vec<_>>().join("\n")
    }

    /// Like [`Map::explain`], for a panic message of a bundle, whose text is `source`.
    pub fn explain_panic(&self, words: &str, file: &str, source: &str) -> String {
        let column = |line, column| panic_column(source, line, column);
        let explain = |line| self.explain_line(line, file, column);
        words.lines().map(explain).collect::<Vec<_>>().join("\n")
    }

    fn explain_line(
        &self,
        line: &str,
        file: &str,
        character: impl Fn(usize, usize) -> usize,
    ) -> String {
        let trimmed = line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
        if trimmed.starts_with('|') && line.len() > trimmed.len() {
            return " ".repeat(line.len() - trimmed.len()) + trimmed;
        }
        let mut explained = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once(file) {
            explained.push_str(before);
            rest = after;
            let place = after.strip_prefix(':').and_then(|after| {
                let (line, after) = leading_number(after)?;
                let (column, after) = leading_number(after.strip_prefix(':')?)?;
                Some((self.locate(line, character(line, column))?, after))
            });
            match place {
                Some((location, after)) => {
                    explained.push_str(&location.to_string());
                    rest = after;
                }
                None => explained.push_str(file),
            }
        }
        explained + rest
    }

    /// Returns the map as the content of the file beside the bundle `file`, whose text is `source`.
    pub fn to_json(&self, file: &str, source: &str) -> String {
        let on_disk = OnDisk {
            version: VERSION,
            file: file.to_owned(),
            sources: self.files.clone(),
            names: self.names.clone(),
            mappings: self.mappings(),
            x_sha256: sha256(source.as_bytes()),
        };
        serde_json::to_string(&on_disk).expect("texts and numbers are valid JSON") + "\n"
    }

    /// Reads the map beside the bundle `file`.
    ///
    /// # Errors
    ///
    /// If one of the two cannot be read, or if the map belongs to another text.
    pub fn beside(file: &Path) -> Result<Self, MapError> {
        let path = map_path(file);
        let read = |path: &Path| {
            fs::read_to_string(path)
                .map_err(|reason| MapError::Read { file: path.display().to_string(), reason })
        };
        let (source, json) = (read(file)?, read(&path)?);
        let wrong = |reason: String| MapError::Wrong { file: path.display().to_string(), reason };
        let on_disk: OnDisk =
            serde_json::from_str(&json).map_err(|error| wrong(error.to_string()))?;
        if on_disk.x_sha256 != sha256(source.as_bytes()) {
            let bundle = file.display().to_string();
            return Err(MapError::Stale { bundle, map: path.display().to_string() });
        }
        Self::from_disk(on_disk).ok_or_else(|| wrong("its mappings are invalid".to_owned()))
    }

    /// Encodes the tokens as differences between each and the one before: lines end with `;`,
    /// tokens with `,`.
    fn mappings(&self) -> String {
        let mut text: Vec<u8> = Vec::new();
        let mut line = 1;
        let mut before = [0; MAPPED + 1];
        for (index, token) in self.tokens.iter().enumerate() {
            if token.line > line {
                text.extend(vec![b';'; token.line - line]);
                line = token.line;
                before[0] = 0;
            } else if index > 0 {
                text.push(b',');
            }
            let Place { file, line, column } = token.place;
            let numbers = [token.column - 1, file, line - 1, column - 1, token.name.unwrap_or(0)];
            let count = MAPPED + usize::from(token.name.is_some());
            for (number, before) in numbers.into_iter().zip(&mut before).take(count) {
                let number = i64::try_from(number).expect("positions in sources fit in 64 bits");
                vlq::encode(number - *before, &mut text).expect("writing to a vector cannot fail");
                *before = number;
            }
        }
        String::from_utf8(text).expect("base64 digits are ASCII")
    }

    fn from_disk(on_disk: OnDisk) -> Option<Self> {
        let mut tokens = Vec::new();
        let mut before = [0; MAPPED + 1];
        for (line, mappings) in on_disk.mappings.split(';').enumerate() {
            before[0] = 0;
            for mapping in mappings.split(',').filter(|mapping| !mapping.is_empty()) {
                let mut bytes = mapping.bytes().peekable();
                let mut count = 0;
                while bytes.peek().is_some() {
                    *before.get_mut(count)? += vlq::decode(&mut bytes).ok()?;
                    count += 1;
                }
                let mut numbers = [0; MAPPED + 1];
                for (number, value) in numbers.iter_mut().zip(before) {
                    *number = usize::try_from(value).ok()?;
                }
                let [column, file, source_line, source_column, name] = numbers;
                let place = Place { file, line: source_line + 1, column: source_column + 1 };
                let name = (count > MAPPED).then_some(name);
                let is_known = file < on_disk.sources.len()
                    && name.is_none_or(|name| name < on_disk.names.len());
                if count < MAPPED || !is_known {
                    return None;
                }
                tokens.push(Mapped { line: line + 1, column: column + 1, place, name });
            }
        }
        Some(Self { tokens, files: on_disk.sources, names: on_disk.names })
    }
}

/// Returns the character of a line, counted from 1, at the column of a panic message.
///
/// In a panic message, a tab counts as four characters, and East Asian wide characters as two:
/// rustc uses the column at which a terminal would show the place.
pub fn panic_column(source: &str, line: usize, column: usize) -> usize {
    let text = source.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let mut shown = 1;
    let before = text.chars().take_while(|&c| {
        let is_before = shown < column;
        shown += if c == '\t' { TAB } else { c.width().unwrap_or(1) };
        is_before
    });
    before.count() + 1
}

/// Returns the path of a bundle's map.
pub fn map_path(bundle: &Path) -> std::path::PathBuf {
    let mut path = bundle.as_os_str().to_owned();
    path.push(MAP_SUFFIX);
    path.into()
}

/// Splits a text after its leading number.
fn leading_number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the map of `fn a(){b;}` below one line of header. In its only source file it is
    /// written as `fn\n  long(){\n   name;}`.
    fn map() -> Map {
        let places = [(1, 1), (2, 3), (2, 7), (2, 8), (2, 9), (3, 4), (3, 8), (3, 9)];
        let origins: Vec<Option<Place>> =
            places.iter().map(|&(line, column)| Some(Place { file: 1, line, column })).collect();
        let files = vec!["other.rs".to_owned(), "src/main.rs".to_owned()];
        Map::new("// Header.\n", "fn a(){\nb;}", &origins, Some("fn long(){name;}"), files)
    }

    #[test]
    fn places_map_to_the_token_there_or_before() {
        let check = |line: usize, column: usize, expected: Option<&str>| {
            let found = map().locate(line, column).map(|location| location.to_string());
            assert_eq!(found.as_deref(), expected, "{line}:{column}");
        };
        check(1, 5, None);
        check(2, 1, Some("src/main.rs:1:1"));
        check(2, 2, Some("src/main.rs:1:1"));
        check(2, 4, Some("src/main.rs:2:3"));
        check(2, 99, Some("src/main.rs:2:9"));
        check(3, 1, Some("src/main.rs:3:4"));
        check(9, 1, Some("src/main.rs:3:9"));
        let lines: Vec<String> = map().locate_line(2).iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["src/main.rs:1:1", "src/main.rs:2:3"]);
        assert_eq!(map().name_at(2, 4), Some("long"));
        assert_eq!(map().name_at(2, 5), None);
    }

    #[test]
    fn places_in_messages_about_the_bundle_become_places_in_the_sources() {
        let check = |words: &str, expected: &str| {
            assert_eq!(map().explain(words, "bot.rs"), expected);
        };
        check("panicked at bot.rs:3:1:\nindex", "panicked at src/main.rs:3:4:\nindex");
        check(" --> bot.rs:2:4 and bot.rs:3:2", " --> src/main.rs:2:3 and src/main.rs:3:8");
        check("bot.rs:1:1 and bot.rs", "bot.rs:1:1 and bot.rs");
        check("12 | fn a(){", "   | fn a(){");
    }

    #[test]
    fn columns_of_panics_count_the_display_width() {
        let check = |text: &str, column: usize, expected: usize| {
            assert_eq!(panic_column(&format!("first\n{text}"), 2, column), expected, "{text}");
        };
        check("abc", 1, 1);
        check("abc", 3, 3);
        check("\t\tabc", 9, 3);
        check("\"\u{4e00}é\"+b", 7, 6);
    }

    #[test]
    fn a_map_survives_writing_and_reading_and_fits_only_its_bundle() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.rs");
        fs::write(&file, "text").unwrap();
        assert!(matches!(Map::beside(&file), Err(MapError::Read { .. })));
        fs::write(map_path(&file), map().to_json("bot.rs", "text")).unwrap();
        assert_eq!(Map::beside(&file).unwrap(), map());
        fs::write(&file, "other text").unwrap();
        assert!(matches!(Map::beside(&file), Err(MapError::Stale { .. })));
        for broken in ["{}", "[]", "x"] {
            fs::write(map_path(&file), broken).unwrap();
            assert!(matches!(Map::beside(&file), Err(MapError::Wrong { .. })));
        }
        let strange = map().to_json("bot.rs", "other text").replace("\"other.rs\",", "");
        fs::write(map_path(&file), strange).unwrap();
        assert!(matches!(Map::beside(&file), Err(MapError::Wrong { .. })));
    }
}
