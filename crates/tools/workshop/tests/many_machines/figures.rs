//! Figures of docs/src/many-machines.md:
//! `cargo test -p workshop --test many_machines figures -- --ignored --nocapture --test-threads 1`.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use queue::Queue;

use crate::machines::Machines;
use crate::support::{interrupted, notes_of, stdout_of, words};
use crate::{ended, start, wait_until};

/// Returns the seconds of a match by a queue, with the start of its process.
fn seconds_on_queue(machines: &Machines, line: &str) -> f64 {
    let begin = Instant::now();
    let played = ended(start(machines, line));
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    begin.elapsed().as_secs_f64()
}

fn seconds_alone(line: &str) -> f64 {
    let begin = Instant::now();
    stdout_of(&words(line));
    begin.elapsed().as_secs_f64()
}

/// Prints the times of a match in one process with one game at a time, and by one worker.
fn compare(name: &str, line: &str) {
    let mut machines = Machines::start();
    machines.add_worker();
    // The worker has connected before.
    seconds_on_queue(&machines, "match breakthrough --p1 random --p2 random --games 2 --seed 1");
    let (alone, queued) = (seconds_alone(line), seconds_on_queue(&machines, line));
    eprintln!("{name}: alone {alone:.2} s, by the queue {queued:.2} s");
}

#[test]
#[ignore = "a figure"]
fn overhead_of_short_games() {
    compare(
        "1,000 games of random",
        "match breakthrough --p1 random --p2 random --games 1000 --seed 1",
    );
}

#[test]
#[ignore = "a figure"]
fn overhead_of_games_of_100_ms() {
    // `uct:N` is bound by nodes: both ways play the same games.
    let line = |games: usize| {
        format!("match breakthrough --p1 uct:260 --p2 uct:260 --games {games} --seed 1")
    };
    let start = seconds_alone(&line(2));
    let of_one = (seconds_alone(&line(102)) - start) / 100.0;
    eprintln!("a game takes {:.0} ms", 1000.0 * of_one);
    compare("200 of these games", &line(200));
}

/// Returns whether a worker plays units.
fn is_playing(queue: &Queue) -> bool {
    queue.seen_plans().is_ok_and(|plans| plans.iter().any(|plan| plan.in_flight > 0))
}

#[test]
#[ignore = "a figure"]
fn latency_of_a_cancelled_match() {
    let mut machines = Machines::start();
    let queue = machines.connect();
    machines.add_worker();
    let mut all = Vec::new();
    for seed in 1..=5 {
        // A game takes a second or more; a worker looks for the end between two moves.
        let line =
            format!("match breakthrough --p1 uct:1000 --p2 uct:1000 --games 200 --seed {seed}");
        let playing: Child = start(&machines, &line);
        wait_until(|| is_playing(&queue));
        let begin = Instant::now();
        interrupted(playing);
        let ended = begin.elapsed();
        // The worker is idle as soon as it plays the units of another match.
        let short = "match breakthrough --p1 random --p2 random --games 2 --seed 1";
        seconds_on_queue(&machines, short);
        all.push((ended, begin.elapsed()));
    }
    let longest = |time: fn(&(Duration, Duration)) -> Duration| all.iter().map(time).max();
    eprintln!(
        "the command ends within {:?}, the worker has played another match within {:?}",
        longest(|times| times.0).unwrap(),
        longest(|times| times.1).unwrap()
    );
}

#[test]
#[ignore = "a figure"]
fn forty_shards_are_the_same_files() {
    let mut machines = Machines::start();
    for _ in 0..4 {
        machines.add_worker();
    }
    let [queued, alone] = ["queued", "alone"].map(|name| machines.folder.path().join(name));
    let line = |folder: &Path| {
        let folder = folder.display();
        format!("selfplay breakthrough --shards 40 --games 50 --nodes 400 --json -o {folder}")
    };
    let playing = start(&machines, &line(&queued));
    machines.replace(1);
    let played = ended(playing);
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    stdout_of(&words(&line(&alone)));
    let mut same = 0;
    for file in fs::read_dir(&alone).unwrap() {
        let file = file.unwrap();
        assert!(fs::read(file.path()).unwrap() == fs::read(queued.join(file.file_name())).unwrap());
        same += 1;
    }
    assert_eq!(same, 40);
    eprintln!("{same} shards of 50 games are the same files");
}
