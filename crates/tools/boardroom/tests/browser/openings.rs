//! Tests of the opening tree in the browser.

use std::fs;

use boardroom::Settings;

use crate::browser::drive;
use crate::support::{Server, opening_tree, settings};

#[test]
fn a_walk_through_the_opening_tree_plays_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let tree = opening_tree(&["a2a3 a7a6 b2b3", "a2a3 a7a6 c2c3", "a2a3 b7b6 c2c3"]);
    fs::write(folder.path().join("breakthrough.jsonl"), tree).unwrap();
    let openings = Some(folder.path().to_owned());
    let server = Server::start(Settings { openings, ..settings() });
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&server.url("/analyse/breakthrough")).await;
        for (mv, games) in [("a2a3", 3), ("a7a6", 2), ("b2b3", 1)] {
            let row = format!("#openings tr[data-move=\"{mv}\"]");
            page.until(&format!("return document.querySelector('{row}') !== null")).await;
            let shown = page.text(&row).await;
            assert!(shown.contains(&games.to_string()), "{shown}");
            page.click(&format!("{row} button")).await;
        }
        page.until("return location.hash.includes('a2a3%2Ca7a6%2Cb2b3')").await;
        page.until("return document.querySelector('#openings').innerText.includes('None of 3')")
            .await;
        page.goto(&server.url("/analyse/jungle")).await;
        page.until("return document.querySelector('#analysis').dataset.depth > 1").await;
        let hidden = page.run("return document.querySelector('#openings').hidden").await;
        assert_eq!(hidden, true, "a game without a tree has no panel of openings");
        page.close().await;
    });
}
