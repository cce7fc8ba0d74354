use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::{PlayedGame, Shard};

/// A file that is no shard.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// It cannot be read or written.
    #[error("{path} cannot be read or written")]
    Access {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It holds something else, or part of a shard.
    #[error("{0} is no whole file of self-play: remove it, and `cargo cg selfplay` makes it anew")]
    Broken(PathBuf),
    /// Another shard has its name.
    #[error("{0} holds games that were played otherwise: choose another folder or seed")]
    Taken(PathBuf),
    /// A folder without a shard.
    #[error("{0} holds no games: let `cargo cg selfplay` play some")]
    Empty(PathBuf),
    /// Games of another game.
    #[error("{path} holds games of {found}, not of {game}")]
    Game {
        /// The file.
        path: PathBuf,
        /// Whose games it holds.
        found: String,
        /// Whose games are wanted.
        game: &'static str,
    },
}

/// Returns the file of a shard: gzip of the shard as one line of JSON, and behind it its games.
pub(super) fn encode(shard: &Shard, games: &[PlayedGame]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(shard).expect("a shard is a plain value");
    bytes.push(b'\n');
    for game in games {
        game.encode(&mut bytes);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    written.expect("memory takes all that is written")
}

/// Reads what a shard is, without its games.
pub(super) fn read_label(path: &Path) -> Result<Shard, ShardError> {
    Ok(open(path)?.0)
}

/// Reads a shard and its games.
///
/// # Errors
///
/// A file that cannot be read, that is no shard, or only part of one.
pub fn read_shard(path: &Path) -> Result<(Shard, Vec<PlayedGame>), ShardError> {
    let (shard, mut rest) = open(path)?;
    let broken = || ShardError::Broken(path.to_owned());
    let mut bytes = Vec::new();
    rest.read_to_end(&mut bytes).map_err(|_| broken())?;
    let mut bytes = &bytes[..];
    let games: Option<Vec<PlayedGame>> =
        (0..shard.games).map(|_| PlayedGame::decode(&mut bytes)).collect();
    let games = games.filter(|_| bytes.is_empty()).ok_or_else(broken)?;
    Ok((shard, games))
}

type Games = BufReader<GzDecoder<BufReader<File>>>;

fn open(path: &Path) -> Result<(Shard, Games), ShardError> {
    let failed = |source| ShardError::Access { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    let mut games = BufReader::new(GzDecoder::new(BufReader::new(file)));
    let mut line = String::new();
    let label = games.read_line(&mut line).ok().and_then(|_| serde_json::from_str(&line).ok());
    Ok((label.ok_or_else(|| ShardError::Broken(path.to_owned()))?, games))
}
