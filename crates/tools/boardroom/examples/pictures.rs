//! Takes the pictures of the documentation: `cargo run -p boardroom --example pictures`.
//!
//! It serves recorded games and a small match, opens them in a headless browser, and writes
//! screenshots into `crates/tools/boardroom/pictures`. It also prints the size of the page, and the
//! time from the start of navigation until a board is drawn.

#![allow(clippy::unwrap_used, reason = "a failed screenshot is a panic")]

#[path = "../tests/support/mod.rs"]
mod support;

#[path = "../tests/support/browser.rs"]
mod browser;

#[path = "../tests/support/matches.rs"]
mod match_maker;

#[path = "../tests/support/reviews.rs"]
mod reviews;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use boardroom::{Settings, asset_sizes};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::browser::{Page, drive};
use crate::support::{GAMES, Server, files, settings};

/// Screenshots of boards, one per file: the index of the game, the ply and the view.
const BOARDS: [(usize, usize, &str); 5] =
    [(2, 31, "all"), (3, 24, "all"), (4, 19, "all"), (5, 76, "all"), (2, 70, "first")];

/// Window in CSS pixels.
const WINDOW: (u32, u32) = (1280, 760);

/// Window of the page of a match, of the same shape, in which tables and charts are seen at once.
const MATCH: (u32, u32) = (1920, 1140);

/// Reviewed game of the first file: its index, and the ply of the picture.
const REVIEWED: (usize, usize) = (9, 30);

/// Nodes of each search of the review.
const REVIEW_NODES: u64 = 20_000;

/// Number of loads for the measurement of a page.
const LOADS: usize = 5;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.db");
    match_maker::play(&store, &["uct:200", "uct:100"], 40);
    let reviews = folder.path().join("reviews");
    reviews::review(&reviews, &reviews::records(GAMES[0])[REVIEWED.0], REVIEW_NODES);
    let reviews = Some(reviews);
    let server = Server::start(Settings { files: files(), store, reviews, ..settings() });
    drive(async |browsers| {
        let page = browsers.open(WINDOW.0, WINDOW.1).await;
        for ((number, game), (index, ply, view)) in GAMES.into_iter().enumerate().zip(BOARDS) {
            page.goto(&server.url(&format!("/replay/file{}/{index}#ply={ply}", number + 1))).await;
            page.theme("light").await;
            if view != "all" {
                page.choose("#view", view).await;
            }
            settle(&page).await;
            write(game, &page.find("#board").await.screenshot().await.unwrap());
        }
        let (index, ply) = REVIEWED;
        page.goto(&server.url(&format!("/replay/file1/{index}#ply={ply}"))).await;
        settle(&page).await;
        write("review", &page.client.screenshot().await.unwrap());
        page.resize(MATCH.0, MATCH.1, 1).await;
        page.goto(&server.url("/match/1")).await;
        settle(&page).await;
        write("match", &page.client.screenshot().await.unwrap());
        page.resize(WINDOW.0, WINDOW.1, 1).await;
        page.goto(&server.url("/replay/file3/4#ply=19")).await;
        page.click("#analyse").await;
        page.until("return Number(document.querySelector('#analysis')?.dataset.depth) >= 8").await;
        page.until("return !!document.querySelector('#arrows [data-arrow]')").await;
        page.run("scrollTo(0, 0)").await;
        write("analysis", &page.client.screenshot().await.unwrap());
        measure(&page, &server).await;
        page.close().await;
    });
}

/// Waits until no animation is running.
async fn settle(page: &Page) {
    page.run("document.activeElement?.blur()").await;
    page.until("return document.getAnimations().every(one => one.playState !== 'running')").await;
}

/// Writes a screenshot.
fn write(name: &str, png: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
    fs::write(folder.join(format!("{name}.png")), png).unwrap();
}

/// Prints the size of the page, and the time from the start of navigation to the first board.
async fn measure(page: &Page, server: &Server) {
    let (mut bytes, mut compressed) = (0, 0);
    for (path, size) in asset_sizes() {
        bytes += size;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(path);
        encoder.write_all(&fs::read(file).unwrap()).unwrap();
        compressed += encoder.finish().unwrap().len();
    }
    println!("page: {} KiB, {} KiB compressed", bytes >> 10, compressed >> 10);
    for path in ["/", "/replay/file1/0", "/replay/file5/0"] {
        let mut times = Vec::new();
        for _ in 0..LOADS {
            page.goto(&server.url(path)).await;
            let mark = "return performance.getEntriesByName('ready')[0].startTime";
            times.push(page.run(mark).await.as_f64().unwrap());
        }
        times.sort_by(f64::total_cmp);
        println!("{path}: first board after {:.0} ms (median of {LOADS})", times[LOADS / 2]);
    }
}
