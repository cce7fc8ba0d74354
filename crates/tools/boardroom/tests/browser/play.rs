use serde_json::{Value, json};

use crate::browser::{Browsers, Page, drive};
use crate::support::{GAMES, Server};

/// Begins a game by the form of its page, and returns the table's address below `/api`.
async fn begin(page: &Page, server: &Server, game: &str, side: usize) -> String {
    page.goto(&server.url(&format!("/play/{game}"))).await;
    page.choose("#side", &side.to_string()).await;
    page.fill("#time", "10").await;
    page.click("#start").await;
    page.until("return location.pathname.startsWith('/table/')").await;
    page.ready().await;
    let path = page.client.current_url().await.unwrap().path().to_owned();
    format!("/api/tables/{}", path.strip_prefix("/table/").unwrap())
}

/// Waits until the page shows the table as the server has it, and the bot does not think.
async fn solution(page: &Page, server: &Server, table: &str) -> Value {
    let state = server.wait_for(table, |table| {
        table["phase"] == "over" || !table["legal"].as_array().unwrap().is_empty()
    });
    let version = &state["version"];
    let script = format!(
        "const table = document.querySelector('#table'); \
         return Number(table?.dataset.version) >= {version} && table.dataset.thinking === 'false'"
    );
    page.until(&script).await;
    state
}

/// Makes a legal move with the mouse.
async fn make(page: &Page, mv: &Value) {
    match (mv["from"].as_u64(), mv["to"].as_u64()) {
        (Some(from), Some(to)) => {
            page.click_square(from).await;
            page.until(&format!(
                "return !!document.querySelector('#board [data-square=\"{to}\"][data-legal]')"
            ))
            .await;
            page.click_square(to).await;
        }
        _ => {
            let name = mv["move"].as_str().unwrap();
            page.click(&format!("#choices [data-move=\"{name}\"]")).await;
        }
    }
}

/// Plays a game to its end by clicking and returns the table.
async fn play_out(page: &Page, server: &Server, game: &str, side: usize) -> Value {
    let table = begin(page, server, game, side).await;
    let mut drawn = 4711_usize;
    loop {
        let state = solution(page, server, &table).await;
        if state["phase"] == "over" {
            return state;
        }
        let legal = state["legal"].as_array().unwrap();
        drawn =
            drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Captures end games.
        let captures: Vec<&Value> = legal.iter().filter(|mv| mv["kind"] == "capture").collect();
        let mv = match captures[..] {
            [] => &legal[(drawn >> 33) % legal.len()],
            _ => captures[(drawn >> 33) % captures.len()],
        };
        make(page, mv).await;
        let ply = state["ply"].as_u64().unwrap();
        server.wait_for(&table, |table| table["ply"].as_u64().unwrap() > ply);
    }
}

/// Plays a whole game and compares what the page says at its end with the server.
fn check_whole_game(game: &str, side: usize) {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        let state = play_out(&page, &server, game, side).await;
        page.until("return document.querySelector('#table').dataset.phase === 'over'").await;
        let result = page.text("#result").await;
        let words = state["frame"]["result"]["words"].as_str().unwrap();
        assert!(result.contains(words), "{result}");
        assert_eq!(page.cells().await, state["frame"]["cells"].as_str().unwrap());
        page.close().await;
    });
}

#[test]
fn breakthrough_is_played_to_its_end_by_clicking() {
    check_whole_game("breakthrough", 0);
}

#[test]
fn lines_of_action_is_played_to_its_end_by_clicking() {
    check_whole_game("lines-of-action", 1);
}

#[test]
fn jungle_is_played_to_its_end_by_clicking() {
    check_whole_game("jungle", 0);
}

#[test]
fn lamistra_is_played_to_its_end_by_clicking() {
    check_whole_game("lamistra", 1);
}

#[test]
fn stratego_is_played_to_its_end_by_clicking() {
    check_whole_game("stratego", 0);
}

#[test]
fn illegal_clicks_do_nothing() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        for game in GAMES {
            let table = begin(&page, &server, game, 0).await;
            let before = solution(&page, &server, &table).await;
            let cells = page.cells().await;
            let legal = before["legal"].as_array().unwrap();
            let square = |name: &str| legal[0][name].as_u64().unwrap();
            let leads =
                |from: u64, to: u64| legal.iter().any(|mv| mv["from"] == from && mv["to"] == to);
            // An empty square, one of the enemy's, and then an own piece and where it cannot go.
            let places: Vec<char> = cells.chars().collect();
            let find = |is_wanted: &dyn Fn(usize) -> bool| {
                (0..places.len()).find(|&square| is_wanted(square)).unwrap() as u64
            };
            page.click_square(find(&|square| places[square] == '.')).await;
            page.click_square(find(&|square| places[square].is_ascii_lowercase())).await;
            page.click_square(square("from")).await;
            let from = square("from");
            page.click_square(find(&|square| places[square] == '.' && !leads(from, square as u64)))
                .await;
            page.click_square(find(&|square| places[square].is_ascii_lowercase())).await;
            let after = server.found(&table);
            assert_eq!((&after["ply"], &after["version"]), (&before["ply"], &before["version"]));
            assert_eq!(page.cells().await, cells, "{game}");
        }
        page.close().await;
    });
}

#[test]
fn a_reload_keeps_the_game() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        let table = begin(&page, &server, "jungle", 0).await;
        for _ in 0..2 {
            let state = solution(&page, &server, &table).await;
            make(&page, &state["legal"][5]).await;
            let ply = state["ply"].as_u64().unwrap();
            server.wait_for(&table, |table| table["ply"].as_u64().unwrap() > ply + 1);
        }
        let before = solution(&page, &server, &table).await;
        let cells = page.cells().await;
        page.client.refresh().await.unwrap();
        page.ready().await;
        assert_eq!(page.cells().await, cells);
        assert_eq!(solution(&page, &server, &table).await["ply"], before["ply"]);
        // And it goes on.
        make(&page, &before["legal"][0]).await;
        server.wait_for(&table, |table| table["ply"].as_u64() > before["ply"].as_u64());
        page.close().await;
    });
}

#[test]
fn two_visitors_play_at_once_and_see_their_own_games() {
    let server = Server::empty();
    drive(async |browsers: &Browsers| {
        let pages = [browsers.open(1280, 1000).await, browsers.open(1280, 1000).await];
        let tables = [
            begin(&pages[0], &server, "breakthrough", 0).await,
            begin(&pages[1], &server, "breakthrough", 1).await,
        ];
        for round in 0..3 {
            for (page, table) in pages.iter().zip(&tables) {
                let state = solution(page, &server, table).await;
                make(page, &state["legal"][round]).await;
                let ply = state["ply"].as_u64().unwrap();
                server.wait_for(table, |table| table["ply"].as_u64().unwrap() > ply);
            }
        }
        for (page, table) in pages.iter().zip(&tables) {
            let state = solution(page, &server, table).await;
            assert_eq!(page.cells().await, state["frame"]["cells"].as_str().unwrap());
        }
        assert_ne!(pages[0].cells().await, pages[1].cells().await);
        for page in pages {
            page.close().await;
        }
    });
}

#[test]
fn a_move_is_taken_back_and_a_hint_is_shown() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        let table = begin(&page, &server, "breakthrough", 0).await;
        let state = solution(&page, &server, &table).await;
        let cells = page.cells().await;
        make(&page, &state["legal"][0]).await;
        server.wait_for(&table, |table| table["ply"] == 2);
        solution(&page, &server, &table).await;
        page.click("#undo").await;
        server.wait_for(&table, |table| table["ply"] == 0);
        solution(&page, &server, &table).await;
        assert_eq!(page.cells().await, cells);
        page.click("#hint").await;
        page.until("return !!document.querySelector('#arrows [data-arrow]')").await;
        page.close().await;
    });
}

#[test]
fn an_analysis_shows_lines_and_arrows_and_ends_when_it_is_left() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        page.goto(&server.url("/replay/file3/0#ply=10")).await;
        page.click("#analyse").await;
        page.until("return Number(document.querySelector('#analysis')?.dataset.depth) >= 3").await;
        let lines =
            page.run("return document.querySelectorAll('#analysis [data-line]').length").await;
        assert!(lines.as_u64().unwrap() >= 2, "{lines}");
        page.until("return !!document.querySelector('#arrows [data-arrow]')").await;
        assert_eq!(server.found("/api/engines")["busy"], json!(1));
        page.goto(&server.url("/")).await;
        server.wait_for("/api/engines", |busy| busy["busy"] == 0);
        page.close().await;
    });
}
