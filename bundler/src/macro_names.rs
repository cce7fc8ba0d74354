//! Resolution of exported macros: finds the names that lead to a macro through any imports.

use std::collections::BTreeSet;

use crate::names::{Names, Resolution};
use crate::scope::{ImportPath, Meaning, ScopeId};

impl Names {
    /// Returns true if an import of this path, in this scope, brings in an exported macro.
    pub(crate) fn imports_macro(&self, scope: ScopeId, path: &ImportPath) -> bool {
        self.leads_to_macro(scope, path, &mut Vec::new())
    }

    /// Returns the exported macros that can be named as members of a scope.
    pub(crate) fn macros_in(&self, scope: ScopeId) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.add_macros(scope, &mut found, &mut Vec::new());
        found
    }

    fn leads_to_macro(
        &self,
        scope: ScopeId,
        path: &ImportPath,
        pending: &mut Vec<(ScopeId, String)>,
    ) -> bool {
        let Some((last, before)) = path.segments.split_last() else { return false };
        if before.is_empty() {
            return !path.is_global && self.has_macro(scope, last, pending);
        }
        let before = ImportPath { is_global: path.is_global, segments: before.to_vec() };
        match self.resolve(scope, &before, &mut Vec::new()) {
            Resolution::Scope(id) => self.has_macro(id, last, pending),
            _ => false,
        }
    }

    fn has_macro(&self, scope: ScopeId, name: &str, pending: &mut Vec<(ScopeId, String)>) -> bool {
        let key = (scope, name.to_owned());
        if pending.contains(&key) {
            return false;
        }
        if self.scopes[scope].macros.contains(name) {
            return true;
        }
        pending.push(key);
        let named = self.scopes[scope].names.get(name).into_iter().flatten();
        let is_named = named.filter_map(|named| match &named.meaning {
            Meaning::Import(path) => Some(path),
            _ => None,
        });
        let found = is_named.clone().any(|path| self.leads_to_macro(scope, path, pending))
            || self.scopes[scope].globs.iter().any(|path| {
                match self.resolve(scope, path, &mut Vec::new()) {
                    Resolution::Scope(id) => self.has_macro(id, name, pending),
                    _ => false,
                }
            });
        pending.pop();
        found
    }

    fn add_macros(&self, scope: ScopeId, found: &mut BTreeSet<String>, pending: &mut Vec<ScopeId>) {
        if pending.contains(&scope) {
            return;
        }
        pending.push(scope);
        found.extend(self.scopes[scope].macros.iter().cloned());
        for (name, meanings) in &self.scopes[scope].names {
            let is_macro = meanings.iter().any(|named| match &named.meaning {
                Meaning::Import(path) => self.imports_macro(scope, path),
                _ => false,
            });
            found.extend(is_macro.then(|| name.clone()));
        }
        for path in &self.scopes[scope].globs {
            if let Resolution::Scope(id) = self.resolve(scope, path, &mut Vec::new()) {
                self.add_macros(id, found, pending);
            }
        }
    }
}
