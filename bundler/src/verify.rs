//! Verification of a bundle: every compiler of its judge must accept the bare file, and its program
//! must behave like the workspace's own.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use crate::bundle::{Bundle, Request};
use crate::compiler::{Compiler, FILE, Optimisation};
use crate::error::CompileError;
use crate::judge::{Edition, Toolchain};
use crate::progress::Step;
use crate::trial::{self, Difference};

/// Default time limit of a program, in seconds.
const TIMEOUT: u64 = 10;

/// Settings of [`verify()`].
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Depth of the compilers' checks.
    pub depth: Depth,
    /// Input files of the programs, one for each run; without any, no program runs.
    pub inputs: Vec<PathBuf>,
    /// Command-line arguments of the programs.
    pub arguments: Vec<OsString>,
    /// Time limit of a program.
    pub timeout: Duration,
}

impl Default for VerifyOptions {
    /// Builds programs and runs none.
    fn default() -> Self {
        let timeout = Duration::from_secs(TIMEOUT);
        Self { depth: Depth::Programs, inputs: Vec::new(), arguments: Vec::new(), timeout }
    }
}

/// Depth of the compilers' checks of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Type check, which finds all errors except the few that depend on the use of generic code.
    Types,
    /// Build of programs at opt-level 0 and 3.
    Programs,
}

/// Results of a successful verification.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Version of each compiler, with the edition.
    pub checks: Vec<(String, Edition)>,
    /// Compilers of the judge that are not installed.
    pub missing: Vec<Toolchain>,
    /// Number of runs in which a program of the bundle behaved like the workspace's.
    pub runs: usize,
}

/// Reason why a bundle is not verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A compiler reports an error or a warning.
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
    scrutiny: &VerifyOptions,
) -> Result<Verified, VerifyError> {
    let judge = &request.judge;
    let mut verified = Verified::default();
    let mut compilers = Vec::new();
    for toolchain in &judge.toolchains {
        match Compiler::of(toolchain, &bundle.cache_dir).map_err(VerifyError::Compiler)? {
            Some(compiler) => compilers.push(compiler.with_progress(&request.progress)),
            None => verified.missing.push(toolchain.clone()),
        }
    }
    let optimisations: &[Option<Optimisation>] = match scrutiny.depth {
        Depth::Types if scrutiny.inputs.is_empty() => &[None],
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
    let expected = match scrutiny.inputs.is_empty() {
        true => None,
        false => Some(trial::expect(bundle, request, scrutiny).map_err(VerifyError::Workspace)?),
    };
    let runs = run_in_parallel(&jobs, |job| job.run(bundle, request, scrutiny, expected.as_ref()))?;
    verified.runs = runs.iter().sum();
    for compiler in &compilers {
        let editions = judge.editions.iter();
        verified.checks.extend(editions.map(|&edition| (compiler.version().to_owned(), edition)));
    }
    Ok(verified)
}

impl Job<'_> {
    /// Returns the number of runs of the program.
    fn run(
        &self,
        bundle: &Bundle,
        request: &Request,
        scrutiny: &VerifyOptions,
        expected: Option<&trial::Expected>,
    ) -> Result<usize, VerifyError> {
        let judge = &request.judge;
        request.progress.begin(&Step::Checking {
            version: self.compiler.version().to_owned(),
            edition: self.edition,
            opt_level: self.optimisation.map(Optimisation::level),
        });
        let Some(optimisation) = self.optimisation else {
            let checked = self.compiler.check(&bundle.source, self.edition, judge);
            return checked.map(|()| 0).map_err(|error| self.explain(bundle, error));
        };
        let folder = tempfile::tempdir().map_err(|error| {
            VerifyError::Compiler(CompileError::io(&std::env::temp_dir(), error))
        })?;
        let program = folder.path().join("bot");
        self.compiler
            .build_at(&bundle.source, self.edition, judge, optimisation, &program)
            .map_err(|error| self.explain(bundle, error))?;
        let Some(expected) = expected else { return Ok(0) };
        self.compare(bundle, scrutiny, expected, optimisation, &program)
    }

    fn compare(
        &self,
        bundle: &Bundle,
        scrutiny: &VerifyOptions,
        expected: &trial::Expected,
        optimisation: Optimisation,
        program: &Path,
    ) -> Result<usize, VerifyError> {
        for (number, input) in scrutiny.inputs.iter().enumerate() {
            let found = trial::compare(expected, optimisation, number, input, scrutiny, program);
            match found.map_err(VerifyError::Workspace)? {
                None => {}
                Some(mut difference) => {
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
        Ok(scrutiny.inputs.len())
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

/// Runs all jobs, as many in parallel as there are processors. Of several errors, that of the first
/// job is returned.
pub(crate) fn run_in_parallel<J: Sync, T: Send, E: Send>(
    jobs: &[J],
    run: impl Fn(&J) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let work = || {
        let mut done = Vec::new();
        while let Some((number, job)) = take(&next, jobs) {
            let result = run(job);
            if result.is_err() {
                // Jobs before this one have already started.
                next.store(jobs.len(), Ordering::Relaxed);
            }
            done.push((number, result));
        }
        done
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("jobs do not panic"));
        joined.flatten().collect::<Vec<_>>()
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

fn take<'a, J>(next: &AtomicUsize, jobs: &'a [J]) -> Option<(usize, &'a J)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    Some((number, jobs.get(number)?))
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
