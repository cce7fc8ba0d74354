//! Opening trees of the data folder, read again after a change of their files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use registry::{OpeningTree, TreeError};

/// Opening trees, one file per game in a folder, as `cargo cg book --from` writes them.
#[derive(Default)]
pub(crate) struct OpeningTrees {
    /// The folder; `None` if there is no data folder.
    folder: Option<PathBuf>,
    read: Mutex<HashMap<String, (SystemTime, Arc<OpeningTree>)>>,
}

impl OpeningTrees {
    /// Returns the trees of a folder, which need not exist.
    pub(crate) fn of(folder: Option<PathBuf>) -> OpeningTrees {
        OpeningTrees { folder, ..OpeningTrees::default() }
    }

    /// Returns the tree of the game with that name, which must be the name of a known game; `None`
    /// if there is none.
    pub(crate) fn of_game(&self, name: &str) -> Result<Option<Arc<OpeningTree>>, TreeError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let file = match File::open(folder.join(format!("{name}.jsonl"))) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let changed = file.metadata()?.modified()?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, tree)) = read.get(name)
            && *at == changed
        {
            return Ok(Some(Arc::clone(tree)));
        }
        let tree = Arc::new(OpeningTree::read(BufReader::new(file))?);
        read.insert(name.to_owned(), (changed, Arc::clone(&tree)));
        Ok(Some(tree))
    }
}
