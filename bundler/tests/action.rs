//! Test of the action for workflows: its steps run in a shell as a runner runs them.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
};

use serde::Deserialize;

use crate::support::write_files;

#[derive(Deserialize)]
struct Action {
    inputs: BTreeMap<String, Input>,
    runs: Runs,
}

#[derive(Deserialize)]
struct Input {
    #[serde(default)]
    required: bool,
    default: Option<String>,
}

#[derive(Deserialize)]
struct Runs {
    using: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    name: String,
    shell: String,
    #[serde(default)]
    env: BTreeMap<String, String>,
    run: String,
}

/// Writes a program that records its arguments in `calls`, one call a line, and runs a script.
fn write_program(folder: &Path, name: &str, script: &str) {
    let calls = folder.join("calls");
    let text = format!("#!/bin/sh\necho {name} \"$@\" >> '{}'\n{script}\n", calls.display());
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A runner of workflows with programs that stand for rustup and for the installation by cargo.
struct Runner {
    folder: tempfile::TempDir,
}

impl Runner {
    fn new(main: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let manifest = "[package]\nname = \"my-bots\"\nedition = \"2021\"\n";
        let files = [
            ("my bots/Cargo.toml", manifest),
            ("my bots/src/bin/a.rs", main),
            ("my bots/src/bin/b.rs", "fn main() {}"),
            ("club.toml", "name = \"Club\"\neditions = [\"2021\"]\n"),
        ];
        write_files(folder.path(), &files);
        let programs = folder.path().join("programs");
        let installed = folder.path().join("runner temp/bundler/bin");
        fs::create_dir(&programs).unwrap();
        fs::create_dir_all(&installed).unwrap();
        write_program(&programs, "rustup", "");
        let program = env!("CARGO_BIN_EXE_bundler");
        write_program(&programs, "cargo", &format!("cp '{program}' '{}'", installed.display()));
        Self { folder }
    }

    /// Runs all steps with these inputs until one fails. Returns the output of the last one.
    fn run(&self, given: &[(&str, &str)]) -> Output {
        let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/action.yml")).unwrap();
        let action: Action = yaml_serde::from_str(&text).unwrap();
        assert_eq!(action.runs.using, "composite");
        let given: BTreeMap<&str, &str> = given.iter().copied().collect();
        assert!(given.keys().all(|name| action.inputs.contains_key(*name)));
        let value = |expression: &str| {
            let inside = expression.strip_prefix("${{ inputs.").unwrap();
            let name = inside.strip_suffix(" }}").unwrap();
            let input = &action.inputs[name];
            assert_eq!(input.required, input.default.is_none(), "{name}");
            given.get(name).map_or_else(|| input.default.clone().unwrap(), ToString::to_string)
        };
        let mut last = None;
        for step in &action.runs.steps {
            assert_eq!(step.shell, "bash");
            // An expression in a script would be code of whoever wrote the input.
            assert!(!step.run.contains("${{"), "{}", step.name);
            let script = self.path("step.sh");
            fs::write(&script, &step.run).unwrap();
            let path = format!("{}:{}", self.path("programs"), std::env::var("PATH").unwrap());
            let output = Command::new("bash")
                .args(["--noprofile", "--norc", "-eo", "pipefail", &script])
                .current_dir(self.folder.path())
                .envs(step.env.iter().map(|(name, text)| (name, value(text))))
                .env("PATH", path)
                .env("CARGO", env!("CARGO"))
                .env("CARGO_TARGET_DIR", self.path("target"))
                .env("GITHUB_ACTION_PATH", env!("CARGO_MANIFEST_DIR"))
                .env("GITHUB_PATH", self.path("path"))
                .env("GITHUB_STEP_SUMMARY", self.path("summary"))
                .env("RUNNER_TEMP", self.path("runner temp"))
                .output()
                .unwrap();
            let succeeds = output.status.success();
            last = Some(output);
            if !succeeds {
                break;
            }
        }
        last.unwrap()
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }
}

const INPUTS: [(&str, &str); 5] = [
    ("manifest-path", "my bots/Cargo.toml"),
    ("bin", "a"),
    ("judge", "club.toml"),
    ("output", "my bundles/a.rs"),
    ("arguments", "  --quick\n--minify  "),
];

#[test]
fn the_action_installs_the_bundler_and_writes_the_bundle() {
    let runner = Runner::new("fn main() {\n    println!(\"main of a\");\n}\n");
    let output = runner.run(&INPUTS);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    let source = fs::read_to_string(runner.path("my bundles/a.rs")).unwrap();
    assert!(source.ends_with("fn main(){println!(\"main of a\");}\n"), "{source}");
    let summary = fs::read_to_string(runner.path("summary")).unwrap();
    assert!(summary.contains("my bundles/a.rs: ") && summary.contains("checked with"), "{summary}");
    let installed = runner.path("runner temp/bundler");
    let path = fs::read_to_string(runner.path("path")).unwrap();
    assert_eq!(path, format!("{installed}/bin\n"));
    let calls = fs::read_to_string(runner.path("programs/calls")).unwrap();
    let expected = format!(
        "rustup toolchain install 1.90.0 --profile minimal\n\
         cargo install --quiet --locked --profile tools --path {} --root {installed}\n",
        env!("CARGO_MANIFEST_DIR"),
    );
    // The bundler calls rustup too.
    assert!(calls.starts_with(&expected), "{calls}");
}

#[test]
fn the_action_fails_if_the_bundle_does() {
    let runner = Runner::new("fn main() { missing() }");
    let output = runner.run(&INPUTS);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("src/bin/a.rs:1:13"), "{errors}");
    assert!(!Path::new(&runner.path("my bundles/a.rs")).exists());
}
