//! Tests of path rewriting: each check compares the rewritten source of one crate.

use std::{collections::BTreeMap, path::Path};

use quote::ToTokens;

use super::*;

const LIBRARY: &str = "
    pub mod part { pub struct Deep; pub enum Kind { A } }
    pub mod search { pub const X: u8 = 1; }
    pub struct Thing;
    pub fn call() {}
    pub mod shade { pub struct library; }
    pub mod own { pub(crate) struct library; }
";

fn externs() -> BTreeMap<String, Extern> {
    BTreeMap::from([
        ("library".to_owned(), Extern::Inlined(0)),
        ("renamed".to_owned(), Extern::Inlined(0)),
        ("rand".to_owned(), Extern::Provided("rand".to_owned())),
        ("dice".to_owned(), Extern::Provided("rand".to_owned())),
    ])
}

fn rewritten(source: &str, module: Option<&str>) -> Result<String, String> {
    let library = syn::parse_file(LIBRARY).unwrap();
    let mut file = syn::parse_file(source).unwrap();
    let mut names = Names::default();
    names.add_crate(&library.items, BTreeMap::new());
    names.add_crate(&file.items, externs());
    let modules = [Some("library".to_owned()), module.map(str::to_owned)];
    let mut rewriter = Rewriter::new(&mut names, &modules, 1, "user", Path::new("user.rs"));
    rewriter.visit_file_mut(&mut file);
    match rewriter.problem {
        Some(problem) => Err(problem.to_string()),
        None => Ok(file.to_token_stream().to_string()),
    }
}

/// Returns the text without white space, which the printing of token streams may put anywhere.
fn squeezed(source: &str) -> String {
    source.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Rewrites the root of a crate that depends on `library`, and has the name `user` if it is a
/// library itself.
fn check_as(module: Option<&str>, source: &str, expected: &str) {
    assert_eq!(squeezed(&rewritten(source, module).unwrap()), squeezed(expected), "{source}");
}

fn check(source: &str, expected: &str) {
    check_as(Some("user"), source, expected);
}

fn check_unchanged(source: &str) {
    check(source, source);
}

#[test]
fn the_first_word_of_a_path_is_rewritten_in_every_position() {
    check("fn f(x: library::Thing) {}", "fn f(x: crate::library::Thing) {}");
    check("fn f() { library::call(); }", "fn f() { crate::library::call(); }");
    check("fn f() { ::library::call(); }", "fn f() { crate::library::call(); }");
    check(
        "fn f(k: K) { if let library::part::Kind::A = k {} }",
        "fn f(k: K) { if let crate::library::part::Kind::A = k {} }",
    );
    check(
        "impl library::T<renamed::Thing> for U {}",
        "impl crate::library::T<crate::library::Thing> for U {}",
    );
    check("type A = <u8 as library::T>::B;", "type A = <u8 as crate::library::T>::B;");
    check("type A = <library::Thing>::B;", "type A = <crate::library::Thing>::B;");
    check("fn f() { crate::g(); self::g(); g(); }", "fn f() { crate::user::g(); self::g(); g(); }");
    check("pub(in crate::a) fn f() {}", "pub(in crate::user::a) fn f() {}");
    check("pub(crate) fn f() {}", "pub(in crate::user) fn f() {}");
    check("pub(crate) mod a { fn f() {} }", "pub(in crate::user) mod a { fn f() {} }");
    check("mod a { pub(crate) fn f() {} }", "mod a { pub(super) fn f() {} }");
    check(
        "mod a { mod b { pub(crate) fn f() {} } }",
        "mod a { mod b { pub(in crate::user) fn f() {} } }",
    );
    check(
        "fn f() { dice::random(); rand::random(); }",
        "fn f() { ::rand::random(); rand::random(); }",
    );
}

#[test]
fn a_single_word_or_a_method_is_no_crate() {
    check_unchanged(
        "fn f() { let library = 1; library; library(); x.library::<u8>(); S { library }; }",
    );
    check_unchanged(
        "struct library; fn f() { m!(x.library::<u8>() + library + $library::x + a::library::b) }",
    );
}

#[test]
fn imports_keep_the_names_they_bind() {
    check("use library::Thing;", "use crate::library::Thing;");
    check("use library;", "use crate::library;");
    check("use renamed;", "use crate::library as renamed;");
    check("pub use renamed as other;", "pub use crate::library as other;");
    check("use renamed::{self, Thing};", "use crate::library::{self as renamed, Thing};");
    check("use {library::Thing, std::fmt};", "use {crate::library::Thing, std::fmt};");
    check("use ::library::part::{Deep, *};", "use crate::library::part::{Deep, *};");
    check("use dice::Rng;", "use rand::Rng;");
    check("extern crate library as other;", "use crate::library as other;");
    check_as(None, "use library; use library::{self, Thing};", "use crate::library::{Thing};");
    check_as(None, "mod m { use library; }", "mod m { use crate::library; }");
}

#[test]
fn anything_in_scope_under_a_crates_name_takes_precedence() {
    check_unchanged("mod library { pub fn f() {} } fn g() { library::f(); }");
    check_unchanged("enum library { A } fn g() { library::A; }");
    check_unchanged("mod m { pub mod library {} } use m::library; fn g() { library::f(); }");
    check_unchanged("mod m { pub mod library {} } use m::*; fn g() { library::f(); }");
    check_unchanged("fn g() { mod library { pub fn f() {} } library::f(); }");
    check_unchanged(
        "fn g() { use self::m::library; { library::f(); } } mod m { pub mod library {} }",
    );
    check_unchanged("use std::thread as library; fn g() { library::spawn(f); }");
}

#[test]
fn items_not_in_scope_or_without_members_do_not_hide_the_crate() {
    let expected = "mod m { fn f() { crate::library::call(); } } mod library {}";
    check("mod m { fn f() { library::call(); } } mod library {}", expected);
    let expected = "fn library() {} fn g() { crate::library::call(); }";
    check("fn library() {} fn g() { library::call(); }", expected);
    let expected = "fn g() { { mod library {} } crate::library::call(); }";
    check("fn g() { { mod library {} } library::call(); }", expected);
    let expected = "mod m { mod library {} } use m::*; fn g() { crate::library::call(); }";
    check("mod m { mod library {} } use m::*; fn g() { library::call(); }", expected);
    let expected =
        "use m::library; mod m { pub fn library() {} } fn g() { crate::library::call(); }";
    check("use m::library; mod m { pub fn library() {} } fn g() { library::call(); }", expected);
    let expected = "use crate::library::own::*; fn g() { crate::library::call(); }";
    check("use library::own::*; fn g() { library::call(); }", expected);
    let expected = "use crate::library::shade::*; fn g() { library::call(); }";
    check("use library::shade::*; fn g() { library::call(); }", expected);
}

#[test]
fn a_name_that_an_unknown_crate_may_have_bound_is_refused() {
    let error = rewritten("use rand::library; fn g() { library::call(); }", None).unwrap_err();
    assert!(error.contains("`library`") && error.contains("module `crate`"), "{error}");
}

#[test]
fn names_bound_by_extern_crate_reach_every_module() {
    check(
        "extern crate alloc; mod m { use alloc::vec::Vec; fn f() { ::alloc::g(); } }",
        "extern crate alloc; mod m { use crate::user::alloc::vec::Vec; \
         fn f() { crate::user::alloc::g(); } }",
    );
    check_as(
        None,
        "extern crate library as l; mod m { fn f() { l::call(); } }",
        "#[allow(unused_imports)] use crate::library as l; mod m { fn f() { crate::l::call(); } }",
    );
}

#[test]
fn tokens_of_macros_are_rewritten_as_paths_where_paths_can_start() {
    check("m!(library::call());", "m!(crate::library::call());");
    check("m!(::library::call(), crate::x);", "m!(crate::library::call(), crate::user::x);");
    check("m!(fn f() -> ::library::T);", "m!(fn f() -> crate::library::T);");
    check(
        "m!(Vec<::library::T>, &'a library::T);",
        "m!(Vec<crate::library::T>, &'a crate::library::T);",
    );
    check("m!(0..library::X, x: library::T);", "m!(0..crate::library::X, x: crate::library::T);");
    check(
        "m!(use library as l; use renamed;);",
        "m!(use crate::library as l; use crate::library as renamed;);",
    );
    check("m!(use library::{library::x};);", "m!(use crate::library::{library::x};);");
    check_unchanged("m!(a::library::b, <T>::library::b, 'library: loop {});");
    check(
        "macro_rules! m { ($library:ident) => { $crate::f($library::x, library::y) } }",
        "macro_rules! m { ($library:ident) => \
         { $crate::user::f($library::x, crate::library::y) } }",
    );
    check_as(None, "m!($crate::f(), crate::f());", "m!($crate::f(), crate::f());");
}
