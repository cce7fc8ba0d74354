//! Access token of a server that other machines reach.
//!
//! The address that the server prints holds the token. The first visit exchanges it for a cookie.
//! Other programs send it as `Authorization: Bearer TOKEN`.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use sha2::{Digest as _, Sha256};

use super::error::ApiError;

/// Name of the cookie, and of the parameter in the address.
const NAME: &str = "token";

/// Returns the response to a request without the token: an error, or the exchange of the token in
/// the address for a cookie. `None` if the request may pass.
pub(super) fn response_without(token: &str, request: &Request) -> Option<Response> {
    let is_right = |found: &str| Sha256::digest(found) == Sha256::digest(token);
    if in_headers(request.headers()).any(is_right) {
        return None;
    }
    let query = request.uri().query().unwrap_or_default();
    let in_query = |part: &str| part.strip_prefix(NAME)?.strip_prefix('=').map(str::to_owned);
    let has_token = query.split('&').filter_map(in_query).any(|found| is_right(&found));
    if !has_token || request.method() != Method::GET {
        let message = "this server needs the token of the address that it has printed: open that \
                       address, or send the header `Authorization: Bearer TOKEN`";
        return Some(ApiError::new(StatusCode::UNAUTHORIZED, message).into_response());
    }
    let mut response = Redirect::to(request.uri().path()).into_response();
    // Not `Strict`: a link to the board room may stand in a message. Requests of pages of other
    // origins are refused whatever cookies they carry.
    let cookie = format!("{NAME}={token}; Path=/; HttpOnly; SameSite=Lax");
    let cookie = HeaderValue::try_from(cookie).expect("a token has hexadecimal digits only");
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Some(response)
}

/// Returns the tokens in the headers of a request.
fn in_headers(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|value| value.split(';'));
    let cookies = cookies.filter_map(|cookie| cookie.trim().strip_prefix(NAME)?.strip_prefix('='));
    bearer.into_iter().chain(cookies)
}
