//! Contract tests for the program of a bot, as a process with three streams.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use gamekit::{Notation, Player};

use crate::judge::{Judge, after, legal_moves, read_move};

/// Program of a bot. Each check starts a new process.
struct Program<'a> {
    path: &'a str,
}

/// Result of one run of the program.
#[derive(PartialEq, Eq, Debug)]
struct Run {
    code: Option<i32>,
    /// Standard output.
    replies: String,
    /// Standard error.
    errors: String,
}

/// Options of a short search with a fixed seed.
const BRIEF: [&str; 4] = ["--nodes", "2000", "--seed", "1"];

/// Maximum length of a message that every viewer shows completely, with a margin for deep searches.
const LONGEST_MESSAGE: usize = 30;

/// Checks the program at `path` through its standard streams, as its judge uses it: it replies to
/// any input.
///
/// # Panics
///
/// Panics on the first violation of the contract.
pub fn check_process<P: Notation>(path: &str, judge: &Judge<P>) {
    let program = Program { path };
    program.check_streams(judge);
    program.check_openings(judge);
    program.check_invalid_input(judge);
    program.check_lists(judge);
    program.check_last_moves(judge);
}

impl Program<'_> {
    /// Runs the bot with `input` on its standard input until it exits.
    fn run(&self, args: &[&str], input: &[u8]) -> Run {
        let mut bot = Command::new(self.path)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.path));
        // Writing fails if the bot has rejected its arguments and exited already.
        let _ = bot.stdin.take().map(|mut stdin| stdin.write_all(input));
        let Output { status, stdout, stderr } =
            bot.wait_with_output().unwrap_or_else(|error| panic!("{}: {error}", self.path));
        let text = |bytes| String::from_utf8(bytes).unwrap_or_else(|error| panic!("{error}"));
        Run { code: status.code(), replies: text(stdout), errors: text(stderr) }
    }

    /// Sends one turn and returns the move and the text on standard error.
    fn answer<P: Notation>(&self, input: &[u8]) -> (P::Move, String) {
        let run = self.run(&BRIEF, input);
        assert_eq!((run.code, run.replies.lines().count()), (Some(0), 1), "{run:?}");
        (read_move::<P>(&run.replies), run.errors)
    }

    /// Checks that the reply is a move and a short message, for either side, that the seed and the
    /// number of nodes determine it, that the program exits at the end of its input, that it
    /// rejects unknown arguments, and that it prints help.
    fn check_streams<P: Notation>(&self, judge: &Judge<P>) {
        let start = judge.turn(&[]);
        let run = self.run(&BRIEF, start.as_bytes());
        assert!(P::initial().is_legal(read_move::<P>(&run.replies)), "{run:?}");
        let words: Vec<&str> = run.replies.trim_end().split(' ').collect();
        let message = words[words.len() - 3..].join(" ");
        assert!(message.starts_with('d') && message.ends_with('n'), "{message}");
        assert!(message.len() <= LONGEST_MESSAGE, "{message}");
        assert_eq!(run.errors, "");
        assert_eq!(
            self.run(&BRIEF, start.as_bytes()),
            run,
            "the seed does not determine the reply"
        );

        let first = legal_moves(&P::initial())[0];
        let (mv, errors) = self.answer::<P>(judge.turn(&[first]).as_bytes());
        assert!(after::<P>(&[first]).is_legal(mv), "{mv}");
        assert_eq!(errors, "");

        let nothing = Run { code: Some(0), replies: String::new(), errors: String::new() };
        assert_eq!(self.run(&[], b""), nothing);
        let rejected = self.run(&["--sede", "1"], b"");
        assert_eq!((rejected.code, rejected.replies.as_str()), (Some(2), ""));
        check_one_line(&rejected.errors, "--sede");
        let help = self.run(&["--help"], b"");
        assert_eq!((help.code, help.errors.as_str()), (Some(0), ""));
        check_one_line(&help.replies, "usage: ");
    }

    /// Checks that the moves of an opening are played without a search.
    fn check_openings<P: Notation>(&self, judge: &Judge<P>) {
        let mut played = Vec::new();
        for _ in 0..3 {
            played.push(legal_moves(&after::<P>(&played))[0]);
        }
        let input = judge.turn(&[]) + &judge.turn(&played[..2]);
        let opening: Vec<String> = played.iter().map(ToString::to_string).collect();
        let run = self.run(&["--opening", &opening.join(";"), "--nodes", "500"], input.as_bytes());
        let replies: Vec<&str> = run.replies.lines().collect();
        assert_eq!(replies.len(), 2, "{run:?}");
        for (reply, mv) in replies.into_iter().zip([played[0], played[2]]) {
            assert!(reply.starts_with(&format!("{mv} ")), "{reply}");
            assert!(reply.ends_with(" opening"), "{reply}");
        }
    }

    /// Checks that invalid input in a turn is reported in one line and answered by a legal move.
    fn check_invalid_input<P: Notation>(&self, judge: &Judge<P>) {
        let (heading, start) = (judge.heading(&[]), judge.turn(&[]));
        let first = legal_moves(&P::initial())[0].to_string();
        let check = |input: &[u8], expected: &str| {
            let (mv, errors) = self.answer::<P>(input);
            assert!(P::initial().is_legal(mv), "{mv}");
            check_one_line(&errors, expected);
        };
        let after_heading = |rest: &[u8]| [heading.as_bytes(), rest].concat();
        check(&after_heading(b""), "no number of legal moves");
        check(&after_heading(b"22\na2b"), "expected a move");
        check(&after_heading(b"-1\n"), "\"-1\" is no number");
        check(&after_heading(b"99999999999999999999\n"), "is no number");
        check(&start.as_bytes()[..start.len() - first.len() - 1], "");
        check(&after_heading(b"22\n"), "ends within a turn");
        check(
            start.replacen(&format!("\n{first}\n"), "\n\u{7}x\n", 1).as_bytes(),
            "expected a move",
        );
        check(&after_heading(&[b"22\n".as_slice(), &[0xff; 100_000]].concat()), "expected a move");
    }

    /// Checks that the referee's list of legal moves takes precedence over the bot's own position.
    fn check_lists<P: Notation>(&self, judge: &Judge<P>) {
        let (played, foreign) = illegal_move::<P>(Player::First);
        let legal = legal_moves(&after::<P>(&played));
        let last = legal[legal.len() - 1];
        let heading = judge.heading(&played);
        let (mv, errors) = self.follow(judge, &played, &format!("{heading}2\n{last}\n{foreign}\n"));
        assert_eq!(mv, last);
        check_one_line(&errors, &format!("unknown here [{foreign}]"));
        let (mv, errors) = self.follow(judge, &played, &format!("{heading}1\n{foreign}\n"));
        assert_eq!(mv, foreign);
        check_one_line(&errors, "");
    }

    /// Checks that an invalid last move is reported and answered by a legal move.
    fn check_last_moves<P: Notation>(&self, judge: &Judge<P>) {
        let first = legal_moves(&P::initial())[0];
        let turn = judge.turn(&[first]);
        if !judge.heading(&[first]).lines().any(|line| line == first.to_string()) {
            return self.check_positions(judge, &turn);
        }
        for (text, expected) in [("\u{fffd}", "last move"), ("None at all", "last move")] {
            let garbled = turn.replacen(&format!("{first}\n"), &format!("{text}\n"), 1);
            let (mv, errors) = self.answer::<P>(garbled.as_bytes());
            assert!(after::<P>(&[first]).is_legal(mv), "{mv}");
            check_one_line(&errors, expected);
        }
        let (mut played, foreign) = illegal_move::<P>(Player::Second);
        let before = played.clone();
        played.push(legal_moves(&after::<P>(&played))[0]);
        let (pos, made) = (after::<P>(&played), played[played.len() - 1]);
        let garbled =
            judge.turn(&played).replacen(&format!("{made}\n"), &format!("{foreign}\n"), 1);
        let (mv, errors) = self.follow(judge, &before, &garbled);
        assert!(pos.is_legal(mv), "{mv}");
        check_one_line(&errors, "is not legal");
    }

    /// Checks that an invalid position, and one that no move explains, is reported and answered by
    /// a legal move, if the judge shows the position instead of the last move; `turn` is that after
    /// the first of the legal moves.
    fn check_positions<P: Notation>(&self, judge: &Judge<P>, turn: &str) {
        let mut played = vec![legal_moves(&P::initial())[0]];
        let heading = judge.heading(&played);
        let line = heading.lines().last().unwrap_or_default();
        let garbled = turn.replacen(&format!("{line}\n"), "?\n", 1);
        let (mv, errors) = self.answer::<P>(garbled.as_bytes());
        assert!(after::<P>(&played).is_legal(mv), "{mv}");
        check_one_line(&errors, "");
        for _ in 0..3 {
            played.push(legal_moves(&after::<P>(&played))[0]);
        }
        let (mv, errors) = self.follow(judge, &played[..1], &judge.turn(&played));
        assert!(after::<P>(&played).is_legal(mv), "{mv}");
        check_one_line(&errors, "another position");
    }

    /// Sends the first player's turns of the game `played`, in which the bot plays these moves, and
    /// then `turn`. Returns the move after it and the text on standard error.
    fn follow<P: Notation>(
        &self,
        judge: &Judge<P>,
        played: &[P::Move],
        turn: &str,
    ) -> (P::Move, String) {
        let turns = (0..played.len()).step_by(2).map(|plies| judge.turn(&played[..plies]));
        let input = turns.chain([turn.to_owned()]).collect::<String>();
        let opening: Vec<String> = played.iter().map(ToString::to_string).collect();
        let opening = opening.join(";");
        let args = [&BRIEF[..], &["--opening", &opening]].concat();
        let run = self.run(&args, input.as_bytes());
        let answers = played.len().div_ceil(2) + 1;
        assert_eq!((run.code, run.replies.lines().count()), (Some(0), answers), "{run:?}");
        (read_move::<P>(&run.replies), run.errors)
    }
}

/// Returns the moves of a game up to a turn of `player`, and a move of an earlier turn that is not
/// legal in this turn.
///
/// # Panics
///
/// Panics if the game ends before there is such a move.
fn illegal_move<P: Notation>(player: Player) -> (Vec<P::Move>, P::Move) {
    let (mut played, mut seen) = (Vec::new(), Vec::new());
    loop {
        let pos = after::<P>(&played);
        let legal = legal_moves(&pos);
        let illegal = seen.iter().find(|mv| !legal.contains(mv)).copied();
        if let Some(mv) = illegal.filter(|_| pos.side_to_move() == player) {
            return (played, mv);
        }
        assert!(!legal.is_empty(), "every move is legal in every turn: {played:?}");
        played.push(legal[0]);
        seen.extend(legal);
    }
}

/// Checks that the text on standard error is one line that contains `expected`.
fn check_one_line(errors: &str, expected: &str) {
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains(expected), "{errors}");
}
