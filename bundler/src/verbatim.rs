//! Detection of syntax that the parser or the printer does not support: it cannot be rewritten, so
//! it is refused before any other step.

use std::path::Path;

use quote::ToTokens;
use syn::{
    ForeignItem, ItemMacro,
    visit::{self, Visit},
};

use crate::definitions::rules;
use crate::error::BundleError;

/// Reports an error for a file with syntax that the parser does not support.
pub(crate) fn refuse(file: &syn::File, path: &Path) -> Result<(), BundleError> {
    let mut search = Search { found: None };
    search.visit_file(file);
    match search.found {
        Some(what) => Err(BundleError::Refused {
            file: path.to_owned(),
            what,
            reason: "the bundler cannot read this syntax; write it in a more common way",
        }),
        None => Ok(()),
    }
}

struct Search {
    found: Option<String>,
}

macro_rules! search {
    ($($visit:ident($node:ident);)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            if let syn::$node::Verbatim(tokens) = node {
                self.found.get_or_insert_with(|| tokens.to_token_stream().to_string());
            }
            visit::$visit(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Search {
    /// Accepts `safe fn` and `safe static`, which can be rewritten token by token.
    fn visit_foreign_item(&mut self, node: &'ast ForeignItem) {
        if let ForeignItem::Verbatim(tokens) = node {
            let is_safe = tokens.clone().into_iter().any(|tree| tree.to_string() == "safe");
            if !is_safe {
                self.found.get_or_insert_with(|| tokens.to_string());
            }
        }
        visit::visit_foreign_item(self, node);
    }

    /// The parser reads the rules of a macro as any tokens, the printer only if they are rules.
    fn visit_item_macro(&mut self, node: &'ast ItemMacro) {
        if let Some(name) = &node.ident
            && node.mac.path.is_ident("macro_rules")
            && rules(node.mac.tokens.clone()).is_none()
        {
            self.found.get_or_insert_with(|| format!("macro_rules! {name}"));
        }
        visit::visit_item_macro(self, node);
    }

    search! {
        visit_expr(Expr);
        visit_impl_item(ImplItem);
        visit_item(Item);
        visit_lit(Lit);
        visit_pat(Pat);
        visit_trait_item(TraitItem);
        visit_type(Type);
        visit_type_param_bound(TypeParamBound);
    }
}
