//! Tests of games against the bots, hints, undo and analysis in the browser.

use serde_json::{Value, json};

use crate::browser::{Browsers, Page, drive};
use crate::player::{begin, click_move, settled_state};
use crate::support::{GAMES, Server};

/// Plays a game to its end by clicking and returns the session.
async fn play_out(page: &Page, server: &Server, game: &str, side: usize) -> Value {
    let session = begin(page, server, game, side).await;
    let mut drawn = 4711_usize;
    loop {
        let state = settled_state(page, server, &session).await;
        if state["phase"] == "over" {
            return state;
        }
        let legal = state["legal"].as_array().unwrap();
        drawn =
            drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Captures shorten the game.
        let captures: Vec<&Value> = legal.iter().filter(|mv| mv["kind"] == "capture").collect();
        let mv = match captures[..] {
            [] => &legal[(drawn >> 33) % legal.len()],
            _ => captures[(drawn >> 33) % captures.len()],
        };
        click_move(page, mv).await;
        let ply = state["ply"].as_u64().unwrap();
        server.wait_for(&session, |session| session["ply"].as_u64().unwrap() > ply);
    }
}

/// Plays a whole game and compares the result and the board of the page with the server.
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
            let session = begin(&page, &server, game, 0).await;
            let before = settled_state(&page, &server, &session).await;
            let cells = page.cells().await;
            let legal = before["legal"].as_array().unwrap();
            let square = |name: &str| legal[0][name].as_u64().unwrap();
            let is_legal =
                |from: u64, to: u64| legal.iter().any(|mv| mv["from"] == from && mv["to"] == to);
            // An empty square, an enemy piece, then an own piece and two squares that it cannot
            // reach.
            let places: Vec<char> = cells.chars().collect();
            let find = |is_wanted: &dyn Fn(usize) -> bool| {
                (0..places.len()).find(|&square| is_wanted(square)).unwrap() as u64
            };
            page.click_square(find(&|square| places[square] == '.')).await;
            page.click_square(find(&|square| places[square].is_ascii_lowercase())).await;
            page.click_square(square("from")).await;
            let from = square("from");
            page.click_square(find(&|square| {
                places[square] == '.' && !is_legal(from, square as u64)
            }))
            .await;
            page.click_square(find(&|square| places[square].is_ascii_lowercase())).await;
            let after = server.found(&session);
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
        let session = begin(&page, &server, "jungle", 0).await;
        for _ in 0..2 {
            let state = settled_state(&page, &server, &session).await;
            click_move(&page, &state["legal"][5]).await;
            let ply = state["ply"].as_u64().unwrap();
            server.wait_for(&session, |session| session["ply"].as_u64().unwrap() > ply + 1);
        }
        let before = settled_state(&page, &server, &session).await;
        let cells = page.cells().await;
        page.client.refresh().await.unwrap();
        page.ready().await;
        assert_eq!(page.cells().await, cells);
        assert_eq!(settled_state(&page, &server, &session).await["ply"], before["ply"]);
        // The game continues.
        click_move(&page, &before["legal"][0]).await;
        server.wait_for(&session, |session| session["ply"].as_u64() > before["ply"].as_u64());
        page.close().await;
    });
}

#[test]
fn two_visitors_play_at_the_same_time_and_see_their_own_games() {
    let server = Server::empty();
    drive(async |browsers: &Browsers| {
        let pages = [browsers.open(1280, 1000).await, browsers.open(1280, 1000).await];
        let sessions = [
            begin(&pages[0], &server, "breakthrough", 0).await,
            begin(&pages[1], &server, "breakthrough", 1).await,
        ];
        for round in 0..3 {
            for (page, session) in pages.iter().zip(&sessions) {
                let state = settled_state(page, &server, session).await;
                click_move(page, &state["legal"][round]).await;
                let ply = state["ply"].as_u64().unwrap();
                server.wait_for(session, |session| session["ply"].as_u64().unwrap() > ply);
            }
        }
        for (page, session) in pages.iter().zip(&sessions) {
            let state = settled_state(page, &server, session).await;
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
        let session = begin(&page, &server, "breakthrough", 0).await;
        let state = settled_state(&page, &server, &session).await;
        let cells = page.cells().await;
        click_move(&page, &state["legal"][0]).await;
        server.wait_for(&session, |session| session["ply"] == 2);
        let state = settled_state(&page, &server, &session).await;
        // The analysis has the moves of the game.
        let moves: Vec<&str> =
            state["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let link = page.run("return document.querySelector('#analyse').href").await;
        let expected = server.url(&format!("/analyse/breakthrough#moves={}", moves.join("%2C")));
        assert_eq!(link, expected);
        page.click("#undo").await;
        server.wait_for(&session, |session| session["ply"] == 0);
        settled_state(&page, &server, &session).await;
        assert_eq!(page.cells().await, cells);
        page.click("#hint").await;
        page.until("return !!document.querySelector('#arrows [data-arrow]')").await;
        page.close().await;
    });
}

#[test]
fn an_analysis_shows_lines_and_arrows_and_stops_when_the_page_is_left() {
    let server = Server::with_records();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        page.goto(&server.url("/replay/file3/0#ply=10")).await;
        page.click("#analyse").await;
        page.until("return Number(document.querySelector('#analysis')?.dataset.depth) >= 3").await;
        let lines =
            page.run("return document.querySelectorAll('#analysis [data-line]').length").await;
        assert!(lines.as_u64().unwrap() >= 2, "{lines}");
        // The arrows have the numbers of the lines, or those of the plies of the line in focus.
        page.until("return document.querySelectorAll('#arrows .is-other').length > 0").await;
        let numbers = "return [...document.querySelectorAll('#arrows text')]
            .map((text) => text.textContent).sort().join()";
        assert!(page.run(numbers).await.as_str().unwrap().starts_with("1,2"));
        page.run("document.querySelectorAll('#analysis .line')[1].focus()").await;
        page.until("return document.querySelectorAll('#arrows .is-line').length > 0").await;
        let others = page.run("return document.querySelectorAll('#arrows .is-other').length").await;
        assert_eq!(others, json!(0));
        assert_eq!(server.found("/api/engines")["busy"], json!(1));
        page.goto(&server.url("/")).await;
        server.wait_for("/api/engines", |busy| busy["busy"] == 0);
        // The header leads to the parts of the front page from any page.
        page.goto(&server.url("/analyse/jungle")).await;
        page.click(".top nav a[href='/#matches']").await;
        page.until("return !!document.querySelector('#matches')").await;
        page.close().await;
    });
}

#[test]
fn stratego_is_played_with_the_rules_that_the_form_names() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 1000).await;
        page.goto(&server.url("/play/stratego")).await;
        page.choose("#variant", "stratego-two-squares").await;
        page.click("#start").await;
        page.until("return location.pathname.startsWith('/table/')").await;
        page.ready().await;
        assert_eq!(page.text("h1").await, "Stratego with the two-squares rule");
        let path = page.client.current_url().await.unwrap().path().to_owned();
        let session = server.found(&path.replace("/table/", "/api/tables/"));
        assert_eq!(session["game"], "stratego-two-squares");
        page.close().await;
    });
}
