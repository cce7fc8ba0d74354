//! Sources and networks in the object store of the server, by the SHA-256 hash of their bytes.

use async_nats::jetstream::object_store::{Config, ObjectStore};
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt as _;

use crate::error::{QueueError, with_causes};
use crate::names;
use crate::plan::hex;
use crate::queue::{Queue, create};

/// Maximum size of an object, in bytes.
const MOST: u64 = 64 << 20;

/// Returns the name of an object: the SHA-256 hash of its bytes.
#[must_use]
pub fn object_name(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

impl Queue {
    /// Stores an object, unless the server has it, and returns its name.
    ///
    /// # Errors
    ///
    /// The server does not store it.
    pub fn put_object(&self, content: &[u8]) -> Result<String, QueueError> {
        let name = object_name(content);
        self.reactor.wait(async {
            let store = self.object_store().await?;
            // An object that is being written has no entry yet.
            if store.info(&name).await.is_err() {
                let put = store.put(name.as_str(), &mut &*content).await;
                put.map_err(|error| failed("store a source", &error))?;
            }
            Ok(name)
        })
    }

    /// Returns the object of that name, whose hash is checked.
    ///
    /// # Errors
    ///
    /// The server does not have it, or it is damaged.
    pub fn object(&self, name: &str) -> Result<Vec<u8>, QueueError> {
        const ACTION: &str = "fetch a source";
        let content = self.reactor.wait(async {
            let store = self.object_store().await?;
            let object = store.get(name).await.map_err(|error| failed(ACTION, &error))?;
            let mut content = Vec::new();
            let read = object.take(MOST).read_to_end(&mut content).await;
            read.map_err(|error| failed(ACTION, &error))?;
            Ok::<_, QueueError>(content)
        })?;
        match object_name(&content) == name {
            true => Ok(content),
            false => Err(QueueError::of(ACTION)(format!("object {name} is damaged"))),
        }
    }

    async fn object_store(&self) -> Result<ObjectStore, QueueError> {
        let store = create(async || {
            let known = self.context.get_object_store(names::OBJECTS).await;
            if let Ok(store) = known {
                return Ok(store);
            }
            let bucket = names::OBJECTS.to_owned();
            self.context.create_object_store(Config { bucket, ..Config::default() }).await
        });
        let store = store.await;
        store.map_err(|error| failed("create its object store", &error))
    }
}

fn failed(action: &'static str, error: &dyn std::error::Error) -> QueueError {
    QueueError::of(action)(with_causes(error))
}
