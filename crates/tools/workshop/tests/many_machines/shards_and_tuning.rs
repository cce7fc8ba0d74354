//! Self-play and tuning runs that have the results of one process.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::machines::Machines;
use crate::support::{json_of, notes_of, words};
use crate::{ended, output, start};

#[test]
fn shards_of_self_play_are_the_same_files() {
    let mut machines = Machines::start();
    machines.add_worker();
    machines.add_worker();
    let folder = |name: &str| machines.folder.path().join(name);
    let line = |folder: &Path| {
        let folder = folder.display();
        format!("selfplay breakthrough --shards 6 --games 5 --nodes 200 --json -o {folder}")
    };
    let (queued, alone) = (folder("queued"), folder("alone"));
    let mut playing = start(&machines, &line(&queued));
    thread::sleep(Duration::from_millis(500));
    machines.replace(1);
    assert!(playing.try_wait().is_ok());
    let played = ended(playing);
    assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
    let summary: Value = serde_json::from_slice(&played.stdout).unwrap();
    let expected = json_of(&words(&line(&alone)));
    assert_eq!((&summary["games"], &summary["bytes"]), (&expected["games"], &expected["bytes"]));
    let files: Vec<_> = fs::read_dir(&alone).unwrap().map(|file| file.unwrap()).collect();
    assert_eq!(files.len(), 6);
    for file in files {
        let other = queued.join(file.file_name());
        assert!(fs::read(file.path()).unwrap() == fs::read(other).unwrap(), "{file:?}");
    }
}

#[test]
fn a_tuning_run_has_the_same_weights() {
    let mut machines = Machines::start();
    machines.add_worker();
    machines.add_worker();
    let more = "--nodes 60 --pairs 40 --json";
    for way in ["climb", "search --tunables razoring_margin,futility_margin"] {
        let line = format!("tune breakthrough {way} {more}");
        let played = output(&machines, &line);
        assert_eq!(played.status.code(), Some(0), "{}", notes_of(&played));
        let tuned: Value = serde_json::from_slice(&played.stdout).unwrap();
        assert_eq!(tuned, json_of(&words(&line)), "{way}");
    }
}
