//! Functions of older editions whose `impl Trait` would capture more lifetimes in edition 2024 than
//! they have been written for, so that a caller no longer compiles.
//!
//! Only types show where that matters. The compiler's lint, with which `cargo fix --edition`
//! migrates them, suggests the captures that all editions understand.

use serde_json::Value;

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};
use crate::suggestions::{Edit, applied, edit};

const LINT: &str = "impl_trait_overcaptures";

/// Returns `source`, which compiles in the first edition of the judge, with the captures of that
/// edition by name where edition 2024 has others. Its lines stay the same.
///
/// # Errors
///
/// If no compiler is available.
pub(crate) fn with_captures(
    source: String,
    compiler: &Compiler,
    judge: &Judge,
) -> Result<String, CompileError> {
    let first = judge.editions[0];
    match first < Edition::E2024 && judge.editions.contains(&Edition::E2024) {
        true => applied(source, compiler, judge, first, &["--force-warn", LINT], suggested),
        false => Ok(source),
    }
}

/// Returns the insertions that one message suggests.
fn suggested(message: &str) -> Vec<Edit> {
    let Ok(message) = serde_json::from_str::<Value>(message) else { return Vec::new() };
    if message["code"]["code"] != LINT {
        return Vec::new();
    }
    let children = message["children"].as_array().into_iter().flatten();
    let spans = children.filter_map(|child| child["spans"].as_array()).flatten();
    spans.filter_map(edit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_of_older_editions_are_named_and_edition_2024_accepts_the_callers() {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let source = "struct Bytes<'a>(&'a [u8]);\nimpl<'a> Bytes<'a> {\n\
                      fn all(&self) -> impl Iterator<Item = &'a u8> { self.0.iter() }\n\
                      fn one(&self) -> &impl Copy { &self.0[0] }\n}\n\
                      fn all<'a>(bytes: &'a [u8]) -> impl Iterator<Item = &'a u8> \
                      { Bytes(bytes).all() }\n\
                      fn main() { all(&[1]); Bytes(&[1]).one(); }\n";
        let rejects = |text: &str| compiler.try_out(text, Edition::E2024, &judge, true).is_err();
        assert!(rejects(source));
        let named = with_captures(source.to_owned(), &compiler, &judge).unwrap();
        assert!(!rejects(&named), "{named}");
        assert!(named.contains("impl Iterator<Item = &'a u8> + use<'a> { self"), "{named}");
        assert!(named.contains("&(impl Copy + use<>)"), "{named}");
        assert_eq!(with_captures(named.clone(), &compiler, &judge).unwrap(), named);
    }
}
