//! Edits that the compiler suggests for errors, applied until it suggests no more.

use serde_json::Value;

use crate::compiler::Compiler;
use crate::error::CompileError;
use crate::judge::{Edition, Judge};

/// Maximum number of compilations: the compiler stops at some errors before it looks for others.
const ROUNDS: usize = 8;

/// Replacement of a range of bytes.
pub(crate) type Edit = (usize, usize, String);

/// Returns `source` with the edits that `suggested` reads from the compiler's messages, each a JSON
/// object, about the text in this edition with these flags.
///
/// # Errors
///
/// If no compiler is available.
pub(crate) fn applied(
    source: String,
    compiler: &Compiler,
    judge: &Judge,
    edition: Edition,
    flags: &[&str],
    suggested: impl Fn(&str) -> Vec<Edit>,
) -> Result<String, CompileError> {
    let mut text = source;
    for _ in 0..ROUNDS {
        let flags = [&["--cap-lints=allow"], flags].concat();
        let report = compiler.diagnose(&text, edition, judge, &flags, None)?;
        let mut edits: Vec<Edit> = report.lines().flat_map(&suggested).collect();
        if edits.is_empty() {
            break;
        }
        // From the end, so that the places of the others stay valid.
        edits.sort_unstable();
        edits.dedup();
        for (start, end, new) in edits.into_iter().rev() {
            text.replace_range(start..end, &new);
        }
    }
    Ok(text)
}

/// Returns the edit that a span of a message suggests, if it suggests one.
pub(crate) fn edit(span: &Value) -> Option<Edit> {
    let place = |key: &str| usize::try_from(span[key].as_u64()?).ok();
    let new = span["suggested_replacement"].as_str()?.to_owned();
    Some((place("byte_start")?, place("byte_end")?, new))
}
