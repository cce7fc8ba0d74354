//! Removal of redundant `ref` from patterns of older editions, which edition 2024 rejects.
//!
//! Only types show if a `ref` is needed, so the compiler checks it, and only for texts that contain
//! one.

use std::env;

use serde_json::Value;

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};

/// Maximum number of compilations: the compiler stops at some errors before it looks for others.
const ROUNDS: usize = 4;

/// The compiler's message about such a `ref`.
const MESSAGE: &str = "cannot explicitly borrow within an implicitly-borrowing pattern";

/// Returns `source`, parts of which come from older editions, without the `ref`s that edition 2024
/// rejects. Its lines stay the same.
///
/// # Errors
///
/// If no compiler is available.
pub(crate) fn modernise(
    source: String,
    compiler: &Compiler,
    judge: &Judge,
) -> Result<String, CompileError> {
    let mut text = source;
    if !judge.editions.contains(&Edition::E2024) {
        return Ok(text);
    }
    for _ in 0..ROUNDS {
        if !text.contains("ref ") {
            break;
        }
        let folder =
            tempfile::tempdir().map_err(|error| CompileError::io(&env::temp_dir(), error))?;
        let flags = ["--cap-lints=allow"];
        let report = compiler.diagnose(&text, Edition::E2024, judge, &flags, folder.path())?;
        let mut needless: Vec<(usize, usize)> = report.lines().flat_map(needless_refs).collect();
        if needless.is_empty() {
            break;
        }
        // From the end, so that the places of the others stay valid.
        needless.sort_unstable();
        needless.dedup();
        for (start, end) in needless.into_iter().rev() {
            text.replace_range(start..end, "");
        }
    }
    Ok(text)
}

/// Returns the byte ranges of the text that one message suggests to remove.
fn needless_refs(message: &str) -> Vec<(usize, usize)> {
    let Ok(message) = serde_json::from_str::<Value>(message) else { return Vec::new() };
    if !message["message"].as_str().is_some_and(|text| text.starts_with(MESSAGE)) {
        return Vec::new();
    }
    let spans = message["children"].as_array().into_iter().flatten();
    spans
        .filter_map(|child| child["spans"].as_array())
        .flatten()
        .filter(|span| span["suggested_replacement"] == "")
        .filter_map(|span| {
            let place = |key: &str| usize::try_from(span[key].as_u64()?).ok();
            Some((place("byte_start")?, place("byte_end")?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &str) {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        assert_eq!(modernise(source.to_owned(), &compiler, &Judge::codecup()).unwrap(), expected);
    }

    #[test]
    fn a_ref_is_removed_if_the_pattern_borrows_anyway_and_stays_otherwise() {
        check(
            "fn f(a: &Option<String>) -> usize { match a { Some(ref x) => x.len(), None => 0 } }\n\
             fn main() {}",
            "fn f(a: &Option<String>) -> usize { match a { Some(x) => x.len(), None => 0 } }\n\
             fn main() {}",
        );
        let needed = "fn f(a: &Option<String>) -> usize \
                      { match *a { Some(ref x) => x.len(), None => 0 } }\nfn main() {}";
        check(needed, needed);
    }
}
