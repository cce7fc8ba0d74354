//! Tests of the page of a match in the browser.

use boardroom::Settings;

use crate::browser::drive;
use crate::match_maker::play;
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
