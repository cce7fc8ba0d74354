//! Dead code elimination of a whole bundle: with repairs of old code that would not compile without
//! its crates, and with as few comparisons of programs as possible.

use crate::bare_traits;
use crate::by_edition;
use crate::error::CompileError;
use crate::fit::Fit;
use crate::judge::Edition;
use crate::level::Level;
use crate::origins::Traced;
use crate::overcaptures::with_captures;
use crate::parallel::in_parallel;
use crate::passed::Passed;
use crate::patterns;
use crate::progress::{Progress, Step};
use crate::prune::{Session, prune};
use crate::shortest::{self, Short};

/// A text without unused items.
pub(crate) struct Rest {
    pub(crate) text: Traced,
    /// The same tokens, in the lines of the whole text: comparisons of programs include line
    /// numbers, which `line!` in a macro prints.
    pub(crate) in_place: Traced,
    /// Checks that the file of this text has passed.
    pub(crate) passed: Passed,
    /// True if all items stay, because the program would be another one without the unused ones.
    pub(crate) is_whole: bool,
    /// The text with short names, if all steps together have been tried.
    pub(crate) at_once: AtOnce,
    /// Result of [`by_edition::messages`] for the text in place, if the compiler has been asked.
    pub(crate) by_edition: Option<String>,
}

/// Result of all steps up to short names or a single module at once.
pub(crate) enum AtOnce {
    /// The text needs no short names, or the judge's flags decide about parts of it.
    Untried,
    /// The result is another program or does not compile: each step has to be compared.
    Failed,
    /// The result is the same program as the whole text.
    Same(Box<Short>),
}

/// Returns `text` without unused items. Code of old editions in it is replaced where the bundle
/// would not compile. `oldest` is the oldest edition of its crates.
///
/// # Errors
///
/// If no compiler is available, or if the text does not compile.
pub(crate) fn leave_out(
    text: &mut Traced,
    oldest: &str,
    session: &Session<'_>,
    fit: &Fit<'_>,
    progress: &Progress,
) -> Result<Rest, CompileError> {
    progress.begin(&Step::LeavingOutUnused);
    let modernise = |text: &mut Traced| {
        let modern = patterns::modernise(text.text.clone(), session.compiler, session.judge)?;
        *text = text.after_changes_in_lines(modern);
        Ok::<(), CompileError>(())
    };
    let is_old = oldest != "2024";
    if is_old && text.text.contains("ref ") {
        modernise(text)?;
    }
    let mut rest = rest_of(text, session, fit, progress);
    if matches!(rest, Err(CompileError::Rejected { .. })) && oldest < "2021" {
        let with_dyn = bare_traits::with_dyn(text.text.clone(), session.compiler, session.judge)?;
        if with_dyn != text.text {
            *text = text.after_changes_in_lines(with_dyn);
            rest = rest_of(text, session, fit, progress);
        }
    }
    let is_rejected_as_2024 =
        matches!(rest, Err(CompileError::Rejected { edition: Edition::E2024, .. }));
    if is_old && is_rejected_as_2024 {
        let captured = with_captures(text.text.clone(), session.compiler, session.judge)?;
        *text = text.after_changes_in_lines(captured);
        modernise(text)?;
        rest = rest_of(text, session, fit, progress);
    }
    rest
}

fn rest_of(
    text: &Traced,
    session: &Session<'_>,
    fit: &Fit<'_>,
    progress: &Progress,
) -> Result<Rest, CompileError> {
    let drafts = prune(&text.text, session)?;
    let mut at_once = AtOnce::Untried;
    if let Some((pruned, in_place)) = drafts.shortest() {
        let level = fit.level(&pruned.text);
        if let Some(step) = step(level) {
            progress.begin(&step);
            let left = text.after_cuts(pruned.text, &pruned.lines);
            let in_place = left.respelled(in_place.to_owned());
            // No step has to be compared, and no file before the last has to be checked.
            let (short, by_edition) = in_parallel(
                || shortest::at_once(level, &left, &in_place, &text.text, session, fit.header),
                || by_edition::messages(&in_place.text, &text.text, session),
            );
            if let Some(short) = short? {
                return Ok(Rest {
                    text: left,
                    in_place,
                    passed: Passed::default(),
                    is_whole: false,
                    at_once: AtOnce::Same(Box::new(short)),
                    by_edition: Some(by_edition?),
                });
            }
            at_once = AtOnce::Failed;
        }
    }
    let finished = drafts.finish(&text.text, session, &|text| fit.file(text))?;
    let left = text.after_cuts(finished.pruned.text, &finished.pruned.lines);
    Ok(Rest {
        in_place: left.respelled(finished.in_place),
        text: left,
        passed: finished.passed,
        is_whole: finished.is_whole,
        at_once,
        by_edition: None,
    })
}

/// Returns the step that begins with a level; `None` for a level with the names of the sources.
pub(crate) fn step(level: Level) -> Option<Step> {
    match level {
        Level::Readable | Level::Spaces => None,
        Level::Names => Some(Step::ShorteningNames),
        Level::Module => Some(Step::MergingModules),
    }
}

#[cfg(test)]
mod tests {
    use crate::compiler::Compiler;
    use crate::judge::Judge;
    use crate::level::Minify;
    use crate::origins::tokens_of;

    use super::*;

    #[test]
    fn steps_are_compared_at_once_and_one_by_one_if_that_fails() {
        let cache = tempfile::tempdir().unwrap();
        let compiler = Compiler::workspace(cache.path()).unwrap();
        let judge = Judge::codecup();
        let session = Session::new(&compiler, &judge).unwrap();
        let check = |minify: Level, main: &str, expected: &str| {
            let text = format!(
                "mod kit {{\n#[derive(Clone, Debug)]\npub struct Part(pub u8);\n\
                 pub fn gone() {{}}\n}}\nuse kit::Part;\nfn main() {{ {main} }}\n"
            );
            let mut whole = Traced { origins: vec![None; tokens_of(&text).len()], text };
            let fit = Fit { judge: &judge, header: "", minify: Minify::From(minify) };
            let progress = Progress::default();
            let rest = leave_out(&mut whole, "2024", &session, &fit, &progress).unwrap();
            let at_once = match rest.at_once {
                AtOnce::Untried => "untried",
                AtOnce::Failed => "failed",
                AtOnce::Same(_) => "same",
            };
            assert_eq!(at_once, expected, "{main}");
            assert!(!rest.text.text.contains("gone"), "{}", rest.text.text);
        };
        check(Level::Readable, "std::process::exit(i32::from(Part(1).0))", "untried");
        check(Level::Names, "std::process::exit(i32::from(Part(1).0))", "same");
        check(Level::Module, "std::process::exit(i32::from(Part(1).0))", "same");
        // Without the derive of `Clone`, the reference is cloned.
        check(Level::Module, "drop((&Part(1)).clone())", "failed");
    }
}
