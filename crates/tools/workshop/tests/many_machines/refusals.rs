//! Plans and units that a worker refuses.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use queue::{Announcement, Collecting, PlanId, collect};
use serde_json::json;

use crate::MATCH;
use crate::machines::Machines;
use crate::one_unit::{OneUnit, announced_match};
use crate::support::{self, notes_of};

#[test]
fn a_worker_refuses_plans_of_another_build() {
    let machines = Machines::start();
    let queue = machines.connect();
    let content = json!({
        "game": "breakthrough", "signature": "0", "contestants": [], "compiler": null,
        "benches": {},
    });
    let plans = [
        ("match", content, "the rules or baselines of breakthrough differ from those here"),
        ("dreams", json!(null), "this worker knows no units of the kind `dreams`"),
        ("shards", json!(1), "its announcement is malformed"),
    ];
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for (kind, content, _) in plans.clone() {
            let (queue, stop) = (&queue, &stop);
            scope.spawn(move || {
                let (id, title) = (PlanId::of(&[kind]), kind.to_owned());
                let (kind, tries) = (kind.to_owned(), Announcement::TRIES);
                let announcement = Announcement {
                    kind,
                    title,
                    ack_wait_ms: 1000,
                    tries,
                    units: Some(1),
                    speed: None,
                    content,
                };
                let is_stopped = &|| stop.load(Ordering::Relaxed);
                let plan = Collecting { id: &id, announcement: &announcement, is_stopped };
                collect(queue, &plan, &mut OneUnit::new("no unit")).map(drop)
            });
        }
        let worker = Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(["work", "--queue", &machines.address()])
            .current_dir(machines.folder.path())
            .stderr(Stdio::piped())
            .spawn();
        thread::sleep(Duration::from_secs(4));
        let notes = notes_of(&support::interrupted(worker.unwrap()));
        stop.store(true, Ordering::Relaxed);
        for (_, _, expected) in plans {
            assert!(notes.contains(&format!("is refused: {expected}")), "{notes}");
        }
    });
}

#[test]
fn units_that_are_not_of_the_announced_match_are_refused_by_the_worker() {
    let mut machines = Machines::start();
    let queue = machines.connect();
    let (announcement, unit) = announced_match(&machines, &queue, &format!("{MATCH} --games 4"));
    machines.add_worker();
    let check = |unit: &str, expected: &str| {
        let id = PlanId::of(&[unit]);
        let plan = Collecting { id: &id, announcement: &announcement, is_stopped: &|| false };
        let error = collect(&queue, &plan, &mut OneUnit::new(unit)).unwrap_err().to_string();
        let expected = format!("worker worker-0: malformed unit: {expected}");
        assert!(error.starts_with("unit 0 is given up") && error.contains(&expected), "{error}");
    };
    check("no unit", "no game pair: ");
    check(&unit.replace("\"breakthrough\"", "\"jungle\""), "the game pair is not of the announced");
    check(&unit.replace("uct:40", "uct:41"), "a player is not of the announced match");
}
