//! Insertion of `dyn` before the trait objects of editions 2015 and 2018 that lack it.
//!
//! Only the compiler knows which paths name traits, so it is asked, and only after an error: most
//! sources of these editions have `dyn`.

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticSpan};

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::Judge;
use crate::suggestions::{Edit, applied};

/// Error about a trait in the place of a type.
const BARE: &str = "E0782";

/// Returns `source`, parts of which come from edition 2015 or 2018, with `dyn` where the judge's
/// newest edition requires it. Its lines stay the same.
///
/// # Errors
///
/// If no compiler is available.
pub(crate) fn with_dyn(
    source: String,
    compiler: &Compiler,
    judge: &Judge,
) -> Result<String, CompileError> {
    let newest = judge.editions.iter().copied().max().unwrap_or(judge.editions[0]);
    applied(source, compiler, judge, newest, &[], insertions)
}

/// Returns the insertions with which a message suggests `dyn`.
fn insertions(message: &str) -> Vec<Edit> {
    let Ok(message) = serde_json::from_str::<Diagnostic>(message) else { return Vec::new() };
    if message.code.as_ref().is_none_or(|code| code.code != BARE) {
        return Vec::new();
    }
    let insertion = |span: &DiagnosticSpan| {
        let is_insertion = span.byte_start == span.byte_end;
        let text = span.suggested_replacement.clone().filter(|_| is_insertion)?;
        let place = usize::try_from(span.byte_start).ok()?;
        Some((place, place, text))
    };
    let suggestions = message.children.iter().filter_map(|suggestion| {
        suggestion.spans.iter().map(insertion).collect::<Option<Vec<_>>>()
    });
    let mut with_dyn = suggestions.filter(|suggestion| {
        suggestion.iter().any(|(_, _, text)| text.trim() == "dyn" || text == "dyn (")
    });
    with_dyn.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trait_objects_get_their_keyword_and_other_text_stays() {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let check = |source: &str, expected: &str| {
            let source = format!("{source}\nfn main() {{}}");
            let found = with_dyn(source, &compiler, &Judge::codecup()).unwrap();
            assert_eq!(found, format!("{expected}\nfn main() {{}}"));
        };
        check(
            "trait A {} impl A { fn f(&self) {} } fn g(x: &::std::error::Error, y: Box<A>) {}",
            "trait A {} impl dyn A { fn f(&self) {} } \
             fn g(x: &dyn ::std::error::Error, y: Box<dyn A>) {}",
        );
        check(
            "use std::error::Error; fn g() -> Option<&'static ::std::error::Error> { None }",
            "use std::error::Error; fn g() -> Option<&'static dyn (::std::error::Error)> { None }",
        );
        check("fn f(x: Missing) -> u8 { \"\" }", "fn f(x: Missing) -> u8 { \"\" }");
    }
}
