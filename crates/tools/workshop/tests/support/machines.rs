//! A real server of a queue, and workers as processes.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use queue::{Address, Queue, Server, ServerOptions};
use tempfile::TempDir;

/// Returns a port of this machine that is free now.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Server and workers.
pub(crate) struct Machines {
    pub(crate) folder: TempDir,
    options: ServerOptions,
    server: Option<Server>,
    workers: Vec<Child>,
}

impl Machines {
    /// Starts the server.
    pub(crate) fn start() -> Machines {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let options = ServerOptions {
            folder: folder.path().join("queue"),
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port,
            token_file: None,
            tls: None,
        };
        let server = Some(Server::start(&options).unwrap());
        Machines { folder, options, server, workers: Vec::new() }
    }

    /// Returns the address of the server.
    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.options.port)
    }

    /// Connects to the server.
    pub(crate) fn connect(&self) -> Queue {
        let address = Address::parse(&self.address()).unwrap();
        Queue::connect(&address, "test", Arc::new(|_| {})).unwrap()
    }

    /// Starts a worker, whose number is returned.
    pub(crate) fn add_worker(&mut self) -> usize {
        let folder = self.folder.path().to_owned();
        self.add_worker_in(&folder)
    }

    /// Starts a worker whose current folder is `folder`.
    pub(crate) fn add_worker_in(&mut self, folder: &Path) -> usize {
        let data = self.folder.path().join("data of workers");
        let number = self.workers.len();
        let worker = Command::new(env!("CARGO_BIN_EXE_workshop"))
            .args(["work", "--queue", &self.address(), "--name", &format!("worker-{number}")])
            .arg("--data")
            .arg(data)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.workers.push(worker.unwrap());
        number
    }

    /// Returns the number of workers.
    pub(crate) fn count(&self) -> usize {
        self.workers.len()
    }

    /// Sends a signal to a worker.
    pub(crate) fn signal(&self, worker: usize, signal: &str) {
        let id = self.workers[worker].id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Kills a worker and starts another one in its place.
    pub(crate) fn replace(&mut self, worker: usize) {
        self.workers[worker].kill().unwrap();
        self.workers[worker].wait().unwrap();
        let new = self.add_worker();
        self.workers.swap(worker, new);
    }

    /// Kills the server and starts it again.
    pub(crate) fn restart_server(&mut self) {
        self.server = None;
        self.server = Some(Server::start(&self.options).unwrap());
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            // It may have ended, or be stopped.
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}
