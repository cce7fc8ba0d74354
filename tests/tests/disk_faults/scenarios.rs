//! Commands that write files, and what their files may hold at any time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arena::{MatchId, Store};
use nn::{FINEST_STEPS, Parameters, Shape};
use tests::{copy_workspace, program_of, root, run, tool};
use trainer::{encode_network, network_source};

use crate::tracer::{self, Fault};

/// Contents by name: of files, or of the games of a store.
pub(crate) type Content = BTreeMap<String, String>;

/// A command that writes files.
pub(crate) struct Scenario {
    /// Makes the files that the command needs in an empty folder.
    pub(crate) prepare: fn(&Path),
    /// The command, run in that folder.
    pub(crate) line: &'static str,
    /// The command that goes on after a fault.
    pub(crate) again: fn(&'static str, &Path) -> String,
    /// Content that is whole at any time, and the same each time that the command runs.
    pub(crate) content: fn(&Path) -> Content,
    /// Files of which the message about a fault names one.
    pub(crate) files: &'static [&'static str],
    /// Exit codes of the command without a fault.
    pub(crate) codes: &'static [i32],
    pub(crate) faults: &'static [Fault],
    /// Number of faults of each kind, spread over the run.
    pub(crate) samples: usize,
}

const ALL_FAULTS: &[Fault] = &[Fault::Once, Fault::Full, Fault::Kill];

impl Scenario {
    const DEFAULT: Scenario = Scenario {
        prepare: |_| (),
        line: "",
        again: |line, _| line.to_owned(),
        content: |_| Content::new(),
        files: &[],
        codes: &[0],
        faults: ALL_FAULTS,
        samples: 6,
    };

    /// Games of a match in a store.
    pub(crate) const MATCH: Scenario = Scenario {
        line: MATCH,
        again: |line, folder| match has_match(folder) {
            true => "match --resume --jobs 1 --store arena.db".to_owned(),
            false => line.to_owned(),
        },
        content: games,
        samples: 12,
        files: &["arena.db"],
        ..Scenario::DEFAULT
    };

    /// Records of a match, in place of an older file.
    pub(crate) const EXPORT: Scenario = Scenario {
        prepare: |folder| prepare_store(folder, "games.jsonl.gz"),
        line: "export --store arena.db -o games.jsonl.gz",
        content: |folder| content_of(folder, &["games.jsonl.gz"]),
        files: &["arena.db", "games.jsonl.gz"],
        ..Scenario::DEFAULT
    };

    /// Page of a match, in place of an older file.
    pub(crate) const REPORT: Scenario = Scenario {
        prepare: |folder| prepare_store(folder, "page.html"),
        line: "report --store arena.db -o page.html",
        content: |folder| content_of(folder, &["page.html"]),
        files: &["arena.db", "page.html"],
        ..Scenario::DEFAULT
    };

    /// Shards of games of self-play.
    pub(crate) const SELF_PLAY: Scenario = Scenario {
        line: SELF_PLAY,
        content: |folder| content_of(folder, &["shards"]),
        files: &["shards"],
        ..Scenario::DEFAULT
    };

    /// Network and checkpoints of a training run.
    pub(crate) const TRAINING: Scenario = Scenario {
        prepare: |folder| ready(SELF_PLAY, folder),
        line: "train breakthrough shards --hidden 8 --epochs 2 --batch 64 -o trained",
        // The checkpoint and the chart change with each epoch.
        content: |folder| {
            let names = ["network.f32", "network.rs", "network.txt"];
            content_of(folder, &names.map(|name| format!("trained/{name}")))
        },
        files: &["trained"],
        ..Scenario::DEFAULT
    };

    /// State, networks and games of generations, of which there is one.
    pub(crate) const LEARNING: Scenario = Scenario {
        line: "learn breakthrough --hours 0.00005 --nodes 5 --games 8 --hidden 8 -o learned",
        // How many generations there are depends on the time.
        codes: &[0, 1],
        samples: 3,
        files: &["learned"],
        ..Scenario::DEFAULT
    };

    /// Network in the source of a bot.
    pub(crate) const PROMOTION: Scenario = Scenario {
        prepare: |folder| {
            let good = fs::read_to_string(root().join(NETWORK)).unwrap();
            write(folder, "trained.rs", &good);
            write(folder, NETWORK, &blank_network());
            write(folder, "Cargo.toml", "[workspace]\n");
        },
        line: "promote breakthrough trained.rs --time 1 --games 12 --sprt -300 300",
        // The comment about the match differs from run to run.
        content: |folder| {
            let mut content = content_of(folder, &[NETWORK]);
            let text = content.get_mut(NETWORK).unwrap();
            *text = text.split("\\n").filter(|line| !line.starts_with("//!")).collect();
            content
        },
        samples: 3,
        files: &["network.rs"],
        ..Scenario::DEFAULT
    };

    /// Weights in the source of a bot.
    pub(crate) const TUNING: Scenario = Scenario {
        prepare: |folder| {
            write(folder, WEIGHTS, &fs::read_to_string(root().join(WEIGHTS)).unwrap());
            write(folder, "Cargo.toml", "[workspace]\n");
        },
        line: "tune breakthrough climb --pairs 2 --nodes 5 --write",
        content: |folder| content_of(folder, &[WEIGHTS]),
        samples: 3,
        files: &[".cg/tune", "weights.rs"],
        ..Scenario::DEFAULT
    };

    /// Bundle with its map, in place of an older file.
    pub(crate) const BUNDLE: Scenario = Scenario {
        prepare: |folder| {
            write(folder, "Cargo.toml", "[package]\nname = \"bot\"\nedition = \"2024\"\n");
            write(folder, "src/main.rs", "fn main() {\n    println!(\"{}\", 6 * 7);\n}\n");
            write(folder, "bot.rs", "old");
        },
        line: "bundler --no-check -o bot.rs",
        content: |folder| content_of(folder, &["bot.rs", "bot.rs.map"]),
        files: &["bot.rs"],
        ..Scenario::DEFAULT
    };

    /// Files of a new game. A program that is killed may leave some of them.
    pub(crate) const NEW_GAME: Scenario = Scenario {
        prepare: |folder| {
            copy_workspace(folder);
            git(folder, "init --quiet");
            git(folder, "add --all");
            git(folder, "-c user.name=test -c user.email=test@test commit --quiet -m state");
        },
        line: "new fresh-game --no-book",
        content: |folder| content_of(folder, &["."]),
        faults: &[Fault::Once, Fault::Full],
        samples: 2,
        files: &["fresh", "Cargo", "registry"],
        ..Scenario::DEFAULT
    };
}

const MATCH: &str = "match breakthrough --p1 random --p2 greedy --games 4 --seed 3 --jobs 1 \
                     --store arena.db";
const SELF_PLAY: &str = "selfplay breakthrough --nodes 5 --games 8 --shards 3 -o shards";

/// Source files of the bot of Breakthrough.
const NETWORK: &str = "crates/games/breakthrough/src/network.rs";
const WEIGHTS: &str = "crates/games/breakthrough/src/weights.rs";

/// Returns the program and the arguments of a line.
pub(crate) fn command(line: &str) -> Vec<String> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let program = match words[0].as_str() {
        "bundler" => {
            words.remove(0);
            tool("bundler")
        }
        command => program_of(command),
    };
    words.insert(0, program.to_str().unwrap().to_owned());
    words
}

/// Runs a command without a fault.
fn ready(line: &str, folder: &Path) {
    let ended = tracer::run(&command(line), folder, None);
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

fn prepare_store(folder: &Path, old: &str) {
    ready(MATCH, folder);
    write(folder, old, "old");
}

fn git(folder: &Path, line: &str) {
    let output = run(Command::new("git").args(line.split(' ')).current_dir(folder), "");
    assert!(output.status.success(), "{output:?}");
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Returns a network whose weights are all zero.
fn blank_network() -> String {
    let shape = Shape { inputs: 96, hidden: 8, buckets: 8 };
    let blank = encode_network(&Parameters::zeros(shape), FINEST_STEPS).unwrap();
    network_source(&blank, &[]).unwrap()
}

/// Returns whether there is a match in the store of a folder.
fn has_match(folder: &Path) -> bool {
    Store::open_existing(&folder.join("arena.db")).and_then(|store| store.match_of(None)).is_ok()
}

/// Returns the games in the store of a folder, and checks them.
fn games(folder: &Path) -> Content {
    let path = folder.join("arena.db");
    let records = Store::open_existing(&path).and_then(|store| store.records(MatchId(1)));
    let records = records.unwrap_or_default();
    if !records.is_empty() {
        assert_eq!(arena::verify_file(&path).unwrap().games, records.len());
    }
    let texts = records.into_iter().map(|record| serde_json::to_string(&record.bare()).unwrap());
    texts.enumerate().map(|(index, text)| (index.to_string(), text)).collect()
}

/// Returns the contents of files and of all files below folders, without temporary files, whose
/// names begin with a dot.
fn content_of(folder: &Path, names: &[impl AsRef<Path>]) -> Content {
    let mut paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    let mut content = Content::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
            let entries =
                entries.filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
            paths.extend(entries.map(|entry| entry.path()));
        } else if let Ok(bytes) = fs::read(&path) {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            content.insert(name, bytes.escape_ascii().to_string());
        }
    }
    content
}
