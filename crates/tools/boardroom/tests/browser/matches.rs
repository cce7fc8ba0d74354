//! Tests of the page of a match in the browser.

use boardroom::{Settings, match_report, report_page};

use crate::browser::drive;
use crate::match_maker::{begin, play};
use crate::support::{Server, settings};

#[test]
fn the_chart_of_the_score_has_a_range_of_0_to_100_percent() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.db");
    play(&store, &["greedy", "random"], 4);
    let server = Server::start(Settings { store, ..settings() });
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&server.url("/match/1")).await;
        // A chart of a share has the unit at its axis; other charts have theirs in the title.
        let title = async |chart: &str| page.text(&format!("#{chart} figcaption > span")).await;
        assert_eq!(title("chart-score").await, "Score of greedy");
        assert_eq!(title("chart-times").await, "The longest answer of each game (games)");
        page.close().await;
    });
}

#[test]
fn the_report_of_a_match_opens_from_disk() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.db");
    play(&store, &["greedy", "random"], 30);
    begin(&store, &["greedy", "random"], 2);
    let write = |id: i64| {
        let path = folder.path().join(format!("{id}.html"));
        let page = report_page(&match_report(&store, Some(id)).unwrap()).unwrap();
        std::fs::write(&path, page).unwrap();
        format!("file://{}", path.display())
    };
    let (ended, unplayed) = (write(1), write(2));
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&ended).await;
        assert_eq!(page.text(".match-head h1").await, "greedy – random");
        assert!(page.text(".match-head").await.contains("60 games · breakthrough"));
        for id in ["score", "pairs", "lengths", "times"] {
            page.find(&format!("#chart-{id} canvas")).await;
        }
        let tables = page.text(".match-tables").await;
        assert!(tables.contains("Likelihood of superiority"), "{tables}");
        let first = async || page.text("#match-games tr:first-child td").await;
        assert_eq!(first().await, "1.1");
        page.click(".pages button:last-child").await;
        page.until("return document.querySelectorAll('#match-games tr').length === 10").await;
        assert_eq!(first().await, "26.1");
        // A page from disk has not the filters of the server; its games open in the board room.
        assert_eq!(page.run("return document.querySelectorAll('form').length").await, 0);
        let link = "return document.querySelector('#match-games a').href";
        assert_eq!(page.run(link).await, "http://127.0.0.1:8017/match/1/25/0");
        page.goto(&unplayed).await;
        assert!(page.text(".match-head").await.contains("0 of 4 games · breakthrough"));
        let log = page.log().await;
        assert!(log.is_empty(), "{log:#?}");
        page.close().await;
    });
}
