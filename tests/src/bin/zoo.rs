//! Bot with a selectable fault, for any game: `zoo <behaviour> <pipe>`.
//!
//! It knows no rules. A turn is any number of lines, a line with only a number n, and n lines with
//! moves, of which it plays one. It holds the named pipe open and writes one byte into it, so that
//! a test detects when the last of its processes has ended. Only SIGKILL ends the bot and its
//! children.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, StdinLock, Write};
use std::process::{self, Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::SigSet;
use nix::unistd::{dup2_stdin, dup2_stdout, setsid};

/// Behaviour of the bot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    /// Plays the last move of the list.
    Fair,
    /// Plays the first move of the list.
    First,
    /// Plays a random move of the list.
    Random,
    /// Writes long messages after its move and to standard error.
    Chatty,
    /// Writes a megabyte to standard error before each move.
    Noisy,
    /// Ends its lines with a carriage return and a line feed.
    ReturnAndFeed,
    /// Ends its lines with a carriage return alone.
    Return,
    /// Writes bytes that are not UTF-8 after its move.
    Mojibake,
    /// Starts child processes that stay, leave its process group, or lose their parent; plays on.
    Brood,
    /// Replies with an illegal move that has the form of a move in some game.
    Illegal,
    /// Replies with text that is not a move.
    Unreadable,
    /// Replies with bytes that are not UTF-8.
    Garbage,
    /// Replies with two lines, the second of which is not a move.
    TwoLines,
    /// Replies with a line without a line end, and waits.
    NoEnd,
    /// Replies with a line without a line end, and exits.
    NoEndAndExit,
    /// Replies far too late in its second turn.
    Slow,
    /// Aborts by a signal in its second turn.
    Crash,
    /// Exits with code 0 in its second turn.
    Exit,
    /// Allocates more memory than any judge allows in its second turn, and plays its move.
    Hog,
    /// Neither reads nor writes.
    Silent,
    /// Closes its standard output and reads on.
    CloseOutput,
    /// Closes its standard input and replies with a line that is not a move.
    CloseInput,
    /// Writes endlessly, without a line end.
    Flood,
    /// Writes endless lines that are not moves.
    EndlessLines,
    /// Child process that stays.
    Stay,
    /// Child process that leaves the process group and the session.
    Leave,
    /// Child process that starts a child of kind `Leave` and exits.
    Orphan,
}

/// All behaviours by their names on the command line.
const BEHAVIOURS: [(&str, Behaviour); 27] = [
    ("fair", Behaviour::Fair),
    ("first", Behaviour::First),
    ("random", Behaviour::Random),
    ("chatty", Behaviour::Chatty),
    ("noisy", Behaviour::Noisy),
    ("return-and-feed", Behaviour::ReturnAndFeed),
    ("return", Behaviour::Return),
    ("mojibake", Behaviour::Mojibake),
    ("brood", Behaviour::Brood),
    ("illegal", Behaviour::Illegal),
    ("unreadable", Behaviour::Unreadable),
    ("garbage", Behaviour::Garbage),
    ("two-lines", Behaviour::TwoLines),
    ("no-end", Behaviour::NoEnd),
    ("no-end-and-exit", Behaviour::NoEndAndExit),
    ("slow", Behaviour::Slow),
    ("crash", Behaviour::Crash),
    ("exit", Behaviour::Exit),
    ("hog", Behaviour::Hog),
    ("silent", Behaviour::Silent),
    ("close-output", Behaviour::CloseOutput),
    ("close-input", Behaviour::CloseInput),
    ("flood", Behaviour::Flood),
    ("endless-lines", Behaviour::EndlessLines),
    ("stay", Behaviour::Stay),
    ("leave", Behaviour::Leave),
    ("orphan", Behaviour::Orphan),
];

/// Line in the form of a move of Jungle that is not legal in any game.
const NO_MOVE: &[u8] = b"9 9 9 9\n";

/// Memory of `Hog` in bytes: more than any judge allows.
const HOG_BYTES: usize = 900 << 20;

/// Sleep that is longer than any test.
const FOREVER: Duration = Duration::from_secs(3600);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let run = match &arguments[..] {
        [name, pipe] => match BEHAVIOURS.iter().find(|(known, _)| known == name) {
            Some((_, behaviour)) => run(*behaviour, pipe),
            None => Err(io::Error::other(format!("no behaviour is called `{name}`"))),
        },
        _ => Err(io::Error::other("usage: zoo BEHAVIOUR PIPE")),
    };
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(behaviour: Behaviour, pipe: &str) -> io::Result<()> {
    SigSet::all().thread_block()?;
    let mut held = File::options().write(true).open(pipe)?;
    held.write_all(b"x")?;
    match behaviour {
        Behaviour::Silent => thread::sleep(FOREVER),
        Behaviour::CloseOutput => {
            dup2_stdout(File::options().write(true).open("/dev/null")?)?;
            while read_turn(&mut io::stdin().lock())?.is_some() {}
        }
        Behaviour::CloseInput => {
            dup2_stdin(File::open("/dev/null")?)?;
            say(NO_MOVE)?;
            thread::sleep(FOREVER);
        }
        Behaviour::Flood => loop {
            say(b"x")?;
        },
        Behaviour::EndlessLines => loop {
            say(NO_MOVE)?;
        },
        Behaviour::Stay => stay_as_child(),
        Behaviour::Leave => {
            setsid()?;
            stay_as_child();
        }
        Behaviour::Orphan => drop(start("leave", pipe, Stdio::inherit())?),
        Behaviour::Brood => {
            let _children = start_children(pipe)?;
            play(Behaviour::Fair)?;
        }
        _ => play(behaviour)?,
    }
    Ok(())
}

/// Plays until the end of the input.
fn play(behaviour: Behaviour) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut random = 1;
    for turn in 1.. {
        let Some(moves) = read_turn(&mut input)? else {
            break;
        };
        let mv = match behaviour {
            Behaviour::First => moves.first(),
            Behaviour::Random => moves.get(draw(&mut random, moves.len())),
            _ => moves.last(),
        };
        answer(behaviour, turn, mv.map_or("pass", String::as_str))?;
    }
    Ok(())
}

/// Reads a turn and returns the listed moves. Returns `None` at the end of the input.
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

/// Replies to one turn. Turns are counted from 1.
fn answer(behaviour: Behaviour, turn: usize, mv: &str) -> io::Result<()> {
    match (behaviour, turn) {
        (Behaviour::Chatty, _) => {
            eprintln!("turn {turn}: {}", "thinking ".repeat(100));
            say(format!("{mv} {}\n", "what a game! ".repeat(300)).as_bytes())
        }
        (Behaviour::Noisy, _) => {
            io::stderr().write_all(&[b'x'; 1 << 20])?;
            say_move(mv)
        }
        (Behaviour::ReturnAndFeed, _) => say(format!("{mv}\r\n").as_bytes()),
        (Behaviour::Return, _) => say(format!("{mv}\r").as_bytes()),
        (Behaviour::Mojibake, _) => say(&[mv.as_bytes(), b" \xff\xfe\n"].concat()),
        (Behaviour::Illegal, _) => say(NO_MOVE),
        (Behaviour::Unreadable, _) => say(b"?!\n"),
        (Behaviour::Garbage, _) => say(b"\xff\xfe\n"),
        (Behaviour::TwoLines, _) => say(&[format!("{mv}\n").as_bytes(), NO_MOVE].concat()),
        (Behaviour::NoEnd, _) => say(mv.as_bytes()).map(|()| thread::sleep(FOREVER)),
        (Behaviour::NoEndAndExit, _) => say(mv.as_bytes()).map(|()| process::exit(0)),
        (Behaviour::Slow, 2..) => {
            thread::sleep(Duration::from_secs(20));
            say_move(mv)
        }
        (Behaviour::Crash, 2..) => process::abort(),
        (Behaviour::Exit, 2..) => process::exit(0),
        (Behaviour::Hog, 2..) => {
            let hoard = vec![1; HOG_BYTES];
            say_move(mv)?;
            // The memory stays allocated at least until the time of the next turn.
            thread::sleep(FOREVER);
            drop(hoard);
            Ok(())
        }
        _ => say_move(mv),
    }
}

/// Writes a line with a move to standard output.
fn say_move(mv: &str) -> io::Result<()> {
    say(format!("{mv}\n").as_bytes())
}

/// Writes bytes to standard output and flushes it.
fn say(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(bytes)?;
    output.flush()
}

/// Draws an index below `count`, or 0 if `count` is 0. The linear congruential generator is the
/// example of POSIX for `rand`.
fn draw(state: &mut u32, count: usize) -> usize {
    *state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
    (*state >> 16) as usize % count.max(1)
}

/// Starts one child process of each kind, and returns when all of them are ready.
fn start_children(pipe: &str) -> io::Result<Vec<Child>> {
    let start = |behaviour| {
        let mut child = start(behaviour, pipe, Stdio::piped())?;
        let ready = child.stdout.take().expect("standard output is piped");
        BufReader::new(ready).read_exact(&mut [0])?;
        Ok(child)
    };
    ["stay", "leave", "orphan"].into_iter().map(start).collect()
}

/// Starts a child process with a behaviour.
fn start(behaviour: &str, pipe: &str, stdout: Stdio) -> io::Result<Child> {
    Command::new(env::current_exe()?)
        .args([behaviour, pipe])
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
}

/// Reports to the parent process that this process is ready, and stays.
fn stay_as_child() {
    // The parent may have ended already.
    let _ = say(b"x");
    thread::sleep(FOREVER);
}
