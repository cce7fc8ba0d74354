//! Checks of every request: host, origin, token, duration, number of event streams; and security
//! headers of every response.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::error::ApiError;
use super::streams::Client;
use super::{ServerState, access};

/// Host names that the server accepts.
///
/// A foreign page can point its own host name to the address of this machine and then send requests
/// from its visitor's browser as if it were our page (DNS rebinding). This is not possible with an
/// IP address or with `localhost`, so these are accepted. Other names are accepted only if
/// configured.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// Accepts IP addresses, `localhost` and these names.
    #[must_use]
    pub fn named(names: &[String]) -> Hosts {
        Hosts { names: names.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Returns true if the value of a `Host` header is accepted.
    fn accepts(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name == "localhost" || address.parse::<IpAddr>().is_ok() || self.names.contains(&name)
    }
}

/// Removes the port from the value of a `Host` header.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Content security policy: the page loads files from this server and sends requests to this server
/// only, and no other page may embed it in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses requests to another host, from a page of another origin or without the token, ends those
/// that take too long, and sets the headers of every response.
pub(super) async fn check(
    State(state): State<Arc<ServerState>>,
    request: Request,
    next: Next,
) -> Response {
    let refused = refusal(&state.hosts, &request).map(ApiError::into_response);
    let without_token = || access::response_without(state.token.as_deref()?, &request);
    let mut response = match refused.or_else(without_token) {
        Some(response) => response,
        None => run(&state, request, next).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let cached = HeaderValue::from_static("no-cache");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(cached);
    response
}

/// Runs a request within the limits of its client.
async fn run(state: &ServerState, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Client>().copied().unwrap_or(Client::UNKNOWN);
    let limit = state.limits.request;
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => state.streams.count(client, response),
        Err(_) => {
            let message = format!("the request has taken more than {} s", limit.as_secs());
            ApiError::new(StatusCode::REQUEST_TIMEOUT, message).into_response()
        }
    }
}

/// Returns the error for a request to another host or from another origin.
fn refusal(hosts: &Hosts, request: &Request) -> Option<ApiError> {
    let headers = request.headers();
    let in_uri = request.uri().host();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or(in_uri);
    let Some(host) = host.filter(|host| hosts.accepts(host)) else {
        let message = "unknown host name: use the IP address of this server or localhost, or \
                       start it with `--allow-name`";
        return Some(ApiError::new(StatusCode::MISDIRECTED_REQUEST, message));
    };
    let origin = headers.get(header::ORIGIN);
    let is_ours = |origin: &HeaderValue| {
        origin.to_str().is_ok_and(|origin| origin == format!("http://{host}"))
    };
    let message = "the request comes from a page of another origin";
    (origin.is_some_and(|origin| !is_ours(origin)) || is_cross_site(request))
        .then(|| ApiError::new(StatusCode::FORBIDDEN, message))
}

/// Returns true if the browser says that a page of another origin has caused the request (Fetch
/// Metadata). Such a page may link to our page, but neither load a part of it nor call the API.
fn is_cross_site(request: &Request) -> bool {
    let is = |name: &str, values: &[&str]| {
        let value = request.headers().get(name).map(HeaderValue::as_bytes);
        value.map(|value| values.iter().any(|known| known.as_bytes() == value))
    };
    let is_link = is("sec-fetch-mode", &["navigate"]) == Some(true)
        && is("sec-fetch-dest", &["document"]) == Some(true)
        && request.method() == Method::GET
        && !request.uri().path().starts_with("/api");
    is("sec-fetch-site", &["same-origin", "none"]) == Some(false) && !is_link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_localhost_are_accepted_and_other_names_are_not() {
        let hosts = Hosts::named(&["Chess.local".to_owned()]);
        let check = |host, expected| assert_eq!(hosts.accepts(host), expected, "{host}");
        for host in
            ["localhost", "LOCALHOST:80", "127.0.0.1:8017", "[::1]:8017", "[::1]", "10.0.0.7"]
        {
            check(host, true);
        }
        check("chess.local:8017", true);
        for host in
            ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ":80"]
        {
            check(host, false);
        }
    }
}
