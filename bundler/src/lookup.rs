//! Following a name through scopes, imports and globs to what it means.

use crate::{
    graph::Extern,
    names::{Names, Position},
    scope::{ImportPath, Kind, Meaning, Reach, ScopeId},
};

/// Crates of the standard library, which every crate can name.
const STANDARD: [&str; 3] = ["alloc", "core", "std"];

/// Modules of the standard library that are called like crates people depend on, or could be.
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

/// What a path leads to in the namespace of modules and types.
pub(crate) enum Answer {
    Nothing,
    Unknown,
    Scope(ScopeId),
    /// A type, trait or variant.
    Type,
    /// A crate without known source; or the standard library.
    Opaque {
        is_standard: bool,
    },
}

/// Lookups in progress, so that imports that lead in circles end.
pub(crate) type Pending = Vec<(ScopeId, String)>;

impl Names {
    /// Looks a name up in the blocks around and in the module.
    pub(crate) fn lexical(
        &self,
        scope: ScopeId,
        name: &str,
        position: Position,
        pending: &mut Pending,
    ) -> Answer {
        let answer = match position {
            Position::Use => self.member_skipping(scope, name, scope, pending, true),
            Position::Elsewhere => self.member(scope, name, scope, pending),
        };
        match (answer, &self.scopes[scope].kind) {
            (Answer::Nothing, Kind::Block(outer)) => self.lexical(*outer, name, position, pending),
            (answer, _) => answer,
        }
    }

    /// What a name is as a member of a scope, seen from another one.
    pub(crate) fn member(
        &self,
        scope: ScopeId,
        name: &str,
        from: ScopeId,
        pending: &mut Pending,
    ) -> Answer {
        self.member_skipping(scope, name, from, pending, false)
    }

    /// Looks a name up among the declarations of one scope, its own first, then those that globs bring in.
    fn member_skipping(
        &self,
        scope: ScopeId,
        name: &str,
        from: ScopeId,
        pending: &mut Pending,
        skip_own_imports: bool,
    ) -> Answer {
        let key = (scope, name.to_owned());
        if pending.contains(&key) {
            return Answer::Nothing;
        }
        pending.push(key);
        let answer = self.declared(scope, name, pending, skip_own_imports);
        let answer = match answer {
            Answer::Nothing => self.globbed(scope, name, from, pending, skip_own_imports),
            answer => answer,
        };
        pending.pop();
        answer
    }

    fn declared(
        &self,
        scope: ScopeId,
        name: &str,
        pending: &mut Pending,
        skip_own_imports: bool,
    ) -> Answer {
        let mut best = Answer::Nothing;
        for named in self.scopes[scope].names.get(name).into_iter().flatten() {
            let answer = match &named.meaning {
                Meaning::Scope(id) => Answer::Scope(*id),
                Meaning::Type => Answer::Type,
                Meaning::Extern(krate) => self.extern_crate(self.scopes[scope].krate, krate),
                Meaning::Import(path) if skip_own_imports && path.starts_with(name) => continue,
                Meaning::Import(path) => self.resolve(scope, path, pending),
            };
            match answer {
                Answer::Nothing => {}
                Answer::Unknown => best = Answer::Unknown,
                known => return known,
            }
        }
        best
    }

    /// Globs of crates without known source are taken to bring in no name that is also a dependency's.
    fn globbed(
        &self,
        scope: ScopeId,
        name: &str,
        from: ScopeId,
        pending: &mut Pending,
        skip_own_imports: bool,
    ) -> Answer {
        for path in &self.scopes[scope].globs {
            if skip_own_imports && path.starts_with(name) {
                continue;
            }
            let Answer::Scope(target) = self.resolve(scope, path, pending) else {
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
                Answer::Nothing | Answer::Unknown => {}
                known => return known,
            }
        }
        Answer::Nothing
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
    ) -> Answer {
        let krate = self.scopes[scope].krate;
        let mut segments = path.segments.iter();
        let Some(first) = segments.next() else {
            return Answer::Nothing;
        };
        let mut place = match first.as_str() {
            name if path.is_global => self.extern_crate(krate, name),
            "crate" => Answer::Scope(self.roots[krate]),
            "self" => Answer::Scope(self.module_around(scope)),
            "super" => {
                self.parent(self.module_around(scope)).map_or(Answer::Nothing, Answer::Scope)
            }
            name => match self.lexical(scope, name, Position::Use, pending) {
                Answer::Nothing => self.extern_crate(krate, name),
                answer => answer,
            },
        };
        while let Some(segment) = segments.next() {
            let is_last = segments.len() == 0;
            place = match place {
                Answer::Scope(id) if segment == "super" => {
                    self.parent(id).map_or(Answer::Nothing, Answer::Scope)
                }
                Answer::Scope(id) => self.member(id, segment, scope, pending),
                Answer::Opaque { is_standard: true }
                    if is_last && STANDARD_MODULES.contains(&segment.as_str()) =>
                {
                    Answer::Type
                }
                Answer::Opaque { .. } | Answer::Unknown => Answer::Unknown,
                Answer::Type | Answer::Nothing => Answer::Nothing,
            };
        }
        place
    }

    /// The crate of this name, seen from another crate.
    fn extern_crate(&self, krate: usize, name: &str) -> Answer {
        match self.externs[krate].get(name) {
            Some(Extern::Inlined(index)) => Answer::Scope(self.roots[*index]),
            Some(Extern::Provided(_) | Extern::Procedural(_)) => {
                Answer::Opaque { is_standard: false }
            }
            None if name == "self" => Answer::Scope(self.roots[krate]),
            None if STANDARD.contains(&name) => Answer::Opaque { is_standard: true },
            None => {
                let meanings = self.scopes[self.roots[krate]].names.get(name);
                let bound = meanings.into_iter().flatten().find_map(|named| match &named.meaning {
                    Meaning::Extern(target) if target != name => Some(target),
                    _ => None,
                });
                bound.map_or(Answer::Nothing, |target| self.extern_crate(krate, target))
            }
        }
    }
}
