//! Options of `cargo cg queue`, a local server, and of all commands that use a queue.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg queue
  cargo cg queue --listen 192.168.1.5 --token-file token --tls-cert cert.pem --tls-key key.pem

The queue is a NATS server with JetStream; any other one does as well. Its data are in the folder \
`queue` of the data folder. Ctrl-C ends it; units and results stay, and a later start goes on.

On each machine, `cargo cg work --queue nats://HOST:PORT` plays what comes. A match with the same \
option sends its game pairs there.";

/// Start a local server of a queue, for units of work on many machines
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// IP address to listen on; one that other machines reach needs a token and a certificate
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// TCP port to listen on
    #[arg(long, default_value_t = 4222)]
    pub port: u16,
    /// File with the token that clients have to show
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// TLS certificate of the server, in PEM format
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Key of the TLS certificate, in PEM format
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

/// Connection to a queue.
#[derive(Clone, Debug, clap::Args)]
pub struct QueueOptions {
    /// Queue of units for workers on many machines: nats://HOST:PORT on this machine, or
    /// tls://TOKEN@HOST:PORT or tls://USER:PASSWORD@HOST:PORT
    #[arg(long, value_name = "ADDRESS")]
    pub queue: Option<String>,
    /// File with the nkey seed of the user of the queue
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub queue_key: Option<PathBuf>,
    /// Certificates that sign the certificate of the queue, in PEM format, beside those of the
    /// system
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub queue_ca: Option<PathBuf>,
}

/// Plan on a queue.
#[derive(Clone, Debug, clap::Args)]
pub struct QueuedPlan {
    /// Connection to the queue.
    #[command(flatten)]
    pub queue: QueueOptions,
    /// Seconds without a sign of life after which another worker gets a unit
    #[arg(long, value_name = "SECONDS", requires = "queue", default_value = "60")]
    #[arg(value_parser = positive::<NonZeroU64>)]
    pub queue_wait: NonZeroU64,
    /// Play one in N units that are the same on every machine in this process too, to find workers
    /// whose results are wrong; 0 for none
    #[arg(long, value_name = "N", requires = "queue", default_value_t = 100)]
    pub double_play: u64,
}
