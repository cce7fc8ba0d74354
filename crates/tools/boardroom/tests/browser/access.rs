use serde_json::{Value, json};

use crate::browser::drive;
use crate::support::Server;

/// The checks of axe-core, whose licence lies beside it.
const AXE: &str = include_str!("axe/axe.min.js");

/// What axe calls serious.
const SERIOUS: [&str; 2] = ["serious", "critical"];

/// Themes, and the rules of axe that are checked: a dark page differs by nothing but colours.
const RULES: [(&str, &str); 2] =
    [("light", ""), ("dark", ", runOnly: ['color-contrast', 'link-in-text-block']")];

#[test]
fn nothing_serious_keeps_anybody_out() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        let table = json!({"game": "lamistra", "human": 0, "timeMs": 10});
        let table = server.post("/api/tables", &table).1;
        let table = format!("/table/{}", table["id"].as_str().unwrap());
        let mut faults: Vec<String> = Vec::new();
        for path in [
            "/",
            "/replay/file1/0#ply=20",
            "/replay/file2/0#ply=20",
            "/replay/file3/0#ply=20",
            "/replay/file4/0#ply=20",
            "/replay/file5/0#ply=40",
            "/play/stratego",
            "/analyse/jungle",
            &table,
        ] {
            page.goto(&server.url(path)).await;
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
                for fault in violations.unwrap_or_else(|| panic!("{path}: {found}")) {
                    if SERIOUS.iter().any(|impact| fault["impact"] == *impact) {
                        let places: Vec<&Value> = fault["nodes"]
                            .as_array()
                            .unwrap()
                            .iter()
                            .map(|node| &node["target"])
                            .collect();
                        faults.push(format!("{path}, {theme}: {} at {places:?}", fault["help"]));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
        page.close().await;
    });
}

#[test]
fn the_page_asks_only_its_own_server_and_breaks_nothing_of_its_policy() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for path in ["/", "/replay/file5/0", "/play/jungle", "/analyse/lamistra"] {
            page.goto(&server.url(path)).await;
            let asked = page
                .run("return performance.getEntriesByType('resource').map(entry => entry.name)")
                .await;
            for name in asked.as_array().unwrap() {
                assert!(name.as_str().unwrap().starts_with(&server.url("/")), "{name}");
            }
            let log = page.log().await;
            assert!(log.is_empty(), "{path}: {log:#?}");
        }
        page.close().await;
    });
}

#[test]
fn everything_fits_on_a_phone() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(500, 850).await;
        page.become_a_phone().await;
        for path in ["/", "/replay/file1/0", "/replay/file5/0", "/play/stratego", "/analyse/jungle"]
        {
            page.goto(&server.url(path)).await;
            let width = page.run("return document.documentElement.clientWidth").await;
            assert_eq!(width, 375);
            let wide = page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth").await;
            assert!(wide.as_i64().unwrap() <= 0, "{path} is {wide} wider than the window");
        }
        page.close().await;
    });
}
