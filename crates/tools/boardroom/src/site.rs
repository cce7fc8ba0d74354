//! Files of the page for a static host: the same page with other modules for its host and its API.

use crate::assets::{INDEX, asset, page_paths, site_asset, site_paths};
use crate::page::PageError;

/// Name of the program `room` in WebAssembly.
pub(crate) const MODULE: &str = "room.wasm";

/// Content security policy: files and workers of the site itself, and WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'self'";

/// Beginning of the link to the matches, which a static host does not have.
const MATCHES: &str = "<a href=\"/#matches\">";

/// Pages to which the document links; the query names them.
const PAGES: [&str; 2] = ["/analyse", "/docs"];

/// Returns the files of the site without the program: paths and contents.
///
/// # Errors
///
/// The page embedded in this program has an unsupported form.
pub(crate) fn site_files() -> Result<Vec<(String, Vec<u8>)>, PageError> {
    let own = site_paths();
    let mut files = vec![(INDEX.to_owned(), index()?.into_bytes())];
    for path in page_paths().filter(|path| path != INDEX && !own.contains(path)) {
        let asset = asset(&path).ok_or_else(|| PageError::Missing(path.clone()))?;
        files.push((path, asset.bytes().to_vec()));
    }
    for path in own {
        let asset = site_asset(&path).ok_or_else(|| PageError::Missing(path.clone()))?;
        files.push((path, asset.bytes().to_vec()));
    }
    Ok(files)
}

/// Returns the document with relative addresses, so that the site works at any path.
fn index() -> Result<String, PageError> {
    let asset = asset(INDEX).ok_or_else(|| PageError::Missing(INDEX.to_owned()))?;
    let html = asset.text().ok_or(PageError::Form("text that is not UTF-8"))?;
    let html = without_link(html, MATCHES).replace("=\"/assets/", "=\"./");
    let html = PAGES.iter().fold(html, |html, page| {
        html.replace(&format!("href=\"{page}\""), &format!("href=\"./?{page}\""))
    });
    let html = html.replace("=\"/", "=\"./");
    let head = format!(
        "<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"preload\" href=\"./{MODULE}\" as=\"fetch\" crossorigin>"
    );
    let (before, after) = html
        .split_once("<meta charset=\"utf-8\">")
        .ok_or(PageError::Form("no line with its character set"))?;
    Ok(format!("{before}{head}{after}"))
}

/// Leaves out the link that begins with `start`.
fn without_link(html: &str, start: &str) -> String {
    const END: &str = "</a>";
    let Some((before, rest)) = html.split_once(start) else { return html.to_owned() };
    let after = rest.split_once(END).map_or(rest, |(_, after)| after);
    format!("{before}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_relative_addresses_only() {
        let html = index().expect("the page has the expected form");
        let absolute: Vec<&str> = html.lines().filter(|line| line.contains("=\"/")).collect();
        assert!(absolute.is_empty(), "{absolute:?}");
        assert!(html.contains("src=\"./js/main.js\""));
        assert!(!html.contains("#matches"), "a link to matches");
    }

    #[test]
    fn modules_of_the_site_replace_those_of_the_server() {
        let files = site_files().expect("the page has the expected form");
        let text = |path: &str| {
            let found: Vec<_> = files.iter().filter(|(name, _)| name == path).collect();
            assert_eq!(found.len(), 1, "{path}");
            String::from_utf8(found[0].1.clone()).expect("modules are UTF-8")
        };
        assert!(!text("js/api.js").contains("/api"));
        assert!(text("js/host.js").contains("HAS_SERVER = false"));
        assert!(text("js/board.js").contains("export class Board"));
    }
}
