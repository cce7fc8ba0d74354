//! View that a program in the sandbox has of the file system.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Private folder of a program for temporary files.
pub(super) const TEMPORARY: &str = "/tmp";

/// Folders of users, of their sessions and of temporary files. Sockets of the system lie in `/run`.
const USERS: [&str; 7] = ["/home", "/media", "/mnt", "/root", "/run", "/tmp", "/var/tmp"];

/// Folders of the system.
const SYSTEM: [&str; 8] = ["/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/sbin", "/usr"];

/// Folder of installed programs within a hidden one, in some distributions.
const INSTALLED_IN_RUN: &str = "/run/current-system";

/// Folders of an installation, besides its folder `bin`.
const INSTALLED: [&str; 4] = ["lib", "lib64", "libexec", "conf"];

/// View that a program has of the file system: everything can be read but what is hidden.
pub(super) struct View {
    /// Empty folders in place of those of the system, the outer ones first.
    pub(super) hidden: Vec<String>,
    /// Files and folders within the hidden ones that can be read.
    pub(super) visible: Vec<String>,
    /// Current folder.
    pub(super) current: Option<String>,
    /// The program, and the files that its command line names.
    pub(super) named: Vec<PathBuf>,
}

impl View {
    /// Returns the view of a program with this command line, which hides the folders `private` too.
    pub(super) fn of(words: &[String], private: &[PathBuf]) -> View {
        let current = env::current_dir().ok();
        let own = current.iter().cloned().chain(env::home_dir()).filter(|it| !is_of_system(it));
        let users = USERS.iter().map(PathBuf::from);
        let hidden: BTreeSet<PathBuf> = users
            .chain(private.iter().cloned())
            .chain(own)
            .filter_map(|folder| folder.canonicalize().ok())
            .filter(|folder| folder.is_dir())
            // Each folder costs two mounts at every start.
            .filter(|folder| folder == Path::new(TEMPORARY) || !is_empty(folder))
            .collect();
        let is_hidden = |path: &Path| hidden.iter().any(|folder| path.starts_with(folder));
        // A folder around a hidden one would show it again.
        let is_around = |path: &Path| hidden.iter().any(|folder| folder.starts_with(path));
        let (mut visible, mut named) = (BTreeSet::new(), Vec::new());
        for (number, word) in words.iter().enumerate() {
            let Some(path) = absolute(word, number == 0) else { continue };
            named.push(path.clone());
            // A program is one file; a file behind it may load others beside it.
            let may_be_shown = |folder: &&Path| {
                let is_private = private.iter().any(|private| folder.starts_with(private));
                number > 0 && !is_private && !is_around(folder)
            };
            let folder = path.parent().filter(may_be_shown);
            let shown =
                if path.is_dir() { path.clone() } else { folder.unwrap_or(&path).to_owned() };
            if !is_around(&shown) {
                visible.insert(shown);
            }
            visible.extend(path.canonicalize().ok().filter(|path| path.is_file()));
        }
        visible.insert(PathBuf::from(INSTALLED_IN_RUN));
        visible.extend(installations());
        visible.retain(|path| is_hidden(path) && path.exists());
        let text = |path: PathBuf| path.into_os_string().into_string().ok();
        View {
            hidden: hidden.into_iter().filter_map(text).collect(),
            visible: visible.into_iter().filter_map(text).collect(),
            current: current.and_then(text),
            named,
        }
    }

    /// Returns the folders around the visible files that are within hidden ones, the outer ones
    /// first.
    pub(super) fn around_visible(&self) -> BTreeSet<&Path> {
        let around = self.visible.iter().flat_map(|path| Path::new(path).ancestors().skip(1));
        let is_hidden =
            |folder: &Path| self.hidden.iter().any(|hidden| Path::new(hidden) == folder);
        around.filter(|folder| self.hides(folder) && !is_hidden(folder)).collect()
    }

    /// Returns whether a folder is a hidden one, or within one: then bubblewrap makes it, if it is
    /// made at all.
    pub(super) fn hides(&self, folder: &Path) -> bool {
        self.hidden.iter().any(|hidden| folder.starts_with(hidden))
    }

    /// Returns the hidden folders that a program cannot write: all but the one for temporary files.
    pub(super) fn read_only(&self) -> impl Iterator<Item = &String> {
        self.hidden.iter().filter(|folder| *folder != TEMPORARY)
    }
}

/// Returns whether a folder is one of the system, without which no program runs.
fn is_of_system(folder: &Path) -> bool {
    folder.parent().is_none() || SYSTEM.iter().any(|known| folder.starts_with(known))
}

/// Returns whether a folder can be read and holds nothing, so that there is nothing to hide.
fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// Returns the absolute path of the file that a word names; `None` if there is no such file. A
/// program without a slash is searched for in the folders of `PATH`.
pub(super) fn absolute(word: &str, is_program: bool) -> Option<PathBuf> {
    let path = if is_program && !word.contains('/') {
        env::split_paths(&env::var_os("PATH")?)
            .map(|folder| folder.join(word))
            .find(|path| path.is_file())?
    } else {
        Path::new(word).to_owned()
    };
    let path = std::path::absolute(path).ok().filter(|path| path.exists())?;
    // Within the sandbox the folders on the way up may not exist.
    let goes_up = path.components().any(|part| part == Component::ParentDir);
    if goes_up { path.canonicalize().ok() } else { Some(path) }
}

/// Returns the folders of the programs in `PATH`, and those that these programs need.
fn installations() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = Vec::new();
    for folder in env::split_paths(&path).filter(|folder| folder.is_absolute()) {
        if let Some(root) = folder.parent().filter(|_| folder.ends_with("bin")) {
            folders.extend(INSTALLED.map(|name| root.join(name)));
        }
        // Programs of version managers, which start those of the selected version.
        if let Some(root) = folder.parent().filter(|_| folder.ends_with("shims")) {
            folders.push(root.to_owned());
        }
        folders.push(folder);
    }
    folders
}
