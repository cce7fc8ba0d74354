//! Matches whose workers and server are killed and stopped.

use std::collections::BTreeSet;
use std::fs;
use std::process::Child;
use std::thread;
use std::time::Duration;

use crate::machines::Machines;
use crate::support::notes_of;
use crate::{MATCH, alone, ended, start};

/// Plays a match while `disturb` kills and stops what plays it, and compares the records with those
/// of one process.
fn check_disturbed(
    line: &str,
    games: usize,
    workers: usize,
    disturb: impl FnOnce(&mut Machines, &mut Child),
) {
    let mut machines = Machines::start();
    for _ in 0..workers {
        machines.add_worker();
    }
    let line = format!("{line} --games {games}");
    let file = machines.folder.path().join("games.jsonl");
    let mut playing = start(&machines, &format!("{line} --record {}", file.display()));
    disturb(&mut machines, &mut playing);
    let played = ended(playing);
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    let (records, expected) = (fs::read_to_string(file).unwrap(), alone(&line));
    assert_eq!(records.lines().count(), games);
    assert_eq!(records.lines().collect::<BTreeSet<_>>().len(), games);
    assert!(records == expected, "the records differ from those of one process");
}

fn is_playing(playing: &mut Child) -> bool {
    playing.try_wait().unwrap().is_none()
}

#[test]
fn workers_and_the_server_can_die_and_stop_and_every_game_counts_once() {
    check_disturbed(MATCH, 240, 3, |machines, playing| {
        let second = || thread::sleep(Duration::from_secs(1));
        // The stopped worker has a unit that another one plays meanwhile.
        second();
        machines.signal(0, "-STOP");
        machines.replace(1);
        second();
        machines.restart_server();
        second();
        machines.signal(0, "-CONT");
        machines.replace(1);
        assert!(is_playing(playing), "the match has ended too early");
    });
}

/// Takes some minutes: `cargo test -p workshop --test many_machines -- --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn two_thousand_games_survive_three_deaths_of_the_server_and_many_of_a_worker() {
    let line = "match breakthrough --p1 uct:480 --p2 uct:320 --seed 7";
    check_disturbed(line, 2000, 4, |machines, playing| {
        let (mut kills, mut restarts, mut went_on) = (0, 0, false);
        for step in 0.. {
            thread::sleep(Duration::from_secs(3));
            if !is_playing(playing) {
                break;
            }
            machines.replace(1);
            kills += 1;
            match step {
                2 => machines.signal(0, "-STOP"),
                3 | 7 | 11 => {
                    machines.restart_server();
                    restarts += 1;
                }
                // After more than two minutes.
                44 => {
                    machines.signal(0, "-CONT");
                    went_on = true;
                }
                _ => {}
            }
        }
        eprintln!("{kills} kills, {restarts} restarts of the server, worker went on: {went_on}");
        assert!(restarts == 3 && went_on, "the match has ended too early");
    });
}
