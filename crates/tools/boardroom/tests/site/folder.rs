//! Refusals of the command, before anything is compiled.

use std::fs;

use crate::site::site_command;

#[test]
fn a_folder_with_other_files_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "").unwrap();
    let refused = |path: &std::path::Path, expected: &str| {
        let output = site_command(path, &[]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    };
    refused(folder.path(), "has other files than those of a site: name another folder");
    refused(&folder.path().join("none/site"), "there is no folder ");
    refused(&folder.path().join("thesis.txt"), "it is a file");
}
