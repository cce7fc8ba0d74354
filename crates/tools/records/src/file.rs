//! Reading and writing of record files: JSON Lines, plain or compressed with gzip.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use tempfile::Builder;

use crate::error::RecordError;
use crate::record::Record;

/// Iterator over the records of a file, each with its line number, from 1.
///
/// The first error ends the iteration.
pub struct Records {
    path: PathBuf,
    input: Option<Box<dyn BufRead>>,
    line: usize,
}

impl Records {
    /// First bytes of a file in gzip format.
    const GZIP: [u8; 2] = [0x1f, 0x8b];

    /// Opens a file, compressed or not.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Records, RecordError> {
        let failed = |source| RecordError::Read { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let is_gzip = file.fill_buf().map_err(failed)?.starts_with(&Records::GZIP);
        let input: Box<dyn BufRead> = if is_gzip {
            Box::new(BufReader::new(MultiGzDecoder::new(file)))
        } else {
            Box::new(file)
        };
        Ok(Records { path: path.to_owned(), input: Some(input), line: 0 })
    }

    fn read(&mut self) -> Result<Option<(usize, Record)>, RecordError> {
        let Some(input) = &mut self.input else {
            return Ok(None);
        };
        let mut text = String::new();
        // One byte more than a record may have: a longer line is told from one of that length.
        let len = input.take(Record::MAX_BYTES + 1).read_line(&mut text);
        self.line += 1;
        let (path, line) = (self.path.clone(), self.line);
        match len {
            Ok(0) => return Ok(None),
            Ok(len) if len as u64 > Record::MAX_BYTES => {
                return Err(RecordError::TooLong { path, line });
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return Err(RecordError::CutOff { path, line });
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput) =>
            {
                return Err(RecordError::Malformed { path, line, why: error.to_string() });
            }
            Err(source) => return Err(RecordError::Read { path, source }),
        }
        match serde_json::from_str(&text) {
            Ok(record) => Ok(Some((line, record))),
            Err(error) if error.is_eof() && !text.ends_with('\n') => {
                Err(RecordError::CutOff { path, line })
            }
            Err(error) => Err(RecordError::Malformed { path, line, why: explain(&error) }),
        }
    }
}

/// Returns the message of the error, with the column in place of the line number, which is always
/// 1.
fn explain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    format!("{what} (column {})", error.column())
}

impl Iterator for Records {
    type Item = Result<(usize, Record), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.read().transpose();
        if !matches!(record, Some(Ok(_))) {
            self.input = None;
        }
        record
    }
}

/// Writes records, or other values, as JSON Lines to `path`, compressed if its name ends in `.gz`.
///
/// The file is replaced only when it is complete; until then an older file stays unchanged.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_records(
    path: &Path,
    records: impl IntoIterator<Item = impl Serialize>,
) -> Result<(), RecordError> {
    write_whole(path, records)
        .map_err(|source| RecordError::Write { path: path.to_owned(), source })
}

fn write_whole(path: &Path, records: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // The permissions of any new file: those of a temporary file are its owner's alone.
    let file = Builder::new().make_in(folder, |path| File::create_new(path))?;
    let mut output = BufWriter::new(file);
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut encoder = GzEncoder::new(&mut output, Compression::default());
        write_lines(&mut encoder, records)?;
        encoder.finish()?;
    } else {
        write_lines(&mut output, records)?;
    }
    let file = output.into_inner()?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn write_lines(
    output: &mut impl Write,
    records: impl IntoIterator<Item = impl Serialize>,
) -> io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut *output, &record)?;
        output.write_all(b"\n")?;
    }
    Ok(())
}
