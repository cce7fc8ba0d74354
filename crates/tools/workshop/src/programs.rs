//! Programs for matches, built at most once and kept by what they are made from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};

use anyhow::{Context, anyhow, bail};
use arena::{Compile, Game};
use bundler::{Compiler, Edition, JUDGE_CRATES, Judge, Request, bundle};
use options::Data;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use workspace::{DataFolder, Workspace};

/// A folder of programs, each under a name that follows from what it was made from: a match that is
/// going on, or is taken up again, never sees one of them change.
pub(crate) struct Programs {
    /// The data folder that the user asks for.
    data: Data,
    /// Looked for when it is first needed: most matches need none.
    workspace: OnceLock<Result<Workspace, String>>,
    /// As the judge's, if there is one. Asking for it takes longer than many a game.
    compiler: OnceLock<Result<Compiler, String>>,
    /// One compiler at a time, and no source twice.
    making: Mutex<()>,
}

/// A commit of the workspace's repository.
pub(crate) struct Commit {
    /// As it was asked for, such as `main`.
    pub(crate) name: String,
    /// Its full hash.
    pub(crate) hash: String,
}

impl Programs {
    /// Where the programs lie in the data folder: a match that is taken up again needs them.
    const FOLDER: &'static str = "players";

    /// Programs of the workspace around the current folder.
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

    /// Returns whether there is a folder for what users make: outside the workspace only one that
    /// was asked for.
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

    /// Bundles a game's bot and returns the text, which depends on the sources alone.
    pub(crate) fn bundle(&self, game: &dyn Game) -> anyhow::Result<String> {
        let request = Request {
            package: Some(game.package().to_owned()),
            judge: judge_of(game)?,
            ..Request::new(self.workspace()?.manifest())
        };
        Ok(bundle(&request)?.source)
    }

    /// Returns a copy of `program` that stays as it is.
    pub(crate) fn keep(&self, program: &Path) -> anyhow::Result<PathBuf> {
        let contents =
            fs::read(program).with_context(|| format!("{} cannot be read", program.display()))?;
        self.made(&hash(&[&contents]), |path| {
            fs::copy(program, path).context("the program cannot be copied")?;
            Ok(())
        })
    }

    /// Returns the program that a bot's source compiles to, as the game's judge would compile it.
    /// Files of other people are not asked to be free of warnings, and may be of either edition.
    pub(crate) fn compile(&self, game: &dyn Game, source: &str) -> anyhow::Result<PathBuf> {
        let (compiler, judge) = (self.compiler()?, judge_of(game)?);
        let name = hash(&[source, compiler.version(), &judge.name].map(str::as_bytes));
        self.made(&name, |path| {
            compiler.build(source, Edition::E2021, &judge, path).or_else(|error| {
                // What is wrong in both editions is told of the older one.
                compiler.build(source, Edition::E2024, &judge, path).map_err(|_| error)
            })?;
            Ok(())
        })
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

    /// Returns a package's program as a commit of the repository has it. Each is built from nothing:
    /// cargo goes by the times of files, and takes what another commit has left for this one's where
    /// these are older.
    pub(crate) fn of_commit(&self, commit: &Commit, package: &str) -> anyhow::Result<PathBuf> {
        self.made(&format!("{package}-{}", commit.hash), |path| {
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

    /// Returns the commit that `name` means, `None` if it means none.
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

    /// Unpacks a commit's files into `folder`. The repository's own state is left alone.
    fn check_out(&self, commit: &Commit, folder: &Path) -> anyhow::Result<()> {
        let mut archive = self
            .git()?
            .args(["archive", "--format=tar", &commit.hash])
            .stdout(Stdio::piped())
            .spawn()
            .context("git cannot be started")?;
        let files = archive.stdout.take().context("git's output was asked to be piped")?;
        let unpacked = Command::new("tar")
            .args(["-x", "-C"])
            .arg(folder)
            .stdin(files)
            .status()
            .context("tar cannot be started")?;
        if !archive.wait()?.success() || !unpacked.success() {
            bail!("{commit} cannot be unpacked: see the report above");
        }
        Ok(())
    }

    fn git(&self) -> anyhow::Result<Command> {
        let mut git = Command::new("git");
        git.current_dir(&self.workspace()?.root);
        Ok(git)
    }

    /// Returns the program of that name, which `make` writes if it is not there yet.
    fn made(
        &self,
        name: &str,
        make: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<PathBuf> {
        let folder = self.kept(Programs::FOLDER)?;
        let path = folder.join(name);
        let _one_at_a_time = self.making.lock();
        if path.exists() {
            return Ok(path);
        }
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        // A program of another process, or one that is cut off, never lies under that name.
        let unfinished = NamedTempFile::new_in(&folder)?.into_temp_path();
        make(&unfinished)?;
        unfinished.persist(&path).map_err(io::Error::from)?;
        Ok(path)
    }
}

/// Returns the judge that compiles a game's bots.
fn judge_of(game: &dyn Game) -> anyhow::Result<Judge> {
    Ok(game.judge().parse()?)
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

/// Returns the hash of some texts in hexadecimal digits.
fn hash(texts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update(text.len().to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
