//! CodeCup bot: updates the position from the judge's lines and chooses steps and names by search.

use std::mem;
use std::time::Instant;

use botio::{Bot, Options};
use gamekit::{Player, Position as _};
use search::score::is_proven;
use search::{Evaluate, Limits, SearchResult, Searcher, Task};

use crate::clock::Clock;
use crate::dialogue::Reply;
use crate::engine::Engine;
use crate::moves::{Move, Step};
use crate::opponent_model::{OpponentModel, Situation};
use crate::position::Position;
use crate::progress::{AttackHistory, Progress};
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
    history: AttackHistory,
    model: OpponentModel,
    /// The bot's side, known after the first line.
    side: Option<Player>,
    /// The role that the bot has named in the current attack.
    name: Option<Role>,
    /// Output lines that are decided but not written yet.
    pending_lines: Vec<String>,
    /// Summary of the search behind the next answer: of the step, if it has one.
    summary: Option<String>,
}

/// Share of a decision that a search of the attacks alone takes, in percent.
const ATTACKS_PERCENT: u32 = 33;

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
            history: AttackHistory::default(),
            model: OpponentModel::default(),
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
        self.history.step();
    }

    /// Resolves the current attack with the bot's name and the other side's name.
    fn end_attack(&mut self, theirs: Role) {
        self.model.observe(&self.position, self.other_side(), theirs);
        let ours = self.name.take().unwrap_or(theirs);
        let we_attack = self.is_our_step();
        let (attacker, defender) = if we_attack { (ours, theirs) } else { (theirs, ours) };
        self.position.play_unchecked(Move::Name(attacker));
        self.position.play_unchecked(Move::Name(defender));
        self.played += 2;
        self.history.attack(we_attack);
    }

    /// Returns whether the bot makes the current step, or has attacked with it.
    fn is_our_step(&self) -> bool {
        Some(self.position.stepper()) == self.side
    }

    /// Returns the lines to write now: a role when the bot is attacked; in the bot's turn a step
    /// and, if the step attacks, a role. `decide` chooses among legal moves.
    fn compose_reply(&mut self, mut decide: impl FnMut(&mut Self, &[Move]) -> Move) -> Reply {
        if self.is_our_step() && self.position.attack().is_none() {
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
        let is_second_name = matches!(legal[0], Move::Name(_)) && !self.is_our_step();
        let index = self.played + usize::from(is_second_name);
        if let Some(mv) = self.options.opening.get(index).filter(|mv| legal.contains(mv)) {
            return *mv;
        }
        if let [only] = *legal {
            return only;
        }
        let chosen = match legal[0] {
            Move::Step(_) => self.choose_step(legal),
            Move::Name(_) => self.choose_name(is_second_name),
        };
        chosen.filter(|mv| legal.contains(mv)).unwrap_or(legal[0])
    }

    /// Chooses a step by search. Against a side that waits, an attack may cost as much as a line
    /// without one.
    fn choose_step(&mut self, legal: &[Move]) -> Option<Move> {
        let progress = self.progress();
        let is_stalled = self.history.is_stalled();
        let share = if is_stalled { 100 - ATTACKS_PERCENT } else { 100 };
        let mut found = self.search(legal, share)?;
        if is_stalled && !self.is_attack(found.best) && !is_proven(found.score) {
            let attacks: Vec<Move> =
                legal.iter().copied().filter(|&mv| self.is_attack(mv)).collect();
            let least = found.score - progress.cost(found.score);
            found = self
                .search(&attacks, ATTACKS_PERCENT)
                .filter(|attack| attack.score >= least)
                .unwrap_or(found);
        }
        self.summary.get_or_insert_with(|| found.summary());
        Some(found.best)
    }

    /// Chooses a name by search and the opponent model.
    fn choose_name(&mut self, is_second_name: bool) -> Option<Move> {
        let root = match is_second_name {
            true => self.position.with_any_name(),
            false => self.position,
        };
        let limits = self.prepare(100);
        let solution = self.searcher.solve_root(&root, &self.past, limits, |_| ())?;
        let situation = Situation::of(&root, self.other_side());
        let name = self.model.sample(&solution, situation)?;
        self.summary.get_or_insert_with(|| solution.result(name).summary());
        Some(name)
    }

    /// Searches some of the steps with this share of a decision's time or nodes, in percent.
    fn search(&mut self, moves: &[Move], percent: u32) -> Option<SearchResult<Move>> {
        let limits = self.prepare(percent);
        let task = Task { root: &self.position, moves, past: &self.past };
        self.searcher.search(&task, limits, |_| ())
    }

    /// Prepares the search for the current turn. Returns the limits of this share of a decision, in
    /// percent.
    fn prepare(&mut self, percent: u32) -> Limits {
        let progress = self.progress();
        self.searcher.set_contempt(progress.contempt());
        self.searcher.engine_mut().progress = progress;
        match self.options.nodes {
            Some(nodes) => Limits::nodes(nodes * u64::from(percent) / 100),
            None => {
                let steps_left = self.position.plies_left().div_ceil(2) as u32;
                self.clock.limits(Instant::now(), steps_left, percent)
            }
        }
    }

    fn progress(&self) -> Progress {
        Progress::new(self.side.unwrap_or(Player::First), &self.position, &self.history)
    }

    fn is_attack(&self, mv: Move) -> bool {
        let enemies = self.position.army(self.other_side()).pieces();
        matches!(mv, Move::Step(step) if enemies & step.to.bit() != 0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::BotEngine;

    /// Returns the step that the bot chooses by 3000 nodes after three attacks of its own and this
    /// number of quiet plies.
    fn step_after(quiet_plies: usize, position: &str) -> String {
        let options = Options { nodes: Some(3000), ..Options::default() };
        let mut bot = LamistraBot::new(BotEngine::default(), options);
        bot.position = position.parse().unwrap();
        bot.side = Some(bot.position.stepper());
        (0..3).for_each(|_| bot.history.attack(true));
        (0..quiet_plies).for_each(|_| bot.history.step());
        let mut legal = Vec::new();
        bot.position.legal_moves(|mv| legal.push(mv));
        bot.choose_step(&legal).unwrap().to_string()
    }

    #[test]
    fn the_names_of_the_other_side_are_counted_by_its_situation() {
        let opening = "a3-a4 c5-c4 a4-a5 R B c4-c3 R G g3-g4";
        let opening = opening.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let options = Options { opening, nodes: Some(100), ..Options::default() };
        let mut bot = LamistraBot::new(BotEngine::default(), options);
        for line in ["Start", "c5-c4", "B", "c4-c3", "R"] {
            bot.respond(&line.to_string(), Instant::now(), &mut Vec::new());
        }
        let counts = |attacks, has_moved| {
            let situation = Situation { attacks, has_moved };
            [Role::Bomb, Role::Rider].map(|role| bot.model.count(situation, role))
        };
        assert_eq!(counts(false, false), [1, 0]);
        assert_eq!(counts(true, true), [0, 1]);
        assert_eq!([counts(false, true), counts(true, false)], [[0, 0], [0, 0]]);
    }

    #[test]
    fn an_attack_at_a_small_price_opens_the_position_of_a_side_that_waits() {
        let closed = "uuuu1uu/u1u1w1u/1www1wu/O2ww2/WUU1OUU/WUUUWUU/1WW1WUU b 14002451 e1-d1 \
                      14113430 c5-c4 229 -";
        assert_eq!([0, 80].map(|plies| step_after(plies, closed)), ["d7-e7", "e4-e3"]);
    }

    #[test]
    fn an_attack_that_loses_more_is_not_made() {
        // The only attack risks the general against a piece that may be a bomb.
        let won = "uuuuuuu/2uuuuu/1w1G3/6W/L2MO2/UU4U/UUUUUUU r 14000240 - 14000350 b5-b6 62 -";
        assert_eq!(step_after(80, won), "a3-a4");
    }
}
