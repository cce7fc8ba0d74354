//! Tests of workspaces whose builds have settings: flags of the compiler and of profiles.

use std::{
    env, fs, iter,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
};

use bundler::{Remark, Request, Unused, bundle};

use crate::support::{command, printed, write_files};

const FILES: [(&str, &str); 5] = [
    (
        "Cargo.toml",
        "[package]\nname = \"bot\"\nedition = \"2021\"\n\
         [dependencies]\nlib = { path = \"lib\" }\n\
         [profile.dev]\npanic = \"abort\"\n",
    ),
    (
        "src/main.rs",
        "#[cfg(not(fast))]\ncompile_error!(\"slow\");\n\
         fn main() {\n    println!(\"{} {}\", lib::width(), cfg!(all(fast, not(slow))));\n}\n",
    ),
    ("lib/Cargo.toml", "[package]\nname = \"lib\"\nedition = \"2021\"\n"),
    (
        "lib/src/lib.rs",
        "#[cfg(width = \"64\")]\npub fn width() -> u8 { 64 }\n\
         #[cfg(not(width = \"64\"))]\npub fn width() -> u8 { 32 }\n",
    ),
    ("input", ""),
];

/// Flags in the configuration of a folder above the workspace.
const CONFIGURATION: &str = "[build]\nrustflags = [\"--cfg\", \"fast\", \
     \"--cfg=width=\\\"64\\\"\", \"-C\", \"target-cpu=x86-64-v2\", \
     \"-Cdebuginfo=0\", \"-Dwarnings\"]\n\
     [profile.release]\noverflow-checks = true\n";

fn write(folder: &Path) -> Request {
    let workspace = folder.join("bots");
    write_files(&workspace, &FILES);
    Request { unused: Unused::Kept, ..Request::new(workspace.join("Cargo.toml")) }
}

#[test]
fn flags_of_the_configuration_set_cfgs_in_every_crate_and_the_rest_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let request = write(folder.path());
    write_files(folder.path(), &[(".cargo/config.toml", CONFIGURATION)]);
    let bundle = bundle(&request).unwrap();
    assert!(bundle.source.contains("64"), "{}", bundle.source);
    for absent in ["32", "fast", "width =", "compile_error"] {
        assert!(!bundle.source.contains(absent), "{}", bundle.source);
    }
    let profile = |profile: &str, setting: &str| Remark::ProfileSetting {
        profile: profile.to_owned(),
        setting: setting.to_owned(),
    };
    let expected = [
        Remark::CompilerFlag { flag: "-C target-cpu=x86-64-v2".to_owned() },
        profile("profile.dev", "panic = \"abort\""),
        profile("profile.release", "overflow-checks = true"),
    ];
    assert_eq!(bundle.remarks, expected);
    assert_eq!(
        bundle.remarks[2].to_string(),
        "`[profile.release]` has `overflow-checks = true`, the bundle has not; \
         where it matters, write `checked_add`, `wrapping_add` and the like, or name the flag in \
         the file of a judge that compiles with it"
    );
}

#[test]
fn the_workspaces_program_is_built_with_its_settings_and_the_bundle_does_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let request = write(folder.path());
    write_files(folder.path(), &[("judge.toml", "name = \"Club\"\neditions = [\"2021\"]\n")]);
    let output = command()
        .arg("--manifest-path")
        .arg(&request.manifest_path)
        .arg("--judge")
        .arg(folder.path().join("judge.toml"))
        .arg("--input")
        .arg(folder.path().join("bots/input"))
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env("RUSTFLAGS", "--cfg fast --cfg width=\"64\" -C debug-assertions=off")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("2 runs as the workspace's"), "{said}");
    assert!(
        said.contains("note: the workspace is compiled with `-C debug-assertions=off`"),
        "{said}"
    );
}

#[test]
fn a_configuration_that_is_not_valid_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let request = write(folder.path());
    write_files(folder.path(), &[("bots/.cargo/config.toml", "[build]\nrustflags = 5\n")]);
    let error = bundle(&request).unwrap_err().to_string();
    assert!(error.contains("config.toml") && error.contains("rustflags"), "{error}");
}

#[test]
fn every_compilation_for_a_judge_has_its_flags() {
    let main = "#[cfg(not(target_feature = \"avx2\"))]\ncompile_error!(\"no avx2\");\n\
                fn main() { println!(\"{}\", if cfg!(online) { \"on\" } else { \"off\" }); }\n";
    let judge = "name = \"Club\"\neditions = [\"2021\"]\n";
    let flags = "flags = [\"-C\", \"target-cpu=x86-64-v3\", \"--cfg\", \"online\"]\n";
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("Cargo.toml", "[package]\nname = \"bot\"\nedition = \"2021\"\n"),
        ("src/main.rs", main),
        ("with.toml", &format!("{judge}{flags}")),
        ("without.toml", judge),
    ];
    write_files(folder.path(), &files);
    for (judge, level) in [("with.toml", "--minify=auto"), ("with.toml", "--minify=module")] {
        let source = printed(&run(folder.path(), judge, level));
        assert!(source.contains("target_feature") && !source.contains("online"), "{source}");
    }
    let output = run(folder.path(), "without.toml", "--minify=auto");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("src/main.rs:2:1") && said.contains("no avx2"), "{said}");
}

#[test]
fn the_judges_crates_are_built_without_the_settings_of_the_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let main = "fn main() { println!(\"{}\", rustc_hash::FxHashMap::<u8, u8>::default().len()); }";
    let files = [
        (
            "Cargo.toml",
            "[package]\nname = \"bot\"\nedition = \"2021\"\n\
             [dependencies]\nrustc-hash = \"=2.1.1\"\n",
        ),
        ("src/main.rs", main),
        (
            "judge.toml",
            "name = \"Club\"\neditions = [\"2021\"]\n[crates]\nrustc-hash = \"2.1.1\"\n",
        ),
        (".cargo/config.toml", "[build]\ntarget = \"x86_64-unknown-linux-gnu\"\n"),
    ];
    write_files(folder.path(), &files);
    let source = printed(&run(folder.path(), "judge.toml", "--minify=auto"));
    assert!(source.contains("rustc_hash::"), "{source}");
}

/// Bundles a workspace for a judge of it, with type checks.
fn run(workspace: &Path, judge: &str, level: &str) -> Output {
    let mut command = command();
    command.arg("--manifest-path").arg(workspace.join("Cargo.toml"));
    command.arg("--judge").arg(workspace.join(judge)).args(["--quick", level]);
    command.env("CARGO_TARGET_DIR", workspace.join("target")).output().unwrap()
}

#[test]
fn the_workspaces_compiler_is_that_of_its_toolchain_file() {
    // By the proxy of a rustup that does not tell the path, and by the path.
    for (name, which) in [("rustc", "exit 1"), ("pinned-rustc", "echo \"${0%/*}/pinned-rustc\"")] {
        check_compiler(name, which);
    }
}

/// Checks that all compilations of a workspace with a toolchain file are made by the compiler of
/// this name, with this script as `rustup which`.
fn check_compiler(name: &str, which: &str) {
    let folder = tempfile::tempdir().unwrap();
    let request = write(&folder.path().join("elsewhere"));
    let path = |name: &str| folder.path().join(name);
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().unwrap();
    let rustc = Path::new(printed(&sysroot).trim()).join("bin/rustc");
    // Programs of rustup that record which toolchain they are to use.
    let calls = path("calls");
    let rustc = format!(
        "#!/bin/sh\necho \"${{0##*/}} $RUSTUP_TOOLCHAIN: $*\" >> '{}'\nexec '{}' \"$@\"\n",
        calls.display(),
        rustc.display(),
    );
    let rustup = format!(
        "#!/bin/sh\ncase $PWD,$1 in\n*elsewhere/bots,which) {which} ;;\n\
         *elsewhere/bots,*) echo 'pinned (overridden)' ;;\nesac\n"
    );
    let files = [("bin/rustc", &*rustc), ("bin/pinned-rustc", &rustc), ("bin/rustup", &rustup)];
    write_files(folder.path(), &files);
    for program in ["rustc", "pinned-rustc", "rustup"] {
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(path("bin").join(program), mode).unwrap();
    }
    let paths = env::var_os("PATH").unwrap();
    let paths = iter::once(path("bin")).chain(env::split_paths(&paths));
    let output = command()
        .arg("--manifest-path")
        .arg(&request.manifest_path)
        .args(["--quick", "--judge", "codecup"])
        .env("CARGO_TARGET_DIR", path("target"))
        .env("PATH", env::join_paths(paths).unwrap())
        .env("RUSTFLAGS", "--cfg fast")
        .env_remove("RUSTUP_TOOLCHAIN")
        .output()
        .unwrap();
    printed(&output);
    let calls = fs::read_to_string(&calls).unwrap();
    let mut compilations = calls.lines().filter(|call| call.contains(" bot.rs")).peekable();
    assert!(compilations.peek().is_some(), "{calls}");
    let expected = format!("{name} pinned: ");
    assert!(compilations.all(|call| call.starts_with(&expected)), "{calls}");
}
