//! Command `cargo cg queue`: a local server of a queue.

use anyhow::bail;
use options::Reply;
use options::queue::Arguments;
use queue::{Server, ServerOptions};
use registry::Stop;

use crate::programs::Programs;

/// Folder of the server in the data folder.
const FOLDER: &str = "queue";

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let Arguments { listen, port, token_file, tls_cert, tls_key } = arguments.clone();
    let tls = tls_cert.zip(tls_key);
    let scheme = if tls.is_some() { "tls" } else { "nats" };
    let folder = programs.kept(FOLDER)?;
    let shown = folder.display().to_string();
    let server = Server::start(&ServerOptions { folder, address: listen, port, token_file, tls })?;
    eprintln!("note: the queue is {scheme}://{listen}:{port}, its data are in {shown}");
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    match server.wait(&|| stop.is_requested())? {
        None => Ok(Reply::Interrupted),
        Some(status) => bail!("nats-server has ended, {status}: see nats-server.log in {shown}"),
    }
}
