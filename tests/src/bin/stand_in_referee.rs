//! Stand-in for the referee of a game at cg-brutaltester: `stand_in_referee <game> [seed=N]`.
//!
//! It judges by the rules of the registry. With players, as `-p1 <command> -p2 <command>`, it
//! starts them, splits their commands at spaces, and prints scores. Without, it speaks the protocol
//! of cg-brutaltester's old mode on its standard streams.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gamekit::{Outcome, Player};
use registry::game;

/// Score of a player who is at fault.
const FAULT: i32 = -1;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let value = |option: &str| {
        let place = arguments.iter().position(|argument| argument == option);
        place.map(|place| arguments[place + 1].as_str())
    };
    match (value("-p1"), value("-p2")) {
        (Some(one), Some(other)) => {
            let mut players = [Started::new(one)?, Started::new(other)?];
            let scores = judge(&arguments[0], |player, lines| players[player].ask(lines))?;
            for score in scores {
                println!("{score}");
            }
            for line in arguments.iter().filter(|argument| argument.starts_with("seed=")) {
                println!("{line}");
            }
            players.into_iter().try_for_each(Started::end)
        }
        _ => {
            let mut input = io::stdin().lock();
            let mut line = read_line(&mut input)?;
            if let Some(seed) = line.strip_prefix("###Seed ") {
                println!("###Error 0 the seed is {seed}");
                line = read_line(&mut input)?;
            }
            assert_eq!(line, "###Start 2");
            let scores = judge(&arguments[0], |player, lines| {
                println!("###Input {player}");
                lines.iter().for_each(|line| println!("{line}"));
                println!("###Output {player} 1");
                read_line(&mut input)
            })?;
            let order = match scores {
                [one, other] if one > other => "0 1",
                [one, other] if one < other => "1 0",
                _ => "01",
            };
            println!("###End {order}");
            Ok(())
        }
    }
}

/// Plays a game and returns the scores. `ask` sends lines to a player and returns the answer.
fn judge(
    name: &str,
    mut ask: impl FnMut(usize, &[String]) -> io::Result<String>,
) -> io::Result<[i32; 2]> {
    let mut referee = game(name).map_err(io::Error::other)?.referee();
    loop {
        if let Some(verdict) = referee.verdict() {
            return Ok(match verdict.outcome {
                Outcome::Win(Player::First) => [1, 0],
                Outcome::Win(Player::Second) => [0, 1],
                Outcome::Draw => [0, 0],
            });
        }
        let player = referee.to_move().index();
        let answer = ask(player, &referee.prompt())?;
        if referee.apply(&answer).is_err() {
            let mut scores = [1; 2];
            scores[player] = FAULT;
            return Ok(scores);
        }
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Player that the referee has started.
struct Started {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Started {
    fn new(command: &str) -> io::Result<Started> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let piped = "both streams are piped";
        let input = child.stdin.take().expect(piped);
        let output = BufReader::new(child.stdout.take().expect(piped));
        Ok(Started { child, input, output })
    }

    fn ask(&mut self, lines: &[String]) -> io::Result<String> {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        // A player that has ended gives an empty answer.
        let _ = self.input.write_all(text.as_bytes());
        read_line(&mut self.output)
    }

    fn end(mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(drop)
    }
}
