//! Bot with a selectable fault for Breakthrough: `faulty crash|hang|brood|hog|stay`.
//!
//! It plays the last move of the list until its second turn, which has the fault. With `brood` it
//! plays on, and leaves child processes behind that stay. It needs nothing but the standard
//! library, so that `rustc` alone compiles it for any system.

use std::env;
use std::hint;
use std::io::{self, BufRead};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Memory of `hog` in bytes: more than the judge allows.
const HOG_BYTES: usize = 900 << 20;

/// Sleep that is longer than any test.
const FOREVER: Duration = Duration::from_secs(3600);

fn main() -> io::Result<()> {
    let behaviour = env::args().nth(1).unwrap_or_default();
    if behaviour == "stay" {
        thread::sleep(FOREVER);
    }
    let mut children: Vec<Child> = Vec::new();
    let mut lines = io::stdin().lines();
    for turn in 1.. {
        let Some(moves) = read_turn(&mut lines)? else { break };
        match (behaviour.as_str(), turn) {
            ("crash", 2) => std::process::abort(),
            ("hang", 2) => thread::sleep(FOREVER),
            ("hog", 2) => {
                let hoard = hint::black_box(vec![1_u8; HOG_BYTES]);
                thread::sleep(FOREVER);
                drop(hoard);
            }
            ("brood", _) => children.push(start_child()?),
            _ => {}
        }
        println!("{}", moves.last().map_or("pass", String::as_str));
    }
    Ok(())
}

/// Reads a turn: any number of lines, the number of moves, and the moves. Returns `None` at the end
/// of the input.
fn read_turn(lines: &mut io::Lines<impl BufRead>) -> io::Result<Option<Vec<String>>> {
    let count = loop {
        let Some(line) = lines.next().transpose()? else { return Ok(None) };
        if let Ok(count) = line.trim().parse() {
            break count;
        }
    };
    let moves: Vec<String> = lines.take(count).collect::<io::Result<_>>()?;
    Ok((moves.len() == count).then_some(moves))
}

/// Starts a child process that stays.
fn start_child() -> io::Result<Child> {
    let mut child = Command::new(env::current_exe()?);
    child.arg("stay").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}
