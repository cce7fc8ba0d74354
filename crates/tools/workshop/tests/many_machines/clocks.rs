//! Clocks that a worker scales by its speed.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use queue::{Announcement, Collecting, PlanId, collect};
use serde_json::Value;

use crate::machines::Machines;
use crate::one_unit::{OneUnit, announced_match};
use crate::output;
use crate::support::{interrupted, notes_of};

/// Match with a player that thinks as long as its clock allows: a second in its first turn.
const TIMED: &str = "match breakthrough --p1 time=5,uct --p2 random --games 2 --seed 3 \
                     --opening-plies 0";

/// Starts a worker that plays however busy this machine is.
fn patient_worker(machines: &Machines) -> Child {
    Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(["work", "--queue", &machines.address(), "--name", "patient", "--max-lost", "1"])
        .current_dir(machines.folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn the_clock_of_each_worker_is_noted() {
    let machines = Machines::start();
    let worker = patient_worker(&machines);
    let played = output(&machines, TIMED);
    let notes = notes_of(&played);
    assert_eq!(played.status.code(), Some(0), "{notes}");
    assert!(notes.contains("note: games by worker: patient 2 (score "), "{notes}");
    assert!(notes.contains(", clock x "), "{notes}");
    let notes = notes_of(&interrupted(worker));
    assert!(notes.contains("; its clocks are scaled by "), "{notes}");
}

#[test]
fn a_faster_machine_has_at_least_half_the_time_and_one_that_is_too_slow_is_refused() {
    let machines = Machines::start();
    let queue = machines.connect();
    let (announcement, _) = announced_match(&machines, &queue, &format!("{TIMED} --no-scale"));
    assert_eq!(announcement.speed, None);
    let (announcement, unit) = announced_match(&machines, &queue, TIMED);
    assert!(announcement.speed > Some(0.0));
    let collected = |speed: f64, is_stopped: &dyn Fn() -> bool| {
        let announcement = Announcement { speed: Some(speed), ..announcement.clone() };
        let id = PlanId::of(&[&speed.to_string()]);
        let plan = Collecting { id: &id, announcement: &announcement, is_stopped };
        let mut source = OneUnit::new(&unit);
        collect(&queue, &plan, &mut source).unwrap();
        source.result
    };
    let worker = patient_worker(&machines);
    let result = collected(1e-9, &|| false).unwrap();
    let result: Value = serde_json::from_slice(&result).unwrap();
    assert_eq!(result["clock"], 0.5);
    let longest = &result["games"][0]["summary"]["usage"][0]["longest"];
    let longest = longest.as_f64().unwrap() / 1e6;
    // `uct` leaves a part of its second unused.
    assert!((0.2..0.75).contains(&longest), "{longest} s");
    // Nobody plays the other plan.
    let begin = Instant::now();
    assert_eq!(collected(1e9, &|| begin.elapsed() > Duration::from_secs(4)), None);
    let notes = notes_of(&interrupted(worker));
    assert!(notes.contains("is refused: this machine has 0.00 of the speed of"), "{notes}");
}
