//! Tests of the errors of a missing browser: each is one line that says what to do.

use serde_json::json;

use crate::browser::{CHROMEDRIVER, Driver, refusal};

#[test]
fn a_missing_driver_is_an_error_that_says_how_to_install_it() {
    let line = Driver::start("no-such-chromedriver").err().unwrap();
    assert_eq!(
        line,
        "cannot start no-such-chromedriver (No such file or directory (os error 2)): \
         `cargo cg test` installs Chromium and its driver"
    );
}

#[test]
fn a_driver_that_ends_at_once_is_an_error_that_says_so() {
    let line = Driver::start("false").err().unwrap();
    assert_eq!(
        line,
        "false ended before it opened a port (exit status: 1): \
         `cargo cg test` installs Chromium and its driver"
    );
}

#[test]
fn a_missing_browser_is_an_error_that_says_how_to_install_it() {
    let driver = Driver::start(CHROMEDRIVER).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let options = json!({"binary": "/nonexistent/chromium"});
    let line = runtime.block_on(driver.connect(options)).err().unwrap();
    assert!(line.starts_with("chromedriver ") && !line.contains('\n'), "{line}");
    assert!(line.contains(" cannot open Chromium (") && line.contains("binary"), "{line}");
    assert!(line.ends_with("): `cargo cg test` installs Chromium and its driver"), "{line}");
}

#[test]
fn a_driver_of_another_version_is_an_error_that_names_both_versions() {
    let message = "session not created: This version of ChromeDriver only supports Chrome version \
         114\nCurrent browser version is 156.0.8078.79 with binary path /usr/bin/chromium\n\
         Stacktrace:\n#0 0x55d5f1";
    assert_eq!(
        refusal("114.0.5735.90", message),
        "chromedriver 114.0.5735.90 does not fit Chromium 156.0.8078.79: both have to be of one \
         version; `cargo cg test` installs Chromium and its driver"
    );
}
