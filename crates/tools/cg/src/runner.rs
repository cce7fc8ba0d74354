//! Test runner: like `cargo test`, but runs one test program more than there are processors at the
//! same time, and skips programs that have passed with unchanged inputs.
//!
//! Parallel programs save time because many tests wait for a browser, a server or a match.

use std::fs::{self, File};
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use unchanged::{Inputs, Records};

use crate::programs::Programs;
use crate::reads::TestInputs;

/// Slowest test programs, the slowest first. They start before all others, so that no processor is
/// idle at the end.
const LONGEST: [&str; 20] = [
    "bundler::all",
    "tests::new_game",
    "boardroom::site",
    "tests::bundles",
    "boardroom::browser",
    "tests::disk_faults",
    "workshop::many_machines",
    "tests::command_line",
    "tests::probe",
    "tests::readme",
    "tests::matches",
    "registry::registry",
    "queue::queue",
    "trainer::learning",
    "tests::killed_matches",
    "boardroom::server",
    "fuzzing::targets",
    "trainer::samples",
    "boardroom::pictures",
    "stratego::belief",
];

/// Time after which a test program is killed: more than twice what the slowest one takes beside two
/// others on two processors.
const LIMIT: Duration = Duration::from_secs(20 * 60);
/// Interval between looks at a test program.
const LOOK: Duration = Duration::from_millis(20);

/// Test program that cargo has built.
#[derive(PartialEq, Eq, Debug)]
struct TestProgram {
    path: PathBuf,
    /// Folder of its package; the working directory of its run.
    folder: PathBuf,
}

/// Numbers of tests.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counts {
    passed: usize,
    failed: usize,
    /// Tests among `passed` that were skipped, because they have passed before.
    unchanged: usize,
}

/// Build of all tests of the workspace, in a background process.
pub(crate) struct Build {
    cargo: Child,
    messages: JoinHandle<io::Result<String>>,
}

/// Waits for the build, then runs all tests of the workspace that have not passed with their
/// current inputs. Returns whether all tests have passed.
///
/// # Errors
///
/// Cargo or a test program cannot be started.
pub(crate) fn run_all(
    workspace: &Programs,
    build: Build,
    records: &Records,
    test_inputs: &TestInputs,
) -> Result<bool, String> {
    let Some(mut programs) = build.finish()? else { return Ok(false) };
    if programs.is_empty() {
        return Err(
            "cargo reports no test programs: its message format may have changed".to_owned()
        );
    }
    programs.sort_by_cached_key(|program| {
        let name = program.name();
        LONGEST.iter().position(|longest| *longest == name).unwrap_or(LONGEST.len())
    });
    let mut counts = run_in_parallel(&programs, records, test_inputs)?;
    let started = Instant::now();
    let output = for_tests(&mut workspace.cargo("test"))
        .args(["--workspace", "--doc", "--quiet"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    report("documentation", &output.stdout, output.status.success(), started);
    counts.add(Counts::of(&output.stdout, output.status.success()));
    let Counts { passed, failed, unchanged } = counts;
    match unchanged {
        0 => println!("{passed} passed, {failed} failed"),
        _ => println!("{passed} passed ({unchanged} of them unchanged), {failed} failed"),
    }
    Ok(counts.is_passed())
}

/// Sets the environment of tests. The settings of the user (`cg.toml`) do not apply. Link-time
/// optimisation (LTO) and debug information are off for the bots that tests build: they compile
/// faster and play the same moves.
pub(crate) fn for_tests(command: &mut Command) -> &mut Command {
    command
        .env("CG_SETTINGS", "")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
}

impl Build {
    /// Starts the build of all tests, and of the programs that they start. Programs are not built
    /// as tests, because they have none.
    ///
    /// # Errors
    ///
    /// Cargo cannot be started.
    pub(crate) fn start(workspace: &Programs) -> Result<Build, String> {
        let mut cargo = workspace
            .cargo("test")
            .args(["--workspace", "--lib", "--test", "*", "--no-run"])
            .arg("--message-format=json-render-diagnostics")
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cargo cannot be started: {error}"))?;
        let stdout = cargo.stdout.take();
        let messages = thread::spawn(move || stdout.map_or(Ok(String::new()), io::read_to_string));
        Ok(Build { cargo, messages })
    }

    /// Cancels the build.
    pub(crate) fn cancel(mut self) {
        // The process may have ended already.
        let _ = self.cargo.kill();
        let _ = self.cargo.wait();
    }

    /// Waits for the test programs. `None` if they do not compile; cargo has printed the errors.
    fn finish(mut self) -> Result<Option<Vec<TestProgram>>, String> {
        let messages = self
            .messages
            .join()
            .map_err(|_| "the thread that reads cargo's messages has panicked".to_owned())?;
        let cannot = |error| format!("cargo's messages cannot be read: {error}");
        let (messages, status) = (messages.map_err(cannot)?, self.cargo.wait().map_err(cannot)?);
        Ok(status.success().then(|| messages.lines().filter_map(test_program).collect()))
    }
}

/// Parses one of cargo's messages; `None` if it is not about a test program.
fn test_program(message: &str) -> Option<TestProgram> {
    // Accept the test program, not the program under test.
    let (_, profile) = message.split_once("\"profile\":{")?;
    let is_test = profile.split('}').next()?.contains("\"test\":true");
    let path = PathBuf::from(field(message, "executable").filter(|_| is_test)?);
    let manifest = field(message, "manifest_path")?;
    Some(TestProgram { path, folder: Path::new(&manifest).parent()?.to_owned() })
}

/// Returns the text of a field in a line of JSON. Supports only escaped quotes and backslashes.
fn field(message: &str, name: &str) -> Option<String> {
    let (_, value) = message.split_once(&format!("\"{name}\":\""))?;
    let mut text = String::new();
    let mut characters = value.chars();
    loop {
        match characters.next()? {
            '"' => return Some(text),
            '\\' => text.push(characters.next()?),
            character => text.push(character),
        }
    }
}

fn run_in_parallel(
    programs: &[TestProgram],
    records: &Records,
    test_inputs: &TestInputs,
) -> Result<Counts, String> {
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(Counts::default()));
    let work = || -> Result<(), String> {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = run_once(program, records, test_inputs)?;
            counts.lock().map_err(|error| error.to_string())?.add(found);
        }
        Ok(())
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..=processors).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| {
            worker.join().map_err(|_| "a thread that runs tests has panicked".to_owned())?
        });
        joined.collect::<Result<(), String>>()
    })?;
    counts.into_inner().map_err(|error| error.to_string())
}

/// Runs a test program, unless it has passed with its current inputs, and prints the result.
fn run_once(
    program: &TestProgram,
    records: &Records,
    test_inputs: &TestInputs,
) -> Result<Counts, String> {
    let name = program.name();
    // Computed before the run: a change during the run counts for the next run.
    let inputs = test_inputs.inputs(&program.path, &program.folder);
    if let Some(passed) = inputs.as_ref().and_then(|inputs| passed_before(program, records, inputs))
    {
        let counts = Counts { passed, failed: 0, unchanged: passed };
        print(&format!("unchanged  {name}: {passed} passed"), &[]);
        return Ok(counts);
    }
    let counts = run(program, records, test_inputs)?;
    if let Some(inputs) = inputs.filter(|_| counts.is_passed()) {
        let note = counts.passed.to_string();
        records
            .record(&program.file(), &inputs, &note)
            .map_err(|error| format!("the result of {name} cannot be recorded: {error}"))?;
    }
    Ok(counts)
}

/// Returns the number of passed tests if all have passed with these inputs.
fn passed_before(program: &TestProgram, records: &Records, inputs: &Inputs) -> Option<usize> {
    records.note_of(&program.file(), inputs)?.parse().ok()
}

fn run(
    program: &TestProgram,
    records: &Records,
    test_inputs: &TestInputs,
) -> Result<Counts, String> {
    let started = Instant::now();
    let mut command = Command::new(&program.path);
    for_tests(&mut command)
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .envs(records.variables(&test_inputs.shared));
    let (printed, is_success) = run_within(&mut command, &program.path, LIMIT)
        .map_err(|error| format!("{} cannot be run: {error}", program.path.display()))?;
    report(&program.name(), &printed, is_success, started);
    Ok(Counts::of(&printed, is_success))
}

/// Runs a program, kills it after `limit`, and returns what it has printed and whether it has
/// succeeded. The output goes to a file beside `path`: a pipe would also have to be closed by
/// processes that the program leaves behind.
fn run_within(command: &mut Command, path: &Path, limit: Duration) -> io::Result<(Vec<u8>, bool)> {
    let path = path.with_extension("output");
    let output = File::create(&path)?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let status = status_within(command.spawn()?, limit)?;
    let mut printed = fs::read(&path)?;
    fs::remove_file(path)?;
    if status.is_none() {
        let limit = limit.as_secs();
        writeln!(printed, "killed after {limit} s: see above which tests were running for long")?;
    }
    Ok((printed, status.is_some_and(|status| status.success())))
}

/// Waits for the end of a process; `None` if it was killed after `limit`.
fn status_within(mut process: Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    while started.elapsed() < limit {
        if let Some(status) = process.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(LOOK);
    }
    process.kill()?;
    process.wait()?;
    Ok(None)
}

/// Prints one line about a test program, and all its output if a test failed.
fn report(name: &str, printed: &[u8], is_success: bool, started: Instant) {
    let Counts { passed, failed, .. } = Counts::of(printed, is_success);
    if passed + failed == 0 {
        return;
    }
    let line = format!("{:>7.1} s  {name}: {passed} passed, {failed} failed", seconds(started));
    print(&line, if is_success { &[] } else { printed });
}

/// Prints the output of a program, then a line.
fn print(line: &str, printed: &[u8]) {
    let mut out = stdout().lock();
    // Tests continue even if standard output is closed.
    let _ = match printed {
        [] => writeln!(out, "{line}"),
        _ => writeln!(out, "{}\n{line}", String::from_utf8_lossy(printed)),
    };
}

fn seconds(started: Instant) -> f64 {
    started.elapsed().as_secs_f64()
}

impl TestProgram {
    /// Returns `package::program`: the name of the package's folder, and of the program without its
    /// hash.
    fn name(&self) -> String {
        let package = self.folder.file_name().unwrap_or_default().to_string_lossy();
        let file = self.file();
        let program = file.rsplit_once('-').map_or(&file[..], |(name, _)| name);
        format!("{package}::{program}")
    }

    /// Returns its file name, which is unique.
    fn file(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Counts {
    /// Parses the lines `test result: ok. 3 passed; 1 failed; ...`. A program that has failed
    /// without a failed test in such a line counts as one failed test.
    fn of(printed: &[u8], is_success: bool) -> Counts {
        let text = String::from_utf8_lossy(printed);
        let mut counts = Counts::default();
        for line in text.lines().filter(|line| line.starts_with("test result:")) {
            let number = |word: &str| -> usize {
                let before = line.split_once(word).map_or("", |(before, _)| before.trim_end());
                before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
            };
            let (passed, failed) = (number(" passed"), number(" failed"));
            counts.add(Counts { passed, failed, unchanged: 0 });
        }
        if !is_success && counts.failed == 0 {
            counts.failed = 1;
        }
        counts
    }

    /// Returns whether all tests passed, and there is at least one.
    fn is_passed(self) -> bool {
        self.failed == 0 && self.passed > 0
    }

    fn add(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.unchanged += other.unchanged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = "\nrunning 3 tests\ntest a ... ok\n\
        test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";

    #[test]
    fn results_are_counted_and_a_crash_is_a_failure() {
        assert_eq!(
            Counts::of(RESULT.as_bytes(), false),
            Counts { passed: 2, failed: 1, unchanged: 0 }
        );
        assert_eq!(Counts::of(b"killed", false), Counts { passed: 0, failed: 1, unchanged: 0 });
        assert_eq!(Counts::of(b"", true), Counts::default());
        assert!(!Counts::default().is_passed());
        assert!(Counts { passed: 1, failed: 0, unchanged: 0 }.is_passed());
        assert!(!Counts { passed: 1, failed: 1, unchanged: 0 }.is_passed());
        let twice = format!("{RESULT}{RESULT}");
        assert_eq!(
            Counts::of(twice.as_bytes(), false),
            Counts { passed: 4, failed: 2, unchanged: 0 }
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_end_is_killed_and_leaves_its_output() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        let shell = |script: &str, limit: u64| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            let ran = run_within(&mut command, &path, Duration::from_millis(limit)).unwrap();
            (String::from_utf8(ran.0).unwrap(), ran.1)
        };
        assert_eq!(shell("echo out; echo err >&2", 60_000), ("out\nerr\n".to_owned(), true));
        assert!(!shell("exit 1", 60_000).1);
        let (printed, is_success) = shell("echo test a; exec sleep 60", 300);
        assert!(printed.starts_with("test a\nkilled after 0 s: ") && !is_success, "{printed}");
        // A process that it leaves behind holds its output, and nobody waits for it.
        let started = Instant::now();
        assert!(shell("sleep 20 & exit 0", 60_000).1);
        assert!(started.elapsed() < Duration::from_secs(15));
    }

    #[test]
    fn test_programs_are_found_among_cargos_messages() {
        let message = |test: bool| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\
                 \"manifest_path\":\"/a \\\"b\\\"/c/Cargo.toml\",\
                 \"target\":{{\"test\":true}},\"profile\":{{\"opt_level\":\"1\",\"test\":{test}}},\
                 \"executable\":\"/t/debug/deps/all-0123\"}}"
            )
        };
        let found = test_program(&message(true));
        let expected =
            TestProgram { path: "/t/debug/deps/all-0123".into(), folder: "/a \"b\"/c".into() };
        assert_eq!(found.as_ref(), Some(&expected));
        assert_eq!(expected.name(), "c::all");
        assert_eq!(test_program(&message(false)), None);
        let library = "{\"manifest_path\":\"/c/Cargo.toml\",\"profile\":{\"test\":true},\
                       \"executable\":null}";
        assert_eq!(test_program(library), None);
    }
}
