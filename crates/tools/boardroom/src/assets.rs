//! Files of the web page, embedded in the program.

use std::borrow::Cow;

use rust_embed::{EmbeddedFile, RustEmbed};

/// Files of `page/`.
#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// Files of `site/`, which replace or complete those of the page on a static host.
#[derive(RustEmbed)]
#[folder = "site"]
struct Site;

/// Path of the HTML document.
pub(crate) const INDEX: &str = "index.html";

/// File of the page.
pub(crate) struct Asset(EmbeddedFile);

/// Returns the file at a path relative to `page/`.
pub(crate) fn asset(path: &str) -> Option<Asset> {
    Page::get(path).map(Asset)
}

/// Returns the paths of the files of the page.
pub(crate) fn page_paths() -> impl Iterator<Item = String> {
    Page::iter().map(Cow::into_owned)
}

/// Returns the file of the site at a path relative to `site/`.
pub(crate) fn site_asset(path: &str) -> Option<Asset> {
    Site::get(path).map(Asset)
}

/// Returns the paths of the files of the site.
pub(crate) fn site_paths() -> Vec<String> {
    Site::iter().map(Cow::into_owned).collect()
}

impl Asset {
    /// Returns the content.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0.data
    }

    /// Returns the content as text; `None` if it is not UTF-8.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.0.data).ok()
    }

    /// Returns the entity tag (ETag): a hash of the content.
    pub(crate) fn tag(&self) -> String {
        let hash = self.0.metadata.sha256_hash();
        let digits: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("\"{digits}\"")
    }
}

/// Returns the media type for the extension of a file name.
pub(crate) fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

/// Returns the paths of all files and their sizes in bytes.
pub fn asset_sizes() -> Vec<(String, usize)> {
    let with_size = |path: String| {
        let size = asset(&path).map_or(0, |asset| asset.bytes().len());
        (path, size)
    };
    page_paths().map(with_size).collect()
}
