//! Files that source code includes: `include_str!`, `include_bytes!` and `include!`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Expr, Lit, Token, parse::Parser, punctuated::Punctuated};

use crate::environment::Build;
use crate::error::BundleError;

/// Returns the file that an including macro in `source` names. The path may consist of `concat!`
/// and `env!`.
pub(crate) fn file(
    build: &Build<'_>,
    source: &Path,
    arguments: &TokenStream,
) -> Result<PathBuf, BundleError> {
    let path = syn::parse2(strip_comma(arguments)).ok().and_then(|path| text(build, &path));
    let Some(path) = path else {
        return Err(BundleError::Refused {
            file: source.to_owned(),
            what: format!("include...!({arguments})"),
            reason: "name the file to embed by a literal, or by `concat!` with literals, \
                     `env!(\"CARGO_MANIFEST_DIR\")` and `env!(\"OUT_DIR\")`",
        });
    };
    Ok(source.parent().unwrap_or(source).join(path))
}

/// Reads the bytes of a file.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, BundleError> {
    fs::read(file).map_err(|reason| BundleError::Read { file: file.to_owned(), reason })
}

/// Reads the text of a file.
pub(crate) fn read_text(file: &Path) -> Result<String, BundleError> {
    fs::read_to_string(file).map_err(|reason| BundleError::Read { file: file.to_owned(), reason })
}

fn strip_comma(arguments: &TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = arguments.clone().into_iter().collect();
    if matches!(trees.last(), Some(TokenTree::Punct(last)) if last.as_char() == ',') {
        trees.pop();
    }
    trees.into_iter().collect()
}

/// Evaluates an expression of literals and built-in macros to its text.
fn text(build: &Build<'_>, expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            Lit::Char(char) => Some(char.value().to_string()),
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Bool(value) => Some(value.value.to_string()),
            _ => None,
        },
        Expr::Macro(invocation) => {
            let parts = Punctuated::<Expr, Token![,]>::parse_terminated
                .parse2(invocation.mac.tokens.clone())
                .ok()?;
            let parts: Option<Vec<String>> = parts.iter().map(|part| text(build, part)).collect();
            let name = invocation.mac.path.segments.last()?.ident.to_string();
            match (name.as_str(), parts?.as_slice()) {
                ("concat", parts) => Some(parts.concat()),
                ("env", [variable]) if variable == "CARGO_MANIFEST_DIR" => {
                    build.folder().to_str().map(str::to_owned)
                }
                ("env", [variable]) if variable == "OUT_DIR" => {
                    build.generated()?.to_str().map(str::to_owned)
                }
                ("env", [variable, ..]) => build.variable(variable),
                _ => None,
            }
        }
        _ => None,
    }
}
