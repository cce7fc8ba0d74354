//! Evaluation of `cfg` predicates for the judge's machine.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Ident, LitBool, LitStr, Token,
    ext::IdentExt,
    parenthesized,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
};

/// Names of `cfg`s, each with a value or alone, that build scripts or flags of the compiler set.
pub(crate) type Cfgs = BTreeSet<(String, Option<String>)>;

/// Facts known before the judge compiles: the features of one package, what its build script and
/// the flags of the workspace and the judge set, and the machine.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    /// The features that cargo resolved for the package.
    pub(crate) features: &'a BTreeSet<String>,
    /// Those that the package's build script and the flags of the workspace and the judge set.
    pub(crate) cfgs: &'a Cfgs,
}

/// Reads a `cfg` such as `fast` or `width="64"`.
pub(crate) fn read_cfg(cfg: &str) -> (String, Option<String>) {
    match cfg.split_once('=') {
        Some((key, value)) => {
            (key.trim().to_owned(), Some(value.trim().trim_matches('"').to_owned()))
        }
        None => (cfg.trim().to_owned(), None),
    }
}

/// A decided predicate, or its undecided rest.
#[derive(Clone)]
pub(crate) enum Verdict {
    Known(bool),
    /// The predicate in its simplest form. It depends on the judge's compiler flags, for example on
    /// `debug_assertions`.
    Open(TokenStream),
}

enum Predicate {
    Constant(bool),
    Name(Ident),
    Value(Ident, LitStr),
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Not(Box<Predicate>),
}

impl Facts<'_> {
    /// Decides the text between the parentheses of `cfg(...)`.
    pub(crate) fn decide(&self, predicate: TokenStream) -> syn::Result<Verdict> {
        let parser = |input: ParseStream| {
            let predicate = Predicate::parse(input)?;
            input.parse::<Option<Token![,]>>()?;
            Ok(predicate)
        };
        Ok(self.evaluate(&parser.parse2(predicate)?))
    }

    /// Returns true if a feature is on: by cargo, or by a flag `--cfg feature="..."`.
    pub(crate) fn has_feature(&self, name: &str) -> bool {
        self.features.contains(name)
            || self.cfgs.contains(&("feature".to_owned(), Some(name.to_owned())))
    }

    fn evaluate(&self, predicate: &Predicate) -> Verdict {
        match predicate {
            Predicate::Constant(value) => Verdict::Known(*value),
            Predicate::Name(name) => self.named(name),
            Predicate::Value(key, value) => self.valued(key, value),
            Predicate::Not(inner) => match self.evaluate(inner) {
                Verdict::Known(value) => Verdict::Known(!value),
                Verdict::Open(rest) => Verdict::Open(quote!(not(#rest))),
            },
            Predicate::All(parts) => self.combine(parts, true),
            Predicate::Any(parts) => self.combine(parts, false),
        }
    }

    /// Evaluates `all` (neutral element `true`) or `any` (neutral element `false`).
    fn combine(&self, parts: &[Predicate], neutral: bool) -> Verdict {
        let mut open = Vec::new();
        for part in parts {
            match self.evaluate(part) {
                Verdict::Known(value) if value == neutral => {}
                Verdict::Known(value) => return Verdict::Known(value),
                Verdict::Open(rest) => open.push(rest),
            }
        }
        match (open.len(), neutral) {
            (0, _) => Verdict::Known(neutral),
            (1, _) => Verdict::Open(open.remove(0)),
            (_, true) => Verdict::Open(quote!(all(#(#open),*))),
            (_, false) => Verdict::Open(quote!(any(#(#open),*))),
        }
    }

    fn valued(&self, key: &Ident, value: &LitStr) -> Verdict {
        let text = value.value();
        let known = match key.unraw().to_string().as_str() {
            "feature" => self.has_feature(&text),
            "target_arch" => text == "x86_64",
            "target_os" => text == "linux",
            "target_family" => text == "unix",
            "target_env" => text == "gnu",
            "target_vendor" => text == "unknown",
            "target_endian" => text == "little",
            "target_pointer_width" => text == "64",
            "target_has_atomic" => matches!(text.as_str(), "8" | "16" | "32" | "64" | "ptr"),
            // The baseline of x86_64. The judge decides about anything above it.
            "target_feature" if matches!(text.as_str(), "fxsr" | "sse" | "sse2") => true,
            "target_feature" | "panic" | "relocation_model" => {
                return Verdict::Open(quote!(#key = #value));
            }
            // Only build scripts and flags set other keys.
            key => self.cfgs.contains(&(key.to_owned(), Some(text))),
        };
        Verdict::Known(known)
    }

    fn named(&self, name: &Ident) -> Verdict {
        match name.unraw().to_string().as_str() {
            "unix" => Verdict::Known(true),
            "debug_assertions"
            | "overflow_checks"
            | "target_thread_local"
            | "target_has_atomic" => Verdict::Open(quote!(#name)),
            name => Verdict::Known(self.cfgs.contains(&(name.to_owned(), None))),
        }
    }
}

impl Parse for Predicate {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitBool) {
            return Ok(Self::Constant(input.parse::<LitBool>()?.value));
        }
        let name = input.call(Ident::parse_any)?;
        if input.parse::<Option<Token![=]>>()?.is_some() {
            return Ok(Self::Value(name, input.parse()?));
        }
        if !input.peek(syn::token::Paren) {
            return Ok(Self::Name(name));
        }
        let inner;
        parenthesized!(inner in input);
        let mut parts: Vec<Self> =
            Punctuated::<Self, Token![,]>::parse_terminated(&inner)?.into_iter().collect();
        match name.to_string().as_str() {
            "all" => Ok(Self::All(parts)),
            "any" => Ok(Self::Any(parts)),
            "not" if parts.len() == 1 => Ok(Self::Not(Box::new(parts.remove(0)))),
            _ => Err(syn::Error::new(name.span(), format!("`{name}(...)` is no cfg predicate"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(predicate: &str, expected: &str) {
        let features = BTreeSet::from(["fast".to_owned()]);
        let set = |key: &str, value: Option<&str>| (key.to_owned(), value.map(str::to_owned));
        let cfgs = Cfgs::from([
            set("probed", None),
            set("width", Some("64")),
            set("feature", Some("flagged")),
        ]);
        let facts = Facts { features: &features, cfgs: &cfgs };
        let verdict = facts.decide(predicate.parse().unwrap()).unwrap();
        let text = match verdict {
            Verdict::Known(value) => value.to_string(),
            Verdict::Open(rest) => rest.to_string(),
        };
        assert_eq!(text, expected, "{predicate}");
    }

    #[test]
    fn a_cfg_is_a_name_or_a_name_and_a_value() {
        assert_eq!(read_cfg("fast"), ("fast".to_owned(), None));
        for text in ["width=\"64\"", "width = \"64\""] {
            assert_eq!(read_cfg(text), ("width".to_owned(), Some("64".to_owned())));
        }
    }

    #[test]
    fn features_machine_and_unknown_names_are_decided() {
        check("test", "false");
        check("unix", "true");
        check("docsrs", "false");
        check(r#"feature = "fast""#, "true");
        check(r#"feature = "flagged""#, "true");
        check(r#"not(feature = "slow")"#, "true");
        check(r#"all(target_os = "linux", target_pointer_width = "64")"#, "true");
        check(r#"any(windows, feature = "slow",)"#, "false");
        check("all()", "true");
        check("any()", "false");
        check("false", "false");
    }

    #[test]
    fn predicates_that_depend_on_the_judges_flags_stay_open_in_their_simplest_form() {
        check("debug_assertions", "debug_assertions");
        check("all(debug_assertions, test)", "false");
        check(r#"all(unix, debug_assertions)"#, "debug_assertions");
        check("not(any(debug_assertions, windows))", "not (debug_assertions)");
        check(
            r#"any(target_feature = "avx2", debug_assertions)"#,
            r#"any (target_feature = "avx2" , debug_assertions)"#,
        );
        check(r#"target_feature = "sse2""#, "true");
    }
}
