//! Local server: `nats-server` with its data in a folder.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::NamedTempFile;

use crate::error::QueueError;

/// Options of a local server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Folder of its data, its configuration and its log.
    pub folder: PathBuf,
    /// Address at which it listens.
    pub address: IpAddr,
    /// Port at which it listens.
    pub port: u16,
    /// File with the token that clients have to show.
    pub token_file: Option<PathBuf>,
    /// Certificate and key of its TLS.
    pub tls: Option<(PathBuf, PathBuf)>,
}

/// Server that runs. It ends with this value.
pub struct Server {
    process: Child,
}

/// Names of the program: in the folders of `PATH`, and where Debian's package has it.
const PROGRAMS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];
/// Maximum size of a message, in bytes.
const MAX_PAYLOAD: usize = 8 << 20;
/// Interval between looks at the process.
const LOOK: Duration = Duration::from_millis(50);
/// Time that a server has to end after a stop.
const END: Duration = Duration::from_secs(2);
/// Time after which a server that does not listen is given up.
const START: Duration = Duration::from_secs(20);

impl ServerOptions {
    fn check(&self) -> Result<(), QueueError> {
        if self.address.is_loopback() || self.token_file.is_some() && self.tls.is_some() {
            return Ok(());
        }
        Err(QueueError::Unprotected {
            address: SocketAddr::new(self.address, self.port).to_string(),
            remedy: "give it a token and a certificate with --token-file, --tls-cert and --tls-key",
        })
    }

    /// Returns the configuration in the format of nats-server, of which JSON is a part.
    fn configuration(&self) -> Result<String, QueueError> {
        let mut configuration = json!({
            "listen": SocketAddr::new(self.address, self.port).to_string(),
            "jetstream": { "store_dir": self.folder },
            "max_payload": MAX_PAYLOAD,
            "log_file": self.log(),
        });
        if let Some(path) = &self.token_file {
            let token = fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
            configuration["authorization"] = json!({ "token": token.trim() });
        }
        if let Some((certificate, key)) = &self.tls {
            configuration["tls"] = json!({ "cert_file": certificate, "key_file": key });
        }
        Ok(configuration.to_string())
    }

    fn log(&self) -> PathBuf {
        self.folder.join("nats-server.log")
    }
}

impl Server {
    /// Starts a server and waits until it listens.
    ///
    /// # Errors
    ///
    /// The server would be open to other machines, or the program is missing or does not start.
    pub fn start(options: &ServerOptions) -> Result<Server, QueueError> {
        options.check()?;
        let failed = |why: String| QueueError::Start(why);
        let write = |error: io::Error| failed(format!("its folder: {error}"));
        fs::create_dir_all(&options.folder).map_err(write)?;
        let path = options.folder.join("nats-server.conf");
        write_privately(&path, &options.configuration()?).map_err(write)?;
        let start = |program: &str| {
            let mut server = Command::new(program);
            server.arg("--config").arg(&path).stdin(Stdio::null());
            server.stdout(Stdio::null()).stderr(Stdio::null()).spawn()
        };
        let is_missing = |error: &io::Error| error.kind() == ErrorKind::NotFound;
        let mut started = start(PROGRAMS[0]);
        if started.as_ref().is_err_and(is_missing) {
            started = start(PROGRAMS[1]);
        }
        let process = started.map_err(|error| match is_missing(&error) {
            true => {
                failed("it is not installed: run `sudo apt-get install nats-server`".to_owned())
            }
            false => failed(error.to_string()),
        })?;
        let mut server = Server { process };
        let begin = Instant::now();
        let address = SocketAddr::new(options.address, options.port);
        while TcpStream::connect(address).is_err() {
            let log = options.log();
            if let Ok(Some(status)) = server.process.try_wait() {
                return Err(failed(format!("it has ended, {status}: see {}", log.display())));
            }
            if begin.elapsed() > START {
                return Err(failed(format!("it does not listen: see {}", log.display())));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// Returns the process id of the server.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until the server ends by itself, or `is_stopped`. A stop by Ctrl-C reaches the server
    /// too, which then has a moment to end. Returns `None` if it has not ended by itself.
    ///
    /// # Errors
    ///
    /// The operating system does not say whether it has ended.
    pub fn wait(mut self, is_stopped: &dyn Fn() -> bool) -> io::Result<Option<ExitStatus>> {
        while !is_stopped() {
            if let Some(status) = self.process.try_wait()? {
                return Ok(Some(status));
            }
            thread::sleep(LOOK);
        }
        let begin = Instant::now();
        while begin.elapsed() < END && self.process.try_wait()?.is_none() {
            thread::sleep(LOOK);
        }
        Ok(None)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Writes a file that other users cannot read, as temporary files are.
fn write_privately(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

fn cannot_read(path: &Path, error: &io::Error) -> QueueError {
    QueueError::File { path: path.display().to_string(), why: error.to_string() }
}
