//! Runs programs on the same input and compares their behaviour.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use cargo_metadata::Message;

use crate::bundle::Bundle;
use crate::compiler::Optimisation;
use crate::entry::Entry;
use crate::interrupt::{self, Group, Running};
use crate::process::workspace_cargo;
use crate::progress::Step;
use crate::request::Request;
use crate::verify_options::{Inputs, VerifyOptions};

/// Polling interval for the end of a program.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Repetitions of runs that differ, to recognise a behaviour that depends on time or chance.
const REPETITIONS: usize = 2;

/// Behaviour of the workspace's own programs, with the profiles `dev` and `release`, for each
/// input.
pub(crate) struct Expected {
    /// Inputs of the runs.
    pub(crate) inputs: Vec<PathBuf>,
    dev: (PathBuf, Vec<Behaviour>),
    release: (PathBuf, Vec<Behaviour>),
}

/// Behaviour of a program: standard output and exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Behaviour {
    output: Vec<u8>,
    /// Exit status; `None` if the program exceeded the time limit.
    status: Option<ExitStatus>,
}

/// Difference between the behaviour of a bundle's program and the workspace's.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Input of both programs.
    pub input: PathBuf,
    /// Description of the difference.
    pub what: String,
    /// Standard error of the bundle's program, with source locations.
    pub errors: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "on {}, {}", self.input.display(), self.what)?;
        if !self.errors.is_empty() {
            write!(f, "\nstderr of the bundle's program:\n{}", self.errors)?;
        }
        Ok(())
    }
}

/// Builds the workspace's programs and runs them on all inputs.
///
/// Of inputs that were found, it takes those before the first one on which a program does not end.
pub(crate) fn expect(
    bundle: &Bundle,
    request: &Request,
    options: &VerifyOptions,
    mut inputs: Vec<PathBuf>,
) -> Result<Expected, String> {
    let mut of_profile = |profile| {
        request.progress.begin(&Step::BuildingProgram { profile });
        let program = build(bundle, request, profile)?;
        let mut behaviours = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            let (behaviour, errors) = observe(&program, input, options)?;
            if behaviour.status.is_none() {
                if number > 0 && options.inputs == Inputs::Found {
                    break;
                }
                return Err(format!(
                    "the workspace's own program does not end on {} within {} s; \
                     give it more with --timeout\n{errors}",
                    input.display(),
                    options.timeout.as_secs_f64(),
                ));
            }
            behaviours.push(behaviour);
        }
        inputs.truncate(behaviours.len());
        Ok((program, behaviours))
    };
    let (dev, release) = (of_profile("dev")?, of_profile("release")?);
    Ok(Expected { inputs, dev, release })
}

/// Runs a bundle's program on an input and returns the difference, if there is one.
///
/// The program of opt-level 0 is compared with the profile `dev`, which checks for overflows as
/// well, that of opt-level 3 with `release`.
pub(crate) fn compare(
    expected: &Expected,
    optimisation: Optimisation,
    number: usize,
    options: &VerifyOptions,
    program: &Path,
) -> Result<Option<Difference>, String> {
    let input = &expected.inputs[number];
    let (own, behaviours) = match optimisation {
        Optimisation::None => &expected.dev,
        Optimisation::Full => &expected.release,
    };
    let (found, errors) = observe(program, input, options)?;
    if found == behaviours[number] {
        return Ok(None);
    }
    if found.status.is_none() && options.inputs == Inputs::Found {
        return Err(format!(
            "its program does not end on {} within {} s; give it more with --timeout",
            input.display(),
            options.timeout.as_secs_f64(),
        ));
    }
    for _ in 0..REPETITIONS {
        let is_same = observe(own, input, options)?.0 == behaviours[number]
            && (found.status.is_none() || observe(program, input, options)?.0 == found);
        if !is_same {
            return Err(format!(
                "the program does not do the same twice on {}; \
                 give it a seed or a count in place of time, after --",
                input.display()
            ));
        }
    }
    let what = describe(&behaviours[number], &found, options.timeout);
    Ok(Some(Difference { input: input.to_owned(), what, errors }))
}

/// Builds the entry with cargo and returns the path of the program.
fn build(bundle: &Bundle, request: &Request, profile: &str) -> Result<PathBuf, String> {
    let mut command = workspace_cargo("build", &request.manifest_path);
    command.args(["--message-format", "json-render-diagnostics", "--profile", profile]);
    command.args(["--package", &bundle.package]);
    match &request.entry {
        Entry::Bin(name) => command.args(["--bin", name.as_ref().unwrap_or(&bundle.entry)]),
        Entry::Example(name) => command.args(["--example", name]),
    };
    let output = interrupt::output(&mut command).map_err(|error| format!("cargo: {error}"))?;
    let programs = Message::parse_stream(output.stdout.as_slice()).filter_map(Result::ok);
    let programs = programs.filter_map(|message| match message {
        Message::CompilerArtifact(artifact) => artifact.executable,
        _ => None,
    });
    match programs.last() {
        Some(program) if output.status.success() => Ok(program.into_std_path_buf()),
        _ => Err(format!(
            "the workspace's own program cannot be built:\n{}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}

/// Runs a program on an input. Returns its behaviour and its standard error.
fn observe(
    program: &Path,
    input: &Path,
    options: &VerifyOptions,
) -> Result<(Behaviour, String), String> {
    let failed = |error: io::Error| format!("{}: {error}", program.display());
    let stdin = File::open(input).map_err(|error| format!("{}: {error}", input.display()))?;
    let mut command = Command::new(program);
    // A backtrace holds paths and names, which differ.
    command.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    command.args(&options.arguments).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Running { mut child, group } = Running::start(&mut command).map_err(failed)?;
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    let read = |stream: Option<Box<dyn Read + Send>>| {
        let mut bytes = Vec::new();
        // Output read before an error is compared as well.
        let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
        bytes
    };
    thread::scope(|scope| {
        let output = scope.spawn(|| read(output.map(|it| Box::new(it) as Box<dyn Read + Send>)));
        let errors = scope.spawn(|| read(errors.map(|it| Box::new(it) as Box<dyn Read + Send>)));
        let begin = Instant::now();
        let status = loop {
            match child.try_wait().map_err(failed)? {
                Some(status) => break Some(status),
                None if begin.elapsed() > options.timeout => break None,
                None => thread::sleep(POLL_INTERVAL),
            }
        };
        // Ends all processes that the program has started, so that none of them keeps its streams
        // open.
        group.kill();
        child.wait().map_err(failed)?;
        interrupt::end(&group).map_err(failed)?;
        let output = output.join().expect("reading does not panic");
        let errors = errors.join().expect("reading does not panic");
        Ok((Behaviour { output, status }, String::from_utf8_lossy(&errors).trim().to_owned()))
    })
}

fn describe(expected: &Behaviour, found: &Behaviour, timeout: Duration) -> String {
    let lines = |behaviour: &Behaviour| {
        let text = String::from_utf8_lossy(&behaviour.output).into_owned();
        text.split('\n').map(str::to_owned).collect::<Vec<_>>()
    };
    let Some(status) = found.status else {
        return format!("it does not end within {} s", timeout.as_secs_f64());
    };
    if expected.output == found.output {
        let expected = expected.status.map(ended).unwrap_or_default();
        return format!("it {}, but the workspace's {expected}", ended(status));
    }
    let (expected, found) = (lines(expected), lines(found));
    let line = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let show = |lines: &[String]| match lines.get(line) {
        Some(text) => format!("`{text}`"),
        None => "nothing".to_owned(),
    };
    format!(
        "line {} of the output is {}, but of the workspace's {} (it {})",
        line + 1,
        show(&found),
        show(&expected),
        ended(status)
    )
}

fn ended(status: ExitStatus) -> String {
    match (status.code(), Group::signal_of(status)) {
        (Some(code), _) => format!("ends with exit code {code}"),
        (None, Some(signal)) => format!("is killed by signal {signal}"),
        (None, None) => "ends".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn a_program_over_the_time_limit_is_killed_with_all_its_children() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input");
        // The second process would keep the output open.
        std::fs::write(&input, "echo begun; sleep 1000 & sleep 1000\n").unwrap();
        let options =
            VerifyOptions { timeout: Duration::from_millis(300), ..VerifyOptions::default() };
        let (behaviour, _) = observe(Path::new("/bin/sh"), &input, &options).unwrap();
        assert_eq!(behaviour.status, None);
        std::fs::write(&input, "echo out; echo err >&2; exit 3\n").unwrap();
        let (behaviour, errors) =
            observe(Path::new("/bin/sh"), &input, &VerifyOptions::default()).unwrap();
        assert_eq!(behaviour.output, b"out\n");
        assert_eq!(behaviour.status.and_then(|status| status.code()), Some(3));
        assert_eq!(errors, "err");
    }

    #[test]
    fn a_difference_is_described_by_line_or_by_exit_status() {
        let did = |output: &str, code: i32| Behaviour {
            output: output.as_bytes().to_vec(),
            status: Some(ExitStatus::from_raw(code << 8)),
        };
        let check = |found: Behaviour, words: &str| {
            let what = describe(&did("a\nb\n", 0), &found, Duration::from_secs(1));
            assert!(what.contains(words), "{what}");
        };
        check(did("a\nc\n", 0), "line 2 of the output is `c`, but of the workspace's `b`");
        check(did("a\n", 101), "line 2 of the output is ``");
        check(did("a\n", 101), "ends with exit code 101");
        check(
            did("a\nb\n", 1),
            "it ends with exit code 1, but the workspace's ends with exit code 0",
        );
        check(Behaviour { output: Vec::new(), status: None }, "does not end within 1 s");
    }
}
