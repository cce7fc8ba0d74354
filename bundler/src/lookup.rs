//! Name resolution: follows a name through scopes, imports and globs to its meaning.

use crate::graph::Extern;
use crate::names::{Names, Position, Resolution};
use crate::scope::{ImportPath, Kind, Meaning, Reach, ScopeId};

/// Crates of the standard library, which every crate can name.
const STANDARD: [&str; 3] = ["alloc", "core", "std"];

/// Modules of the standard library with names that crates have or could have.
const STANDARD_MODULES: [&str; 46] = [
    "alloc",
    "any",
    "arch",
    "array",
    "ascii",
    "backtrace",
    "borrow",
    "boxed",
    "cell",
    "char",
    "clone",
    "cmp",
    "collections",
    "convert",
    "default",
    "env",
    "error",
    "ffi",
    "fmt",
    "fs",
    "future",
    "hash",
    "hint",
    "io",
    "iter",
    "marker",
    "mem",
    "net",
    "num",
    "ops",
    "option",
    "os",
    "panic",
    "path",
    "pin",
    "process",
    "ptr",
    "rc",
    "result",
    "slice",
    "str",
    "string",
    "sync",
    "task",
    "thread",
    "time",
];

/// Lookups in progress, to detect cycles of imports.
pub(crate) type Pending = Vec<(ScopeId, String)>;

impl Names {
    /// Resolves a name in the enclosing blocks and in the module.
    pub(crate) fn lexical(
        &self,
        scope: ScopeId,
        name: &str,
        position: Position,
        pending: &mut Pending,
    ) -> Resolution {
        let resolution = match position {
            Position::Use => self.member_skipping(scope, name, scope, pending, true),
            Position::Elsewhere => self.member(scope, name, scope, pending),
        };
        match (resolution, &self.scopes[scope].kind) {
            (Resolution::Nothing, Kind::Block(outer)) => {
                self.lexical(*outer, name, position, pending)
            }
            (resolution, _) => resolution,
        }
    }

    /// Resolves a name as a member of a scope, seen from another scope.
    pub(crate) fn member(
        &self,
        scope: ScopeId,
        name: &str,
        from: ScopeId,
        pending: &mut Pending,
    ) -> Resolution {
        self.member_skipping(scope, name, from, pending, false)
    }

    /// Resolves a name among the declarations of one scope first, then among those that globs
    /// import.
    fn member_skipping(
        &self,
        scope: ScopeId,
        name: &str,
        from: ScopeId,
        pending: &mut Pending,
        skip_own_imports: bool,
    ) -> Resolution {
        let key = (scope, name.to_owned());
        if pending.contains(&key) {
            return Resolution::Nothing;
        }
        pending.push(key);
        let resolution = self.declared(scope, name, pending, skip_own_imports);
        let resolution = match resolution {
            Resolution::Nothing => self.globbed(scope, name, from, pending, skip_own_imports),
            resolution => resolution,
        };
        pending.pop();
        resolution
    }

    fn declared(
        &self,
        scope: ScopeId,
        name: &str,
        pending: &mut Pending,
        skip_own_imports: bool,
    ) -> Resolution {
        let mut best = Resolution::Nothing;
        for named in self.scopes[scope].names.get(name).into_iter().flatten() {
            let resolution = match &named.meaning {
                Meaning::Scope(id) => Resolution::Scope(*id),
                Meaning::Type => Resolution::Type,
                Meaning::Extern(krate) => self.extern_crate(self.scopes[scope].krate, krate),
                Meaning::Import(path) if skip_own_imports && path.starts_with(name) => continue,
                Meaning::Import(path) => self.resolve(scope, path, pending),
            };
            match resolution {
                Resolution::Nothing => {}
                Resolution::Unknown => best = Resolution::Unknown,
                known => return known,
            }
        }
        best
    }

    /// Resolves a name through globs. Assumes that globs of crates without available source import
    /// no name that is also a dependency's.
    fn globbed(
        &self,
        scope: ScopeId,
        name: &str,
        from: ScopeId,
        pending: &mut Pending,
        skip_own_imports: bool,
    ) -> Resolution {
        for path in &self.scopes[scope].globs {
            if skip_own_imports && path.starts_with(name) {
                continue;
            }
            let Resolution::Scope(target) = self.resolve(scope, path, pending) else {
                continue;
            };
            let is_visible = match self.scopes[target].names.get(name) {
                Some(meanings) => {
                    meanings.iter().any(|named| self.reaches(named.reach, target, from))
                }
                None => true,
            };
            if target == scope || !is_visible {
                continue;
            }
            match self.member(target, name, from, pending) {
                Resolution::Nothing | Resolution::Unknown => {}
                known => return known,
            }
        }
        Resolution::Nothing
    }

    fn reaches(&self, reach: Reach, target: ScopeId, from: ScopeId) -> bool {
        match reach {
            Reach::Public => true,
            Reach::Crate => self.scopes[target].krate == self.scopes[from].krate,
            Reach::Private => {
                let mut module = Some(self.module_around(from));
                while let Some(id) = module {
                    if id == target {
                        return true;
                    }
                    module = self.parent(id);
                }
                false
            }
        }
    }

    fn parent(&self, module: ScopeId) -> Option<ScopeId> {
        match self.scopes[module].kind {
            Kind::Module(parent) => parent,
            Kind::Block(outer) | Kind::Enum(outer) => Some(self.module_around(outer)),
        }
    }

    pub(crate) fn resolve(
        &self,
        scope: ScopeId,
        path: &ImportPath,
        pending: &mut Pending,
    ) -> Resolution {
        let krate = self.scopes[scope].krate;
        let mut segments = path.segments.iter();
        let Some(first) = segments.next() else {
            return Resolution::Nothing;
        };
        let mut place = match first.as_str() {
            name if path.is_global => self.extern_crate(krate, name),
            "crate" => Resolution::Scope(self.roots[krate]),
            "self" => Resolution::Scope(self.module_around(scope)),
            "super" => self
                .parent(self.module_around(scope))
                .map_or(Resolution::Nothing, Resolution::Scope),
            name => match self.lexical(scope, name, Position::Use, pending) {
                Resolution::Nothing => self.extern_crate(krate, name),
                resolution => resolution,
            },
        };
        while let Some(segment) = segments.next() {
            let is_last = segments.len() == 0;
            place = match place {
                Resolution::Scope(id) if segment == "super" => {
                    self.parent(id).map_or(Resolution::Nothing, Resolution::Scope)
                }
                Resolution::Scope(id) => self.member(id, segment, scope, pending),
                Resolution::Opaque { is_standard: true }
                    if is_last && STANDARD_MODULES.contains(&segment.as_str()) =>
                {
                    Resolution::Type
                }
                Resolution::Opaque { .. } | Resolution::Unknown => Resolution::Unknown,
                Resolution::Type | Resolution::Nothing => Resolution::Nothing,
            };
        }
        place
    }

    /// Returns the crate of this name, seen from another crate.
    fn extern_crate(&self, krate: usize, name: &str) -> Resolution {
        match self.externs[krate].get(name) {
            Some(Extern::Inlined(index)) => Resolution::Scope(self.roots[*index]),
            Some(Extern::Provided(_) | Extern::Procedural(_)) => {
                Resolution::Opaque { is_standard: false }
            }
            None if name == "self" => Resolution::Scope(self.roots[krate]),
            None if STANDARD.contains(&name) => Resolution::Opaque { is_standard: true },
            None => {
                let meanings = self.scopes[self.roots[krate]].names.get(name);
                let bound = meanings.into_iter().flatten().find_map(|named| match &named.meaning {
                    Meaning::Extern(target) if target != name => Some(target),
                    _ => None,
                });
                bound.map_or(Resolution::Nothing, |target| self.extern_crate(krate, target))
            }
        }
    }
}
