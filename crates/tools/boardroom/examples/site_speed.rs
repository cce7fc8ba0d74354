//! Measures the bots of a site in Chromium beside the same program compiled for this machine.
//!
//! usage: cargo run -p boardroom --example site_speed -- SITE PROGRAM
//!
//! SITE is the folder that `cargo cg site` has written, and PROGRAM the program `room` of a
//! release build. Both search the positions of each bot's bench, in turn, and the node counts must
//! be equal. Speeds are nodes per second of processor time, of all processes of the browser
//! together, so that other programs on the machine disturb them little. Needs Linux. Prints the
//! rows of the table in the document.

#![allow(clippy::unwrap_used, reason = "an error ends the measurement")]

#[path = "../tests/support/mod.rs"]
mod support;

#[path = "../tests/support/browser.rs"]
mod browser;

#[path = "../tests/support/static_host.rs"]
mod static_host;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use fantoccini::wd::TimeoutConfiguration;
use serde_json::{Value, json};

use crate::browser::{Page, drive};
use crate::static_host::StaticHost;
use crate::support::GAMES;

/// Number of measurements of each bot, of which the median counts.
const ROUNDS: usize = 3;

/// Maximum time of a bench in the browser.
const LIMIT: Duration = Duration::from_secs(600);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [site, program] = &arguments[..] else { panic!("usage: site_speed SITE PROGRAM") };
    let host = StaticHost::start(Path::new(site));
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        let limits = TimeoutConfiguration::new(Some(LIMIT), None, None);
        page.client.update_timeouts(limits).await.unwrap();
        page.goto(&host.url("")).await;
        for game in GAMES {
            let mut rounds = Vec::new();
            for _ in 0..ROUNDS {
                let start = processor_seconds();
                let there = bench_in(&page, game).await;
                let middle = processor_seconds();
                let here = bench_by(program, game);
                let end = processor_seconds();
                assert_eq!(there, here, "{game}: the bots search different trees");
                rounds.push((there as f64 / (middle - start), here as f64 / (end - middle)));
            }
            rounds.sort_by(|one, other| (one.0 / one.1).total_cmp(&(other.0 / other.1)));
            let (there, here) = rounds[ROUNDS / 2];
            println!("| {game} | {there:.0} | {here:.0} | {:.0} % |", 100.0 * there / here);
        }
        page.close().await;
    });
}

/// Runs the bench of a bot in the browser; returns the number of nodes.
async fn bench_in(page: &Page, game: &str) -> u64 {
    let script = "const [game, done] = arguments; \
        import(new URL('js/room.js', document.baseURI)) \
            .then(({ ask }) => ask({ request: 'bench', game })).then(done)";
    let reply = page.client.execute_async(script, vec![json!(game)]).await.unwrap();
    reply["nodes"].as_u64().unwrap()
}

/// Runs the bench of a bot in the program `room`; returns the number of nodes.
fn bench_by(program: &str, game: &str) -> u64 {
    let mut room =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let request = json!({"request": "bench", "game": game});
    writeln!(room.stdin.take().unwrap(), "{request}").unwrap();
    let output = room.wait_with_output().unwrap();
    let reply: Value = serde_json::from_slice(&output.stdout).unwrap();
    reply["data"]["nodes"].as_u64().unwrap()
}

/// Returns the processor time of all processes that this one has started, and of theirs, in
/// seconds.
fn processor_seconds() -> f64 {
    /// Clock ticks per second in `/proc` of Linux.
    const TICKS: f64 = 100.0;
    let mut processes = BTreeMap::new();
    for entry in fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
        // A process may have ended meanwhile.
        let Ok(text) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let (start, rest) = text.rsplit_once(')').unwrap();
        let id: u32 = start.split(' ').next().unwrap().parse().unwrap();
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |at: usize| fields[at].parse::<f64>().unwrap();
        let parent: u32 = fields[1].parse().unwrap();
        processes.insert(id, (parent, ticks(11) + ticks(12), ticks(13) + ticks(14)));
    }
    let own = std::process::id();
    let is_ours = |mut id: u32| {
        while let Some(&(parent, ..)) = processes.get(&id) {
            if parent == own {
                return true;
            }
            id = parent;
        }
        false
    };
    let ended = processes[&own].2;
    let ours = processes.iter().filter(|(id, _)| is_ours(**id));
    (ended + ours.map(|(_, (_, own, ended))| own + ended).sum::<f64>()) / TICKS
}
