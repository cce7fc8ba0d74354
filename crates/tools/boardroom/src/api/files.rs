//! Endpoints that serve the files of the embedded page.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::error::ApiError;
use super::extract::PathParams;
use crate::assets::{Asset, INDEX, asset, media_type};

/// Returns a file of the page.
pub(super) async fn asset_at(
    PathParams(path): PathParams<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let found =
        asset(&path).ok_or_else(|| ApiError::missing("the page has no file with this name"))?;
    Ok(file_response(&path, &found, &headers))
}

/// Returns the HTML document; its script reads the URL and requests the rest.
pub(super) async fn index(headers: HeaderMap) -> Result<Response, ApiError> {
    let found = asset(INDEX);
    let found = found.ok_or_else(|| {
        ApiError::broken("page/index.html is missing from this program: build it again")
    })?;
    Ok(file_response(INDEX, &found, &headers))
}

/// Returns a file, or status 304 if the client has its current version.
fn file_response(path: &str, asset: &Asset, headers: &HeaderMap) -> Response {
    let tag = asset.tag();
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let headers = [(header::ETAG, tag), (header::CONTENT_TYPE, media_type(path).to_owned())];
    (headers, asset.bytes().to_vec()).into_response()
}
