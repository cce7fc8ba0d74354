//! Tests of the command's end after signals and errors: no file is lost, and no temporary file
//! stays.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::support::{command, manifest, names_in, write_files};

/// Timeout of every wait in a test, far longer than necessary.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Waits until a condition holds.
#[track_caller]
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < TIMEOUT, "{what} did not happen");
        thread::sleep(Duration::from_millis(20));
    }
}

fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
}

/// A child process that is killed when a test fails.
struct KillOnDrop(Option<Child>);

impl KillOnDrop {
    fn output(&mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }

    fn child(&self) -> &Child {
        self.0.as_ref().unwrap()
    }
}

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Creates a compiler that reports its start and then never ends.
fn slow_compiler(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("rustc");
    let begun = folder.join("begun");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--crate-type\\ bin\\ bot.rs*) \
         touch '{}'; exec sleep 1000;; esac\n\
         RUSTC=; exec rustc \"$@\"\n",
        begun.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn an_interrupt_while_compiling_leaves_the_old_file_and_no_other() {
    for signal_sent in [Signal::SIGINT, Signal::SIGTERM] {
        let folder = tempfile::tempdir().unwrap();
        let temporary = tempfile::tempdir().unwrap();
        let output = tempfile::tempdir().unwrap();
        let file = output.path().join("bot.rs");
        fs::write(&file, "old").unwrap();
        let child = command()
            .arg("--manifest-path")
            .arg(manifest("modules"))
            .arg("-o")
            .arg(&file)
            .env("RUSTC", slow_compiler(folder.path()))
            .env("TMPDIR", temporary.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut running = KillOnDrop(Some(child));
        wait_until("compiling", || folder.path().join("begun").is_file());
        signal(running.child(), signal_sent);
        let ended = running.output();
        let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2), "{errors}");
        assert!(errors.contains("interrupted; nothing was written"), "{errors}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names_in(output.path()), ["bot.rs"]);
        assert_eq!(names_in(temporary.path()), Vec::<String>::new());
    }
}

#[test]
fn an_interrupt_while_a_program_runs_on_an_input_that_was_found_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let main = "fn main() {\n    std::fs::write(\"begun\", \"\").unwrap();\n\
                \x20   for _ in std::io::stdin().lines() {\n\
                \x20       std::thread::sleep(std::time::Duration::from_secs(1000));\n    }\n}\n";
    let files = [
        ("Cargo.toml", "[package]\nname = \"bot\"\nedition = \"2021\"\n"),
        ("src/main.rs", main),
        ("tests/1.in", "1\n"),
        ("bot.rs", "old"),
    ];
    write_files(folder.path(), &files);
    let child = command()
        .current_dir(folder.path())
        .args(["-o", "bot.rs", "--timeout", "1000"])
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut running = KillOnDrop(Some(child));
    wait_until("running", || folder.path().join("begun").is_file());
    signal(running.child(), Signal::SIGINT);
    let ended = running.output();
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{errors}");
    assert_eq!(fs::read_to_string(folder.path().join("bot.rs")).unwrap(), "old");
}

#[test]
fn a_path_that_cannot_be_written_is_refused_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    // Even root cannot write there.
    let proc = ("/proc/bot.rs".to_owned(), "cannot write /proc/bot.rs");
    let misspelt = (format!("{}/no/bot.rs", folder.path().display()), "there is no folder ");
    for (path, expected) in [proc, misspelt] {
        // There is no such workspace either, which would be noticed next.
        let output = command().args(["--manifest-path", "/none", "-o", &path]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
    assert!(fs::read_dir(&folder).unwrap().next().is_none());
}

const MAIN: &str = "mod part;\nfn main() { println!(\"{}\", part::first()); }\n";

#[test]
fn watching_bundles_again_after_each_save_continues_after_errors_and_ends_on_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"bot\"\nedition = \"2021\"\n";
    let part = |word: &str| format!("pub fn first() -> &'static str {{ \"{word}\" }}\n");
    write_files(
        folder.path(),
        &[("Cargo.toml", manifest), ("src/main.rs", MAIN), ("src/part.rs", &part("one"))],
    );
    fs::create_dir(folder.path().join("out")).unwrap();
    let file = folder.path().join("out/bot.rs");
    let said = folder.path().join("said");
    let child = command()
        .arg("--manifest-path")
        .arg(folder.path().join("Cargo.toml"))
        .args(["--watch", "--no-check", "-o"])
        .arg(&file)
        .stdout(Stdio::null())
        .stderr(fs::File::create(&said).unwrap())
        .spawn()
        .unwrap();
    let mut running = KillOnDrop(Some(child));
    let holds = |word: &str| fs::read_to_string(&file).is_ok_and(|text| text.contains(word));
    let has_said = |words: &str| fs::read_to_string(&said).unwrap().contains(words);
    wait_until("the first bundle", || holds("\"one\""));
    wait_until("watching", || has_said("s; watching"));
    fs::write(folder.path().join("src/part.rs"), part("two")).unwrap();
    wait_until("the second bundle", || holds("\"two\""));
    fs::write(folder.path().join("src/part.rs"), "fn (").unwrap();
    wait_until("the error", || has_said("part.rs:1"));
    assert!(holds("\"two\""), "an error leaves the last good bundle");
    fs::write(folder.path().join("src/part.rs"), part("three")).unwrap();
    wait_until("the third bundle", || holds("\"three\""));
    signal(running.child(), Signal::SIGINT);
    assert_eq!(running.output().status.code(), Some(0));
}

#[test]
fn the_clipboard_is_that_of_the_desktop_or_an_error_says_that_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let copied = folder.path().join("copied");
    let program = folder.path().join("wl-copy");
    fs::write(&program, format!("#!/bin/sh\ncat > '{}'\n", copied.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let paths: Vec<_> =
        [folder.path().to_owned()].into_iter().chain(std::env::split_paths(&path)).collect();
    let run = |display: Option<&str>| {
        let mut command = command();
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"] {
            command.env_remove(name);
        }
        command.envs(display.map(|display| ("WAYLAND_DISPLAY", display)));
        command.env("PATH", std::env::join_paths(&paths).unwrap());
        command.arg("--manifest-path").arg(manifest("modules"));
        command.args(["--no-check", "--copy"]).output().unwrap()
    };
    let output = run(None);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("there is no clipboard here"), "{errors}");
    let output = run(Some("wayland-0"));
    assert!(crate::support::printed(&output).starts_with("copied by wl-copy: "));
    assert!(fs::read_to_string(&copied).unwrap().contains("fn main()"));
}
