//! File format of self-play shards: gzip of a JSON header and of the games in binary form.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::{PlayedGame, Shard};

/// Shard file or folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// File or folder that cannot be read or written.
    #[error("{path} cannot be read or written")]
    Access {
        /// The file or folder.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// Incomplete shard file, or another kind of file.
    #[error(
        "{0} is not a complete self-play shard: remove it, and `cargo cg selfplay` writes it again"
    )]
    Broken(PathBuf),
    /// File with the name of the shard that holds another shard.
    #[error("{0} holds games with other options: choose another folder or seed")]
    Taken(PathBuf),
    /// Folder without a shard.
    #[error("{0} holds no games: play some by `cargo cg selfplay`")]
    Empty(PathBuf),
    /// Illegal move in a game.
    #[error("{0} holds a game that the current rules forbid: remove it and play new games")]
    Rules(PathBuf),
    /// Shard of another game.
    #[error("{path} holds games of {found}, not of {game}")]
    Game {
        /// The file.
        path: PathBuf,
        /// Name of the game in the file.
        found: String,
        /// Name of the expected game.
        game: &'static str,
    },
}

/// Maximum length of a header, in bytes.
const MAX_HEADER: u64 = 1 << 16;

/// Maximum length of the games of a shard in binary form, in bytes: more than half a million games
/// of a hundred plies.
const MAX_GAMES: u64 = 256 << 20;

/// Returns the bytes of a shard file: gzip of the shard as one line of JSON, followed by its games.
pub(crate) fn encode(shard: &Shard, games: &[PlayedGame]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(shard).expect("a shard serialises to JSON");
    bytes.push(b'\n');
    for game in games {
        game.encode(&mut bytes);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory cannot fail")
}

/// Checks that a shard holds games of `game`.
pub(crate) fn check_game(shard: &Shard, path: &Path, game: &'static str) -> Result<(), ShardError> {
    if shard.game == game {
        return Ok(());
    }
    Err(ShardError::Game { path: path.to_owned(), found: shard.game.clone(), game })
}

/// Reads the header of a shard file, without its games.
pub(crate) fn read_header(path: &Path) -> Result<Shard, ShardError> {
    Ok(open(path)?.0)
}

/// Reads a shard and its games.
///
/// # Errors
///
/// The file cannot be read, or is not a complete shard.
pub fn read_shard(path: &Path) -> Result<(Shard, Vec<PlayedGame>), ShardError> {
    let (shard, mut rest) = open(path)?;
    let broken = || ShardError::Broken(path.to_owned());
    let mut bytes = Vec::new();
    rest.by_ref().take(MAX_GAMES).read_to_end(&mut bytes).map_err(|_| broken())?;
    let is_complete = matches!(rest.read(&mut [0]), Ok(0));
    let mut bytes = &bytes[..];
    let games: Option<Vec<PlayedGame>> =
        (0..shard.games).map(|_| PlayedGame::decode(&mut bytes)).collect();
    let games = games.filter(|_| is_complete && bytes.is_empty()).ok_or_else(broken)?;
    Ok((shard, games))
}

type Games = BufReader<GzDecoder<BufReader<File>>>;

fn open(path: &Path) -> Result<(Shard, Games), ShardError> {
    let failed = |source| ShardError::Access { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    let mut games = BufReader::new(GzDecoder::new(BufReader::new(file)));
    let mut line = String::new();
    let header = games
        .by_ref()
        .take(MAX_HEADER)
        .read_line(&mut line)
        .ok()
        .and_then(|_| serde_json::from_str(&line).ok());
    Ok((header.ok_or_else(|| ShardError::Broken(path.to_owned()))?, games))
}
