//! Bot that measures the judge before it answers.

use std::time::{Duration, Instant};

use botio::Bot;
use search::{Limits, Signature};

use crate::background::Background;
use crate::clock::{lost_time, Clock};
use crate::compiler::Compiler;
use crate::machine::Machine;
use crate::pages::page_fault;

/// Number of turns after the first one that measure lost time.
const TURNS: usize = 30;

/// Time for which one of these turns watches the clock.
const WATCH: Duration = Duration::from_millis(10);

/// Search of the bench positions within limits, whose speed the first turn measures.
type Search = fn(Limits) -> Signature;

/// Maximum number of nodes of that search per position.
const NODES: u64 = 25_000;

/// Maximum time of that search: a share of the first turn that the bot can do without.
const SEARCH: Duration = Duration::from_millis(250);

/// Bot that plays like the bot within, and measures the judge in its first turns.
pub(crate) struct Probe<B> {
    bot: B,
    search: Search,
    /// Number of answers so far.
    turns: usize,
    /// Time of the last answer, and the longest time to an answer so far.
    answered: Option<Instant>,
    longest: Duration,
    background: Option<Background>,
}

impl<B: Bot> Probe<B> {
    /// Returns the probe around `bot`.
    pub(crate) fn new(bot: B, search: Search) -> Probe<B> {
        let (answered, longest) = (None, Duration::ZERO);
        Probe { bot, search, turns: 0, answered, longest, background: None }
    }

    /// Measures all that stays the same during a game.
    fn measure_judge(&mut self, started: Instant) -> Vec<String> {
        let limits = Limits { hard: Some(started + SEARCH), ..Limits::nodes(NODES) };
        let Signature { nodes, elapsed } = (self.search)(limits);
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
        self.background = Background::start();
        vec![
            Compiler::measure().to_string(),
            Machine::read().to_string(),
            format!("search {nodes} nodes in {elapsed:.1?}: {speed:.3} million a second"),
            format!("clock {}; page fault {:.2?}", Clock::measure(), page_fault()),
        ]
    }

    /// Measures the time since the last answer, and the time that is lost now.
    fn measure_turn(&self, started: Instant) -> Vec<String> {
        let turn = self.turns + 1;
        let waited = self.answered.map_or(Duration::ZERO, |time| started.duration_since(time));
        let thread = match &self.background {
            Some(thread) => thread.report(waited),
            None => "cannot be started".to_owned(),
        };
        let (lost, gap) = lost_time(WATCH);
        let longest = self.longest;
        vec![
            format!("turn {turn}: waited {waited:.1?}, thread {thread}"),
            format!(
                "turn {turn}: lost {lost:.1?} of {WATCH:?}, longest gap {gap:.1?}, \
                 longest answer so far {longest:.1?}"
            ),
        ]
    }
}

impl<B: Bot> Bot for Probe<B> {
    type Turn = B::Turn;
    type Reply = B::Reply;

    fn respond(&mut self, turn: &B::Turn, started: Instant, remarks: &mut Vec<String>) -> B::Reply {
        let lines = match self.turns {
            0 => self.measure_judge(started),
            1..=TURNS => self.measure_turn(started),
            _ => Vec::new(),
        };
        remarks.extend(lines.into_iter().map(|line| format!("probe: {line}")));
        let reply = self.bot.respond(turn, started, remarks);
        self.turns += 1;
        self.longest = self.longest.max(started.elapsed());
        if let Some(background) = &self.background {
            background.restart();
        }
        self.answered = Some(Instant::now());
        reply
    }

    fn rescue(&mut self, turn: &B::Turn) -> B::Reply {
        self.turns += 1;
        self.bot.rescue(turn)
    }
}
