//! Player of games against a bot, by clicks in the browser.

use serde_json::Value;

use crate::browser::Page;
use crate::support::Server;

/// Starts a session with the form of the page and returns the path of the session under `/api`.
pub(crate) async fn begin(page: &Page, server: &Server, game: &str, side: usize) -> String {
    page.goto(&server.url(&format!("/play/{game}"))).await;
    page.choose("#side", &side.to_string()).await;
    page.fill("#time", "10").await;
    page.click("#start").await;
    page.until("return location.pathname.startsWith('/table/')").await;
    page.ready().await;
    let path = page.client.current_url().await.unwrap().path().to_owned();
    format!("/api/tables/{}", path.strip_prefix("/table/").unwrap())
}

/// Waits until the page shows the current state of the session and the bot does not search.
pub(crate) async fn settled_state(page: &Page, server: &Server, session: &str) -> Value {
    let state = server.wait_for(session, |session| {
        session["phase"] == "over" || !session["legal"].as_array().unwrap().is_empty()
    });
    let version = &state["version"];
    let script = format!(
        "const table = document.querySelector('#table'); \
         return Number(table?.dataset.version) >= {version} && table.dataset.thinking === 'false'"
    );
    page.until(&script).await;
    state
}

/// Plays a legal move with the mouse.
pub(crate) async fn click_move(page: &Page, mv: &Value) {
    match (mv["from"].as_u64(), mv["to"].as_u64()) {
        (None, Some(to)) if mv["kind"] == "place" && mv["role"].is_null() => {
            let hidden = page.run("return document.querySelector('#choices').hidden").await;
            assert_eq!(hidden, true, "no buttons for moves that a click on the board plays");
            page.click_square(to).await;
        }
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
