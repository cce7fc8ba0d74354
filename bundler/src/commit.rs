//! The git commit of a workspace.

use std::path::Path;

use crate::process::isolated;

/// Characters of a commit's abbreviated hash: enough to be unique in a large project.
const LENGTH: usize = 10;

/// Returns git's name of the commit of the work tree at `folder`, with `-dirty` if tracked files
/// differ from it. Returns `None` without git, without a work tree, or without a commit.
pub fn commit_of(folder: &Path) -> Option<String> {
    let output = isolated("git")
        .arg("-C")
        .arg(folder)
        .args(["describe", "--always", "--dirty", "--exclude=*", &format!("--abbrev={LENGTH}")])
        .output()
        .ok()?;
    let name = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::{fs, process::Command};

    use super::*;

    #[test]
    fn a_commit_has_a_name_and_changes_make_it_dirty() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(commit_of(folder.path()), None);
        let git = |arguments: &[&str]| {
            let mut command = Command::new("git");
            command.current_dir(folder.path()).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
            assert!(command.args(arguments).output().unwrap().status.success(), "{arguments:?}");
        };
        fs::write(folder.path().join("file"), "1").unwrap();
        git(&["init", "--quiet"]);
        git(&["add", "file"]);
        git(&["commit", "--quiet", "-m", "One"]);
        let clean = commit_of(folder.path()).unwrap();
        assert!(clean.len() == LENGTH && clean.chars().all(|c| c.is_ascii_hexdigit()), "{clean}");
        fs::write(folder.path().join("file"), "2").unwrap();
        assert_eq!(commit_of(folder.path()), Some(format!("{clean}-dirty")));
    }
}
