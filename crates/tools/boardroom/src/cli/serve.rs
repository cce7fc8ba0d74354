use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use boardroom::{Hosts, Settings, router};
use clap::Args;
use tokio::net::TcpListener;

const EXAMPLES: &str = "\
Examples:
  cargo cg serve
  cargo cg serve tests/data/transcripts/stratego.jsonl.gz
  cargo cg serve --port 9000 --store target/arena.db";

/// Serves the board room to the browsers of this machine: replay, play, analyse, matches.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Records to have at hand
    files: Vec<PathBuf>,

    /// The arena's store, whose matches are shown
    #[arg(long, value_name = "FILE", default_value = "target/arena.db")]
    store: PathBuf,

    /// The address to listen at; other machines reach the server only if it is one of this machine's in
    /// their network
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// The port to listen at; 0 takes any that is free
    #[arg(long, default_value_t = 8017)]
    port: u16,

    /// A name by which browsers may ask for the server, beside addresses and localhost
    #[arg(long, value_name = "NAME")]
    allow_name: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for path in &arguments.files {
        let bytes =
            fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, bytes));
    }
    let settings = Settings {
        store: arguments.store.clone(),
        hosts: Hosts::named(&arguments.allow_name),
        files,
        ..Settings::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("no threads can be started")?;
    runtime.block_on(serve(arguments, settings))
}

async fn serve(arguments: &Arguments, settings: Settings) -> anyhow::Result<()> {
    let router = router(settings)?;
    let address = SocketAddr::new(arguments.host, arguments.port);
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("{address} cannot be listened at: is another server there? `--port` takes another")
    })?;
    let address = listener.local_addr().context("the listener has no address")?;
    if !address.ip().is_loopback() {
        eprintln!("warning: whoever reaches {address} can use this server");
    }
    println!("http://{address}");
    if arguments.open {
        open(&format!("http://{address}"))?;
    }
    // Streams of events never end by themselves: nobody waits for them.
    tokio::select! {
        served = async { axum::serve(listener, router).await } => served.context("the server has ended"),
        () = interrupted() => Ok(()),
    }
}

/// Waits for Ctrl-C.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without that signal the server runs until it is killed.
        std::future::pending::<()>().await;
    }
}

/// Shows an address in the browser, by the program that desktops have for it.
fn open(address: &str) -> anyhow::Result<()> {
    let started = std::process::Command::new("xdg-open").arg(address).spawn();
    if started.is_err() {
        bail!("xdg-open cannot be started: open {address} in a browser yourself");
    }
    Ok(())
}
