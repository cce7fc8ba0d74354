//! Test of the page of a queue's workers.

use crate::browser::drive;
use crate::support::Server;

#[test]
fn the_page_of_workers_tells_how_to_get_a_queue() {
    let server = Server::empty();
    drive(async |browsers| {
        let page = browsers.open(1280, 900).await;
        page.goto(&server.url("/workers")).await;
        let shown = page.text("#queue").await;
        assert!(shown.contains("cargo cg serve --queue nats://localhost:4222"), "{shown}");
        page.close().await;
    });
}
