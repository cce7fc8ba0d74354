//! Options for the server of the board room.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg serve
  cargo cg serve tests/data/transcripts/stratego.jsonl.gz
  cargo cg serve --port 9000 --store old/arena.db";

/// Serves the board room to the browsers of this machine: replay, play, analyse, matches.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Records to have at hand
    pub files: Vec<PathBuf>,

    /// Store of matches to show [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// The address to listen at; other machines reach the server only if it is one of this machine's in
    /// their network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,

    /// The port to listen at; 0 takes any that is free
    #[arg(long, default_value_t = 8017)]
    pub port: u16,

    /// A name by which browsers may ask for the server, beside addresses and localhost
    #[arg(long, value_name = "NAME")]
    pub allow_name: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
}
