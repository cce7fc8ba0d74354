//! Address and credentials of a queue, and the rule for addresses of other machines.

use std::fmt;
use std::fs;
use std::net::IpAddr;
use std::path::PathBuf;

use async_nats::ConnectOptions;
use url::{Host, Url};

use crate::error::QueueError;

/// Address of a NATS server, with credentials.
#[derive(Clone)]
pub struct Address {
    url: Url,
    /// Path of the file with the seed of the user's nkey.
    pub key_file: Option<PathBuf>,
    /// Path of the certificates that the server's certificate may be signed with, beside those of
    /// the system.
    pub ca_file: Option<PathBuf>,
}

impl Address {
    /// Port of NATS servers.
    pub const PORT: u16 = 4222;

    /// Parses `nats://[USER:PASSWORD@|TOKEN@]HOST[:PORT]`, or the same with `tls://`.
    ///
    /// # Errors
    ///
    /// The text is no such address.
    pub fn parse(text: &str) -> Result<Address, QueueError> {
        let refuse = |address: &str, why: String| {
            Err(QueueError::Address { address: address.to_owned(), why })
        };
        let shown = text.rsplit('@').next().unwrap_or_default();
        let mut url = match Url::parse(text) {
            Ok(url) => url,
            Err(error) => return refuse(shown, format!("{error}: write nats://HOST:PORT")),
        };
        if !["nats", "tls"].contains(&url.scheme()) || url.host_str().is_none_or(str::is_empty) {
            return refuse(shown, "write nats://HOST:PORT or tls://HOST:PORT".to_owned());
        }
        if url.port().is_none() {
            // An address with a host has a port.
            let _ = url.set_port(Some(Address::PORT));
        }
        Ok(Address { url, key_file: None, ca_file: None })
    }

    /// Returns whether the address is that of this machine alone.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        // The parser of URLs leaves hosts of other schemes than those of the web as names.
        match self.url.host() {
            Some(Host::Domain(name)) => {
                let name = name.trim_start_matches('[').trim_end_matches(']');
                name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
            }
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        }
    }

    /// Checks that the connection is encrypted and has credentials if it leaves this machine.
    pub(crate) fn check(&self) -> Result<(), QueueError> {
        let has_credentials = self.key_file.is_some()
            || !self.url.username().is_empty()
            || self.url.password().is_some();
        let remedy = match (self.is_loopback(), has_credentials, self.url.scheme()) {
            (true, _, _) | (false, true, "tls") => return Ok(()),
            (false, false, _) => {
                "it needs credentials: name a key file with --queue-key, or write \
                 tls://TOKEN@HOST:PORT"
            }
            (false, true, _) => "credentials need encryption: write tls:// in place of nats://",
        };
        Err(QueueError::Unprotected { address: self.to_string(), remedy })
    }

    /// Returns the address of the server, without credentials.
    pub(crate) fn server(&self) -> String {
        let mut url = self.url.clone();
        // An address with a host can have no user.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.to_string()
    }

    /// Returns the options of the connection.
    pub(crate) fn options(&self) -> Result<ConnectOptions, QueueError> {
        let mut options = ConnectOptions::new();
        match (self.url.username(), self.url.password()) {
            ("", None) => {}
            (token, None) => options = options.token(token.to_owned()),
            (user, Some(password)) => {
                options = options.user_and_password(user.to_owned(), password.to_owned());
            }
        }
        if let Some(path) = &self.key_file {
            let seed = fs::read_to_string(path).map_err(|error| QueueError::File {
                path: path.display().to_string(),
                why: error.to_string(),
            })?;
            options = options.nkey(seed.trim().to_owned());
        }
        if let Some(path) = &self.ca_file {
            options = options.add_root_certificates(path.clone());
        }
        Ok(options.require_tls(self.url.scheme() == "tls"))
    }
}

impl fmt::Display for Address {
    /// Writes the host and the port, and no credentials.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.url.host_str().unwrap_or_default();
        write!(f, "{host}:{}", self.url.port().unwrap_or(Address::PORT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = Address::parse(text).and_then(|address| address.check()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn an_address_of_this_machine_needs_no_credentials() {
        for text in ["nats://localhost", "nats://127.0.0.1:7000", "nats://[::1]:4222"] {
            assert!(address(text).check().is_ok(), "{text}");
        }
        assert_eq!(address("nats://localhost").to_string(), "localhost:4222");
        assert_eq!(address("tls://secret@queue.org:1").to_string(), "queue.org:1");
        assert!(!address("tls://u:secret@queue.org:1").server().contains("secret"));
    }

    #[test]
    fn an_address_of_another_machine_needs_credentials_and_encryption() {
        check_refused("nats://queue.org:4222", "needs credentials");
        check_refused("tls://10.0.0.1", "needs credentials");
        check_refused("nats://secret@10.0.0.1", "write tls://");
        check_refused("nats://user:secret@localhost.evil.org", "write tls://");
        assert!(address("tls://user:secret@10.0.0.1").check().is_ok());
        let with_key = Address { key_file: Some("key".into()), ..address("tls://queue.org") };
        assert!(with_key.check().is_ok());
    }

    #[test]
    fn other_texts_are_refused_without_showing_a_password() {
        for text in ["queue", "http://user:secret@queue.org", "nats:", "nats://", "secret@x"] {
            check_refused(text, "is no address of a queue");
        }
    }
}
