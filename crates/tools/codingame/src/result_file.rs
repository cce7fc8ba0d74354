//! Files of game results: one object, arrays, or one object a line, plain or compressed with gzip.
//!
//! A file is read value by value, and each value only up to a limit, so that neither a file without
//! an end nor one that unpacks to terabytes takes memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use serde::Deserialize;

use crate::game_result::{GameResult, NoGameResult, RawResult};

/// File from which no results can be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultFileError {
    /// The file cannot be opened or read.
    #[error("{}: cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system, or of the decompression.
        source: io::Error,
    },
    /// The file is truncated.
    #[error("{}:{line}: the file is cut off here: fetch or copy it again", path.display())]
    CutOff {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A value is longer than any result.
    #[error(
        "{}:{line}: longer than {} MiB: no game result is", path.display(),
        ResultFile::MAX_BYTES >> 20
    )]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The line in which the value begins, from 1.
        line: usize,
    },
    /// The text is not JSON, or its values have other types.
    #[error("{}:{line}: no game result of CodinGame: {why}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Error of the parser.
        why: String,
    },
    /// The file contains no result.
    #[error("{}: holds no game results of CodinGame", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// Line in which an object begins, from 1, and the result that it is.
pub type ResultEntry = (usize, Result<GameResult, NoGameResult>);

/// Iterator over the results of a file.
///
/// An object that is no result is an item of its own, and the iteration goes on. The first error of
/// the file ends it.
pub struct ResultFile {
    path: PathBuf,
    input: Option<Input>,
    is_in_array: bool,
    values: usize,
    /// Maximum length of a value, in bytes.
    limit: u64,
}

impl ResultFile {
    /// Maximum length of a value, in bytes.
    pub const MAX_BYTES: u64 = 64 << 20;
    /// First bytes of a file in gzip format.
    const GZIP: [u8; 2] = [0x1f, 0x8b];

    /// Opens a file, compressed or not.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or read.
    pub fn open(path: &Path) -> Result<ResultFile, ResultFileError> {
        let failed = |source| ResultFileError::Read { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let is_gzip = file.fill_buf().map_err(failed)?.starts_with(&ResultFile::GZIP);
        let bytes: Box<dyn BufRead> = if is_gzip {
            Box::new(BufReader::new(MultiGzDecoder::new(file)))
        } else {
            Box::new(file)
        };
        let input = Some(Input { bytes, line: 1, left: 0 });
        let (is_in_array, values, limit) = (false, 0, ResultFile::MAX_BYTES);
        Ok(ResultFile { path: path.to_owned(), input, is_in_array, values, limit })
    }

    fn read(&mut self) -> Result<Option<ResultEntry>, Fault> {
        let Some(input) = &mut self.input else { return Ok(None) };
        input.left = self.limit;
        loop {
            input.skip_whitespace()?;
            match input.peek()? {
                None if self.is_in_array => return Err(Fault::CutOff),
                None if self.values == 0 => return Err(Fault::Empty),
                None => return Ok(None),
                Some(b'[') if !self.is_in_array => {
                    input.skip()?;
                    self.is_in_array = true;
                }
                Some(b']') if self.is_in_array => {
                    input.skip()?;
                    self.is_in_array = false;
                }
                Some(b',') if self.is_in_array => input.skip()?,
                Some(b'{') => break,
                Some(_) => {
                    let why = "expected a JSON object or an array of objects".to_owned();
                    return Err(Fault::Malformed { line: input.line, why });
                }
            }
        }
        let line = input.line;
        let mut parser = serde_json::Deserializer::from_reader(&mut *input);
        let raw = RawResult::deserialize(&mut parser).map_err(|error| Fault::of(error, input))?;
        self.values += 1;
        Ok(Some((line, raw.try_into())))
    }

    fn error(&self, fault: Fault) -> ResultFileError {
        let path = self.path.clone();
        let line = self.input.as_ref().map_or(1, |input| input.line);
        match fault {
            Fault::Io(source) => ResultFileError::Read { path, source },
            Fault::CutOff => ResultFileError::CutOff { path, line },
            Fault::TooLong => ResultFileError::TooLong { path, line },
            Fault::Malformed { line, why } => ResultFileError::Malformed { path, line, why },
            Fault::Empty => ResultFileError::Empty { path },
        }
    }
}

impl Iterator for ResultFile {
    type Item = Result<ResultEntry, ResultFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read().map_err(|fault| self.error(fault)).transpose();
        if !matches!(read, Some(Ok(_))) {
            self.input = None;
        }
        read
    }
}

/// Fault of a file, at the current line.
enum Fault {
    Io(io::Error),
    CutOff,
    TooLong,
    Malformed { line: usize, why: String },
    Empty,
}

impl Fault {
    fn of(error: serde_json::Error, input: &Input) -> Fault {
        if error.is_io() {
            return io::Error::from(error).into();
        }
        if error.is_eof() {
            return Fault::CutOff;
        }
        let text = error.to_string();
        let why = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
        Fault::Malformed { line: input.line, why: why.to_owned() }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            ErrorKind::FileTooLarge => Fault::TooLong,
            ErrorKind::UnexpectedEof => Fault::CutOff,
            _ => Fault::Io(error),
        }
    }
}

/// Bytes of a file, of which only a limited number may be read at a time.
struct Input {
    bytes: Box<dyn BufRead>,
    /// The current line, from 1.
    line: usize,
    /// Number of bytes that may still be read.
    left: u64,
}

impl Input {
    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.bytes.fill_buf()?.first().copied())
    }

    fn skip(&mut self) -> io::Result<()> {
        self.read_exact(&mut [0])
    }

    fn skip_whitespace(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.bytes.fill_buf()?;
            let count = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if count == 0 {
                return Ok(());
            }
            self.line += lines_in(&buffer[..count]);
            self.bytes.consume(count);
            let left = self.left.checked_sub(count as u64);
            self.left = left.ok_or(ErrorKind::FileTooLarge)?;
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let count = self.bytes.read(&mut buffer[..most])?;
        self.left -= count as u64;
        self.line += lines_in(&buffer[..count]);
        Ok(count)
    }
}

fn lines_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use std::fs::{OpenOptions, write};
    use std::io::Write;
    use std::process::Command;
    use std::thread;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// Limit of these tests, in bytes.
    const LIMIT: u64 = 1 << 20;

    /// Returns the error of a file, whose name is left out.
    fn error_of(path: &Path) -> String {
        let mut file = ResultFile { limit: LIMIT, ..ResultFile::open(path).unwrap() };
        let error = file.next().unwrap().unwrap_err().to_string();
        error.replace(path.to_str().unwrap(), "FILE")
    }

    #[test]
    fn a_file_that_unpacks_to_more_than_any_result_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bomb.gz");
        for start in ["", "{\"gameId\":1,\"frames\":[{\"view\":\""] {
            let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
            bomb.write_all(start.as_bytes()).unwrap();
            io::copy(&mut io::repeat(b' ').take(2 * LIMIT), &mut bomb).unwrap();
            write(&path, bomb.finish().unwrap()).unwrap();
            assert_eq!(error_of(&path), "FILE:1: longer than 64 MiB: no game result is");
        }
    }

    /// Feeds `start` and then the same byte without an end into a pipe that is read as a file, and
    /// returns the error and the number of bytes that were taken.
    fn read_endless(start: &[u8], byte: u8) -> (String, u64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let (name, start) = (path.clone(), start.to_owned());
        let feeder = thread::spawn(move || {
            let mut pipe = OpenOptions::new().write(true).open(name).unwrap();
            let (chunk, mut sent) = ([byte; 4096], 0);
            let mut next = pipe.write(&start);
            while let Ok(count) = next {
                sent += count as u64;
                next = pipe.write(&chunk);
            }
            sent
        });
        let error = error_of(&path);
        (error, feeder.join().unwrap())
    }

    #[test]
    fn nonsense_without_an_end_is_refused_after_a_bounded_number_of_bytes() {
        /// Bytes that the pipe and the reader hold.
        const BUFFERS: u64 = 256 << 10;
        let (error, taken) = read_endless(b"{\"gameId\":", b'x');
        assert!(error.starts_with("FILE:1: no game result of CodinGame: expected"), "{error}");
        assert!(taken <= BUFFERS, "{taken}");
        let (error, taken) = read_endless(b"{\"gameId\":1,\"view\":\"", b'x');
        assert_eq!(error, "FILE:1: longer than 64 MiB: no game result is");
        assert!((LIMIT..=LIMIT + BUFFERS).contains(&taken), "{taken}");
        assert!(error_of(Path::new("/dev/zero")).starts_with("FILE:1: no game result"));
    }
}
