//! Command `cargo cg new`: writes the files of a game and the lines that name it.

use std::env;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use options::Reply;
use options::new::Arguments;
use workspace::Workspace;

use crate::changes::Changes;
use crate::edits::{insert_last, insert_sorted};
use crate::host::{Host, LOCK};
use crate::manifest::with_game;
use crate::name::Name;
use crate::outside;
use crate::skeleton::Skeleton;
use crate::template::render_folder;

/// Folder of the registry.
const REGISTRY: &str = "crates/tools/registry";

/// Files that get lines for the game.
const MANIFEST: &str = "Cargo.toml";
const REGISTRY_MANIFEST: &str = "crates/tools/registry/Cargo.toml";
const MODULES: &str = "crates/tools/registry/src/games/mod.rs";
const LIST: &str = "crates/tools/registry/src/list.rs";
const EDITED: [&str; 4] = [MANIFEST, REGISTRY_MANIFEST, MODULES, LIST];

/// Text in the line of each game in the registry's manifest.
const OPTIONAL: &str = "optional = true";

/// Path of the games' modules in the registry.
const GAMES: &str = "crate::games::";

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let name = Name::parse(&arguments.name)?;
    let root = Workspace::find()?.root;
    match &arguments.outside {
        Some(folder) => write_workspace(&root, folder, &name, arguments),
        None => write_game(&root, &name, arguments),
    }
}

/// Writes a game into the workspace.
fn write_game(root: &Path, name: &Name, arguments: &Arguments) -> anyhow::Result<Reply> {
    let host = Host::of(root);
    let skeleton = Skeleton::new(name, arguments, host)?;
    let templates = host.templates(root);
    check_unused(root, &templates, name)?;
    check_clean(root)?;
    let places = Places::of(name);
    let changes = Changes {
        files: game_files(&templates, &places, &skeleton)?,
        places: places.all(),
        edits: edits(root, name, host)?,
    };
    changes.make(root)?;
    let shown: Vec<String> = places.all().iter().map(|path| path.display().to_string()).collect();
    eprintln!("new: {}", shown.join(" "));
    eprintln!("changed: {}", EDITED.join(" "));
    eprintln!("undo: git restore {} {LOCK} && rm -r {}", EDITED.join(" "), shown.join(" "));
    finish(root, name, &skeleton, arguments)
}

/// Writes a workspace of its own with the game.
fn write_workspace(
    root: &Path,
    folder: &Path,
    name: &Name,
    arguments: &Arguments,
) -> anyhow::Result<Reply> {
    if Host::of(root) == Host::Outside {
        bail!("this is a workspace of its own already: leave out --outside");
    }
    let folder = path::absolute(folder)?;
    let (Some(parent), Some(last)) = (folder.parent(), folder.file_name()) else {
        bail!("{} is no new folder", folder.display());
    };
    let parent = fs::canonicalize(parent)
        .with_context(|| format!("{} cannot be written", parent.display()))?;
    let folder = parent.join(last);
    let skeleton = Skeleton::new(name, arguments, Host::Outside)?;
    let templates = Host::Own.templates(root);
    check_unused(root, &templates, name)?;
    let git = arguments.git.as_deref();
    let mut files = outside::files(root, &templates, name, git, &skeleton.values)?;
    files.extend(game_files(&templates, &Places::of(name), &skeleton)?);
    let files = files.into_iter().map(|(path, text)| (Path::new(last).join(path), text)).collect();
    let changes = Changes { files, places: vec![last.into()], edits: Vec::new() };
    changes.make(&parent)?;
    outside::init_git(&folder)?;
    outside::settle_lock(&folder);
    eprintln!("new: {}", folder.display());
    eprintln!("undo: rm -r {}", folder.display());
    println!("cd {}", folder.display());
    finish(&folder, name, &skeleton, arguments)
}

/// Makes the opening book of a game that has been written, and prints the next commands.
fn finish(
    root: &Path,
    name: &Name,
    skeleton: &Skeleton,
    arguments: &Arguments,
) -> anyhow::Result<Reply> {
    let book = book_command(name, skeleton, &Places::of(name).book);
    match arguments.no_book {
        true => eprintln!("book: cargo {}", book.join(" ")),
        false => make_book(root, &book)?,
    }
    let game = name.package();
    println!("cargo test -p {game}");
    println!("cargo cg match {game} --p1 bot --p2 random --games 20");
    println!("cargo cg serve");
    Ok(Reply::Yes)
}

/// New files and folders of a game, relative to the workspace.
struct Places {
    package: PathBuf,
    registry: PathBuf,
    book: PathBuf,
}

impl Places {
    fn of(name: &Name) -> Places {
        Places {
            package: Path::new("crates/games").join(name.package()),
            registry: Path::new(REGISTRY).join("src/games").join(name.krate()),
            book: Path::new(REGISTRY).join(format!("books/{}.txt", name.package())),
        }
    }

    fn all(&self) -> Vec<PathBuf> {
        vec![self.package.clone(), self.registry.clone(), self.book.clone()]
    }
}

/// Checks that no package, game or type of the registry has the name.
fn check_unused(root: &Path, templates: &Path, name: &Name) -> anyhow::Result<()> {
    let lock = fs::read_to_string(root.join(LOCK)).context(LOCK)?;
    let line = format!("name = \"{}\"", name.package());
    if lock.lines().any(|other| other == line) {
        bail!("there is a package `{}` already: choose another name", name.package());
    }
    let registry = templates.join("game/registry");
    let files = [root.join(LIST), registry.join("mod.rs"), registry.join("board.rs")];
    let kind = name.type_name();
    for file in files {
        let text = fs::read_to_string(&file);
        let text = text.with_context(|| file.display().to_string())?;
        if text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == kind) {
            bail!(
                "the type of the game would be `{kind}`, a word of {}: choose another name",
                file.display()
            );
        }
    }
    Ok(())
}

/// Checks that git can restore the files that the command changes.
fn check_clean(root: &Path) -> anyhow::Result<()> {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(["status", "--porcelain", "--"]).args(EDITED).arg(LOCK);
    let output = git.output().context("git cannot be started: install it")?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!(
            "{}: the workspace must be a git checkout, so that this can be undone",
            reason.trim()
        );
    }
    let report = String::from_utf8_lossy(&output.stdout);
    let changed: Vec<&str> = report.lines().filter_map(|line| line.get(3..)).collect();
    if !changed.is_empty() {
        bail!("{} has changes that are not committed: commit or stash them", changed.join(", "));
    }
    Ok(())
}

/// Returns the new files of a game with their contents.
fn game_files(
    templates: &Path,
    places: &Places,
    skeleton: &Skeleton,
) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let mut files = vec![(places.book.clone(), String::new())];
    for folder in &skeleton.folders {
        for (path, text) in render_folder(&templates.join(folder), &skeleton.values)? {
            let place = match path.strip_prefix("crate") {
                Ok(path) => places.package.join(path),
                Err(_) => places.registry.join(path.strip_prefix("registry").unwrap_or(&path)),
            };
            files.push((place, text));
        }
    }
    if let Some((path, text)) = &skeleton.profile {
        files.push((places.package.join(path), text.clone()));
    }
    Ok(files)
}

/// Returns the changed files with their contents.
fn edits(root: &Path, name: &Name, host: Host) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let edited = |path: &str, edit: &dyn Fn(&str) -> anyhow::Result<String>| {
        let text = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
        let text = edit(&text).with_context(|| path.to_owned())?;
        anyhow::Ok((PathBuf::from(path), text))
    };
    let (game, krate, kind) = (name.package(), name.krate(), name.type_name());
    Ok(vec![
        edited(MANIFEST, &|text| with_game(text, name))?,
        edited(REGISTRY_MANIFEST, &|text| match host {
            Host::Own => {
                let line = format!("{game} = {{ workspace = true, optional = true }}");
                let text = insert_sorted(text, Some("[dependencies]"), OPTIONAL, &line)?;
                let feature = format!("    \"dep:{game}\",");
                insert_sorted(&text, Some("[features]"), "    \"dep:", &feature)
            }
            Host::Outside => {
                let line = format!("{game}.workspace = true");
                insert_sorted(text, Some("[dependencies]"), "workspace = true", &line)
            }
        })?,
        edited(MODULES, &|text| {
            insert_sorted(text, None, "pub(crate) mod ", &format!("pub(crate) mod {krate};"))
        })?,
        edited(LIST, &|text| {
            let import = format!("use {GAMES}{krate}::{kind};");
            let text = insert_sorted(text, None, &format!("use {GAMES}"), &import)?;
            insert_last(&text, "&Entry::<", &format!("    &Entry::<{kind}>::NEW,"))
        })?,
    ])
}

/// Returns the arguments of cargo that make the opening book of the game.
fn book_command(name: &Name, skeleton: &Skeleton, book: &Path) -> Vec<String> {
    let command = ["cg", "book", name.package()].into_iter().chain(skeleton.book);
    let path = book.display().to_string();
    command.map(str::to_owned).chain(["-o".to_owned(), path]).collect()
}

/// Makes the opening book of the game.
fn make_book(root: &Path, book: &[String]) -> anyhow::Result<()> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let status = cargo.args(book).current_dir(root).status().context("cargo cannot be started")?;
    if !status.success() {
        bail!("the game is written, but not its opening book: run cargo {}", book.join(" "));
    }
    Ok(())
}
