//! Single HTML file that opens from disk, with data, scripts and styles inside.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use room::Replay;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::assets::{INDEX, asset};
use crate::inline::{InlineError, inline_modules};
use crate::matches::MatchReport;

/// Page split into its HTML and the files that it loads.
struct Parts {
    html: String,
    styles: Vec<String>,
    scripts: Vec<String>,
}

/// Error: the page cannot be assembled, which is a bug of this program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PageError {
    /// Missing file of the page.
    #[error("page/{0} is missing from this program: build it again")]
    Missing(String),
    /// Module in an unsupported form.
    #[error(transparent)]
    Module(#[from] InlineError),
    /// HTML in an unsupported form.
    #[error("page/index.html has {0}")]
    Form(&'static str),
    /// Data that cannot be serialized.
    #[error("cannot serialize the data of the page: {0}")]
    Data(String),
}

/// Returns a self-contained page with these games.
///
/// # Errors
///
/// The page embedded in this program has an unsupported form.
pub fn single_page(replays: &[Replay]) -> Result<String, PageError> {
    page_with("replays", replays)
}

/// Returns a self-contained page with the results of a match.
///
/// # Errors
///
/// The page embedded in this program has an unsupported form.
pub fn report_page(report: &MatchReport) -> Result<String, PageError> {
    page_with("report", report)
}

/// Returns a self-contained page with this data in the script element `id`.
///
/// Its content security policy allows only the scripts and styles inside, by their hashes. The page
/// sends no requests.
fn page_with<T: Serialize + ?Sized>(id: &str, data: &T) -> Result<String, PageError> {
    let parts = split_page()?;
    let data = serde_json::to_string(data).map_err(|error| PageError::Data(error.to_string()))?;
    let hashes = |texts: &[String]| {
        let quoted = texts.iter().map(|text| format!("'{}'", hash(text)));
        quoted.collect::<Vec<_>>().join(" ")
    };
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hashes(&parts.scripts),
        hashes(&parts.styles)
    );
    let mut head = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n");
    for style in &parts.styles {
        head.push_str(&format!("<style>{style}</style>\n"));
    }
    let mut tail =
        format!("<script type=\"application/json\" id=\"{id}\">{}</script>\n", escaped(&data));
    for script in &parts.scripts {
        tail.push_str(&format!("<script>{script}</script>\n"));
    }
    let with_head = put_before(&parts.html, "</head>", &head)?;
    put_before(&with_head, "</body>", &tail)
}

/// Inserts `text` before the first `mark`.
fn put_before(html: &str, mark: &'static str, text: &str) -> Result<String, PageError> {
    let (before, after) = html.split_once(mark).ok_or(PageError::Form("no head or body"))?;
    Ok(format!("{before}{text}{mark}{after}"))
}

/// Reads the page and the files that it loads. The lines that load files are left out of the HTML.
fn split_page() -> Result<Parts, PageError> {
    let mut parts = Parts { html: String::new(), styles: Vec::new(), scripts: Vec::new() };
    for line in text_of(INDEX)?.lines() {
        let trimmed = line.trim();
        if let Some(path) = loaded(trimmed, "<link rel=\"stylesheet\" href=\"/assets/", "\"") {
            parts.styles.push(text_of(path)?);
        } else if let Some(path) = loaded(trimmed, "<script type=\"module\" src=\"/assets/", "\"") {
            let read = |path: &str| asset(path)?.text().map(str::to_owned);
            parts.scripts.push(inline_modules(path, &read)?);
        } else if let Some(path) = loaded(trimmed, "<script src=\"/assets/", "\"") {
            parts.scripts.push(text_of(path)?);
        } else if !trimmed.starts_with("<link rel=\"modulepreload\"") {
            if trimmed.contains("/assets/") {
                return Err(PageError::Form("a line that loads a file in an unknown form"));
            }
            parts.html.push_str(line);
            parts.html.push('\n');
        }
    }
    let is_closed = |text: &String| text.contains("</script") || text.contains("</style");
    if parts.scripts.iter().chain(&parts.styles).any(is_closed) {
        return Err(PageError::Form("a script or style that contains a closing tag"));
    }
    Ok(parts)
}

/// Returns the path in a line that loads a file.
fn loaded<'a>(line: &'a str, start: &str, end: &str) -> Option<&'a str> {
    line.strip_prefix(start)?.split(end).next()
}

fn text_of(path: &str) -> Result<String, PageError> {
    let missing = || PageError::Missing(path.to_owned());
    asset(path).ok_or_else(missing)?.text().map(str::to_owned).ok_or_else(missing)
}

/// Returns the hash of a script or a style as a content security policy writes it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// Escapes JSON for a script element: the result cannot close the element or open a comment.
fn escaped(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
