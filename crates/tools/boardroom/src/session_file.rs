//! Files of sessions, from which a game in progress goes on after a restart of the server.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use room::SavedSession;
use trainer::write_whole;

/// Maximum number of sessions, in memory and in files.
pub(crate) const MAX_SESSIONS: usize = 256;

/// Idle time after which a session is removed.
pub(crate) const MAX_IDLE: Duration = Duration::from_secs(24 * 3600);

/// Extension of the files.
const EXTENSION: &str = "json";

/// Folder with a file for each session, which need not exist.
pub(crate) struct SessionFolder(PathBuf);

/// File of one session.
#[derive(Debug)]
pub(crate) struct SessionFile(PathBuf);

impl SessionFolder {
    /// Returns the folder at a path.
    pub(crate) fn new(path: PathBuf) -> SessionFolder {
        SessionFolder(path)
    }

    /// Returns the file of the session with this identifier.
    pub(crate) fn file(&self, id: &str) -> SessionFile {
        SessionFile(self.0.join(id).with_extension(EXTENSION))
    }

    /// Reads the sessions, with their identifiers: the latest ones, as many as a server may have.
    /// The files of those that are too old or too many are removed.
    pub(crate) fn read(&self) -> Vec<(String, SavedSession)> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let changed = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .map(|entry| entry.path())
            .filter(|path| id_of(path).is_some())
            .filter_map(|path| Some((changed(&path)?, path)))
            .collect();
        files.sort_by(|one, other| other.cmp(one));
        let is_kept = |number: usize, changed: &SystemTime| {
            number < MAX_SESSIONS && changed.elapsed().is_ok_and(|age| age < MAX_IDLE)
        };
        let mut sessions = Vec::new();
        for (number, (changed, path)) in files.into_iter().enumerate() {
            if !is_kept(number, &changed) {
                SessionFile(path).remove();
            } else if let Some(id) = id_of(&path) {
                match read(&path) {
                    Ok(session) => sessions.push((id.to_owned(), session)),
                    Err(error) => warn(&path, "is no game in progress, delete it", &error),
                }
            }
        }
        sessions
    }
}

impl SessionFile {
    /// Writes the session as a whole. A server that cannot write goes on without: the session then
    /// ends with the server.
    pub(crate) fn write(&self, session: &SavedSession) {
        let written = serde_json::to_vec(session).map_err(io::Error::from);
        if let Err(error) = written.and_then(|text| write_whole(&self.0, &text)) {
            warn(&self.0, "cannot be written", &error);
        }
    }

    /// Removes the file.
    pub(crate) fn remove(&self) {
        // It may not exist, and a file that stays is removed when it is too old.
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns the identifier of the session in the name of a file; `None` for another file.
fn id_of(path: &Path) -> Option<&str> {
    let id = path.file_stem()?.to_str()?;
    let is_id = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_id && path.extension()? == EXTENSION).then_some(id)
}

fn read(path: &Path) -> io::Result<SavedSession> {
    Ok(serde_json::from_slice(&fs::read(path)?)?)
}

fn warn(path: &Path, problem: &str, error: &io::Error) {
    eprintln!("warning: {} {problem}: {error}", path.display());
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn session(moves: &[&str]) -> SavedSession {
        SavedSession {
            game: "breakthrough".to_owned(),
            human: 0,
            time_ms: 10,
            position: None,
            floor: 0,
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            version: 3,
            thought: None,
            hint: None,
            trouble: None,
        }
    }

    fn id(number: usize) -> String {
        format!("{number:032x}")
    }

    fn set_age(folder: &Path, id: &str, age: Duration) {
        let file = File::options().write(true).open(folder.join(id).with_extension(EXTENSION));
        file.unwrap().set_modified(SystemTime::now() - age).unwrap();
    }

    #[test]
    fn a_session_is_read_as_it_was_written_last_and_other_files_stay() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("sessions");
        let folder = SessionFolder::new(path.clone());
        assert_eq!(folder.read(), []);
        let file = folder.file(&id(1));
        file.write(&session(&["a2a3"]));
        file.write(&session(&["a2a3", "a7a6"]));
        fs::write(path.join("notes.json"), "mine").unwrap();
        fs::write(path.join(id(2)).with_extension(EXTENSION), "{}").unwrap();
        assert_eq!(folder.read(), [(id(1), session(&["a2a3", "a7a6"]))]);
        file.remove();
        assert_eq!(folder.read(), []);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 2);
    }

    #[test]
    fn old_sessions_and_those_beyond_the_largest_number_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = SessionFolder::new(place.path().to_owned());
        for number in 0..MAX_SESSIONS + 2 {
            folder.file(&id(number)).write(&session(&[]));
            set_age(place.path(), &id(number), Duration::from_secs(60 + number as u64));
        }
        set_age(place.path(), &id(0), MAX_IDLE);
        let read = folder.read();
        assert_eq!(read.len(), MAX_SESSIONS);
        assert!(read.iter().all(|(found, _)| *found != id(0) && *found != id(MAX_SESSIONS + 1)));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), MAX_SESSIONS);
    }
}
