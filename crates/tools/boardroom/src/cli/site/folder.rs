//! Folder of a site, which is written beside its place and then renamed.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use tempfile::Builder;
use workspace::sync_file;

use crate::assets::INDEX;
use crate::site::MODULE;

/// Checks that the folder may be replaced: there is none, or it is empty, or it holds a site.
pub(super) fn check(folder: &Path) -> anyhow::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let is_site = || [INDEX, MODULE].iter().all(|name| folder.join(name).is_file());
    if entries.count() > 0 && !is_site() {
        bail!(
            "{} has other files than those of a site: name another folder, or remove them",
            folder.display()
        );
    }
    Ok(())
}

/// Writes the files of a site: paths and contents.
pub(super) fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> anyhow::Result<()> {
    let cannot = || format!("{}: cannot be written", folder.display());
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let temporary = Builder::new().prefix(".site").tempdir_in(parent).with_context(cannot)?;
    // The permissions of any new folder: those of a temporary folder are its owner's alone.
    let (new, old) = (temporary.path().join("new"), temporary.path().join("old"));
    for (path, bytes) in files {
        let path = new.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&new)).with_context(cannot)?;
        fs::write(&path, bytes).with_context(cannot)?;
        sync_file(&path).with_context(cannot)?;
    }
    if folder.exists() {
        fs::rename(folder, &old).with_context(cannot)?;
    }
    fs::rename(&new, folder).with_context(|| {
        // Best effort: the older site stays.
        let _ = fs::rename(&old, folder);
        cannot()
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    fn files(text: &str) -> Vec<(String, Vec<u8>)> {
        [INDEX, MODULE, "js/main.js"].map(|path| (path.to_owned(), text.into())).to_vec()
    }

    #[test]
    fn a_site_replaces_an_older_one_as_a_whole() {
        let parent = tempfile::tempdir().unwrap();
        let site = parent.path().join("site");
        check(&site).unwrap();
        write(&site, &files("old")).unwrap();
        fs::write(site.join("js/gone.js"), "").unwrap();
        check(&site).unwrap();
        write(&site, &files("new")).unwrap();
        assert_eq!(fs::read_to_string(site.join("js/main.js")).unwrap(), "new");
        assert!(!site.join("js/gone.js").exists());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_with_other_files_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        check(folder.path()).unwrap();
        fs::write(folder.path().join("thesis.txt"), "").unwrap();
        let error = check(folder.path()).unwrap_err().to_string();
        assert!(error.contains("name another folder"), "{error}");
    }
}
