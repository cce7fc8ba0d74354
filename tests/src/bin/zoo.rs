//! A bot that misbehaves as it is told, in any game: `zoo <temper> <leash>`.
//!
//! It knows no rules. A turn is whatever comes up to a line that is nothing but a number n, and n
//! moves, of which it plays one. The leash is a named pipe that it holds open, and into which it
//! writes one byte, for whoever wants to see when the last of them is gone. Like all of its children
//! it can be ended by SIGKILL alone.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, StdinLock, Write};
use std::process::{self, Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::SigSet;
use nix::unistd::{dup2_stdin, dup2_stdout, setsid};

/// How a bot plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Temper {
    /// Plays the last move of the list.
    Fair,
    /// Plays the first move of the list.
    First,
    /// Plays any move of the list.
    Random,
    /// Says much beside its move, and some of it on standard error.
    Chatty,
    /// Writes a megabyte on standard error before each move.
    Noisy,
    /// Ends its lines with a carriage return and a line feed.
    ReturnAndFeed,
    /// Ends its lines with a carriage return alone.
    Return,
    /// Puts bytes behind its move that are not UTF-8.
    Mojibake,
    /// Starts children that stay, leave its group, or lose their parent, and plays on.
    Brood,
    /// Plays a move that has the form of one, in some game at least.
    Illegal,
    /// Answers nothing that anybody can read.
    Unreadable,
    /// Answers bytes that are not UTF-8.
    Garbage,
    /// Answers two lines, of which the second is no move.
    TwoLines,
    /// Answers a line without its end and waits.
    NoEnd,
    /// Answers a line without its end and exits.
    NoEndAndExit,
    /// Answers far too late in its second turn.
    Slow,
    /// Is ended by a signal in its second turn.
    Crash,
    /// Exits in its second turn as if all was well.
    Exit,
    /// Fills more memory than any judge allows in its second turn, and plays on.
    Hog,
    /// Neither reads nor writes.
    Silent,
    /// Closes its output and reads on.
    CloseOutput,
    /// Closes its input and answers what is no move.
    CloseInput,
    /// Writes without a line end, for ever.
    Flood,
    /// Writes lines that are no moves, for ever.
    EndlessLines,
    /// Is a child: stays.
    Stay,
    /// Is a child: leaves the group and the session.
    Leave,
    /// Is a child: has one itself, which leaves, and exits before it.
    Orphan,
}

/// Every temper by its name on the command line.
const TEMPERS: [(&str, Temper); 27] = [
    ("fair", Temper::Fair),
    ("first", Temper::First),
    ("random", Temper::Random),
    ("chatty", Temper::Chatty),
    ("noisy", Temper::Noisy),
    ("return-and-feed", Temper::ReturnAndFeed),
    ("return", Temper::Return),
    ("mojibake", Temper::Mojibake),
    ("brood", Temper::Brood),
    ("illegal", Temper::Illegal),
    ("unreadable", Temper::Unreadable),
    ("garbage", Temper::Garbage),
    ("two-lines", Temper::TwoLines),
    ("no-end", Temper::NoEnd),
    ("no-end-and-exit", Temper::NoEndAndExit),
    ("slow", Temper::Slow),
    ("crash", Temper::Crash),
    ("exit", Temper::Exit),
    ("hog", Temper::Hog),
    ("silent", Temper::Silent),
    ("close-output", Temper::CloseOutput),
    ("close-input", Temper::CloseInput),
    ("flood", Temper::Flood),
    ("endless-lines", Temper::EndlessLines),
    ("stay", Temper::Stay),
    ("leave", Temper::Leave),
    ("orphan", Temper::Orphan),
];

/// A line that begins as a move of Jungle does, and as no legal move of any game.
const NO_MOVE: &[u8] = b"9 9 9 9\n";

/// More than any judge allows, in bytes.
const HOG: usize = 900 << 20;

/// Longer than any test.
const FOR_EVER: Duration = Duration::from_secs(3600);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let run = match &arguments[..] {
        [name, leash] => match TEMPERS.iter().find(|(known, _)| known == name) {
            Some((_, temper)) => run(*temper, leash),
            None => Err(io::Error::other(format!("no temper is called `{name}`"))),
        },
        _ => Err(io::Error::other("usage: zoo TEMPER LEASH")),
    };
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(temper: Temper, leash: &str) -> io::Result<()> {
    SigSet::all().thread_block()?;
    let mut held = File::options().write(true).open(leash)?;
    held.write_all(b"x")?;
    match temper {
        Temper::Silent => thread::sleep(FOR_EVER),
        Temper::CloseOutput => {
            dup2_stdout(File::options().write(true).open("/dev/null")?)?;
            while read_turn(&mut io::stdin().lock())?.is_some() {}
        }
        Temper::CloseInput => {
            dup2_stdin(File::open("/dev/null")?)?;
            say(NO_MOVE)?;
            thread::sleep(FOR_EVER);
        }
        Temper::Flood => loop {
            say(b"x")?;
        },
        Temper::EndlessLines => loop {
            say(NO_MOVE)?;
        },
        Temper::Stay => be_a_child(),
        Temper::Leave => {
            setsid()?;
            be_a_child();
        }
        Temper::Orphan => drop(start("leave", leash, Stdio::inherit())?),
        Temper::Brood => {
            let _children = have_children(leash)?;
            play(Temper::Fair)?;
        }
        _ => play(temper)?,
    }
    Ok(())
}

/// Plays until the input ends.
fn play(temper: Temper) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut random = 1;
    for turn in 1.. {
        let Some(moves) = read_turn(&mut input)? else {
            break;
        };
        let mv = match temper {
            Temper::First => moves.first(),
            Temper::Random => moves.get(draw(&mut random, moves.len())),
            _ => moves.last(),
        };
        answer(temper, turn, mv.map_or("pass", String::as_str))?;
    }
    Ok(())
}

/// Reads a turn up to its last line and returns the listed moves; `None` if the input has ended.
fn read_turn(input: &mut StdinLock<'_>) -> io::Result<Option<Vec<String>>> {
    let mut lines = input.lines();
    let count = loop {
        let Some(line) = lines.next().transpose()? else {
            return Ok(None);
        };
        if let Ok(count) = line.parse() {
            break count;
        }
    };
    let moves: Vec<String> = lines.take(count).collect::<io::Result<_>>()?;
    Ok((moves.len() == count).then_some(moves))
}

/// Answers one turn, the first of which is 1.
fn answer(temper: Temper, turn: usize, mv: &str) -> io::Result<()> {
    match (temper, turn) {
        (Temper::Chatty, _) => {
            eprintln!("turn {turn}: {}", "thinking ".repeat(100));
            say(format!("{mv} {}\n", "what a game! ".repeat(300)).as_bytes())
        }
        (Temper::Noisy, _) => {
            io::stderr().write_all(&[b'x'; 1 << 20])?;
            say_move(mv)
        }
        (Temper::ReturnAndFeed, _) => say(format!("{mv}\r\n").as_bytes()),
        (Temper::Return, _) => say(format!("{mv}\r").as_bytes()),
        (Temper::Mojibake, _) => say(&[mv.as_bytes(), b" \xff\xfe\n"].concat()),
        (Temper::Illegal, _) => say(NO_MOVE),
        (Temper::Unreadable, _) => say(b"?!\n"),
        (Temper::Garbage, _) => say(b"\xff\xfe\n"),
        (Temper::TwoLines, _) => say(&[format!("{mv}\n").as_bytes(), NO_MOVE].concat()),
        (Temper::NoEnd, _) => say(mv.as_bytes()).map(|()| thread::sleep(FOR_EVER)),
        (Temper::NoEndAndExit, _) => say(mv.as_bytes()).map(|()| process::exit(0)),
        (Temper::Slow, 2..) => {
            thread::sleep(Duration::from_secs(20));
            say_move(mv)
        }
        (Temper::Crash, 2..) => process::abort(),
        (Temper::Exit, 2..) => process::exit(0),
        (Temper::Hog, 2..) => {
            let hoard = vec![1; HOG];
            say_move(mv)?;
            // Held until the next turn would have come.
            thread::sleep(FOR_EVER);
            drop(hoard);
            Ok(())
        }
        _ => say_move(mv),
    }
}

fn say_move(mv: &str) -> io::Result<()> {
    say(format!("{mv}\n").as_bytes())
}

fn say(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(bytes)?;
    output.flush()
}

/// Draws an index below `count`, any if that is 0: the classic generator of POSIX's `rand`.
fn draw(state: &mut u32, count: usize) -> usize {
    *state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
    (*state >> 16) as usize % count.max(1)
}

/// Starts one child of every kind and returns when all of them are what they want to be.
fn have_children(leash: &str) -> io::Result<Vec<Child>> {
    let start = |temper| {
        let mut child = start(temper, leash, Stdio::piped())?;
        let ready = child.stdout.take().expect("the stream was asked to be piped");
        BufReader::new(ready).read_exact(&mut [0])?;
        Ok(child)
    };
    ["stay", "leave", "orphan"].into_iter().map(start).collect()
}

fn start(temper: &str, leash: &str, stdout: Stdio) -> io::Result<Child> {
    Command::new(env::current_exe()?)
        .args([temper, leash])
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
}

/// Tells whoever has started this process that it is ready, and stays.
fn be_a_child() {
    // Somebody may be gone already.
    let _ = say(b"x");
    thread::sleep(FOR_EVER);
}
