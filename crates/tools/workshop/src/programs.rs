//! Cache of the programs that play matches, keyed by a hash of what they are built from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};

use anyhow::{Context, anyhow, bail};
use arena::Compile;
use bundler::{Compiler, Edition, JUDGE_CRATES, Judge, Optimisation, Request, bundle};
use options::Data;
use registry::Game;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use workspace::{DataFolder, Workspace, copied_program_file, program_file, sync_file};

/// Folder of programs. The name of a program contains the hash of its source, contents or commit,
/// so that the program of a running or resumed match never changes.
pub(crate) struct Programs {
    /// Data folder that the user names.
    data: Data,
    /// Workspace, found at the first use: most matches need none.
    workspace: OnceLock<Result<Workspace, String>>,
    /// Compiler of the judge's version, if it is installed. The search for it takes longer than
    /// many games, so the result is kept.
    compiler: OnceLock<Result<Compiler, String>>,
    /// Lock: one compiler runs at a time, and no source is compiled twice.
    making: Mutex<()>,
}

/// Commit of the workspace's repository.
pub(crate) struct Commit {
    /// Revision as the user names it, such as `main`.
    pub(crate) name: String,
    /// Full hash of the commit.
    pub(crate) hash: String,
}

impl Programs {
    /// Folder of the programs in the data folder. A resumed match needs them.
    const FOLDER: &'static str = "players";

    /// Returns the programs of the workspace around the current folder.
    pub(crate) fn new(data: Data) -> Programs {
        Programs {
            data,
            workspace: OnceLock::new(),
            compiler: OnceLock::new(),
            making: Mutex::new(()),
        }
    }

    /// Returns the workspace around the current folder.
    pub(crate) fn workspace(&self) -> anyhow::Result<&Workspace> {
        let find = || Workspace::find().map_err(|error| format!("{error:#}"));
        self.workspace.get_or_init(find).as_ref().map_err(|error| anyhow!("{error}"))
    }

    /// Returns whether there is a data folder. Outside the workspace there is one only if the user
    /// names it.
    pub(crate) fn has_data_folder(&self) -> bool {
        self.data_folder().is_ok()
    }

    /// Returns the path of a file or folder in the data folder.
    pub(crate) fn kept(&self, name: &str) -> anyhow::Result<PathBuf> {
        self.data_folder()?.kept(name)
    }

    fn data_folder(&self) -> anyhow::Result<DataFolder> {
        match DataFolder::asked_for(self.data.data_folder.as_deref()) {
            Some(folder) => Ok(folder),
            None => Ok(DataFolder::of_workspace(self.workspace()?)),
        }
    }

    /// Returns the judge that compiles a game's bots.
    pub(crate) fn judge_of(&self, game: &dyn Game) -> anyhow::Result<Judge> {
        match game.judge() {
            path if Judge::is_profile(path) => {
                Ok(Judge::from_file(&self.workspace()?.root.join(path))?)
            }
            name => Ok(name.parse()?),
        }
    }

    /// Bundles a game's bot and returns the text, which depends on the sources only.
    pub(crate) fn bundle(&self, game: &dyn Game) -> anyhow::Result<String> {
        self.bundle_in(self.workspace()?, game)
    }

    /// Bundles a game's bot at a commit of the repository and returns the text.
    pub(crate) fn bundle_of_commit(
        &self,
        commit: &Commit,
        game: &dyn Game,
    ) -> anyhow::Result<String> {
        let sources = self.workspace()?.temporary_folder()?;
        self.check_out(commit, sources.path())?;
        let checkout = Workspace::checkout(sources.path());
        self.bundle_in(&checkout, game).with_context(|| format!("at {commit}"))
    }

    fn bundle_in(&self, workspace: &Workspace, game: &dyn Game) -> anyhow::Result<String> {
        let request = Request {
            package: Some(game.package().to_owned()),
            judge: self.judge_of(game)?,
            ..Request::new(workspace.manifest())
        };
        Ok(bundle(&request)?.source)
    }

    /// Copies `program` into the cache and returns the path of the copy, which never changes.
    pub(crate) fn keep(&self, program: &Path) -> anyhow::Result<PathBuf> {
        let contents =
            fs::read(program).with_context(|| format!("{} cannot be read", program.display()))?;
        let name = copied_program_file(&hash(&[&contents]), program);
        self.made(&name, |path| {
            fs::copy(program, path).context("the program cannot be copied")?;
            Ok(())
        })
    }

    /// Compiles a bot's source as the game's judge does and returns the program.
    pub(crate) fn compile(&self, game: &dyn Game, source: &str) -> anyhow::Result<PathBuf> {
        self.compile_for(&self.judge_of(game)?, source)
    }

    /// Compiles a bot's source as a judge does and returns the program. Warnings are allowed, and
    /// so are editions 2021 and 2024.
    pub(crate) fn compile_for(&self, judge: &Judge, source: &str) -> anyhow::Result<PathBuf> {
        let compiler = self.compiler()?;
        let name = hash(&[source, compiler.version(), &judge.name].map(str::as_bytes));
        self.made(&program_file(&name), |path| {
            let build = |edition| compiler.build(source, edition, judge, Optimisation::Full, path);
            build(Edition::E2021).or_else(|error| {
                // If both editions fail, report the error of edition 2021.
                build(Edition::E2024).map_err(|_| error)
            })?;
            Ok(())
        })
    }

    /// Returns the version of the compiler of sources.
    pub(crate) fn compiler_version(&self) -> anyhow::Result<String> {
        Ok(self.compiler()?.version().to_owned())
    }

    fn compiler(&self) -> anyhow::Result<&Compiler> {
        let find = || -> anyhow::Result<Compiler> {
            let cache = self.workspace()?.target.join(JUDGE_CRATES);
            match Compiler::judge(&cache)? {
                Some(compiler) => Ok(compiler),
                None => Ok(Compiler::workspace(&cache)?),
            }
        };
        let compiler = self.compiler.get_or_init(|| find().map_err(|error| format!("{error:#}")));
        compiler.as_ref().map_err(|error| anyhow!("{error}"))
    }

    /// Builds a package at a commit of the repository and returns the program. Each build starts
    /// with an empty target folder: cargo compares file times, and would reuse the output of
    /// another commit if the files of this commit were older.
    pub(crate) fn of_commit(&self, commit: &Commit, package: &str) -> anyhow::Result<PathBuf> {
        self.made(&program_file(&format!("{package}-{}", commit.hash)), |path| {
            eprintln!("building {package} of {commit}");
            let sources = self.workspace()?.temporary_folder()?;
            self.check_out(commit, sources.path())?;
            let program = Workspace::checkout(sources.path())
                .build(package)
                .with_context(|| format!("at {commit}"))?;
            fs::copy(program, path).context("the program cannot be copied")?;
            Ok(())
        })
    }

    /// Returns the commit of the revision `name`; `None` if there is no such revision.
    pub(crate) fn commit(&self, name: &str) -> anyhow::Result<Option<Commit>> {
        let output = self
            .git()?
            .args(["rev-parse", "--verify", "--quiet", "--end-of-options"])
            .arg(format!("{name}^{{commit}}"))
            .output()
            .context("git cannot be started")?;
        let hash = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(output.status.success().then(|| Commit { name: name.to_owned(), hash }))
    }

    /// Unpacks a commit's files into `folder`. Does not change the repository or its work tree.
    fn check_out(&self, commit: &Commit, folder: &Path) -> anyhow::Result<()> {
        let mut archive = self
            .git()?
            .args(["archive", "--format=tar", &commit.hash])
            .stdout(Stdio::piped())
            .spawn()
            .context("git cannot be started")?;
        let files = archive.stdout.take().context("the standard output of git is not piped")?;
        let unpacked = Command::new("tar")
            .args(["-x", "-C"])
            .arg(folder)
            .stdin(files)
            .status()
            .context("tar cannot be started")?;
        if !archive.wait()?.success() || !unpacked.success() {
            bail!("{commit} cannot be unpacked: see the errors above");
        }
        Ok(())
    }

    fn git(&self) -> anyhow::Result<Command> {
        let mut git = Command::new("git");
        git.current_dir(&self.workspace()?.root);
        Ok(git)
    }

    /// Returns the program of that name; `make` writes it if it does not exist yet.
    fn made(
        &self,
        name: &str,
        make: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<PathBuf> {
        let folder = self.kept(Programs::FOLDER)?;
        let path = folder.join(name);
        let _lock = self.making.lock();
        if path.exists() {
            return Ok(path);
        }
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} cannot be created", folder.display()))?;
        // The rename is atomic: an incomplete program never has the final name.
        let unfinished = NamedTempFile::new_in(&folder)?.into_temp_path();
        make(&unfinished)?;
        // The name is never written again: it must not outlive the contents in a crash of the
        // machine.
        sync_file(&unfinished)?;
        unfinished.persist(&path).map_err(io::Error::from)?;
        Ok(path)
    }
}

impl Compile for Programs {
    fn compile(&self, game: &dyn Game, source: &str) -> Result<PathBuf, String> {
        Programs::compile(self, game, source).map_err(|error| format!("{error:#}"))
    }
}

impl std::fmt::Display for Commit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, &self.hash[..7.min(self.hash.len())])
    }
}

/// Returns the first 16 bytes of the SHA-256 hash of texts, in hexadecimal digits.
pub(crate) fn hash(texts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update(text.len().to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
