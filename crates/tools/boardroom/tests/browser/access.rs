//! Tests of accessibility (axe-core), of the requests of the page, and of small screens.

use std::fs;
use std::path::Path;

use boardroom::{Replay, Settings, replay, single_page};
use serde_json::{Value, json};

use crate::browser::{Page, drive};
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
            "/edit/jungle",
            "/edit/lamistra",
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

/// Widths of phones in CSS pixels.
const PHONES: [u32; 2] = [375, 390];

/// Checks that neither the page nor a table in it is wider than the window of a phone, and that
/// each value of a table has its label.
async fn check_width(page: &Page, name: &str) {
    for width in PHONES {
        page.emulate_phone(width).await;
        let script = "const root = document.documentElement; \
             return [root, ...document.querySelectorAll('.scroll')] \
                 .map((it) => it.scrollWidth - it.clientWidth)";
        let excess = page.run(script).await;
        let excess = excess.as_array().unwrap();
        assert!(excess.iter().all(|it| it == 0), "{name} at {width}: too wide by {excess:?}");
        let script = "const cells = '.scroll:not(.is-narrow) td[data-label]'; \
             return [...document.querySelectorAll(cells)].filter((cell) => { \
                 const { content } = getComputedStyle(cell, '::before'); \
                 return cell.checkVisibility() && cell.cellIndex > 0 \
                     && !content.includes(cell.dataset.label); \
             }).length";
        assert_eq!(page.run(script).await, 0, "{name} at {width}: a value without its label");
        assert_eq!(page.run("return document.documentElement.clientWidth").await, width);
    }
}

/// Script that shows the page of a queue with a worker, and returns the labels of its values.
const WORKERS: &str = "
    const [done] = arguments;
    const worker = {
        name: 'a-machine-with-a-long-name.example.org-4711', version: '0.1.0-66463e8a',
        jobs: 16, inFlight: 32, done: 123456, failed: 0, unitsPerSecond: 12.5, lastSeen: 3,
    };
    const reply = new Response(JSON.stringify({ workers: [worker], plans: [], warnings: [] }));
    window.fetch = async () => reply.clone();
    const app = document.querySelector('#app');
    import('/assets/js/workers-page.js').then(async ({ showWorkers }) => {
        await showWorkers(app);
        const cells = [...app.querySelectorAll('#workers td')].slice(1);
        done(cells.map((cell) => getComputedStyle(cell, '::before').content.slice(1, -1)));
    });";

#[test]
fn every_page_fits_on_a_phone() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_review(folder.path());
    drive(async |browsers| {
        let page = browsers.open(500, 850).await;
        let paths = [
            "/",
            "/match/1",
            "/edit/jungle",
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
            check_width(&page, &path).await;
        }
        // The front page has its tables after its boards.
        page.goto(&server.url("/")).await;
        page.until("return !!document.querySelector('#matches .scroll')").await;
        check_width(&page, "the list of matches").await;
        let shown = page.client.execute_async(WORKERS, Vec::new()).await.unwrap();
        assert_eq!(
            shown,
            json!(["Version", "Jobs", "In flight", "Done", "Failed", "Units/s", "Last seen"])
        );
        check_width(&page, "the list of workers").await;
        page.close().await;
    });
}
