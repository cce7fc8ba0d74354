//! A real browser without a window, driven by its driver.

#![allow(dead_code, reason = "each program uses its part")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use ureq::http::Method;
use url::{ParseError, Url};

use crate::support::{PATIENT, agent};

/// What to install where there is no browser.
const INSTALL: &str = "chromium and its driver are not installed: \
     `apt-get install -y chromium chromium-driver`, or put `chromedriver` on the path";

/// One browser at a time: several would keep each other waiting on a small machine.
static TURN: Mutex<()> = Mutex::new(());

/// A driver, and a browser or some of them, which end with the value.
pub(crate) struct Browsers {
    driver: Child,
    url: String,
    _turn: MutexGuard<'static, ()>,
}

impl Browsers {
    /// Starts a driver.
    pub(crate) fn start() -> Browsers {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = driver.unwrap_or_else(|error| panic!("{INSTALL} ({error})"));
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let url = format!("http://127.0.0.1:{}", port.unwrap_or_else(|| panic!("{INSTALL}")));
        Browsers { driver, url, _turn: turn }
    }

    /// Opens a browser of this size.
    pub(crate) async fn open(&self, width: u32, height: u32) -> Page {
        let mut options = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-gpu".to_owned(),
            "--hide-scrollbars".to_owned(),
            "--force-device-scale-factor=1".to_owned(),
            "--force-color-profile=srgb".to_owned(),
            "--font-render-hinting=none".to_owned(),
            // Nothing is asked of anybody else.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1".to_owned(),
        ];
        options.push(format!("--window-size={width},{height}"));
        let mut capabilities = Capabilities::new();
        capabilities.insert("goog:chromeOptions".to_owned(), json!({"args": options}));
        capabilities.insert("goog:loggingPrefs".to_owned(), json!({"browser": "ALL"}));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&self.url).await;
        let client = client.unwrap_or_else(|error| panic!("{INSTALL} ({error})"));
        client.set_window_size(width, height).await.unwrap();
        Page { client }
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        // Killed, it would leave its browsers behind.
        if agent().get(format!("{}/shutdown", self.url)).call().is_err() {
            let _ = self.driver.kill();
        }
        let _ = self.driver.wait();
    }
}

/// A page in a browser.
pub(crate) struct Page {
    pub(crate) client: Client,
}

impl Page {
    /// Goes to an address and waits until what it asks for is drawn.
    pub(crate) async fn goto(&self, url: &str) {
        self.client.goto(url).await.unwrap();
        self.ready().await;
    }

    /// Waits until the page says that it is drawn.
    pub(crate) async fn ready(&self) {
        self.until("return document.body?.dataset.ready === 'true'").await;
    }

    /// Waits until a script returns something true, and returns that.
    pub(crate) async fn until(&self, script: &str) -> Value {
        let started = Instant::now();
        loop {
            // A page that is being left cannot be asked.
            let value = self.client.execute(script, Vec::new()).await.unwrap_or(Value::Null);
            if !matches!(value, Value::Null | Value::Bool(false)) && value != json!("") {
                return value;
            }
            assert!(started.elapsed() < PATIENT, "never true: {script}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Returns what a script returns.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    pub(crate) async fn find(&self, selector: &str) -> Element {
        let found = self.client.find(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    pub(crate) async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.unwrap()
    }

    pub(crate) async fn click(&self, selector: &str) {
        let clicked = self.find(selector).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Clicks on a square of the board.
    pub(crate) async fn click_square(&self, square: u64) {
        self.click(&format!("#board [data-square=\"{square}\"]")).await;
    }

    /// Presses keys, one after the other.
    pub(crate) async fn press(&self, keys: &str) {
        self.find("body").await.send_keys(keys).await.unwrap();
    }

    /// Writes into a field in place of what is there.
    pub(crate) async fn fill(&self, selector: &str, text: &str) {
        let field = self.find(selector).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Chooses a value of a list.
    pub(crate) async fn choose(&self, selector: &str, value: &str) {
        self.find(selector).await.select_by_value(value).await.unwrap();
    }

    /// Returns the letters of all squares of the board, as frames write them.
    pub(crate) async fn cells(&self) -> String {
        let script = "return [...document.querySelectorAll('#board [data-square]')] \
             .sort((one, other) => one.dataset.square - other.dataset.square) \
             .map(square => square.dataset.piece || '.').join('')";
        self.run(script).await.as_str().unwrap().to_owned()
    }

    /// Chooses light or dark colours, whatever the system's are.
    pub(crate) async fn theme(&self, name: &str) {
        for _ in 0..3 {
            if self.run("return document.documentElement.dataset.theme || ''").await == name {
                return;
            }
            self.click("#theme").await;
        }
        panic!("the page has no colours called {name}");
    }

    /// Makes the window as large as a phone: narrower than any window of a desktop.
    pub(crate) async fn become_a_phone(&self) {
        let metrics = json!({"width": 375, "height": 812, "deviceScaleFactor": 1, "mobile": true});
        let body = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics});
        self.client.issue_cmd(Special { path: "goog/cdp/execute", body }).await.unwrap();
    }

    /// Returns what the browser has complained about since it was last asked.
    pub(crate) async fn log(&self) -> Vec<String> {
        let body = json!({"type": "browser"});
        let log = self.client.issue_cmd(Special { path: "se/log", body }).await.unwrap();
        let entries = log.as_array().unwrap().iter();
        entries.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub(crate) async fn close(self) {
        self.client.close().await.unwrap();
    }
}

/// Runs a test that drives browsers.
pub(crate) fn drive(test: impl AsyncFnOnce(&Browsers)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let browsers = Browsers::start();
    runtime.block_on(test(&browsers));
}

/// Something that this browser's driver alone understands.
#[derive(Debug)]
struct Special {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Special {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _url: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
