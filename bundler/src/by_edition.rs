//! Places where the editions of a judge give a bundle different meanings.
//!
//! The bundle has to compile in each of them, and the judge's is not known. In edition 2024 some
//! temporaries are dropped earlier than in 2021, and `.into_iter()` of a boxed slice goes by value.
//! The compiler generates different code for most programs, because memory is freed earlier. Its
//! own lints know the places where a program can tell, so it is asked for them.

use std::collections::BTreeSet;

use cargo_metadata::diagnostic::Diagnostic;

use crate::error::CompileError;
use crate::map::Map;
use crate::prune::Session;

/// Lints about code that means something else in edition 2024.
const LINTS: [&str; 3] = ["boxed_slice_into_iter", "if_let_rescope", "tail_expr_drop_order"];

/// Returns what the compiler says about code in a text that means something else in another edition
/// of the judge, one JSON object a line; nothing if the program is the same in all of them. `same`
/// is a text of the same program.
///
/// # Errors
///
/// If no compiler is available.
pub(crate) fn messages(
    text: &str,
    same: &str,
    session: &Session<'_>,
) -> Result<String, CompileError> {
    if !session.depends_on_edition(same)? {
        return Ok(String::new());
    }
    let flags = LINTS.map(|lint| format!("--force-warn={lint}"));
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let first = *session.judge.editions.iter().min().expect("a judge has an edition");
    session.compiler.diagnose(text, first, session.judge, &flags, None)
}

/// Returns the places in the sources that the messages about a text name. `map` is that of the
/// text.
pub(crate) fn places(messages: &str, map: impl FnOnce() -> Map) -> Vec<String> {
    if messages.is_empty() {
        return Vec::new();
    }
    let is_ours = |message: &Diagnostic| {
        let code = message.code.as_ref().map_or("", |code| code.code.as_str());
        LINTS.contains(&code)
    };
    let map = map();
    let messages = messages.lines().filter_map(|line| serde_json::from_str(line).ok());
    let places: BTreeSet<_> = messages
        .filter(is_ours)
        .flat_map(|message| message.spans)
        .filter(|span| span.is_primary)
        .filter_map(|span| map.locate(span.line_start, span.column_start))
        .collect();
    places.iter().map(ToString::to_string).collect()
}
