use std::io;
use std::time::{Duration, Instant};

use super::process::{NoLine, Process};
use super::program::explain;
use super::{Agent, Answer, Failure, Turn, TurnLog};
use crate::Stop;

/// A UCI engine that plays a variant.
pub(crate) struct Uci {
    process: Process,
    go: Go,
}

/// How long an engine is told to think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Go {
    Nodes(u64),
    MoveTime(Duration),
}

/// Why an engine cannot play.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// The program cannot be run at all.
    #[error("cannot be started: {0}")]
    Start(#[from] io::Error),
    /// It does not answer as an engine does.
    #[error("did not say `{0}`: is it a UCI engine?")]
    Silent(&'static str),
    /// It does not know the game.
    #[error("offers no UCI_Variant `{0}`")]
    Variant(String),
    /// The match was asked to stop.
    #[error("stopped")]
    Stopped,
}

impl Uci {
    /// How long an engine may take to get ready for a game.
    const READY_LIMIT: Duration = Duration::from_secs(10);

    pub(crate) fn start(
        words: &[String],
        variant: &str,
        go: Go,
        stop: &Stop,
    ) -> Result<Uci, UciError> {
        let engine = Uci { process: Process::start(words, stop)?, go };
        let options = engine.ask("uci\n".to_owned(), "uciok")?;
        let is_offered = options.iter().any(|line| offers_variant(line, variant));
        if !is_offered {
            return Err(UciError::Variant(variant.to_owned()));
        }
        let setup = format!("setoption name UCI_Variant value {variant}\nucinewgame\nisready\n");
        engine.ask(setup, "readyok")?;
        Ok(engine)
    }

    /// Sends `text` and returns all lines before the one that is `end`.
    fn ask(&self, text: String, end: &'static str) -> Result<Vec<String>, UciError> {
        let deadline = Instant::now() + Uci::READY_LIMIT;
        let failed = |why| match why {
            NoLine::Stopped => UciError::Stopped,
            _ => UciError::Silent(end),
        };
        self.process.send(text, Uci::READY_LIMIT).map_err(failed)?;
        let mut lines = Vec::new();
        loop {
            let (line, _) = self.process.line(deadline).map_err(failed)?;
            if line.trim() == end {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    fn best_move(&self, turn: &Turn<'_>) -> Result<Answer, NoLine> {
        let written = self.process.send(commands(turn.moves, self.go), turn.limit)?;
        loop {
            let (line, arrived) = self.process.line(written + turn.limit)?;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let line = words.next().unwrap_or_default().to_owned();
                let took = arrived.saturating_duration_since(written);
                return Ok(Answer { line, took, log: TurnLog::default() });
            }
        }
    }
}

impl Agent for Uci {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        self.best_move(turn).map_err(|why| explain(why, &mut self.process, turn.limit))
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

/// Tells whether `line` declares the choice of variants and `variant` is among them.
fn offers_variant(line: &str, variant: &str) -> bool {
    line.starts_with("option name UCI_Variant ")
        && line.split(" var ").skip(1).any(|offered| offered.trim() == variant)
}

#[cfg(test)]
mod tests {
    use super::*;

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
