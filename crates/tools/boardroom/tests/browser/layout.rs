//! Tests of the layout of pages with a board in wide windows.

use boardroom::Settings;
use serde_json::{Value, json};

use crate::browser::{Page, drive};
use crate::reports::files;
use crate::reviews::{records, review};
use crate::support::{GAMES, Server, settings};

/// Windows in CSS pixels.
const WINDOWS: [(u32, u32); 3] = [(1024, 768), (1280, 720), (1920, 1080)];

/// Smallest share of the height of the window that the board takes.
const BOARD: f64 = 560.0 / 720.0;

/// Returns the heights of window, page and board, the areas of the board and of the largest panel,
/// and the names of the moves, charts and controls that are not completely seen.
const MEASURE: &str = "
    const box = (element) => element.getBoundingClientRect();
    const area = (element) => box(element).width * box(element).height;
    const board = document.querySelector('#board, #setup-board, .stage-board .board');
    // A column scrolls: what is outside of it is not seen.
    const isOutside = (element) => {
        const { left, top, right, bottom } = box(element);
        const column = element.closest('.column');
        const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        const seen = column ? box(column) : page;
        return left < seen.left - 1 || top < seen.top - 1 || right > seen.right + 1
            || bottom > Math.min(seen.bottom + 1, innerHeight);
    };
    const needed = '.moves-panel, #moves, .copies, .controls, .tools, .player, #start, '
        + '#analyse-game';
    const charts = [...document.querySelectorAll('.chart:not([hidden])')];
    // A window without a third column shows one chart, and the others below it.
    if (innerWidth < 1200) charts.length = Math.min(1, charts.length);
    return {
        window: innerHeight,
        page: document.documentElement.scrollHeight,
        board: box(board).height,
        boardArea: area(board),
        panelArea: Math.max(...[...document.querySelectorAll('.panel')].map(area)),
        outside: [board, ...document.querySelectorAll(needed), ...charts].filter(isOutside)
            .map((element) => element.id || element.className),
    };";

/// Checks the shown page in every window.
async fn check_page(page: &Page, name: &str) {
    for (width, height) in WINDOWS {
        page.resize(width, height, 1).await;
        let found = page.run(MEASURE).await;
        let number = |name: &str| found[name].as_f64().unwrap();
        let shown = format!("{name} at {width} x {height}: {found}");
        assert_eq!((&found["outside"], &found["page"]), (&json!([]), &found["window"]), "{shown}");
        assert!(number("board") >= BOARD * f64::from(height), "{shown}");
        assert!(number("boardArea") > number("panelArea"), "{shown}");
    }
}

#[test]
fn the_board_is_the_largest_part_and_nothing_needed_is_below_the_fold() {
    let folder = tempfile::tempdir().unwrap();
    review(folder.path(), &records("breakthrough")[0], 100);
    let reviews = Some(folder.path().to_owned());
    let server = Server::start(Settings { files: files(), reviews, ..settings() });
    let mut paths = ["/play/stratego", "/edit/jungle"].map(str::to_owned).to_vec();
    for (number, game) in (1..).zip(GAMES) {
        let body = json!({"game": game, "human": 0, "timeMs": 10});
        let session: Value = server.post("/api/tables", &body).1;
        paths.push(format!("/replay/file{number}/0#ply=200"));
        paths.push(format!("/analyse/{game}"));
        paths.push(format!("/table/{}", session["id"].as_str().unwrap()));
    }
    drive(async |browsers| {
        let page = browsers.open(1280, 720).await;
        for path in paths {
            page.goto(&server.url(&path)).await;
            check_page(&page, &path).await;
        }
        page.goto(&server.url("/replay/file3/0#ply=20")).await;
        page.click("#analyse").await;
        page.until("return Number(document.querySelector('#analysis').dataset.depth) > 0").await;
        check_page(&page, "an analysis of a replay").await;
        page.close().await;
    });
}

/// Script that returns the words of an evaluation bar of Stratego at a score of 7.32 pieces.
const BAR: &str = "
    const [done] = arguments;
    const modules = ['players', 'games'].map((name) => import(`/assets/js/${name}.js`));
    Promise.all(modules).then(async ([{ BalanceBar }, { gameInfo }]) => {
        const bar = new BalanceBar(await gameInfo('stratego'));
        bar.show(732, false);
        done(bar.element.getAttribute('aria-label'));
    });";

#[test]
fn a_legend_and_a_bar_are_shown_only_for_what_the_board_shows() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 720).await;
        let is_shown = async |selector: &str| {
            let script = format!(
                "return document.querySelector('{selector}')
                    .checkVisibility({{visibilityProperty: true}})"
            );
            page.run(&script).await == true
        };
        // The start of a game without runners, whose players have reported no scores.
        page.goto(&server.url("/replay/file1/0")).await;
        assert!(!is_shown(".legend > *").await && !is_shown(".balance").await);
        let runner = "/analyse/breakthrough#position=8%2F8%2F8%2F8%2F8%2F8%2F3P3p%2F8%20w";
        page.goto(&server.url(runner)).await;
        assert!(is_shown(".legend > *").await);
        page.until("return Number(document.querySelector('#analysis').dataset.depth) > 0").await;
        assert!(is_shown(".balance").await);
        // A lost piece of Stratego does not fill the bar.
        let share = page.client.execute_async(BAR, Vec::new()).await.unwrap();
        assert_eq!(share, "Evaluation: 68 % for the first player");
        let body = json!({"game": "jungle", "human": 0, "timeMs": 10});
        let session = server.post("/api/tables", &body).1;
        page.goto(&server.url(&format!("/table/{}", session["id"].as_str().unwrap()))).await;
        assert!(!is_shown(".balance").await);
        page.close().await;
    });
}
