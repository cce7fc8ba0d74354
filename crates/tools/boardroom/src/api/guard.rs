//! Who may ask, and what every answer says about what the page may do.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::ServerState;
use super::error::ApiError;

/// The names by which browsers may ask for the server.
///
/// A page of anybody's can give its own name this machine's address and then ask, in its visitor's
/// browser, as if it were ours. It cannot do so by an address or by `localhost`, so those are
/// believed, and no other name unless it was given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// Returns the usual names and these.
    #[must_use]
    pub fn named(names: &[String]) -> Hosts {
        Hosts { names: names.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Tells whether a `Host` header names this server.
    fn knows(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name == "localhost" || address.parse::<IpAddr>().is_ok() || self.names.contains(&name)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// What the page may do: load what this server gives it, and ask this server. Nothing else, and nobody
/// may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses requests that are meant for another server or come from another's page, and writes the
/// headers of every answer.
pub(super) async fn check(
    State(state): State<Arc<ServerState>>,
    request: Request,
    next: Next,
) -> Response {
    let refused = refusal(&state.hosts, request.headers(), request.uri().host());
    let mut response = match refused {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let cached = HeaderValue::from_static("no-cache");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(cached);
    response
}

fn refusal(hosts: &Hosts, headers: &HeaderMap, in_uri: Option<&str>) -> Option<ApiError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or(in_uri);
    let Some(host) = host.filter(|host| hosts.knows(host)) else {
        let why = "this server is asked for by another name: use its address, or localhost, or start \
                   it with `--allow-name`";
        return Some(ApiError::new(StatusCode::MISDIRECTED_REQUEST, why));
    };
    let origin = headers.get(header::ORIGIN)?;
    let is_ours = origin.to_str().is_ok_and(|origin| origin == format!("http://{host}"));
    let why = "the request comes from another server's page";
    (!is_ours).then(|| ApiError::new(StatusCode::FORBIDDEN, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_localhost_are_known_and_other_names_are_not() {
        let hosts = Hosts::named(&["Chess.local".to_owned()]);
        let check = |host, expected| assert_eq!(hosts.knows(host), expected, "{host}");
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
