//! Agent that runs a program which speaks the referee's dialogue.

use std::io;

use registry::{Agent, Answer, Failure, GameSetup, Report, Termination, TimeLimit, Turn};

use crate::process::Sandbox;
use crate::process::{LineError, Process};

/// Program that speaks the referee's dialogue on its standard streams.
pub(crate) struct Program {
    process: Process,
}

impl Program {
    pub(crate) fn start(
        words: &[String],
        setup: &GameSetup<'_>,
        sandbox: &Sandbox,
    ) -> io::Result<Program> {
        Ok(Program { process: Process::start(words, setup, sandbox)? })
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, LineError> {
        let written = self.process.send(&joined(turn.input), turn.limit.time())?;
        let (line, arrived) = self.process.line(written + turn.limit.time())?;
        let took = arrived.saturating_duration_since(written);
        let mut log = self.process.end_turn()?;
        log.report = Report::of_message(&line).or_else(|| Report::of_stderr(&log.stderr));
        Ok(Answer { line, took, log })
    }
}

impl Agent for Program {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        self.ask(turn).map_err(|why| explain(why, &mut self.process, turn.limit))
    }

    fn receive(&mut self, lines: &[String]) {
        self.process.begin_to_send(&joined(lines));
    }

    fn receive_last(&mut self, lines: &[String]) {
        self.process.send_last(&joined(lines));
    }

    fn peak_memory(&self) -> Option<u64> {
        Some(self.process.peak_memory())
    }
}

/// Joins lines to one text, each with its line end.
fn joined(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Bytes per MiB, the unit of messages.
const MIB: u64 = 1 << 20;

/// Builds the failure for a missing answer of `process`, and kills it: it may use processor time
/// that other games need.
pub(crate) fn explain(why: LineError, process: &mut Process, limit: TimeLimit) -> Failure {
    let (how, what) = match why {
        LineError::Stopped => return Failure::Stopped,
        LineError::Timeout => (Termination::Timeout, format!("no answer within {limit}")),
        LineError::Flood => {
            (Termination::Flood, "10,000 bytes of output without a line end".to_owned())
        }
        LineError::Memory => {
            let peak = process.peak_memory().div_ceil(MIB);
            (Termination::Memory, format!("{peak} MiB of memory, more than its judge allows"))
        }
        LineError::Closed => match process.exit_status() {
            Some(status) => (Termination::Crashed, format!("the process ended, {status}")),
            None => (Termination::Closed, "the process closed its standard output".to_owned()),
        },
    };
    let log = Box::new(process.turn_log());
    // A program that got little processor time may be late through no fault of its own.
    let what = match log.cpu.filter(|_| how == Termination::Timeout) {
        Some(cpu) => format!("{what}; {} ms of it on the processor", cpu.as_millis()),
        None => what,
    };
    let stderr_tail = process.stderr_tail();
    let detail = match stderr_tail.as_str() {
        "" => what,
        words => format!("{what}; standard error: {words}"),
    };
    process.kill();
    Failure::Lost { how, detail, log }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use nix::sched::sched_getaffinity;
    use nix::unistd::{Pid, getsid};
    use registry::{Stop, TurnLog};

    use super::*;

    /// Time limit that no test comes near.
    const AMPLE_TIME: TimeLimit = TimeLimit::Turn(Duration::from_secs(60));

    fn setup(stop: &Stop) -> GameSetup<'_> {
        GameSetup { seed: 1, opening: &[], memory: 1 << 30, core: None, stop }
    }

    fn start(script: &str, setup: &GameSetup<'_>) -> io::Result<Program> {
        Program::start(&["sh", "-c", script].map(str::to_owned), setup, &Sandbox::default())
    }

    fn ask(program: &mut Program) -> Result<Answer, Failure> {
        let input = ["one".to_owned(), "two".to_owned()];
        program.answer(&Turn { input: &input, moves: &[], limit: AMPLE_TIME })
    }

    #[track_caller]
    fn check_loses(program: &mut Program, expected: Termination) -> (String, TurnLog) {
        match ask(program) {
            Err(Failure::Lost { how, detail, log }) if how == expected => (detail, *log),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_log_of_a_turn_holds_standard_error_since_the_turn_before() {
        let script = "echo start >&2; while read -r x && read -r y; do
            echo $x >&2; echo $y d3 +0.50 7n; read -r x && read -r y; echo $y; done";
        let mut program = start(script, &setup(&Stop::default())).unwrap();
        let first = ask(&mut program).unwrap();
        assert_eq!(
            (first.line.as_str(), first.log.stderr.as_str()),
            ("two d3 +0.50 7n", "start\none\n")
        );
        let report = Report { depth: Some(3), score: Some(0.5), nodes: Some(7) };
        assert_eq!(first.log.report, Some(report));
        let second = ask(&mut program).unwrap();
        assert_eq!((second.line.as_str(), second.log.stderr.as_str()), ("two", ""));
        assert_eq!(second.log.report, None);
        assert_eq!(ask(&mut program).unwrap().log.stderr, "one\n");
    }

    #[test]
    fn a_search_may_be_reported_on_standard_error_before_the_answer() {
        let script = "while read -r _ && read -r _; do echo bot: d4 -1.00 9n >&2; echo a; done";
        let mut program = start(script, &setup(&Stop::default())).unwrap();
        let report = Report { depth: Some(4), score: Some(-1.0), nodes: Some(9) };
        for _ in 0..3 {
            assert_eq!(ask(&mut program).unwrap().log.report, Some(report));
        }
    }

    #[test]
    fn a_lost_turn_has_a_log_too() {
        let script = "read -r _; read -r _; echo so far >&2; echo a; read -r _; echo so long >&2";
        let mut program = start(script, &setup(&Stop::default())).unwrap();
        ask(&mut program).unwrap();
        let (detail, log) = check_loses(&mut program, Termination::Crashed);
        assert_eq!(detail, "the process ended, exit status: 0; standard error: so far\nso long");
        assert_eq!(log.stderr, "so long\n");
        assert!(log.cpu.is_some());
    }

    #[test]
    fn a_turns_processor_time_is_what_was_used_since_the_turn_before() {
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo a;
            while read -r _; do echo b; done";
        let mut program = start(script, &setup(&Stop::default())).unwrap();
        let [busy, idle] = [(); 2].map(|()| ask(&mut program).unwrap().log.cpu.unwrap());
        assert!(busy > 4 * idle, "{busy:?} {idle:?}");
    }

    #[test]
    fn a_program_is_bound_to_its_core() {
        let ours = sched_getaffinity(Pid::from_raw(0)).unwrap();
        let core = (0..).find(|&core| ours.is_set(core).unwrap()).unwrap();
        let stop = Stop::default();
        let script = "read -r _; grep Cpus_allowed_list /proc/self/status";
        let mut program = start(script, &GameSetup { core: Some(core), ..setup(&stop) }).unwrap();
        assert_eq!(ask(&mut program).unwrap().line, format!("Cpus_allowed_list:\t{core}"));
    }

    #[test]
    fn a_core_that_is_not_there_is_refused() {
        let stop = Stop::default();
        let beyond = GameSetup { core: Some(1_000), ..setup(&stop) };
        let error = start("read -r _", &beyond).err().unwrap().to_string();
        assert!(error.starts_with("cannot be bound to core 1000, choose another: "), "{error}");
    }

    #[test]
    fn more_memory_than_allowed_loses_even_with_an_answer() {
        let stop = Stop::default();
        let small = GameSetup { memory: 4 << 20, ..setup(&stop) };
        let fill = "x=$(head -c 8000000 /dev/zero | tr '\\0' x)";
        for script in [format!("{fill}; echo a; read -r _"), format!("{fill}; sleep 600")] {
            let mut program = start(&script, &small).unwrap();
            let (detail, _) = check_loses(&mut program, Termination::Memory);
            assert!(detail.ends_with(" MiB of memory, more than its judge allows"), "{detail}");
            assert!(program.peak_memory().unwrap() > 4 << 20);
        }
    }

    #[test]
    fn standard_error_is_read_while_a_program_does_not_read_its_input() {
        let script = "head -c 3000000 /dev/zero >&2; cat >/dev/null & echo a; wait";
        let mut program = start(script, &setup(&Stop::default())).unwrap();
        let input = vec!["x".repeat(1_000_000)];
        let turn = Turn { input: &input, moves: &[], limit: AMPLE_TIME };
        assert_eq!(program.answer(&turn).unwrap().line, "a");
    }

    #[test]
    fn a_program_gets_its_lines_and_a_clean_environment() {
        let mut program = start("env; cat", &setup(&Stop::default())).unwrap();
        let mut names = Vec::new();
        loop {
            let line = ask(&mut program).unwrap().line;
            match line.split_once('=') {
                Some((name, _)) => names.push(name.to_owned()),
                None => break assert_eq!(line, "one"),
            }
        }
        let ours = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "ARENA_PROCESS", "PWD"];
        assert!(names.iter().all(|name| ours.contains(&name.as_str())), "{names:?}");
    }

    /// Sends a program its last lines, drops it, and checks the text that it has written to a file.
    #[track_caller]
    fn check_leaves(script: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("said");
        let script = format!("say() {{ echo \"$1\" >>{}; }}; {script}", path.display());
        let mut program = start(&script, &setup(&Stop::default())).unwrap();
        ask(&mut program).unwrap();
        program.receive_last(&["last".to_owned()]);
        drop(program);
        assert_eq!(fs::read_to_string(path).unwrap(), expected);
    }

    #[test]
    fn a_program_that_receives_the_last_lines_exits_by_itself() {
        let turn = "read -r _; read -r _; echo a";
        check_leaves(&format!("{turn}; read -r x; say $x"), "last\n");
        check_leaves(&format!("{turn}; while read -r x; do say $x; done; say end"), "last\nend\n");
        // Output that is not read any more does not block the program.
        let much = "head -c 300000 /dev/zero; yes | head -n 50000";
        check_leaves(&format!("{turn}; read -r _; {{ {much}; }} >&2; {much}; say done"), "done\n");
    }

    #[test]
    fn a_program_that_ignores_the_last_lines_is_killed() {
        check_leaves("read -r _; read -r _; say ready; echo a; exec sleep 600", "ready\n");
    }

    #[test]
    fn the_last_lines_can_be_sent_to_a_program_that_has_ended() {
        let mut program = start("exit 0", &setup(&Stop::default())).unwrap();
        check_loses(&mut program, Termination::Crashed);
        program.receive_last(&["X".to_owned()]);
    }

    /// Starts a program with a child process that has left its group, and returns the folder of the
    /// child process as well.
    fn start_with_escaped_child(stop: &Stop) -> (Program, String) {
        let script = "setsid sh -c 'sleep 600 & wait' >/dev/null 2>&1 & echo $!; read -r _; wait";
        let mut program = start(script, &setup(stop)).unwrap();
        let child = ask(&mut program).unwrap().line;
        while getsid(Some(Pid::from_raw(child.parse().unwrap()))) == getsid(None) {
            thread::yield_now();
        }
        (program, format!("/proc/{child}"))
    }

    #[test]
    fn a_child_that_has_left_the_group_is_killed_with_its_program_and_with_no_other() {
        let stop = Stop::default();
        let (first, childs_folder) = start_with_escaped_child(&stop);
        let (second, others_folder) = start_with_escaped_child(&stop);
        drop(first);
        assert!(!fs::exists(childs_folder).unwrap());
        assert!(fs::exists(&others_folder).unwrap());
        drop(second);
        assert!(!fs::exists(others_folder).unwrap());
    }
}
