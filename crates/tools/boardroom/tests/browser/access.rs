//! Tests of accessibility (axe-core), of the requests of the page, and of small screens.

use std::fs;
use std::path::Path;

use boardroom::{Replay, Settings, replay, single_page};
use serde_json::{Value, json};

use crate::browser::drive;
use crate::match_maker::play;
use crate::reviews::{records, review};
use crate::support::{Server, files, settings};

/// Script of axe-core; its licence is in the same folder.
const AXE: &str = include_str!("axe/axe.min.js");

/// Impacts of violations that fail the test.
const SERIOUS: [&str; 2] = ["serious", "critical"];

/// Themes with the checked rules of axe: in the dark theme only the rules about colours, because
/// nothing else differs.
const RULES: [(&str, &str); 2] =
    [("light", ""), ("dark", ", runOnly: ['color-contrast', 'link-in-text-block']")];

/// Starts a server with a match and the recorded games, the first one of which has been reviewed;
/// its files are in `folder`.
fn with_review(folder: &Path) -> Server {
    review(folder, &records("breakthrough")[0], 500);
    let store = folder.join("arena.db");
    play(&store, &["greedy", "random"], 2);
    let reviews = Some(folder.to_owned());
    Server::start(Settings { files: files(), store, reviews, ..settings() })
}

/// Writes a page with two reviewed games into `folder`; returns its URL.
fn page_of_reviews(folder: &Path) -> String {
    let records = records("breakthrough");
    let reviewed = records[..2].iter().map(|record| Replay {
        review: Some(review(folder, record, 500)),
        ..replay(record, None).unwrap()
    });
    let path = folder.join("reviews.html");
    fs::write(&path, single_page(&reviewed.collect::<Vec<_>>()).unwrap()).unwrap();
    format!("file://{}", path.display())
}

#[test]
fn pages_have_no_serious_accessibility_violations() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_review(folder.path());
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        let session = json!({"game": "lamistra", "human": 0, "timeMs": 10});
        let session = server.post("/api/tables", &session).1;
        let session = format!("/table/{}", session["id"].as_str().unwrap());
        let mut violations_found: Vec<String> = Vec::new();
        let paths = [
            "/",
            "/replay/file1/0#ply=34",
            "/replay/file1/1#ply=11",
            "/replay/file2/0#ply=20",
            "/replay/file3/0#ply=20",
            "/replay/file4/0#ply=20",
            "/replay/file5/0#ply=40",
            "/play/stratego",
            "/analyse/jungle",
            "/match/1",
            "/docs",
            &session,
        ];
        let mut urls = paths.map(|path| server.url(path)).to_vec();
        urls.push(page_of_reviews(folder.path()));
        for path in urls {
            page.goto(&path).await;
            page.run(AXE).await;
            for (theme, rules) in RULES {
                page.theme(theme).await;
                let script = format!(
                    "const done = arguments[arguments.length - 1]; \
                     axe.run(document, {{resultTypes: ['violations']{rules}}})
                     .then(done, error => done(String(error)))"
                );
                let found = page.client.execute_async(&script, Vec::new()).await.unwrap();
                let violations = found["violations"].as_array();
                for violation in violations.unwrap_or_else(|| panic!("{path}: {found}")) {
                    if SERIOUS.iter().any(|impact| violation["impact"] == *impact) {
                        let places: Vec<&Value> = violation["nodes"]
                            .as_array()
                            .unwrap()
                            .iter()
                            .map(|node| &node["target"])
                            .collect();
                        violations_found
                            .push(format!("{path}, {theme}: {} at {places:?}", violation["help"]));
                    }
                }
            }
        }
        assert!(violations_found.is_empty(), "{violations_found:#?}");
        page.close().await;
    });
}

#[test]
fn the_page_loads_only_from_its_server_and_keeps_its_content_security_policy() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for path in ["/", "/replay/file5/0", "/play/jungle", "/analyse/lamistra"] {
            page.goto(&server.url(path)).await;
            let loaded = page
                .run("return performance.getEntriesByType('resource').map(entry => entry.name)")
                .await;
            for name in loaded.as_array().unwrap() {
                assert!(name.as_str().unwrap().starts_with(&server.url("/")), "{name}");
            }
            let log = page.log().await;
            assert!(log.is_empty(), "{path}: {log:#?}");
        }
        page.close().await;
    });
}

#[test]
fn every_page_fits_on_a_phone() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_review(folder.path());
    drive(async |browsers| {
        let page = browsers.open(500, 850).await;
        page.emulate_phone().await;
        let paths = [
            "/",
            "/replay/file1/0",
            "/replay/file5/0",
            "/play/stratego",
            "/analyse/jungle",
            "/docs",
        ];
        let mut urls = paths.map(|path| server.url(path)).to_vec();
        urls.push(page_of_reviews(folder.path()));
        for path in urls {
            page.goto(&path).await;
            let width = page.run("return document.documentElement.clientWidth").await;
            assert_eq!(width, 375);
            let script = "const root = document.documentElement; \
                 return root.scrollWidth - root.clientWidth";
            let excess = page.run(script).await;
            assert!(excess.as_i64().unwrap() <= 0, "{path} is {excess} wider than the window");
        }
        page.close().await;
    });
}
