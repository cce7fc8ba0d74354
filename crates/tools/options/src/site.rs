//! Options of `cargo cg site`: the board room as files for a static host.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg site -o site
  python3 -m http.server --directory site

Any host of static files serves the folder, at any path, such as GitHub Pages: games, bots and \
analysis run in the visitor's browser, which keeps the games and record files. The rules and bots \
are compiled to WebAssembly, which needs the target wasm32-wasip1 (rustup target add \
wasm32-wasip1).";

/// Write the board room as files for a static host: play, replay and analyse without a server
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Output folder; one that holds a site is replaced
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    /// Profile of cargo for the rules and bots; `dev` compiles faster, and its bots are slow
    #[arg(long, value_name = "NAME", default_value = "site")]
    pub profile: String,
}
