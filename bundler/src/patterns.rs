//! Patterns of older editions that edition 2024 rejects: those with a `ref`, a `mut` or an `&`
//! where the pattern borrows anyway.
//!
//! Only types show which patterns these are, so the compiler reports them, and suggests the pattern
//! that all editions accept.

use serde_json::Value;

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};
use crate::suggestions::{Edit, applied, edit};

/// End of the compiler's message about such a pattern.
const MESSAGE: &str = "within an implicitly-borrowing pattern";

/// Returns `source`, parts of which come from older editions, with patterns that edition 2024
/// accepts. Its lines stay the same.
///
/// # Errors
///
/// If no compiler is available.
pub(crate) fn modernise(
    source: String,
    compiler: &Compiler,
    judge: &Judge,
) -> Result<String, CompileError> {
    match judge.editions.contains(&Edition::E2024) {
        true => applied(source, compiler, judge, Edition::E2024, &[], suggested),
        false => Ok(source),
    }
}

/// Returns the edits that one message suggests: the removals, if there are some.
fn suggested(message: &str) -> Vec<Edit> {
    let Ok(message) = serde_json::from_str::<Value>(message) else { return Vec::new() };
    if !message["message"].as_str().is_some_and(|text| text.ends_with(MESSAGE)) {
        return Vec::new();
    }
    let children = message["children"].as_array().into_iter().flatten();
    let spans = children.filter_map(|child| child["spans"].as_array()).flatten();
    let edits: Vec<Edit> = spans.filter_map(edit).collect();
    let removals: Vec<Edit> = edits.iter().filter(|edit| edit.2.is_empty()).cloned().collect();
    if removals.is_empty() { edits } else { removals }
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

    #[test]
    fn a_pattern_that_copies_or_moves_out_of_a_borrow_says_that_it_borrows() {
        check(
            "fn f(a: &mut Option<u8>) -> u8 \
             { match a { Some(mut x) => { x = 1; x } _ => 0 } }\n\
             fn g(a: &Option<&u8>) -> u8 { match a { Some(&x) => x, None => 0 } }\n\
             fn main() {}",
            "fn f(a: &mut Option<u8>) -> u8 \
             { match a { &mut Some(mut x) => { x = 1; x } _ => 0 } }\n\
             fn g(a: &Option<&u8>) -> u8 { match a { &Some(&x) => x, None => 0 } }\n\
             fn main() {}",
        );
    }
}
