//! Patterns of older editions that say `ref` where they borrow anyway, which edition 2024 refuses.
//!
//! Only types tell whether a `ref` is needed, so the compiler is asked, and only about texts that have one.

use std::env;

use serde_json::Value;

use crate::{CompileError, Compiler, Edition, Judge};

/// Rounds in which the compiler may find more: it stops at some errors before it looks for others.
const ROUNDS: usize = 4;

/// What the compiler says of such a `ref`.
const MESSAGE: &str = "cannot explicitly borrow within an implicitly-borrowing pattern";

/// Returns `source`, which was of older editions in part, without what is too much for edition 2024. Its lines stay the same.
///
/// # Errors
///
/// If there is no compiler.
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
        // From the end, so that the places of the others stay right.
        needless.sort_unstable();
        needless.dedup();
        for (start, end) in needless.into_iter().rev() {
            text.replace_range(start..end, "");
        }
    }
    Ok(text)
}

/// The places, in bytes, of the words that one message says are too much.
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
    fn a_ref_goes_where_the_pattern_borrows_anyway_and_stays_where_it_does_not() {
        check(
            "fn f(a: &Option<String>) -> usize { match a { Some(ref x) => x.len(), None => 0 } }\nfn main() {}",
            "fn f(a: &Option<String>) -> usize { match a { Some(x) => x.len(), None => 0 } }\nfn main() {}",
        );
        let needed = "fn f(a: &Option<String>) -> usize { match *a { Some(ref x) => x.len(), None => 0 } }\nfn main() {}";
        check(needed, needed);
    }
}
