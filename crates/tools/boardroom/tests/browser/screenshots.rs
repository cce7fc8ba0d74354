//! Tests of screenshots of the boards against approved pictures. Run the test with `APPROVE=1` to
//! write new approved pictures, and check them by eye before a commit.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::browser::{Page, drive};
use crate::picture::Picture;
use crate::support::{GAMES, Server};

/// Font of the text on pictures of boards; its licence is in the same folder.
const FONT: &[u8] = include_bytes!("../../src/drawing/font/DejaVuSans-Bold.ttf");

/// Script that places the board for its screenshot.
const POSE: &str = include_str!("pose.js");

/// Device pixel ratios of the pictures; approved pictures have the first ratio.
const RATIOS: [u32; 2] = [1, 2];

const THEMES: [&str; 2] = ["light", "dark"];

/// Returns the path of an approved picture.
fn approved(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/approved").join(format!("{name}.png"))
}

/// Shows the board of a game in the size and the font of the tests.
async fn pose(page: &Page, server: &Server, number: usize) {
    // A URL that differs only in its ply would not reload the page.
    page.client.goto("about:blank").await.unwrap();
    page.goto(&server.url(&format!("/replay/file{}/0#ply=11", number + 1))).await;
    // No element has the focus, and no animation is running.
    page.run("document.activeElement?.blur()").await;
    page.until("return document.getAnimations().every(one => one.playState !== 'running')").await;
    let font = vec![json!(STANDARD.encode(FONT))];
    let problem = page.client.execute_async(POSE, font).await.unwrap();
    assert_eq!(problem, "", "{}", GAMES[number]);
}

/// Takes a screenshot of the board; returns the PNG, and the picture reduced to a ratio of 1.
async fn take(page: &Page, ratio: u32) -> (Vec<u8>, Picture) {
    let png = page.find("#board").await.screenshot().await.unwrap();
    let picture = Picture::read(&png).shrink(ratio as usize);
    (png, picture)
}

#[test]
fn boards_match_the_approved_pictures_in_light_and_dark() {
    let server = Server::with_records();
    let approves = std::env::var_os("APPROVE").is_some();
    let mut wrong = Vec::new();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for (number, game) in GAMES.into_iter().enumerate() {
            pose(&page, &server, number).await;
            for theme in THEMES {
                page.theme(theme).await;
                let name = format!("{game}-{theme}");
                for ratio in RATIOS {
                    page.resize(1280, 1000, ratio).await;
                    let (png, found) = take(&page, ratio).await;
                    if approves && ratio == RATIOS[0] {
                        fs::write(approved(&name), &png).unwrap();
                    }
                    let known = Picture::read(&fs::read(approved(&name)).unwrap());
                    if let Some(difference) = known.difference(&found) {
                        let path = std::env::temp_dir().join(format!("boardroom-{name}.png"));
                        fs::write(&path, &png).unwrap();
                        let path = path.display();
                        wrong.push(format!("{name} at ratio {ratio}: {difference}: {path}"));
                    }
                }
            }
        }
        page.close().await;
    });
    assert!(wrong.is_empty(), "{wrong:#?}; approve with APPROVE=1 if it is right");
}

/// Small changes of a board: the number of the game, a description and a script.
const CHANGES: [(usize, &str, &str); 6] = [
    (0, "a piece less", "document.querySelector('#board .piece').remove()"),
    (0, "a coordinate less", "document.querySelector('#board .names text').remove()"),
    (
        0,
        "a chevron turned",
        "document.querySelector('#board .chevron').setAttribute('transform', 'rotate(90)')",
    ),
    (2, "another number", "document.querySelector('#board .badge-text').textContent = '0'"),
    (2, "water without a shore", "document.querySelector('#board .shore').remove()"),
    (4, "a rank less", "document.querySelector('#board .rank').remove()"),
];

#[test]
fn a_small_change_of_a_board_is_a_difference_at_every_ratio() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for (number, change, script) in CHANGES {
            pose(&page, &server, number).await;
            page.theme("light").await;
            page.run(script).await;
            let name = format!("{}-light", GAMES[number]);
            let known = Picture::read(&fs::read(approved(&name)).unwrap());
            for ratio in RATIOS {
                page.resize(1280, 1000, ratio).await;
                let (_, found) = take(&page, ratio).await;
                let difference = known.difference(&found);
                assert!(difference.is_some(), "{change} is not seen at ratio {ratio}");
            }
        }
        page.close().await;
    });
}
