//! Refusals of the command, before anything is compiled.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::site::site_command;

#[test]
fn a_folder_with_other_files_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "").unwrap();
    let refused = |path: &Path, expected: &str| {
        let output = site_command(path, &[]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    };
    refused(folder.path(), "has other files than those of a site: name another folder");
    refused(&folder.path().join("none/site"), "there is no folder ");
    refused(&folder.path().join("thesis.txt"), "it is a file");
}

#[test]
fn a_missing_target_is_an_error_with_the_command_that_adds_it() {
    let folder = tempfile::tempdir().unwrap();
    // A compiler without libraries for other targets.
    let rustc = folder.path().join("rustc");
    let script = "#!/bin/sh\ncase \"$*\" in *target-libdir*) echo /nonexistent ;;\n\
                  *) exec rustc \"$@\" ;;\nesac\n";
    fs::write(&rustc, script).unwrap();
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardroom"));
    command.args(["site", "-o"]).arg(folder.path().join("site")).env("RUSTC", &rustc);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("run `rustup target add wasm32-wasip1`"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}
