use std::io;

use super::process::{NoLine, Process};
use super::{Agent, Answer, Failure, GameSetup, Report, Turn};
use crate::termination::Termination;
use crate::time_control::TimeLimit;

/// A program that speaks the referee's dialogue on its standard streams.
pub(crate) struct Program {
    process: Process,
}

impl Program {
    pub(crate) fn start(words: &[String], setup: &GameSetup<'_>) -> io::Result<Program> {
        Ok(Program { process: Process::start(words, setup)? })
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, NoLine> {
        let written = self.process.send(&ended(turn.input), turn.limit.time())?;
        let (line, arrived) = self.process.line(written + turn.limit.time())?;
        let took = arrived.saturating_duration_since(written);
        let mut log = self.process.end_turn()?;
        log.report = Report::of_message(&line);
        Ok(Answer { line, took, log })
    }
}

impl Agent for Program {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        self.ask(turn).map_err(|why| explain(why, &mut self.process, turn.limit))
    }

    fn hear(&mut self, lines: &[String]) {
        self.process.begin_to_send(&ended(lines));
    }

    fn tell(&mut self, lines: &[String]) {
        self.process.take_leave(&ended(lines));
    }

    fn peak_memory(&self) -> Option<u64> {
        Some(self.process.peak_memory())
    }
}

/// Returns lines as one text, each with its end.
fn ended(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Bytes in the unit of messages.
const MIB: u64 = 1 << 20;

/// Says how `process` has lost by not answering, and ends it: it may be burning what others need.
pub(crate) fn explain(why: NoLine, process: &mut Process, limit: TimeLimit) -> Failure {
    let (how, what) = match why {
        NoLine::Stopped => return Failure::Stopped,
        NoLine::Timeout => (Termination::Timeout, format!("no answer within {limit}")),
        NoLine::Flood => {
            (Termination::Flood, "10,000 bytes of output without a line end".to_owned())
        }
        NoLine::Memory => {
            let peak = process.peak_memory().div_ceil(MIB);
            (Termination::Memory, format!("{peak} MiB of memory, more than its judge allows"))
        }
        NoLine::Closed => match process.exit_status() {
            Some(status) => (Termination::Crashed, format!("the process ended, {status}")),
            None => (Termination::Closed, "the process closed its standard output".to_owned()),
        },
    };
    let log = Box::new(process.turn_log());
    // Who was kept from the processor was late by no fault of its own.
    let what = match log.cpu.filter(|_| how == Termination::Timeout) {
        Some(cpu) => format!("{what}; {} ms of it on the processor", cpu.as_millis()),
        None => what,
    };
    let last_words = process.last_words();
    let detail = match last_words.as_str() {
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

    use super::*;
    use crate::agent::TurnLog;
    use crate::stop::Stop;

    /// A limit that nothing here comes near.
    const PATIENT: TimeLimit = TimeLimit::Turn(Duration::from_secs(60));

    fn setup(stop: &Stop) -> GameSetup<'_> {
        GameSetup { seed: 1, opening: &[], memory: 1 << 30, core: None, stop }
    }

    fn start(script: &str, setup: &GameSetup<'_>) -> io::Result<Program> {
        Program::start(&["sh", "-c", script].map(str::to_owned), setup)
    }

    fn ask(program: &mut Program) -> Result<Answer, Failure> {
        let input = ["one".to_owned(), "two".to_owned()];
        program.answer(&Turn { input: &input, moves: &[], limit: PATIENT })
    }

    #[track_caller]
    fn check_loses(program: &mut Program, expected: Termination) -> (String, TurnLog) {
        match ask(program) {
            Err(Failure::Lost { how, detail, log }) if how == expected => (detail, *log),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_turn_knows_what_was_written_to_standard_error_since_the_turn_before() {
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
    fn a_lost_turn_tells_as_much() {
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
        let turn = Turn { input: &input, moves: &[], limit: PATIENT };
        assert_eq!(program.answer(&turn).unwrap().line, "a");
    }

    #[test]
    fn a_program_is_told_its_lines_and_nothing_of_ours() {
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

    /// Tells a program its last lines, lets it go, and returns what it has written to a file.
    #[track_caller]
    fn check_leaves(script: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("said");
        let script = format!("say() {{ echo \"$1\" >>{}; }}; {script}", path.display());
        let mut program = start(&script, &setup(&Stop::default())).unwrap();
        ask(&mut program).unwrap();
        program.tell(&["last".to_owned()]);
        drop(program);
        assert_eq!(fs::read_to_string(path).unwrap(), expected);
    }

    #[test]
    fn a_program_that_is_told_the_end_exits_by_itself() {
        let turn = "read -r _; read -r _; echo a";
        check_leaves(&format!("{turn}; read -r x; say $x"), "last\n");
        check_leaves(&format!("{turn}; while read -r x; do say $x; done; say end"), "last\nend\n");
        // What nobody reads any more does not hold it up.
        let much = "head -c 300000 /dev/zero; yes | head -n 50000";
        check_leaves(&format!("{turn}; read -r _; {{ {much}; }} >&2; {much}; say done"), "done\n");
    }

    #[test]
    fn a_program_that_does_not_care_for_the_end_is_killed() {
        check_leaves("read -r _; read -r _; say ready; echo a; exec sleep 600", "ready\n");
    }

    #[test]
    fn a_program_that_is_gone_can_be_told_the_end() {
        let mut program = start("exit 0", &setup(&Stop::default())).unwrap();
        check_loses(&mut program, Termination::Crashed);
        program.tell(&["X".to_owned()]);
    }

    /// Starts a program with a child that has left its group, and returns the child as well.
    fn start_with_runaway(stop: &Stop) -> (Program, String) {
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
        let (first, childs_folder) = start_with_runaway(&stop);
        let (second, others_folder) = start_with_runaway(&stop);
        drop(first);
        assert!(!fs::exists(childs_folder).unwrap());
        assert!(fs::exists(&others_folder).unwrap());
        drop(second);
        assert!(!fs::exists(others_folder).unwrap());
    }
}
