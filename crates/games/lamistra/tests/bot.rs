//! The bot program as the judge runs it, and the bot's reply after a panic in the engine.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

use botio::Options;
use gamekit::{Outcome, Player, Position as _};
use lamistra::{BotEngine, Dialogue, Engine, LamistraBot, Move, Position};
use testkit::Fragile;

/// Options for a short search with reproducible random choices.
const BRIEF: [&str; 4] = ["--nodes", "300", "--seed", "1"];

/// A finished game: its steps and names.
type Game = Vec<Move>;

fn legal_moves(pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

/// Plays a game of random moves. The seed sets the frequencies of attacks and of naming flag and
/// bomb.
fn random_game(seed: u64) -> (Game, Position) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (attacks, walls) = ([0.01, 0.3, 0.9][rng.usize(..3)], [0.0, 0.03, 0.5][rng.usize(..3)]);
    let (mut pos, mut game) = (Position::initial(), Vec::new());
    while pos.outcome().is_none() {
        let legal = legal_moves(&pos);
        let (wants_attack, wants_wall) = (rng.f64() < attacks, rng.f64() < walls);
        let is_wanted = |mv: &&Move| match **mv {
            Move::Name(role) => role.is_movable() != wants_wall,
            Move::Step(step) => {
                let enemies = pos.army(pos.stepper().opponent()).pieces();
                (enemies & step.to.bit() != 0) == wants_attack
            }
        };
        let wanted: Vec<&Move> = legal.iter().filter(is_wanted).collect();
        let mv = *rng.choice(wanted).or_else(|| rng.choice(&legal)).unwrap();
        pos.play_unchecked(mv);
        game.push(mv);
    }
    (game, pos)
}

/// Describes the end of a game in words.
fn ending(game: &Game, pos: &Position) -> String {
    let winner = match pos.outcome() {
        Some(Outcome::Draw) if matches!(game.last(), Some(Move::Name(_))) => {
            return "200 steps each, an attack the last".to_owned();
        }
        Some(Outcome::Draw) => return "200 steps each".to_owned(),
        Some(Outcome::Win(winner)) => winner,
        None => panic!("{pos} goes on"),
    };
    let lost_flag = pos.army(winner.opponent()).has_lost_flag();
    let how = match (lost_flag, game.last()) {
        (true, _) => "takes the flag",
        (false, Some(Move::Name(_))) => "leaves no step by an attack",
        (false, _) => "leaves no step",
    };
    format!("{winner:?} {how}")
}

/// Returns the lines that the judge sends to `player` and those that it expects back in this game.
fn dialogue(game: &Game, player: Player) -> (String, String) {
    let (mut sent, mut expected) = (String::new(), String::new());
    if player == Player::First {
        sent += "Start\n";
    }
    let mut pos = Position::initial();
    for &mv in game {
        let is_own = pos.side_to_move() == player;
        let text = if is_own { &mut expected } else { &mut sent };
        *text += &format!("{mv}\n");
        pos.play_unchecked(mv);
    }
    (sent, expected)
}

/// Runs the program on `input` until it ends. Returns its exit code, its replies, and the lines on
/// standard error but for the summaries of searches.
fn run(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let (code, replies, remarks) = run_with_summaries(args, input);
    let complaints = remarks.lines().filter(|line| !is_summary(line));
    (code, replies, complaints.map(|line| format!("{line}\n")).collect())
}

/// Returns whether a line on standard error is the summary of a search: depth, score and nodes.
fn is_summary(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    matches!(words[..], ["bot:", depth, _, nodes] if depth.starts_with('d') && nodes.ends_with('n'))
}

fn run_with_summaries(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_lamistra"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The bot may exit before it has read everything.
    let _ = bot.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = bot.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// Returns one game for each kind of ending.
fn endings() -> BTreeMap<String, Game> {
    let mut found = BTreeMap::new();
    for seed in 0..3000 {
        let (game, pos) = random_game(seed);
        found.entry(ending(&game, &pos)).or_insert(game);
    }
    found
}

#[test]
fn the_program_leaves_after_every_ending_of_the_rules() {
    let endings = endings();
    let kinds: Vec<&str> = endings.keys().map(String::as_str).collect();
    assert_eq!(
        kinds,
        [
            "200 steps each",
            "200 steps each, an attack the last",
            "First leaves no step",
            "First leaves no step by an attack",
            "First takes the flag",
            "Second leaves no step",
            "Second leaves no step by an attack",
            "Second takes the flag",
        ]
    );
    for (ending, game) in endings {
        let opening: Vec<String> = game.iter().map(ToString::to_string).collect();
        let opening = opening.join(";");
        for player in Player::BOTH {
            let (sent, expected) = dialogue(&game, player);
            let args = [&BRIEF[..], &["--opening", &opening]].concat();
            // Input after the end of the game is not read.
            let (code, replies, complaints) = run(&args, &(sent + "rubbish\n"));
            assert_eq!((code, replies), (Some(0), expected), "{player:?}: {ending}");
            assert_eq!(complaints, "", "{player:?}: {ending}");
        }
    }
}

#[test]
fn the_program_plays_whole_games_by_itself() {
    for (player, seed) in [(Player::First, 1), (Player::Second, 2), (Player::First, 3)] {
        let mut bot = Command::new(env!("CARGO_BIN_EXE_lamistra"))
            .args(BRIEF)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut to_bot = bot.stdin.take().unwrap();
        let mut from_bot = BufReader::new(bot.stdout.take().unwrap()).lines();
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut pos = Position::initial();
        if player == Player::First {
            writeln!(to_bot, "Start").unwrap();
        }
        let mut owed = None;
        while pos.outcome().is_none() {
            let is_own = pos.side_to_move() == player;
            let mv = match is_own {
                true => from_bot.next().unwrap().unwrap().parse().unwrap(),
                false => *rng.choice(&legal_moves(&pos)).unwrap(),
            };
            assert!(pos.is_legal(mv), "{mv} in {pos}");
            let is_name = matches!(mv, Move::Name(_));
            match (is_own, is_name && player == pos.stepper().opponent()) {
                // The judge sends the attacker's name only after the defender's name.
                (false, true) => owed = Some(mv),
                (false, false) => writeln!(to_bot, "{mv}").unwrap(),
                (true, _) => {
                    if let Some(name) = owed.take() {
                        writeln!(to_bot, "{name}").unwrap();
                    }
                }
            }
            pos.play_unchecked(mv);
        }
        assert!(from_bot.next().is_none());
        assert!(bot.wait().unwrap().success());
        assert_eq!(pos.outcome(), Some(Outcome::Win(player)), "a random player is beaten");
    }
}

#[test]
fn an_irregularity_and_the_end_of_the_input_end_the_program() {
    for input in ["X\n", "", "Start\nX\n"] {
        let (code, _, complaints) = run(&BRIEF, input);
        assert_eq!((code, complaints.as_str()), (Some(0), ""), "{input:?}");
    }
}

#[test]
fn every_answer_by_search_comes_with_one_summary() {
    // A step, a name as defender, and a step.
    let args = [&BRIEF[..], &["--opening", "a3-a4;c5-c4"]].concat();
    let (_, replies, remarks) = run_with_summaries(&args, "Start\nc5-c4\n");
    assert_eq!(remarks.lines().filter(|line| is_summary(line)).count(), 1, "{replies} {remarks}");
    let (_, replies, remarks) = run_with_summaries(&BRIEF, "a3-a4\nc3-c4\n");
    let summaries = remarks.lines().filter(|line| is_summary(line)).count();
    assert_eq!(summaries, 2, "{replies} {remarks}");
    assert!(remarks.starts_with("bot: d"), "{remarks}");
}

#[test]
fn the_same_seed_gives_the_same_replies() {
    assert_eq!(run(&BRIEF, "Start\n"), run(&BRIEF, "Start\n"));
}

#[test]
fn bad_arguments_are_refused() {
    let (code, replies, complaint) = run(&["--sede", "1"], "");
    assert_eq!((code, replies.as_str()), (Some(2), ""));
    assert!(complaint.starts_with("bot: ") && complaint.contains("--sede"), "{complaint}");
}

#[test]
fn help_is_one_line_on_standard_output() {
    let (code, printed, complaint) = run(&["--help"], "");
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(printed.starts_with("usage: ") && printed.lines().count() == 1, "{printed}");
}

#[test]
fn invalid_input_is_reported_in_one_line_and_the_game_goes_on() {
    let long = "x".repeat(10_000);
    for rubbish in ["", "a3-a9", "a1-a2", "G", "Start now", "\u{7}", &long] {
        let (code, replies, complaint) = run(&BRIEF, &format!("{rubbish}\n"));
        assert_eq!(code, Some(0));
        assert!(replies.lines().next().is_some_and(|line| line.len() == 5), "{replies:?}");
        assert_eq!(complaint.lines().count(), 1, "{complaint:?}");
    }
    // Invalid input during an attack.
    let (_, replies, complaint) = run(&BRIEF, "a3-a4\n");
    let attacks = replies.starts_with("a5-a4");
    assert_eq!(complaint, "", "{attacks}");
    let opening = ["--opening", "a3-a4;c5-c4;c3-c4;G;R"];
    let args = [&BRIEF[..], &opening].concat();
    let (code, replies, complaint) = run(&args, "a3-a4\nc3-c4\nV\n");
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = replies.lines().collect();
    assert_eq!(lines[..2], ["c5-c4", "R"], "{replies:?}");
    assert_eq!(lines[2].len(), 5, "{replies:?}");
    assert_eq!(complaint, "bot: unexpected line `V`\n");
}

/// The judge's side of both streams, for a bot inside this process. It plays the last legal move
/// for the other side.
struct Judge {
    player: Player,
    turns: usize,
    state: RefCell<State>,
}

struct State {
    pos: Position,
    /// Lines that the bot has not read yet.
    pending: Vec<String>,
    replies: usize,
}

impl Judge {
    fn new(player: Player, turns: usize) -> Judge {
        let mut state = State { pos: Position::initial(), pending: Vec::new(), replies: 0 };
        if player == Player::First {
            state.pending.push("Start\n".to_owned());
        }
        let judge = Judge { player, turns, state: RefCell::new(state) };
        judge.play_until_bot_acts();
        judge
    }

    /// Plays for the other side until it is the bot's turn.
    fn play_until_bot_acts(&self) {
        let State { pos, pending, .. } = &mut *self.state.borrow_mut();
        while pos.side_to_move() != self.player && pos.outcome().is_none() {
            let mv = legal_moves(pos).pop().unwrap();
            let is_first_name = matches!(mv, Move::Name(_)) && pos.stepper() != self.player;
            if !is_first_name {
                pending.push(format!("{mv}\n"));
            }
            pos.play_unchecked(mv);
        }
    }
}

impl Read for &Judge {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.state.borrow_mut();
        if state.replies >= self.turns || state.pending.is_empty() {
            return Ok(0);
        }
        let line = state.pending.remove(0);
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

impl Write for &Judge {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(bytes).lines() {
            let mut state = self.state.borrow_mut();
            let attack = state.pos.attack();
            let mv: Move = line.parse().unwrap();
            assert!(state.pos.is_legal(mv), "{mv} in {}", state.pos);
            state.pos.play_unchecked(mv);
            state.replies += 1;
            // The bot has defended, so the judge sends it the attacker's role.
            let name = attack.filter(|_| state.pos.stepper() == self.player).and_then(|it| it.name);
            if let Some(name) = name {
                state.pending.push(format!("{name}\n"));
            }
        }
        self.play_until_bot_acts();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_fault_inside_the_engine_never_loses_the_game() {
    let mut broken = 0;
    for evaluations in [0, 1, 500, 20_000, u32::MAX] {
        for player in Player::BOTH {
            let (evaluation, has_broken) = Fragile::new(BotEngine::default().weights, evaluations);
            let options = Options { seed: Some(1), nodes: Some(3000), ..Options::default() };
            let bot = LamistraBot::new(Engine::new(evaluation), options);
            let judge = Judge::new(player, 12);
            let mut log = Vec::new();
            botio::run(Dialogue, bot, &judge, &judge, &mut log).unwrap();
            let log = String::from_utf8(log).unwrap();
            assert!(judge.state.borrow().replies >= 12, "{log}");
            assert_eq!(log.contains("panic while thinking"), has_broken.get(), "{log}");
            broken += u32::from(has_broken.get());
        }
    }
    assert!(broken > 0, "the evaluation was never called");
}
