//! Command `cargo cg suite`: the share of test positions that players solve.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::bail;
use arena::{Contestant, GamePairError, Limits, Sandbox, SingleAnswer, Worker};
use indicatif::{ProgressBar, ProgressStyle};
use options::Reply;
use options::suite::Arguments;
use registry::{Game, TestPosition, game};
use serde_json::{Value, json};

use crate::agents::{Agents, make_names_unique};
use crate::interrupt::stop_on_interrupt;
use crate::json_report::print_table;
use crate::programs::Programs;
use crate::rules::Rules;
use crate::sandbox::ChosenSandbox;

/// Position with its place in a file.
struct Placed {
    place: String,
    position: TestPosition,
}

/// Positions, and the answers of all players so far.
struct Suite {
    game: &'static dyn Game,
    positions: Vec<Placed>,
    players: Vec<Contestant>,
    /// Answers by position and player.
    answers: Vec<Vec<Option<SingleAnswer>>>,
}

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let mut positions = Vec::new();
    for file in &arguments.files {
        positions.extend(placed(file, TestPosition::read_file(file, game)?));
    }
    let rules = Rules::Game(game);
    let agents = Agents::new(&rules, programs, arguments.nodes);
    let mut players = agents.make_all(&arguments.players)?;
    make_names_unique(&mut players);
    if let Some(unable) = players.iter().find(|player| !player.can_play_openings()) {
        bail!(
            "`{}` cannot be led to a position: write {{opening}} in its command line, where the \
             moves are to stand",
            unable.name
        );
    }
    let sandbox = ChosenSandbox::of(arguments.sandbox, &players, programs)?.sandbox;
    let answers = vec![vec![None; players.len()]; positions.len()];
    let mut suite = Suite { game, positions, players, answers };
    let is_complete = suite.solve(arguments, programs, &sandbox)?;
    if arguments.format.is_text() {
        suite.write(&mut io::stdout().lock())?;
    } else {
        print_table(arguments.format, &suite.to_json(!is_complete), "positions")?;
    }
    Ok(if is_complete { Reply::Yes } else { Reply::Interrupted })
}

/// Names the positions of a file.
fn placed(file: &Path, positions: Vec<TestPosition>) -> Vec<Placed> {
    let place = |number: usize| format!("{} #{number}", file.display());
    (1..)
        .zip(positions)
        .map(|(number, position)| Placed { place: place(number), position })
        .collect()
}

impl Suite {
    /// Asks all players in all positions. Returns false if Ctrl-C has ended it early.
    fn solve(
        &mut self,
        arguments: &Arguments,
        programs: &Programs,
        sandbox: &Sandbox,
    ) -> anyhow::Result<bool> {
        let stop = stop_on_interrupt()?;
        let style = ProgressStyle::with_template("{pos}/{len} answers {wide_bar} {eta} left")?;
        let (count, players) = (self.positions.len() * self.players.len(), self.players.len());
        let bar = ProgressBar::new(count as u64).with_style(style);
        let limits = Limits { margin_ms: arguments.margin };
        let (next, this) = (AtomicUsize::new(0), &*self);
        let (sender, answered) = channel();
        let work = |sender: std::sync::mpsc::Sender<_>| {
            let mut worker = Worker::new(programs, &stop, None).in_sandbox(sandbox);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return;
                }
                let moves = &this.positions[number / players].position.moves;
                let player = &this.players[number % players];
                let answer = worker.answer(this.game, player, moves, arguments.seed, limits);
                bar.inc(1);
                let is_over = answer.is_err();
                // The receiver stays until all workers have ended.
                if sender.send((number, answer)).is_err() || is_over {
                    stop.request();
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..arguments.jobs.get() {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
        });
        bar.finish_and_clear();
        drop(sender);
        let mut is_complete = true;
        for (number, answer) in answered {
            match answer {
                Ok(answer) => self.answers[number / players][number % players] = Some(answer),
                Err(GamePairError::Stopped) => is_complete = false,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(is_complete)
    }

    fn is_solved(&self, position: usize, player: usize) -> bool {
        let answer = self.answers[position][player].as_ref();
        let mv = answer.and_then(|answer| answer.mv.as_ref().ok());
        mv.is_some_and(|mv| self.positions[position].position.is_solved_by(mv))
    }

    /// Returns the number of positions that a player has answered, and of those that it has solved.
    fn counts(&self, player: usize) -> (usize, usize) {
        let answered = self.answers.iter().filter(|answers| answers[player].is_some()).count();
        let all = 0..self.positions.len();
        (answered, all.filter(|&position| self.is_solved(position, player)).count())
    }

    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{}, {} positions", self.game.name(), self.positions.len())?;
        for (player, contestant) in self.players.iter().enumerate() {
            let (answered, solved) = self.counts(player);
            writeln!(output, "{}: {solved} of {answered} solved", contestant.name)?;
        }
        let unsolved: Vec<usize> =
            (0..self.positions.len()).filter(|&position| self.is_unsolved(position)).collect();
        if unsolved.is_empty() {
            return output.flush();
        }
        let players = self.players.iter().map(|player| player.name.clone());
        let head = ["unsolved", "solution"].map(str::to_owned).into_iter().chain(players);
        let mut rows = vec![head.collect()];
        rows.extend(unsolved.into_iter().map(|position| self.row(position)));
        writeln!(output)?;
        write_columns(output, &rows)?;
        output.flush()
    }

    /// Returns the cells of a position: place, solution, the moves of all players, and the comment.
    fn row(&self, position: usize) -> Vec<String> {
        let Placed { place, position: test } = &self.positions[position];
        let solution = match test.best.is_empty() {
            false => test.best.join(" or "),
            true => format!("not {}", test.avoid.join(", ")),
        };
        let mut row = vec![place.clone(), solution];
        for (player, answer) in self.answers[position].iter().enumerate() {
            let mark = if self.is_solved(position, player) { " +" } else { "" };
            row.push(match answer.as_ref().map(|answer| &answer.mv) {
                Some(Ok(mv)) => format!("{mv}{mark}"),
                // The details of a fault follow its name.
                Some(Err(fault)) => fault.split(':').next().unwrap_or_default().to_owned(),
                None => "-".to_owned(),
            });
        }
        row.push(test.comment.clone());
        row
    }

    /// Returns whether a player has answered a position and not solved it.
    fn is_unsolved(&self, position: usize) -> bool {
        let answers = self.answers[position].iter().enumerate();
        answers
            .filter(|(_, answer)| answer.is_some())
            .any(|(player, _)| !self.is_solved(position, player))
    }

    fn to_json(&self, was_interrupted: bool) -> Value {
        let players = self.players.iter().enumerate().map(|(player, contestant)| {
            let (answered, solved) = self.counts(player);
            json!({ "player": contestant.name, "answered": answered, "solved": solved })
        });
        let positions = (0..self.positions.len()).map(|position| {
            let Placed { place, position: test } = &self.positions[position];
            let answers = self.answers[position].iter().enumerate().map(|(player, answer)| {
                let answer = answer.as_ref()?;
                Some(json!({
                    "player": self.players[player].name,
                    "move": answer.mv.as_ref().ok(),
                    "fault": answer.mv.as_ref().err(),
                    "solved": self.is_solved(position, player),
                    "ms": answer.took.map(|took| took.as_secs_f64() * 1e3),
                }))
            });
            json!({
                "place": place,
                "best": test.best,
                "avoid": test.avoid,
                "comment": test.comment,
                "answers": answers.flatten().collect::<Vec<_>>(),
            })
        });
        json!({
            "game": self.game.name(),
            "interrupted": was_interrupted,
            "players": players.collect::<Vec<_>>(),
            "positions": positions.collect::<Vec<_>>(),
        })
    }
}

/// Writes rows of cells as columns.
fn write_columns(output: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let length = |cell: &String| cell.chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(length).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        writeln!(output, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
