//! CodeCup bot: updates the position from the judge's lines and chooses steps and names by search.

use std::mem;
use std::time::Instant;

use botio::{Bot, Options};
use gamekit::{Player, Position as _};
use search::{Evaluate, Limits, SearchResult, Searcher, Task};

use crate::clock::Clock;
use crate::dialogue::Reply;
use crate::engine::Engine;
use crate::moves::{Move, Step};
use crate::position::Position;
use crate::progress::Progress;
use crate::role::Role;
use crate::settings::SETTINGS;

/// CodeCup bot: follows the game from the judge's lines and chooses moves by search with the
/// evaluation `V`.
pub struct LamistraBot<V> {
    options: Options<Move>,
    searcher: Searcher<Position, Engine<V>>,
    clock: Clock,
    position: Position,
    /// The earlier positions in which a player stepped.
    past: Vec<Position>,
    /// Number of steps and names played so far.
    played: usize,
    /// Number of steps since the last attack.
    quiet_plies: i32,
    /// Number of the bot's attacks less those of the other side.
    initiative: i32,
    /// The bot's side, known after the first line.
    side: Option<Player>,
    /// The role that the bot has named in the current attack.
    name: Option<Role>,
    /// Output lines that are decided but not written yet.
    pending_lines: Vec<String>,
    /// Summary of the search behind the next answer: of the step, if it has one.
    summary: Option<String>,
}

/// A parsed line of the judge.
enum Line {
    Start,
    Step(Step),
    Name(Role),
    Unreadable,
}

impl<V: Evaluate<Position>> LamistraBot<V> {
    /// Returns a bot that waits for the first line.
    #[must_use]
    pub fn new(engine: Engine<V>, options: Options<Move>) -> LamistraBot<V> {
        let mut searcher = Searcher::new(engine, SETTINGS.params, SETTINGS.table_bytes);
        searcher.set_salt(options.seed());
        LamistraBot {
            options,
            searcher,
            clock: Clock::default(),
            position: Position::initial(),
            past: Vec::new(),
            played: 0,
            quiet_plies: 0,
            initiative: 0,
            side: None,
            name: None,
            pending_lines: Vec::new(),
            summary: None,
        }
    }

    /// Updates the position with a line. Returns a complaint if the line does not fit.
    fn follow(&mut self, line: &str) -> Option<String> {
        let parsed = match line.parse() {
            Ok(Move::Step(step)) => Line::Step(step),
            Ok(Move::Name(role)) => Line::Name(role),
            Err(_) if line == "Start" => Line::Start,
            Err(_) => Line::Unreadable,
        };
        if self.side.is_none() {
            let is_first = matches!(parsed, Line::Start);
            self.side = Some(if is_first { Player::First } else { Player::Second });
        }
        let unexpected = || Some(format!("unexpected line `{}`", line.escape_debug()));
        if self.position.attack().is_some() {
            let theirs = self.their_role(&parsed);
            self.end_attack(theirs.unwrap_or_else(|| self.any_role_of_theirs()));
            return theirs.map_or_else(unexpected, |_| None);
        }
        if Some(self.position.stepper()) == self.side {
            return if matches!(parsed, Line::Start) { None } else { unexpected() };
        }
        match parsed {
            Line::Step(step) if self.position.is_legal(Move::Step(step)) => {
                self.step(step);
                None
            }
            _ => {
                // The game goes on, so some step was made; a quiet one is the most likely.
                if let Some(step) = self.any_step() {
                    self.step(step);
                }
                unexpected()
            }
        }
    }

    /// Returns the role that the other side names in `parsed`, if it is legal.
    fn their_role(&self, parsed: &Line) -> Option<Role> {
        let Line::Name(role) = *parsed else {
            return None;
        };
        self.roles(self.other_side()).into_iter().find(|&legal| legal == role)
    }

    fn other_side(&self) -> Player {
        self.side.map_or(Player::First, Player::opponent)
    }

    /// Returns the roles that `player` may name in the current attack.
    fn roles(&self, player: Player) -> Vec<Role> {
        let mut roles = Vec::new();
        match player == self.position.stepper() {
            true => self.position.attacker_roles(|role| roles.push(role)),
            false => self.position.defender_roles(|role| roles.push(role)),
        }
        roles
    }

    fn any_role_of_theirs(&self) -> Role {
        self.roles(self.other_side()).last().copied().unwrap_or(Role::Rider)
    }

    /// Returns a legal step of the side to step, a quiet one if there is one.
    fn any_step(&self) -> Option<Step> {
        let mut steps = Vec::new();
        self.position.legal_moves(|mv| {
            if let Move::Step(step) = mv {
                steps.push(step);
            }
        });
        let enemies = self.position.army(self.position.stepper().opponent()).pieces();
        let is_quiet = |step: &&Step| enemies & step.to.bit() == 0;
        steps.iter().find(is_quiet).or(steps.first()).copied()
    }

    fn step(&mut self, step: Step) {
        self.past.push(self.position);
        self.position.play_unchecked(Move::Step(step));
        self.played += 1;
        self.quiet_plies += 1;
    }

    /// Resolves the current attack with the bot's name and the other side's name.
    fn end_attack(&mut self, theirs: Role) {
        let ours = self.name.take().unwrap_or(theirs);
        let we_attack = Some(self.position.stepper()) == self.side;
        let (attacker, defender) = if we_attack { (ours, theirs) } else { (theirs, ours) };
        self.position.play_unchecked(Move::Name(attacker));
        self.position.play_unchecked(Move::Name(defender));
        self.played += 2;
        self.quiet_plies = 0;
        self.initiative += if we_attack { 1 } else { -1 };
    }

    /// Returns the lines to write now: a role when the bot is attacked; in the bot's turn a step
    /// and, if the step attacks, a role. `decide` chooses among legal moves.
    fn compose_reply(&mut self, mut decide: impl FnMut(&mut Self, &[Move]) -> Move) -> Reply {
        let is_ours = Some(self.position.stepper()) == self.side;
        if is_ours && self.position.attack().is_none() {
            let mut steps = Vec::new();
            self.position.legal_moves(|mv| steps.push(mv));
            if !steps.is_empty() {
                let mv = decide(self, &steps);
                if let Move::Step(step) = mv {
                    self.step(step);
                    self.pending_lines.push(step.to_string());
                }
            }
        }
        if self.position.attack().is_some() && self.name.is_none() {
            let roles = self.roles(self.side.unwrap_or(Player::First));
            let names: Vec<Move> = roles.into_iter().map(Move::Name).collect();
            if let Move::Name(role) = decide(self, &names) {
                self.name = Some(role);
                self.pending_lines.push(role.to_string());
            }
        }
        Reply {
            lines: mem::take(&mut self.pending_lines),
            is_last: self.position.outcome().is_some(),
        }
    }

    /// Chooses among `legal`, which is not empty, by the opening or by search.
    fn choose(&mut self, legal: &[Move]) -> Move {
        // In the opening a defender's name follows the attacker's name, which is not known yet.
        let is_second_name =
            matches!(legal[0], Move::Name(_)) && Some(self.position.stepper()) != self.side;
        let index = self.played + usize::from(is_second_name);
        if let Some(mv) = self.options.opening.get(index).filter(|mv| legal.contains(mv)) {
            return *mv;
        }
        if let [only] = *legal {
            return only;
        }
        let root = match is_second_name {
            true => self.position.with_any_name(),
            false => self.position,
        };
        let Some(found) = self.search(&root, legal) else { return legal[0] };
        self.summary.get_or_insert_with(|| found.summary());
        found.best
    }

    /// Searches `moves` of `root` within the limits of a decision.
    fn search(&mut self, root: &Position, moves: &[Move]) -> Option<SearchResult<Move>> {
        let limits = match self.options.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => self.clock.limits(Instant::now(), root.plies_left().div_ceil(2) as u32),
        };
        let us = self.side.unwrap_or(Player::First);
        let progress = Progress::new(us, root, self.quiet_plies, self.initiative);
        self.searcher.set_contempt(progress.contempt());
        self.searcher.engine_mut().progress = progress;
        let task = Task { root, moves, past: &self.past };
        self.searcher.search(&task, limits, |_| ())
    }
}

impl<V: Evaluate<Position>> Bot for LamistraBot<V> {
    type Turn = String;
    type Reply = Reply;

    fn respond(&mut self, line: &String, started: Instant, remarks: &mut Vec<String>) -> Reply {
        self.clock.start(started);
        remarks.extend(self.follow(line));
        let reply = self.compose_reply(Self::choose);
        remarks.extend(self.summary.take());
        self.clock.stop(Instant::now());
        reply
    }

    /// The line was already followed, and the moves decided before the panic stay valid.
    fn rescue(&mut self, _line: &String) -> Reply {
        let known = self.searcher.best_so_far();
        self.clock.stop(Instant::now());
        self.summary = None;
        self.searcher.new_game();
        // The first legal name would be the flag.
        let any = |legal: &[Move]| legal[legal.len() - 1];
        self.compose_reply(|_, legal| known.filter(|mv| legal.contains(mv)).unwrap_or(any(legal)))
    }
}
