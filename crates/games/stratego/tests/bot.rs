//! The bot program as the judge runs it, and its reply to invalid input.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Output, Stdio};
use std::time::Instant;

use botio::{Bot, Options};
use gamekit::{Outcome, Player, Position as _};
use stratego::{Move, Position, Rank, Reply, Report, Setup, Square, StrategoBot, Turn};

/// Few nodes, and the same random choices every time.
const BRIEF: [&str; 4] = ["--nodes", "300", "--seed", "1"];

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stratego"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on `input` until it ends.
fn run(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut bot = program(args).spawn().unwrap();
    // The bot may be gone before it has read everything.
    let _ = bot.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = bot.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "RED opponent 10 10\n",
        Player::Second => "BLUE opponent 10 10\n",
    }
}

fn army() -> Vec<Rank> {
    let ranks = Rank::ALL.into_iter().zip(Rank::ARMY);
    ranks.flat_map(|(rank, count)| vec![rank; usize::from(count)]).collect()
}

fn random_setup(rng: &mut fastrand::Rng) -> Setup {
    let mut setup = army();
    rng.shuffle(&mut setup);
    setup.try_into().unwrap()
}

fn read_setup(lines: &mut impl Iterator<Item = String>) -> Setup {
    let letters: String = lines.take(4).collect();
    let ranks: Vec<Rank> =
        letters.chars().map(|letter| Rank::from_letter(letter).unwrap()).collect();
    let mut sorted = ranks.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, army());
    ranks.try_into().unwrap()
}

fn legal_moves(pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    moves
}

/// Returns the judge's report of a legal step before the step is played.
fn report(pos: &Position, mv: Move) -> String {
    let Some(battle) = pos.battle(mv) else {
        return format!("{mv} OK\n");
    };
    if battle.defender == Rank::Flag {
        return format!("{mv} VICTORY_FLAG\n");
    }
    let word = match battle.survivor() {
        stratego::Survivor::Attacker => "KILLS",
        stratego::Survivor::Defender => "DIES",
        stratego::Survivor::Nobody => "BOTHDIE",
    };
    format!("{mv} {word} {} {}\n", battle.attacker, battle.defender)
}

/// Returns the judge's board for `player`.
fn board(pos: &Position, player: Player) -> String {
    let letter = |index: u8| match pos.owner_at(Square::new(index)) {
        None if stratego::LAKES & Square::new(index).bit() != 0 => '+',
        None => '.',
        Some(owner) if owner == player => pos.rank_at(Square::new(index)).unwrap().letter(),
        Some(_) => '#',
    };
    (0..10u8).map(|y| (0..10).map(|x| letter(10 * y + x)).collect::<String>() + "\n").collect()
}

/// The other end of a program's streams.
struct Judge<R> {
    to_bot: ChildStdin,
    from_bot: R,
    pos: Position,
    player: Player,
    /// The opponent's latest step, as the judge's line.
    last: String,
}

impl<R: Iterator<Item = String>> Judge<R> {
    /// Sends the board to the bot, reads its step and plays it.
    fn play_bot_step(&mut self) {
        let Judge { to_bot, from_bot, pos, player, last } = self;
        write!(to_bot, "{last}{}", board(pos, *player)).unwrap();
        let mv: Move = from_bot.next().unwrap().parse().unwrap();
        assert!(pos.is_legal(mv), "{mv} in {pos}");
        to_bot.write_all(report(pos, mv).as_bytes()).unwrap();
        pos.play_unchecked(mv);
    }
}

/// Returns whether a line of standard error is the summary of a search with the few nodes.
fn is_summary(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let nodes = words.last().and_then(|last| last.strip_suffix('n'));
    line.starts_with("bot: d")
        && nodes.is_some_and(|nodes| nodes.parse().is_ok_and(|n: u64| n <= 300))
}

#[test]
fn the_program_beats_random_players_with_either_colour_and_exits_on_quit() {
    for (player, seed) in [(Player::First, 1), (Player::Second, 2), (Player::First, 3)] {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut bot = program(&BRIEF).spawn().unwrap();
        let mut to_bot = bot.stdin.take().unwrap();
        let mut from_bot = BufReader::new(bot.stdout.take().unwrap()).lines().map(Result::unwrap);
        to_bot.write_all(colour(player).as_bytes()).unwrap();
        let (own, other) = (read_setup(&mut from_bot), random_setup(&mut rng));
        let setups = if player == Player::First { [&own, &other] } else { [&other, &own] };
        let pos = Position::initial().set_up(setups);
        let mut judge = Judge { to_bot, from_bot, pos, player, last: "START\n".to_owned() };
        while judge.pos.outcome().is_none() {
            if judge.pos.side_to_move() == player {
                judge.play_bot_step();
            } else {
                let mv = *rng.choice(&legal_moves(&judge.pos)).unwrap();
                judge.last = report(&judge.pos, mv);
                judge.pos.play_unchecked(mv);
            }
        }
        assert_eq!(judge.pos.outcome(), Some(Outcome::Win(player)));
        judge.to_bot.write_all(b"QUIT VICTORY\n").unwrap();
        assert!(judge.from_bot.next().is_none());
        let Output { status, stderr, .. } = bot.wait_with_output().unwrap();
        assert!(status.success());
        let log = String::from_utf8(stderr).unwrap();
        assert!(log.lines().all(is_summary), "{log}");
        assert!(!log.is_empty() && log.len() < 65_536, "{log}");
    }
}

#[test]
fn quit_ends_the_program_at_any_point_without_output_to_stderr() {
    let started = format!("{}START\n", colour(Player::First));
    let rows = "8BFB897677\n".repeat(3);
    for input in ["", colour(Player::First), &started, &format!("{started}{rows}")] {
        let (code, _, complaints) = run(&BRIEF, &format!("{input}QUIT whatever\nrubbish\n"));
        assert_eq!((code, complaints.as_str()), (Some(0), ""), "{input:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_replies_and_another_one_another_setup() {
    let setup = |seed: &str| run(&["--seed", seed], colour(Player::Second)).1;
    assert_eq!(setup("1"), setup("1"));
    assert_ne!(setup("1"), setup("2"));
    assert_eq!(setup("1").lines().count(), 4);
}

#[test]
fn an_opening_is_played_as_far_as_it_goes() {
    let opening = "F;B;8;1";
    let (_, replies, complaint) =
        run(&["--opening", opening, "--seed", "1"], colour(Player::First));
    assert!(replies.starts_with("FB81"), "{replies}");
    assert_eq!(complaint, "");
    read_setup(&mut replies.lines().map(str::to_owned));
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

/// Returns a bot inside this process that has set up as Red, and the position.
fn set_up_bot() -> (StrategoBot, Position) {
    let options = Options { seed: Some(1), nodes: Some(200), ..Options::default() };
    let mut bot = StrategoBot::new(options);
    let turn = Turn::Setup { player: Some(Player::First), line: String::new() };
    let Reply::Setup(own) = bot.respond(&turn, Instant::now(), &mut Vec::new()) else {
        panic!("a setup is wanted");
    };
    let other = random_setup(&mut fastrand::Rng::with_seed(1));
    (bot, Position::initial().set_up([&own, &other]))
}

fn act(last: Option<&str>, board: &str) -> Turn {
    let board = board.lines().map(str::to_owned).collect();
    Turn::Act { last: last.map(Report::new), board }
}

#[test]
fn invalid_input_is_reported_and_the_board_is_followed() {
    let (_, pos) = set_up_bot();
    let shown = board(&pos, Player::First);
    // A board after a step of the opponent that was not reported.
    let mut later = pos;
    let mut replies = legal_moves(&later);
    later.play_unchecked(replies.remove(0));
    let silent = *legal_moves(&later).first().unwrap();
    later.play_unchecked(silent);
    let cases = [
        (Some("rubbish"), shown.clone(), 1),
        (Some("9 9 DOWN OK"), shown.clone(), 2),
        (Some("0 9 UP KILLS 1"), shown.clone(), 2),
        (None, "short\n".to_owned(), 1),
        (None, shown.replace('+', "~"), 1),
        (None, String::new(), 1),
        (Some(""), board(&later, Player::First), 2),
    ];
    for (last, shown, complaints) in cases {
        let (mut bot, pos) = set_up_bot();
        let mut remarks = Vec::new();
        let reply = bot.respond(&act(last, &shown), Instant::now(), &mut remarks);
        let pos = if shown == board(&later, Player::First) { later } else { pos };
        let Reply::Step(mv) = reply else { panic!("{last:?}: {reply:?}") };
        assert!(pos.is_legal(mv), "{last:?}: {mv}");
        // The last remark is the summary of the search.
        assert!((2..=complaints + 1).contains(&remarks.len()), "{last:?}: {remarks:?}");
    }
}

#[test]
fn no_turn_in_any_order_makes_the_bot_panic() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (_, pos) = set_up_bot();
    let shown = board(&pos, Player::First);
    let lines =
        ["START", "0 6 UP OK", "4 6 UP 2 DIES 9 1", "3 3 DOWN KILLS 5 6", "VICTORY_FLAG", "x", ""];
    for _ in 0..60 {
        let options = Options { seed: Some(rng.u64(..)), nodes: Some(50), ..Options::default() };
        let mut bot = StrategoBot::new(options);
        for _ in 0..rng.usize(1..12) {
            let line = *rng.choice(lines.iter()).unwrap();
            let mut letters: Vec<char> = shown.chars().collect();
            for _ in 0..rng.usize(..6) {
                let place = rng.usize(..letters.len());
                if letters[place] != '\n' {
                    letters[place] = *rng.choice(&['.', '#', '1', 'B', 'F', '9', '+']).unwrap();
                }
            }
            let turn = match rng.usize(..4) {
                0 => Turn::Setup { player: None, line: line.to_owned() },
                1 => Turn::Echo(Report::new(line)),
                _ => act(Some(line), &letters.into_iter().collect::<String>()),
            };
            bot.respond(&turn, Instant::now(), &mut Vec::new());
            bot.rescue(&turn);
        }
    }
}

#[test]
fn an_aborted_search_leaves_a_legal_step() {
    let (mut bot, pos) = set_up_bot();
    let turn = act(None, &board(&pos, Player::First));
    bot.respond(&turn, Instant::now(), &mut Vec::new());
    let Reply::Step(mv) = bot.rescue(&turn) else { panic!("a step is wanted") };
    assert!(pos.is_legal(mv), "{mv}");
}
