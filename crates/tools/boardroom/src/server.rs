//! Server: accepts connections, and bounds what a client can hold by being slow.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use room::RecordFileError;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use crate::api::{Client, Settings, router};
use crate::limits::Limits;

/// Maximum size of the head of a request in bytes. The moves of a long game are part of it.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Pause after a connection could not be accepted, for lack of file descriptors for example.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Server of the board room.
pub struct Server {
    router: Router,
    limits: Limits,
}

impl Server {
    /// Returns a server with these settings.
    ///
    /// # Errors
    ///
    /// A record file cannot be read.
    pub fn new(settings: Settings) -> Result<Server, RecordFileError> {
        let limits = settings.limits;
        Ok(Server { router: router(settings)?, limits })
    }

    /// Serves requests until the future is dropped.
    pub async fn run(self, listener: TcpListener) {
        let connections = Arc::new(Semaphore::new(self.limits.connections));
        loop {
            let permit = Arc::clone(&connections).acquire_owned().await;
            match listener.accept().await {
                Ok((stream, client)) => {
                    let connection = self.connection(stream, client);
                    tokio::spawn(async move {
                        // An error is the end of this connection alone.
                        let _ = connection.await;
                        drop(permit);
                    });
                }
                Err(error) if is_of_connection(&error) => {}
                Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
            }
        }
    }

    /// Serves the requests of one connection.
    fn connection(
        &self,
        stream: TcpStream,
        client: SocketAddr,
    ) -> impl Future<Output = hyper::Result<()>> + use<> {
        // Without this option a connection works too.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.limits.unread));
        let client = Client(client.ip());
        let service = self.router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(client);
            request
        });
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.head)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service))
    }
}

/// Returns true for an error of the connection that was to be accepted.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
