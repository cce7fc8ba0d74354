//! Agent that runs a UCI (Universal Chess Interface) engine for a variant.

use std::io;
use std::time::{Duration, Instant};

use registry::{Agent, Answer, Failure, GameSetup, Report, Turn};

use super::CommandLine;
use super::program::explain;
use crate::process::Sandbox;
use crate::process::{LineError, Process};

/// UCI engine that plays a variant. One process plays several games.
pub(crate) struct Uci {
    process: Process,
    command: CommandLine,
    /// The command line with the placeholders filled in at the start of the engine.
    words: Vec<String>,
    go: Go,
    /// The engine has answered every request so far.
    is_reusable: bool,
}

/// Limit of an engine's search for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Go {
    Nodes(u64),
    MoveTime(Duration),
}

/// Commands that start a new game and wait until the engine is ready.
const NEW_GAME: &str = "ucinewgame\nisready\n";

/// Answer of an engine that is ready.
const READY: &str = "readyok";

/// Reason why an engine cannot play.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// The program cannot be run.
    #[error("cannot be started: {0}")]
    Start(#[from] io::Error),
    /// The program does not answer as a UCI engine.
    #[error("did not say `{0}`: is it a UCI engine?")]
    Silent(&'static str),
    /// The engine does not offer the variant.
    #[error("offers no UCI_Variant `{0}`")]
    Variant(String),
    /// The match was asked to stop.
    #[error("stopped")]
    Stopped,
}

impl Uci {
    /// Time limit for an engine to get ready for a game.
    const READY_LIMIT: Duration = Duration::from_secs(10);
    /// Maximum number of lines before the one that the engine is asked for.
    const MAX_LINES: usize = 10_000;

    pub(crate) fn start(
        command: CommandLine,
        variant: &str,
        go: Go,
        setup: &GameSetup<'_>,
        sandbox: &Sandbox,
    ) -> Result<Uci, UciError> {
        let words = command.fill(setup, None);
        let process = Process::start(&words, setup, sandbox)?;
        let mut engine = Uci { process, command, words, go, is_reusable: true };
        let options = engine.ask("uci\n", "uciok")?;
        let is_offered = options.iter().any(|line| offers_variant(line, variant));
        if !is_offered {
            return Err(UciError::Variant(variant.to_owned()));
        }
        engine.ask(&format!("setoption name UCI_Variant value {variant}\n{NEW_GAME}"), READY)?;
        Ok(engine)
    }

    /// Sends `text` and returns all lines before the line `end`.
    fn ask(&mut self, text: &str, end: &'static str) -> Result<Vec<String>, UciError> {
        let deadline = Instant::now() + Uci::READY_LIMIT;
        let failed = |why| match why {
            LineError::Stopped => UciError::Stopped,
            _ => UciError::Silent(end),
        };
        self.process.send(text, Uci::READY_LIMIT).map_err(failed)?;
        let mut lines = Vec::new();
        loop {
            let (line, _) = self.process.line(deadline).map_err(failed)?;
            if line.trim() == end {
                return Ok(lines);
            }
            if lines.len() == Uci::MAX_LINES {
                return Err(UciError::Silent(end));
            }
            lines.push(line);
        }
    }

    fn best_move(&mut self, turn: &Turn<'_>) -> Result<Answer, LineError> {
        let written = self.process.send(&commands(turn.moves, self.go), turn.limit.time())?;
        let mut report = None;
        loop {
            let (line, arrived) = self.process.line(written + turn.limit.time())?;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let line = words.next().unwrap_or_default().to_owned();
                let took = arrived.saturating_duration_since(written);
                let mut log = self.process.end_turn()?;
                log.report = report;
                return Ok(Answer { line, took, log });
            }
            report = Report::of_info(&line).or(report);
        }
    }
}

impl Agent for Uci {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let answer = self.best_move(turn);
        self.is_reusable = answer.is_ok();
        answer.map_err(|why| explain(why, &mut self.process, turn.limit))
    }

    /// Returns `false` for an engine that has failed, whose core changes, or whose command line
    /// contains the seed or the opening and changes with them: it must be started anew.
    fn begin(&mut self, setup: &GameSetup<'_>) -> bool {
        self.is_reusable = self.is_reusable
            && self.words == self.command.fill(setup, None)
            && self.process.accept(setup)
            && self.ask(NEW_GAME, READY).is_ok();
        self.process.forget_turns();
        self.is_reusable
    }

    fn peak_memory(&self) -> Option<u64> {
        Some(self.process.peak_memory())
    }
}

fn commands(moves: &[String], go: Go) -> String {
    let position = match moves {
        [] => "position startpos".to_owned(),
        moves => format!("position startpos moves {}", moves.join(" ")),
    };
    match go {
        Go::Nodes(nodes) => format!("{position}\ngo nodes {nodes}\n"),
        Go::MoveTime(time) => format!("{position}\ngo movetime {}\n", time.as_millis()),
    }
}

/// Returns whether `line` declares the option `UCI_Variant` and `variant` is among its values.
fn offers_variant(line: &str, variant: &str) -> bool {
    line.starts_with("option name UCI_Variant ")
        && line.split(" var ").skip(1).any(|offered| offered.trim() == variant)
}

#[cfg(test)]
mod tests {
    use registry::{Stop, Termination, TimeLimit};

    use super::*;

    /// Starts an engine that copies its input to standard error. It fails by hanging in its turn
    /// number `fails_in`, counted over all games.
    fn start(extra: &str, fails_in: usize, setup: &GameSetup<'_>) -> Uci {
        let body = format!(
            r#"n=0; while read -r line; do
                echo "$line" >&2
                case $line in
                    uci) echo option name UCI_Variant type combo var breakthrough; echo uciok ;;
                    isready) echo info string ready; echo readyok ;;
                    go*) n=$((n + 1)); [ $n -ne {fails_in} ] || sleep 600
                        echo info depth $n score cp 25 nodes 7; echo info string done
                        echo bestmove a2a3 ;;
                esac
            done"#
        );
        let command = CommandLine::parse(&format!("sh -c '{body}' mock {extra}")).unwrap();
        Uci::start(command, "breakthrough", Go::Nodes(7), setup, &Sandbox::default()).unwrap()
    }

    fn setup(seed: u64, stop: &Stop) -> GameSetup<'_> {
        GameSetup { seed, opening: &[], memory: 1 << 30, core: None, stop }
    }

    fn turn(limit: Duration) -> Turn<'static> {
        Turn { input: &[], moves: &[], limit: TimeLimit::Turn(limit) }
    }

    const AMPLE_TIME: Duration = Duration::from_secs(60);

    #[test]
    fn an_engine_is_kept_and_receives_ucinewgame() {
        let stop = &Stop::default();
        let mut engine = start("", 0, &setup(1, stop));
        let answer = engine.answer(&turn(AMPLE_TIME)).unwrap();
        assert!(answer.log.stderr.starts_with("uci\nsetoption"), "{}", answer.log.stderr);
        assert!(engine.begin(&setup(2, stop)));
        let answer = engine.answer(&turn(AMPLE_TIME)).unwrap();
        assert_eq!(answer.line, "a2a3");
        assert_eq!(answer.log.stderr, "position startpos\ngo nodes 7\n");
        let report = Report { depth: Some(2), score: Some(0.25), nodes: Some(7) };
        assert_eq!(answer.log.report, Some(report));
    }

    #[test]
    fn an_engine_that_has_failed_is_not_kept() {
        let stop = &Stop::default();
        let mut engine = start("", 2, &setup(1, stop));
        engine.answer(&turn(AMPLE_TIME)).unwrap();
        let failed = engine.answer(&turn(Duration::from_millis(1)));
        assert!(matches!(failed, Err(Failure::Lost { how: Termination::Timeout, .. })));
        assert!(!engine.begin(&setup(1, stop)));
    }

    #[test]
    fn an_engine_is_kept_as_long_as_it_would_be_started_in_the_same_way() {
        let stop = &Stop::default();
        let mut engine = start("{seed}", 0, &setup(1, stop));
        assert!(engine.begin(&setup(1, stop)));
        assert!(!engine.begin(&setup(2, stop)));
        let mut engine = start("{opening}", 0, &setup(1, stop));
        let opening = ["a2a3".to_owned()];
        assert!(!engine.begin(&GameSetup { opening: &opening, ..setup(1, stop) }));
        let mut engine = start("", 0, &setup(1, stop));
        assert!(!engine.begin(&GameSetup { core: Some(0), ..setup(1, stop) }));
    }

    #[test]
    fn the_whole_game_is_sent_every_turn() {
        let moves = ["c2c3".to_owned(), "f7e6".to_owned()];
        assert_eq!(commands(&[], Go::Nodes(5)), "position startpos\ngo nodes 5\n");
        assert_eq!(
            commands(&moves, Go::MoveTime(Duration::from_millis(100))),
            "position startpos moves c2c3 f7e6\ngo movetime 100\n"
        );
    }

    #[test]
    fn a_variant_is_offered_only_by_its_whole_name() {
        let line = "option name UCI_Variant type combo default chess var chess var breakthrough";
        assert!(offers_variant(line, "breakthrough"));
        assert!(!offers_variant(line, "break"));
        assert!(!offers_variant("option name Hash type spin", "breakthrough"));
    }
}
