//! Options of `cargo cg serve`: the web server of the board room.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use crate::queue::QueueOptions;

const EXAMPLES: &str = "\
Examples:
  cargo cg serve
  cargo cg serve tests/data/transcripts/stratego.jsonl.gz
  cargo cg serve --port 9000 --store old/arena.db
  cargo cg serve --queue nats://localhost:4222

With --queue, the page /workers shows the workers of the queue and the plans in progress.";

/// TCP port of the server, unless another one is chosen.
pub const DEFAULT_PORT: u16 = 8017;

/// Serve the board room to the browsers of this machine: replay, play, analyse, matches
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Game records to load at start
    pub files: Vec<PathBuf>,

    /// Database of stored matches to show [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// IP address to listen on; other machines reach the server only at an address that this
    /// machine has in their network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,

    /// Serve requests without the token of the printed address, which an address other than
    /// loopback needs by default
    #[arg(long)]
    pub no_token: bool,

    /// TCP port to listen on; 0 for any free port
    #[arg(long, default_value_t = DEFAULT_PORT)]
    pub port: u16,

    /// Host name that requests may use, besides IP addresses and localhost; may be repeated
    #[arg(long, value_name = "NAME")]
    pub allow_name: Vec<String>,

    /// Queue whose workers and plans are shown.
    #[command(flatten)]
    pub queue: QueueOptions,

    /// Open the page in the default browser
    #[arg(long)]
    pub open: bool,
}
