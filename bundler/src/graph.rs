//! Dependency graph of a binary: the crates to inline, in dependency order, and the crates that the
//! judge provides.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use cargo_metadata::{
    DependencyKind, Metadata, NodeDep, Package, PackageId, Target, semver::Version,
};

use crate::answers::Answers;
use crate::cfg::Cfgs;
use crate::error::BundleError;
use crate::features::Features;
use crate::judge::{Judge, Provided};
use crate::macro_crate::Procedural;
use crate::migration::Edits;
use crate::packages;
use crate::remark::Remark;
use crate::request::Request;
use crate::settings::Settings;
use crate::token_trees::words;
use crate::workspace_check::{self, Findings, ScriptResults, Selection};

/// Editions that no judge compiles.
const OLD_EDITIONS: [&str; 2] = ["2015", "2018"];

/// The crates of one binary.
pub(crate) struct Graph {
    /// Libraries first, each after all its dependencies; the binary is last.
    pub(crate) crates: Vec<Krate>,
    /// Procedural-macro crates that an inlined crate depends on.
    pub(crate) procedural: Vec<Procedural>,
    /// Provided crates that an inlined crate depends on.
    pub(crate) provided: BTreeSet<Provided>,
    /// Cargo's build folder for this workspace.
    pub(crate) target_directory: PathBuf,
    /// Folder of the workspace.
    pub(crate) workspace_root: PathBuf,
    /// Name of the binary or example.
    pub(crate) entry: String,
    /// Differences from the workspace's build.
    pub(crate) remarks: BTreeSet<Remark>,
    /// Edits that migrate crates of older editions.
    pub(crate) edits: Edits,
}

/// One crate whose source goes into the bundle.
pub(crate) struct Krate {
    /// Name in source code.
    pub(crate) name: String,
    pub(crate) root: PathBuf,
    pub(crate) edition: String,
    pub(crate) features: BTreeSet<String>,
    /// Names of other crates in this one.
    pub(crate) externs: BTreeMap<String, Extern>,
    pub(crate) package: Package,
    /// Packages between the binary and this one, from the binary on.
    through: Vec<String>,
    /// Those that the package's build script and the flags of the workspace and the judge set.
    pub(crate) cfgs: Cfgs,
    /// Results of the package's build script, if it has one.
    pub(crate) script: Option<ScriptResults>,
}

/// A crate that another one can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Extern {
    /// Index into [`Graph::crates`].
    Inlined(usize),
    /// Linked by the judge under this crate name.
    Provided(String),
    /// Index into [`Graph::procedural`].
    Procedural(usize),
}

impl Krate {
    /// Returns true for a crate of the user: it comes from a path and from no registry or
    /// repository.
    pub(crate) fn is_own(&self) -> bool {
        self.package.source.is_none()
    }

    fn refuse_libraries(&self) -> Result<(), BundleError> {
        match &self.script {
            Some(script) if !script.libraries.is_empty() => Err(BundleError::NativeLibrary {
                package: self.package.name.to_string(),
                libraries: script.libraries.clone(),
                through: self.through.clone(),
            }),
            _ => Ok(()),
        }
    }
}

impl Graph {
    /// Reads the crates of a program, with the answers that cargo gave an earlier run if they still
    /// hold. An error with those counts only if cargo answers the same now.
    pub(crate) fn read(request: &Request) -> Result<Self, BundleError> {
        let kept = Answers::kept(&request.manifest_path);
        if let Some(Ok(graph)) = kept.map(|answers| Self::of(request, answers)) {
            return Ok(graph);
        }
        Self::of(request, Answers::ask(&request.manifest_path)?)
    }

    fn of(request: &Request, mut answers: Answers) -> Result<Self, BundleError> {
        let metadata = answers.metadata()?;
        let settings = Settings::read(&request.manifest_path, &metadata)?;
        let package = packages::package(&metadata, request)?;
        let entry = packages::entry(package, &request.entry)?;
        let features = Features::resolve(&mut answers, package, &request.entry)?;
        let mut walk = Walk {
            metadata: &metadata,
            features: &features,
            judge: &request.judge,
            done: HashMap::new(),
            crates: Vec::new(),
            procedural: Vec::new(),
            provided: BTreeSet::new(),
            through: Vec::new(),
            remarks: BTreeSet::new(),
        };
        walk.add_entry(package, entry)?;
        let (mut crates, mut remarks) = (walk.crates, walk.remarks);
        let is_old = |krate: &Krate| OLD_EDITIONS.contains(&krate.edition.as_str());
        let has_script = |krate: &Krate| packages::has_build_script(&krate.package);
        let findings = match crates.split_last() {
            Some((last, libraries)) if crates.iter().any(|it| is_old(it) || has_script(it)) => {
                let is_checked = |krate: &&Krate| is_old(krate) || has_script(krate);
                let selection = Selection {
                    libraries: libraries
                        .iter()
                        .filter(is_checked)
                        .map(|krate| &krate.package.id)
                        .collect(),
                    // Cargo resolves the dependencies of an example only to check one.
                    entry: Some((&package.id, entry))
                        .filter(|_| is_checked(&last) || entry.is_example()),
                    old: crates
                        .iter()
                        .filter(|krate| is_old(krate))
                        .map(|krate| krate.package.id.clone())
                        .collect(),
                };
                workspace_check::run(request, &metadata, &selection, &settings.flags)?
            }
            _ => Findings::default(),
        };
        let packages = crates.iter().map(|krate| krate.package.name.as_str()).collect();
        remarks.extend(settings.remarks(&packages, &request.judge));
        let cfgs: Cfgs = settings.cfgs().into_iter().chain(request.judge.cfgs()).collect();
        for krate in &mut crates {
            krate.cfgs = cfgs.clone();
        }
        let has_scripts = crates.iter().any(has_script);
        if has_scripts {
            for krate in &mut crates {
                krate.script = findings.scripts.get(&krate.package.id).cloned();
                krate.cfgs.extend(krate.script.iter().flat_map(|script| script.cfgs.clone()));
                krate.refuse_libraries()?;
            }
            let scripts = crates.iter().filter(|krate| krate.script.is_some());
            let packages = scripts.map(|krate| krate.package.name.to_string());
            let packages: BTreeSet<String> = packages.collect();
            remarks.insert(Remark::BuildScripts { packages: packages.into_iter().collect() });
        }
        Ok(Self {
            crates,
            procedural: walk.procedural,
            provided: walk.provided,
            entry: entry.name.clone(),
            remarks,
            edits: findings.edits,
            target_directory: metadata.target_directory.into_std_path_buf(),
            workspace_root: metadata.workspace_root.into_std_path_buf(),
        })
    }
}

struct Walk<'a> {
    metadata: &'a Metadata,
    features: &'a Features,
    judge: &'a Judge,
    done: HashMap<&'a PackageId, usize>,
    crates: Vec<Krate>,
    procedural: Vec<Procedural>,
    provided: BTreeSet<Provided>,
    /// The packages between the binary and the current one, for error messages.
    through: Vec<&'a str>,
    remarks: BTreeSet<Remark>,
}

impl<'a> Walk<'a> {
    fn add_entry(&mut self, package: &'a Package, entry: &Target) -> Result<(), BundleError> {
        let features = self.features.of(package);
        let missing = entry
            .required_features
            .iter()
            .find(|feature| features.is_none_or(|features| !features.contains(*feature)));
        if let Some(feature) = missing {
            return Err(BundleError::FeatureOff {
                bin: entry.name.clone(),
                feature: feature.clone(),
            });
        }
        let words = words_of(entry);
        let metadata = self.metadata;
        // Examples can use the same dependencies as tests. They name those that they use.
        let is_used = |dependency: &NodeDep| {
            let is_named = || words.as_ref().is_none_or(|words| words.contains(&dependency.name));
            has_kind(dependency, DependencyKind::Normal)
                && (is_from_elsewhere(metadata, dependency) || is_named())
                || entry.is_example()
                    && has_kind(dependency, DependencyKind::Development)
                    && is_named()
        };
        let mut externs = self.externs_of(package, is_used)?;
        // An entry links its own package's library under that library's name.
        if let Some(library) = packages::library(package) {
            let index = self.add_library(package, library)?;
            externs.insert(packages::crate_name(library), Extern::Inlined(index));
        } else if let Some(library) = packages::procedural_library(package) {
            let target = self.add_procedural(package, library);
            externs.insert(packages::crate_name(library), target);
        }
        self.push(package, entry, externs);
        Ok(())
    }

    fn add_library(
        &mut self,
        package: &'a Package,
        library: &Target,
    ) -> Result<usize, BundleError> {
        if let Some(&index) = self.done.get(&package.id) {
            return Ok(index);
        }
        self.through.push(&package.name);
        let words = words_of_library(package, library);
        let metadata = self.metadata;
        let is_used = |dependency: &NodeDep| {
            let is_named = || words.as_ref().is_none_or(|words| words.contains(&dependency.name));
            has_kind(dependency, DependencyKind::Normal)
                && (is_from_elsewhere(metadata, dependency) || is_named())
        };
        let externs = self.externs_of(package, is_used)?;
        self.through.pop();
        let index = self.push(package, library, externs);
        self.done.insert(&package.id, index);
        Ok(index)
    }

    /// Adds the dependencies that a package uses, depth first, and returns their names in that
    /// package.
    fn externs_of(
        &mut self,
        package: &'a Package,
        is_used: impl Fn(&NodeDep) -> bool,
    ) -> Result<BTreeMap<String, Extern>, BundleError> {
        let node = self
            .metadata
            .resolve
            .iter()
            .flat_map(|resolve| &resolve.nodes)
            .find(|node| node.id == package.id)
            .expect("cargo resolves every package that it lists");
        let mut dependencies: Vec<_> =
            node.deps.iter().filter(|dependency| is_used(dependency)).collect();
        dependencies.sort_by(|a, b| (&a.name, &a.pkg).cmp(&(&b.name, &b.pkg)));

        let mut externs = BTreeMap::new();
        for dependency in dependencies {
            let target = &self.metadata[&dependency.pkg];
            if self.features.of(target).is_none() {
                // Optional, and off in a build of this binary.
                continue;
            }
            let name = dependency.name.clone();
            externs.insert(name, self.add_dependency(package, target)?);
        }
        Ok(externs)
    }

    fn add_dependency(
        &mut self,
        dependant: &Package,
        package: &'a Package,
    ) -> Result<Extern, BundleError> {
        if package.source.is_some()
            && let Some(provided) = self.judge.provides(&package.name)
        {
            let (locked, is_allowed) =
                (package.version.to_string(), allows(dependant, package, provided));
            let is_locked = locked == provided.version;
            if !is_locked {
                let (provided, dependant) = (provided.clone(), dependant.name.to_string());
                self.remarks.insert(match is_allowed {
                    true => Remark::JudgesVersion { provided, locked, dependant },
                    false => Remark::CarriedIn { provided, locked, dependant },
                });
            }
            if is_locked || is_allowed {
                self.provided.insert(provided.clone());
                return Ok(Extern::Provided(provided.crate_name()));
            }
        }
        if let Some(library) = packages::procedural_library(package) {
            return Ok(self.add_procedural(package, library));
        }
        let library = packages::library(package)
            .ok_or_else(|| BundleError::NoLibrary { package: package.name.to_string() })?;
        Ok(Extern::Inlined(self.add_library(package, library)?))
    }

    fn add_procedural(&mut self, package: &Package, library: &Target) -> Extern {
        self.procedural.push(Procedural::read(package, library));
        Extern::Procedural(self.procedural.len() - 1)
    }

    fn push(
        &mut self,
        package: &Package,
        target: &Target,
        externs: BTreeMap<String, Extern>,
    ) -> usize {
        self.crates.push(Krate {
            name: packages::crate_name(target),
            root: target.src_path.clone().into_std_path_buf(),
            edition: target.edition.to_string(),
            features: self.features.of(package).cloned().unwrap_or_default(),
            externs,
            package: package.clone(),
            through: self.through.iter().map(|&name| name.to_owned()).collect(),
            cfgs: Cfgs::new(),
            script: None,
        });
        self.crates.len() - 1
    }
}

fn has_kind(dependency: &NodeDep, kind: DependencyKind) -> bool {
    dependency.dep_kinds.iter().any(|dependency| dependency.kind == kind)
}

/// Returns true if a dependency is no package of the user. Such a package may be needed without
/// being named, by code that a macro of another one writes.
fn is_from_elsewhere(metadata: &Metadata, dependency: &NodeDep) -> bool {
    metadata[&dependency.pkg].source.is_some()
}

/// Returns all words of a library's folder, without the files of the package's programs; `None` if
/// the library may have other files, or if one cannot be read.
fn words_of_library(package: &Package, library: &Target) -> Option<HashSet<String>> {
    let is_of_other = |path: &Path| {
        let others = package.targets.iter().filter(|target| target.src_path != library.src_path);
        others.into_iter().any(|target| target.src_path.as_std_path() == path)
    };
    let mut folders = vec![library.src_path.parent()?.as_std_path().to_owned()];
    let mut all = HashSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).ok()? {
            let path = entry.ok()?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !is_of_other(&path) {
                let text = fs::read_to_string(path).ok()?;
                if ["path =", "path=", "include!"].iter().any(|other| text.contains(other)) {
                    return None;
                }
                add_words(&text, &mut all);
            }
        }
    }
    Some(all)
}

/// Adds the words of a text, most of which are known.
fn add_words(text: &str, all: &mut HashSet<String>) {
    for word in words(text) {
        if !all.contains(word) {
            all.insert(word.to_owned());
        }
    }
}

/// Returns all words of an entry's file; `None` if the file may contain others, or if it cannot be
/// read.
fn words_of(entry: &Target) -> Option<HashSet<String>> {
    let text = fs::read_to_string(&entry.src_path).ok()?;
    let mut all = HashSet::new();
    add_words(&text, &mut all);
    let has_others = ["mod", "include"].iter().any(|word| all.contains(*word));
    (!has_others).then_some(all)
}

/// Returns true if the requirement by which a package depends on another one allows the judge's
/// version.
fn allows(dependant: &Package, package: &Package, provided: &Provided) -> bool {
    let Ok(version) = Version::parse(&provided.version) else { return false };
    let requirements = dependant.dependencies.iter();
    let mut requirements = requirements
        .filter(|dependency| dependency.name == *package.name)
        .filter(|dependency| dependency.req.matches(&package.version));
    requirements.any(|dependency| dependency.req.matches(&version))
}
