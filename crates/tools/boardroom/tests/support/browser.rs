//! Headless Chromium, controlled through chromedriver.

#![allow(dead_code, reason = "each program uses only a part")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::error::NewSessionError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use ureq::http::Method;
use url::{ParseError, Url};

use crate::support::{TIMEOUT, agent};

/// Program that drives Chromium.
pub(crate) const CHROMEDRIVER: &str = "chromedriver";

/// Advice if the browser is missing or does not start.
const INSTALL: &str = "`cargo cg test` installs Chromium and its driver";

/// Environment variable with the device pixel ratio of all browsers; default 1.
const RATIO: &str = "DEVICE_PIXEL_RATIO";

/// Driver that the tests of a process share; it ends with the last test that uses or awaits it.
static DRIVER: Mutex<Weak<Driver>> = Mutex::new(Weak::new());

/// Number of tests that use browsers at the moment. The maximum is the number of processors,
/// because more tests would slow each other down.
static TESTS: Mutex<usize> = Mutex::new(0);
/// Signal that a test has closed its browsers.
static ENDED: Condvar = Condvar::new();

/// Maximum number of starts of a driver.
const ATTEMPTS: u32 = 3;

/// Process of chromedriver.
pub(crate) struct Driver {
    process: Child,
    version: String,
    url: String,
}

impl Driver {
    /// Starts a driver. It ends if the port that the system has chosen for its first address is
    /// taken at its second one, and is then started again.
    ///
    /// # Errors
    ///
    /// One line with the reason and advice.
    pub(crate) fn start(program: &str) -> Result<Driver, String> {
        let mut started = Driver::start_once(program);
        for _ in 1..ATTEMPTS {
            started = started.or_else(|_| Driver::start_once(program));
        }
        started
    }

    fn start_once(program: &str) -> Result<Driver, String> {
        let process = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process =
            process.map_err(|error| format!("cannot start {program} ({error}): {INSTALL}"))?;
        let (mut version, mut port) = (String::new(), None);
        for line in BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once("Starting ChromeDriver ") {
                version = rest.split(' ').next().unwrap_or_default().to_owned();
            }
            if let Some((_, rest)) = line.split_once("started successfully on port ") {
                port = Some(rest.trim_end_matches('.').to_owned());
                break;
            }
        }
        let Some(port) = port else {
            let status = end_of(&mut process);
            return Err(format!("{program} ended before it opened a port ({status}): {INSTALL}"));
        };
        Ok(Driver { process, version, url: format!("http://127.0.0.1:{port}") })
    }

    /// Returns the driver of this process; starts it if it is not running.
    fn shared() -> Result<Arc<Driver>, String> {
        let mut shared = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(driver) = shared.upgrade() {
            return Ok(driver);
        }
        let driver = Arc::new(Driver::start(CHROMEDRIVER)?);
        *shared = Arc::downgrade(&driver);
        Ok(driver)
    }

    /// Opens a browser with these options of `goog:chromeOptions`.
    ///
    /// # Errors
    ///
    /// One line with the reason and advice.
    pub(crate) async fn connect(&self, options: Value) -> Result<Client, String> {
        let mut capabilities = Capabilities::new();
        capabilities.insert("goog:chromeOptions".to_owned(), options);
        capabilities.insert("goog:loggingPrefs".to_owned(), json!({"browser": "ALL"}));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&self.url).await;
        client.map_err(|error| match error {
            NewSessionError::SessionNotCreated(error) => refusal(&self.version, &error.message),
            error => refusal(&self.version, &error.to_string()),
        })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // A killed driver would leave its browsers running.
        if agent().get(format!("{}/shutdown", self.url)).call().is_err() {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

/// Waits for the exit of a process that has closed its output, and returns its status. A process
/// that does not exit is killed.
fn end_of(process: &mut Child) -> String {
    let started = Instant::now();
    while started.elapsed() < TIMEOUT && matches!(process.try_wait(), Ok(None)) {
        thread::sleep(Duration::from_millis(1));
    }
    let _ = process.kill();
    process.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
}

/// Returns the error message for a driver of this version that opened no browser.
pub(crate) fn refusal(driver: &str, message: &str) -> String {
    if let Some((_, rest)) = message.split_once("Current browser version is ") {
        let is_version = |letter: char| letter.is_ascii_digit() || letter == '.';
        let browser = &rest[..rest.find(|letter| !is_version(letter)).unwrap_or(rest.len())];
        return format!(
            "chromedriver {driver} does not fit Chromium {browser}: both have to be of one \
             version; {INSTALL}"
        );
    }
    let lines: Vec<&str> = message.lines().take_while(|line| *line != "Stacktrace:").collect();
    let reason = lines.join(" ");
    format!("chromedriver {driver} cannot open Chromium ({reason}): {INSTALL}")
}

/// Browsers of one test.
pub(crate) struct Browsers {
    driver: Arc<Driver>,
}

impl Drop for Browsers {
    fn drop(&mut self) {
        *TESTS.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

impl Browsers {
    /// Waits until fewer tests than processors use browsers.
    fn start() -> Browsers {
        let driver = Driver::shared().unwrap_or_else(|line| panic!("{line}"));
        let most = thread::available_parallelism().map_or(1, usize::from);
        let mut tests = TESTS.lock().unwrap_or_else(PoisonError::into_inner);
        while *tests >= most {
            tests = ENDED.wait(tests).unwrap_or_else(PoisonError::into_inner);
        }
        *tests += 1;
        Browsers { driver }
    }

    /// Opens a browser whose page has this size in CSS pixels.
    pub(crate) async fn open(&self, width: u32, height: u32) -> Page {
        let ratio = std::env::var(RATIO).unwrap_or_else(|_| "1".to_owned());
        let options = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            "--font-render-hinting=none",
            "--disable-lcd-text",
            // The browser reaches no other machine.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            &format!("--force-device-scale-factor={ratio}"),
            &format!("--window-size={width},{height}"),
        ];
        let client = self.driver.connect(json!({"args": options})).await;
        let page = Page { client: client.unwrap_or_else(|line| panic!("{line}")) };
        // The window of a browser includes bars, whose height depends on version and fonts.
        page.resize(width, height, 0).await;
        page
    }
}

/// Page in a browser.
pub(crate) struct Page {
    pub(crate) client: Client,
}

impl Page {
    /// Opens a URL and waits until the page is drawn.
    pub(crate) async fn goto(&self, url: &str) {
        self.client.goto(url).await.unwrap();
        self.ready().await;
    }

    /// Waits until the page marks itself as drawn.
    pub(crate) async fn ready(&self) {
        self.until("return document.body?.dataset.ready === 'true'").await;
    }

    /// Waits until a script returns a value other than null, false and "", and returns the value.
    pub(crate) async fn until(&self, script: &str) -> Value {
        let started = Instant::now();
        loop {
            // A script fails during navigation.
            let value = self.client.execute(script, Vec::new()).await.unwrap_or(Value::Null);
            if !matches!(value, Value::Null | Value::Bool(false)) && value != json!("") {
                return value;
            }
            assert!(started.elapsed() < TIMEOUT, "never true: {script}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Runs a script and returns its value.
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

    /// Clicks on the center of a square of the board; panics if another element covers it.
    ///
    /// Mouse actions take a fifth of the time of the driver's click on an element.
    pub(crate) async fn click_square(&self, square: u64) {
        let place = self
            .run(&format!(
                "const box = document.querySelector('#board [data-square=\"{square}\"]') \
                     .getBoundingClientRect(); \
                 const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]; \
                 return document.elementFromPoint(x, y)?.closest('#board') ? [x, y] : null"
            ))
            .await;
        let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) else {
            panic!("square {square} is covered, or outside of the window");
        };
        let button = MOUSE_BUTTON_LEFT;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y })
            .then(PointerAction::Down { button })
            .then(PointerAction::Up { button });
        self.client.perform_actions(mouse).await.unwrap();
    }

    /// Presses a key.
    pub(crate) async fn press(&self, value: char) {
        let keyboard = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        self.client.perform_actions(keyboard).await.unwrap();
    }

    /// Replaces the text of a field.
    pub(crate) async fn fill(&self, selector: &str, text: &str) {
        let field = self.find(selector).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Selects a value of a list.
    pub(crate) async fn choose(&self, selector: &str, value: &str) {
        self.find(selector).await.select_by_value(value).await.unwrap();
    }

    /// Returns the characters of all squares of the board, as in `Picture::cells`.
    pub(crate) async fn cells(&self) -> String {
        let script = "return [...document.querySelectorAll('#board [data-square]')] \
             .sort((one, other) => one.dataset.square - other.dataset.square) \
             .map(square => square.dataset.piece || '.').join('')";
        self.run(script).await.as_str().unwrap().to_owned()
    }

    /// Selects the theme: light or dark.
    pub(crate) async fn theme(&self, name: &str) {
        for _ in 0..3 {
            if self.run("return document.documentElement.dataset.theme || ''").await == name {
                return;
            }
            self.click("#theme").await;
        }
        panic!("the page has no theme called {name}");
    }

    /// Sets the size of the page in CSS pixels and the device pixel ratio; 0 keeps the browser's
    /// ratio.
    pub(crate) async fn resize(&self, width: u32, height: u32, ratio: u32) {
        self.emulate(width, height, ratio, false).await;
    }

    /// Emulates the screen of a phone of this width, which is narrower than any desktop window.
    pub(crate) async fn emulate_phone(&self, width: u32) {
        self.emulate(width, 812, 0, true).await;
    }

    async fn emulate(&self, width: u32, height: u32, ratio: u32, mobile: bool) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": ratio, "mobile": mobile,
        });
        let body = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics});
        self.client.issue_cmd(ChromeCommand { path: "goog/cdp/execute", body }).await.unwrap();
    }

    /// Returns the messages of the browser console since the last call.
    pub(crate) async fn log(&self) -> Vec<String> {
        let body = json!({"type": "browser"});
        let log = self.client.issue_cmd(ChromeCommand { path: "se/log", body }).await.unwrap();
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

/// Command of chromedriver that is not part of WebDriver.
#[derive(Debug)]
struct ChromeCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for ChromeCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _url: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
