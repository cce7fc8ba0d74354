//! Dependencies between crates, and requirements on crates that may be part of a pasted file.

use cargo_metadata::{Dependency, DependencyKind, Edition, Metadata, Package, TargetKind};
use tests::{metadata, root, tracked_files};

/// Stands for every crate of `crates/games`.
const GAMES: &str = "games";

/// Stands for every crate of the workspace.
const EVERYTHING: &str = "everything";

/// Every crate, and the crates of ours that it may depend on: the table in ARCHITECTURE.md.
const LAYERS: &[(&str, &[&str])] = &[
    ("gamekit", &[]),
    ("nn", &["gamekit", "search"]),
    ("search", &["gamekit"]),
    ("botio", &[]),
    ("searchbot", &["gamekit", "search", "botio"]),
    ("probe", &["search", "nn", "botio"]),
    (GAMES, &["gamekit", "search", "nn", "botio", "searchbot", "probe"]),
    ("testkit", &["gamekit", "search", "nn", "botio", "searchbot"]),
    ("judge-bundler", &[]),
    ("stats", &[]),
    ("trainer", &["gamekit", "search", "nn", "stats"]),
    ("boards", &["gamekit", "search"]),
    ("registry", &["gamekit", "search", "stats", "trainer", "boards", GAMES]),
    ("records", &["gamekit", "registry"]),
    ("arena", &["gamekit", "stats", "registry", "records"]),
    ("codingame", &["gamekit", "registry", "arena"]),
    ("review", &["gamekit", "search", "trainer", "boards", "registry", "records"]),
    ("room", &["gamekit", "search", "boards", "registry", "records", "review"]),
    ("charts", &[]),
    (
        "learner",
        &[
            "nn",
            "stats",
            "registry",
            "trainer",
            "charts",
            "options",
            "queue",
            "distributed",
            "workspace",
        ],
    ),
    (
        "boardroom",
        &[
            "gamekit",
            "search",
            "stats",
            "trainer",
            "boards",
            "registry",
            "records",
            "arena",
            "review",
            "room",
            "options",
            "tables",
            "queue",
            "distributed",
            "workspace",
        ],
    ),
    ("options", &[]),
    ("tables", &["options"]),
    ("queue", &[]),
    ("distributed", &["registry", "trainer", "options", "queue"]),
    ("workspace", &[]),
    ("scaffold", &["options", "workspace"]),
    ("bundle", &["options", "workspace", "judge-bundler"]),
    (
        "workshop",
        &[
            "search",
            "stats",
            "registry",
            "arena",
            "codingame",
            "trainer",
            "charts",
            "judge-bundler",
            "options",
            "tables",
            "queue",
            "distributed",
            "workspace",
        ],
    ),
    (
        "fuzzing",
        &[
            "gamekit",
            "search",
            "nn",
            "botio",
            "searchbot",
            GAMES,
            "trainer",
            "registry",
            "records",
            "arena",
            "codingame",
            "room",
            "judge-bundler",
        ],
    ),
    ("cg", &["unchanged"]),
    ("cargo-cg", &["boardroom", "bundle", "cg", "learner", "options", "workshop"]),
    ("unchanged", &[]),
    ("tests", &[EVERYTHING]),
];

/// Additional dependencies that may stand under `[dev-dependencies]`. A crate that names itself
/// there turns on a feature for its own tests.
const FOR_TESTS: &[(&str, &[&str])] = &[
    ("search", &["search", "testkit"]),
    ("nn", &["nn"]),
    (GAMES, &["testkit"]),
    ("trainer", &["registry", GAMES]),
    ("arena", &[GAMES]),
    ("workshop", &["nn"]),
    ("cg", &["options"]),
];

/// External crates that a bot may use, in the versions of its judge. The bundler inlines the crate
/// without a version.
const FROM_OTHERS: &[(&str, Option<&str>)] =
    &[("rand", Some("=0.9.2")), ("itertools", Some("=0.14.0")), ("fastrand", None)];

/// Returns the name under which a crate stands in [`LAYERS`].
fn layer<'a>(name: &'a str, games: &[&str]) -> &'a str {
    if games.contains(&name) { GAMES } else { name }
}

fn is_listed(table: &[(&str, &[&str])], from: &str, to: &str) -> bool {
    let allowed = table.iter().filter(|(layer, _)| *layer == from).flat_map(|(_, to)| *to);
    allowed.into_iter().any(|&allowed| allowed == to || allowed == EVERYTHING)
}

fn is_allowed(from: &str, to: &str, kind: DependencyKind) -> bool {
    is_listed(LAYERS, from, to)
        || kind == DependencyKind::Development && is_listed(FOR_TESTS, from, to)
}

/// Returns the folder of a package, relative to the workspace's.
fn folder(package: &Package) -> String {
    let folder = package.manifest_path.parent().expect("a manifest lies in a folder");
    let folder = folder.strip_prefix(root().to_str().expect("the workspace's path is UTF-8"));
    folder.expect("a member of the workspace lies within").to_string()
}

fn is_game(package: &Package) -> bool {
    folder(package).starts_with("crates/games/")
}

fn is_bundle_safe(package: &Package) -> bool {
    is_game(package) || folder(package).starts_with("crates/engine/")
}

fn bundle_safe(metadata: &Metadata) -> Vec<&Package> {
    let packages: Vec<&Package> =
        metadata.packages.iter().filter(|package| is_bundle_safe(package)).collect();
    assert!(packages.len() >= 4, "{packages:?}");
    packages
}

fn is_ours(dependency: &Dependency) -> bool {
    dependency.path.is_some()
}

#[test]
fn every_dependency_between_our_crates_is_in_the_table() {
    let metadata = metadata();
    let games: Vec<&str> = metadata
        .packages
        .iter()
        .filter(|package| is_game(package))
        .map(|package| package.name.as_str())
        .collect();
    assert!(!games.is_empty());
    let mut wrong = Vec::new();
    for package in &metadata.packages {
        let from = layer(&package.name, &games);
        if LAYERS.iter().all(|(layer, _)| *layer != from) {
            wrong.push(format!("{from} has no line in the table"));
        }
        for dependency in package.dependencies.iter().filter(|dependency| is_ours(dependency)) {
            if !is_allowed(from, layer(&dependency.name, &games), dependency.kind) {
                let kind = dependency.kind;
                wrong.push(format!("{} -> {} ({kind})", package.name, dependency.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn arrows_that_turn_the_layers_over_are_refused() {
    let check = |from, to, kind, expected| {
        assert_eq!(is_allowed(from, to, kind), expected, "{from} -> {to} ({kind})");
    };
    check(GAMES, "search", DependencyKind::Normal, true);
    check(GAMES, "testkit", DependencyKind::Development, true);
    check("tests", "boardroom", DependencyKind::Normal, true);
    check("cg", "options", DependencyKind::Development, true);
    check("cg", "options", DependencyKind::Normal, false);
    check(GAMES, "testkit", DependencyKind::Normal, false);
    check("search", "testkit", DependencyKind::Normal, false);
    check(GAMES, GAMES, DependencyKind::Development, false);
    check("gamekit", "search", DependencyKind::Development, false);
    check("search", GAMES, DependencyKind::Normal, false);
    check("botio", "gamekit", DependencyKind::Normal, false);
    check("registry", "search", DependencyKind::Normal, true);
    check("arena", "searchbot", DependencyKind::Normal, false);
    check("arena", "trainer", DependencyKind::Normal, false);
    check("trainer", "registry", DependencyKind::Normal, false);
    check("trainer", "learner", DependencyKind::Development, false);
    check("search", "arena", DependencyKind::Development, false);
}

#[test]
fn what_may_be_pasted_is_rust_2021_of_an_old_compiler() {
    for package in bundle_safe(&metadata()) {
        let name = &package.name;
        assert_eq!(package.edition, Edition::E2021, "{name}");
        let rust_version = package.rust_version.as_ref().map(ToString::to_string);
        assert_eq!(rust_version.as_deref(), Some("1.85.0"), "{name}");
    }
}

#[test]
fn what_may_be_pasted_runs_no_code_at_build_time() {
    for package in bundle_safe(&metadata()) {
        for target in &package.targets {
            for kind in [TargetKind::CustomBuild, TargetKind::ProcMacro] {
                assert!(!target.kind.contains(&kind), "{}: {kind}", package.name);
            }
        }
        let build = |dependency: &&Dependency| dependency.kind == DependencyKind::Build;
        assert_eq!(package.dependencies.iter().find(build), None, "{}", package.name);
    }
}

#[test]
fn what_may_be_pasted_uses_only_what_the_judge_has_or_the_bundler_carries() {
    for package in bundle_safe(&metadata()) {
        let normal = |dependency: &&Dependency| dependency.kind == DependencyKind::Normal;
        for dependency in package.dependencies.iter().filter(normal) {
            if is_ours(dependency) {
                continue;
            }
            let allowed = FROM_OTHERS.iter().find(|(name, _)| *name == dependency.name);
            let Some((_, version)) = allowed else {
                panic!("{} depends on {}", package.name, dependency.name);
            };
            let (found, version) = (dependency.req.to_string(), version.unwrap_or_default());
            assert!(
                version.is_empty() || found == version,
                "{}: {} {found} is not {version}",
                package.name,
                dependency.name
            );
        }
    }
}

/// Returns true if a line holds `name` with no letter or digit beside it.
fn has_word(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(start, _)| {
        let beside = [line[..start].chars().next_back(), line[start + name.len()..].chars().next()];
        !beside.into_iter().flatten().any(char::is_alphanumeric)
    })
}

#[test]
fn a_name_within_another_word_is_none() {
    assert!(has_word("rules-of-go.", "go"));
    assert!(!has_word("a-good-move", "go"));
}

#[test]
fn no_game_is_named_by_another_or_by_the_search_and_the_turn_loop() {
    let metadata = metadata();
    let games: Vec<&Package> =
        metadata.packages.iter().filter(|package| is_game(package)).collect();
    let check = |folder: &str, own: &str| {
        let sources = tracked_files().into_iter().filter(|path| path.starts_with(folder));
        let mut lines = 0;
        for path in sources {
            let source = std::fs::read_to_string(root().join(&path));
            let source = source.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            for (number, line) in (1..).zip(source.lines()) {
                lines += 1;
                let line = line.to_lowercase().replace(['_', ' '], "-");
                let mut names = games.iter().map(|game| game.name.as_str());
                let named = names.find(|&name| name != own && has_word(&line, name));
                assert_eq!(named, None, "{}:{number}", path.display());
            }
        }
        assert!(lines > 0, "{folder} holds no tracked file: `git add` it");
    };
    check("crates/engine/search", "");
    check("crates/engine/botio", "");
    check("crates/engine/searchbot", "");
    for &game in &games {
        check(&folder(game), &game.name);
    }
}
