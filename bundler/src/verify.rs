//! Verification of a bundle: every compiler of its judge must accept the bare file, and its program
//! must behave like the workspace's own.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::bundle::Bundle;
use crate::compiler::{Compiler, FILE, Optimisation};
use crate::error::CompileError;
use crate::inputs::{inputs_beside, reads_standard_input};
use crate::interrupt;
use crate::judge::{Edition, Toolchain};
use crate::parallel::run_in_parallel;
use crate::progress::Step;
use crate::remark::Remark;
use crate::request::Request;
use crate::trial::{self, Difference};
use crate::verify_options::{Depth, Inputs, VerifyOptions};
use crate::warning::{self, Warning};

/// Name of the flag that adds code at opt-level 0 and removes it at opt-level 3. Without it,
/// rustc's errors are the same at both: optimisation reports none.
const ASSERTIONS: &str = "debug_assertions";

/// Results of a successful verification.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Version of each compiler, with the edition.
    pub checks: Vec<(String, Edition)>,
    /// Compilers of the judge that are not installed.
    pub missing: Vec<Toolchain>,
    /// Number of runs in which a program of the bundle behaved like the workspace's.
    pub runs: usize,
    /// Warnings of all compilers, with the places in the sources, each once.
    pub warnings: Vec<Warning>,
    /// Comparisons that were not possible on inputs that were found.
    pub remarks: BTreeSet<Remark>,
}

impl Verified {
    /// Returns a note for the user about the compilers' warnings; `None` if there are none.
    pub fn note(&self) -> Option<String> {
        warning::note(&self.warnings)
    }
}

/// Reason why a bundle is not verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A compiler reports an error.
    #[error(
        "rustc {version} rejects the bundle as edition {edition}{how}; \
         the places are in the sources:\n{report}"
    )]
    Rejected {
        /// Version of the compiler.
        version: String,
        /// Edition of the compilation.
        edition: Edition,
        /// Optimisation level, as a part of the message.
        how: String,
        /// Output of the compiler, with source locations.
        report: String,
    },
    /// A program does not behave like the workspace's.
    #[error(
        "the bundle, by rustc {version} as edition {edition}{how}, \
         is not the workspace's program: {difference}"
    )]
    Differs {
        /// Version of the compiler.
        version: String,
        /// Edition of the compilation.
        edition: Edition,
        /// Optimisation level, as a part of the message.
        how: String,
        /// Difference in behaviour.
        difference: Difference,
    },
    /// The workspace's own program cannot serve for a comparison.
    #[error("{0}")]
    Workspace(String),
    /// A compiler could not be used.
    #[error(transparent)]
    Compiler(CompileError),
}

impl VerifyError {
    /// Returns true if the bundle is at fault, rather than the tools for the verification.
    pub fn is_verdict(&self) -> bool {
        matches!(self, Self::Rejected { .. } | Self::Differs { .. })
    }
}

/// One compilation.
struct Job<'a> {
    compiler: &'a Compiler,
    edition: Edition,
    /// Optimisation level of a program; `None` for a type check.
    optimisation: Option<Optimisation>,
}

/// Checks a bundle with all installed compilers of its judge and in all editions, and compares its
/// programs with the workspace's.
///
/// # Errors
///
/// If the bundle is at fault, or if the verification was not possible.
pub fn verify(
    bundle: &Bundle,
    request: &Request,
    options: &VerifyOptions,
) -> Result<Verified, VerifyError> {
    let judge = &request.judge;
    let mut verified = Verified::default();
    let mut compilers = Vec::new();
    for toolchain in &judge.toolchains {
        let compiler = match toolchain {
            Toolchain::Path => {
                Compiler::of_workspace(&request.manifest_path, &bundle.cache_dir).map(Some)
            }
            other => Compiler::of(other, &bundle.cache_dir),
        };
        match compiler.map_err(VerifyError::Compiler)? {
            Some(compiler) => compilers.push(compiler.with_progress(&request.progress)),
            None => verified.missing.push(toolchain.clone()),
        }
    }
    let inputs = inputs(bundle, options);
    if inputs.is_empty() && options.inputs == Inputs::Found && reads_input(bundle, options) {
        verified.remarks.insert(Remark::NoInputs);
    }
    let optimisations: &[Option<Optimisation>] = match options.depth {
        Depth::Types if inputs.is_empty() => &[None],
        Depth::Programs if inputs.is_empty() && !bundle.source.contains(ASSERTIONS) => {
            &[Some(Optimisation::None)]
        }
        _ => &[Some(Optimisation::None), Some(Optimisation::Full)],
    };
    let mut jobs = Vec::new();
    for &optimisation in optimisations {
        for compiler in &compilers {
            let editions = judge.editions.iter();
            let editions = editions.filter(|&&edition| {
                let is_passed = bundle.passed.holds(compiler, &bundle.source, edition);
                optimisation.is_some() || !is_passed
            });
            jobs.extend(editions.map(|&edition| Job { compiler, edition, optimisation }));
        }
    }
    let expected = match inputs.is_empty() {
        true => None,
        false => match trial::expect(bundle, request, options, inputs) {
            Ok(expected) => Some(expected),
            Err(reason) => {
                verified.remarks.insert(not_compared(reason, options)?);
                None
            }
        },
    };
    let all = run_in_parallel(&jobs, |job| job.run(bundle, request, options, expected.as_ref()))?;
    for done in all {
        verified.runs += done.runs;
        verified.warnings.extend(done.warnings);
        verified.remarks.extend(done.remark);
    }
    verified.warnings.sort();
    verified.warnings.dedup();
    for compiler in &compilers {
        let editions = judge.editions.iter();
        verified.checks.extend(editions.map(|&edition| (compiler.version().to_owned(), edition)));
    }
    Ok(verified)
}

/// Results of a successful job.
#[derive(Default)]
struct Done {
    runs: usize,
    warnings: Vec<Warning>,
    remark: Option<Remark>,
}

/// Returns the files on which programs run.
fn inputs(bundle: &Bundle, options: &VerifyOptions) -> Vec<PathBuf> {
    match (&options.inputs, bundle.folders.last()) {
        (Inputs::Files(files), _) => files.clone(),
        // The last package is that of the entry.
        (Inputs::Found, Some(package)) if reads_input(bundle, options) => {
            inputs_beside(package, &bundle.entry)
        }
        _ => Vec::new(),
    }
}

/// Returns true if programs are built that read standard input.
fn reads_input(bundle: &Bundle, options: &VerifyOptions) -> bool {
    options.depth == Depth::Programs && reads_standard_input(&bundle.source)
}

/// Returns the remark that a comparison was not possible. It is an error for inputs that the user
/// gave, and after a signal.
fn not_compared(reason: String, options: &VerifyOptions) -> Result<Remark, VerifyError> {
    match options.inputs {
        Inputs::Found if !interrupt::has_to_end() => Ok(Remark::NotCompared { reason }),
        _ => Err(VerifyError::Workspace(reason)),
    }
}

impl Job<'_> {
    fn run(
        &self,
        bundle: &Bundle,
        request: &Request,
        options: &VerifyOptions,
        expected: Option<&trial::Expected>,
    ) -> Result<Done, VerifyError> {
        let judge = &request.judge;
        request.progress.begin(&Step::Checking {
            version: self.compiler.version().to_owned(),
            edition: self.edition,
            opt_level: self.optimisation.map(Optimisation::level),
        });
        let Some(optimisation) = self.optimisation else {
            let checked = self.compiler.check(&bundle.source, self.edition, judge);
            return match checked {
                Ok(warnings) => {
                    Ok(Done { warnings: in_sources(warnings, bundle), ..Done::default() })
                }
                Err(error) => Err(self.explain(bundle, error)),
            };
        };
        let folder = tempfile::tempdir().map_err(|error| {
            VerifyError::Compiler(CompileError::io(&std::env::temp_dir(), error))
        })?;
        let program = folder.path().join("bot");
        let warnings = self
            .compiler
            .build(&bundle.source, self.edition, judge, optimisation, &program)
            .map_err(|error| self.explain(bundle, error))?;
        let done = match expected {
            Some(expected) => self.compare(bundle, options, expected, optimisation, &program)?,
            None => Done::default(),
        };
        Ok(Done { warnings: in_sources(warnings, bundle), ..done })
    }

    fn compare(
        &self,
        bundle: &Bundle,
        options: &VerifyOptions,
        expected: &trial::Expected,
        optimisation: Optimisation,
        program: &Path,
    ) -> Result<Done, VerifyError> {
        let mut done = Done::default();
        for number in 0..expected.inputs.len() {
            match trial::compare(expected, optimisation, number, options, program) {
                Ok(None) => done.runs += 1,
                Err(reason) => done.remark = Some(not_compared(reason, options)?),
                Ok(Some(mut difference)) => {
                    difference.errors =
                        bundle.map.explain_panic(&difference.errors, FILE, &bundle.source);
                    return Err(VerifyError::Differs {
                        version: self.compiler.version().to_owned(),
                        edition: self.edition,
                        how: self.how(),
                        difference,
                    });
                }
            }
        }
        Ok(done)
    }

    fn how(&self) -> String {
        self.optimisation.map_or_else(String::new, |optimisation| format!(" at {optimisation}"))
    }

    fn explain(&self, bundle: &Bundle, error: CompileError) -> VerifyError {
        match error {
            CompileError::Rejected { version, edition, report } => VerifyError::Rejected {
                version,
                edition,
                how: self.how(),
                report: bundle.map.explain(&report, FILE),
            },
            other => VerifyError::Compiler(other),
        }
    }
}

fn in_sources(warnings: Vec<Warning>, bundle: &Bundle) -> Vec<Warning> {
    warnings.into_iter().map(|warning| warning.in_sources(&bundle.map, FILE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_jobs_and_the_first_error_is_returned() {
        let jobs: Vec<usize> = (0..20).collect();
        let doubled: Result<Vec<usize>, ()> = run_in_parallel(&jobs, |job| Ok(2 * job));
        assert_eq!(doubled.unwrap()[7], 14);
        let failed: Result<Vec<()>, usize> =
            run_in_parallel(&jobs, |&job| if job < 3 { Ok(()) } else { Err(job) });
        assert_eq!(failed.unwrap_err(), 3);
    }
}
