//! Command `serve`: runs the server until Ctrl-C.

use std::fs;
use std::net::SocketAddr;

use anyhow::Context as _;
use arena::Store;
use options::serve::Arguments;
use options::{Data, Reply};
use room::random;
use tokio::net::TcpListener;
use workspace::{DataFolder, OPENINGS, REVIEWS, SESSIONS};

use crate::api::{Hosts, Settings};
use crate::server::Server;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    let mut files = Vec::new();
    for path in &arguments.files {
        let bytes =
            fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, bytes));
    }
    let mut settings =
        Settings { hosts: Hosts::named(&arguments.allow_name), files, ..Settings::default() };
    settings.queue = distributed::connect(&arguments.queue, "board room")?;
    let folder = DataFolder::find(data.data_folder.as_deref()).ok();
    settings.openings = folder.as_ref().and_then(|folder| folder.kept(OPENINGS).ok());
    settings.reviews = folder.as_ref().and_then(|folder| folder.kept(REVIEWS).ok());
    settings.sessions = folder.as_ref().and_then(|folder| folder.kept(SESSIONS).ok());
    if let Some(path) = &arguments.store {
        Store::open_to_read(path)?;
        settings.store.clone_from(path);
    } else if let Some(folder) = &folder {
        settings.store = folder.kept("arena.db")?;
    }
    if !arguments.host.is_loopback() && !arguments.no_token {
        let token = random::id().context("the operating system gives no random bytes")?;
        settings.token = Some(token);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    runtime.block_on(serve(arguments, settings))?;
    Ok(Reply::Yes)
}

/// Serves requests until Ctrl-C.
async fn serve(arguments: &Arguments, settings: Settings) -> anyhow::Result<()> {
    let token = settings.token.clone();
    let server = Server::new(settings)?;
    let address = SocketAddr::new(arguments.host, arguments.port);
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen at {address}: choose another port with `--port` if it is in use")
    })?;
    let address = listener.local_addr().context("cannot read the address of the listener")?;
    let url = match token {
        Some(token) => format!("http://{address}/?token={token}"),
        None => format!("http://{address}"),
    };
    if arguments.no_token && !address.ip().is_loopback() {
        eprintln!("warning: every machine that reaches {address} can use this server");
    }
    println!("{url}");
    if arguments.open {
        open_browser(&url)?;
    }
    // Event streams do not end by themselves: after Ctrl-C the server does not wait for them.
    tokio::select! {
        () = server.run(listener) => {}
        () = interrupted() => {}
    }
    Ok(())
}

/// Waits for Ctrl-C.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without a handler for the signal the server runs until it is killed.
        std::future::pending::<()>().await;
    }
}

/// Opens a URL in the browser of the user.
fn open_browser(address: &str) -> anyhow::Result<()> {
    open::that_detached(address).with_context(|| {
        format!("the browser cannot be started: open {address} in a browser yourself")
    })
}
