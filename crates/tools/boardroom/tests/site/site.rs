//! Site that all tests of this program share.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

use crate::browser::Page;
use crate::static_host::StaticHost;

/// Writes the site once, and returns a host of it.
pub(crate) fn host() -> StaticHost {
    static SITE: OnceLock<TempDir> = OnceLock::new();
    let folder = SITE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let output = site_command(&folder.path().join("site"), &["--profile", "dev"]);
        let (output, errors) = (output.status, String::from_utf8(output.stderr).unwrap());
        assert!(output.success(), "{errors}");
        assert!(errors.contains("view it: python3 -m http.server --directory "), "{errors}");
        folder
    });
    StaticHost::start(&folder.path().join("site"))
}

/// Runs the command with the output folder `site`.
pub(crate) fn site_command(site: &Path, rest: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardroom"));
    command.args(["site", "-o"]).arg(site).args(rest);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).output().unwrap()
}

/// Runs a function of a module of the site on values, and returns the result.
pub(crate) async fn call(page: &Page, module: &str, function: &str, values: &[Value]) -> Value {
    let script = format!(
        "const [done, values] = [arguments[1], arguments[0]]; \
         import(new URL('js/{module}', document.baseURI)) \
             .then((module) => module.{function}(...values)) \
             .then((result) => done({{ result }}), (error) => done({{ error: error.message }}));"
    );
    let done = page.client.execute_async(&script, vec![Value::from(values)]).await.unwrap();
    assert!(done["error"].is_null(), "{function} {values:?}: {done}");
    done["result"].clone()
}

/// Checks that the page has asked for files of the site only, and has reported no error.
pub(crate) async fn check_clean(page: &Page, host: &StaticHost) {
    assert_eq!(host.missing(), [""; 0]);
    assert_eq!(page.log().await, [""; 0]);
}
