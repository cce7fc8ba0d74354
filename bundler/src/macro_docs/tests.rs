//! Tests that docs stay where a macro can turn them into data, and go elsewhere.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{File, parse_file, visit::Visit};

use super::remove;

/// Returns the number of docs in macros after the removal.
fn left(source: &str) -> usize {
    struct Docs(usize);
    impl Visit<'_> for Docs {
        fn visit_macro(&mut self, node: &syn::Macro) {
            self.0 += node.tokens.to_string().matches("doc = r\"").count();
        }
    }
    let mut files = [parse_file(source).unwrap()];
    remove(&mut files);
    let mut docs = Docs(0);
    docs.visit_file(&files[0]);
    docs.0
}

/// Checks if a macro with these rules loses the docs in a call, also through another macro.
#[track_caller]
fn check(rules: &str, loses: bool) {
    let call = "m! {\n/// Text.\nstruct S {\n/// Text.\nx: u8 }\n}";
    let direct = format!("macro_rules! m {{ {rules} }} {call}");
    let through = format!(
        "macro_rules! inner {{ {rules} }} use inner as other; {call}
        macro_rules! m {{ ($($t:tt)*) => {{ other! {{ $($t)* }} }} }}"
    );
    for source in [direct, through] {
        assert_eq!(left(&source), if loses { 0 } else { 2 }, "{source}");
    }
}

#[test]
fn macros_that_only_pass_attributes_on_lose_their_docs() {
    let fields = "$($(#[$doc:meta])* $x:ident: $t:ty),*";
    let item = format!("$(#[$about:meta])* $v:vis struct $n:ident {{ {fields} }}");
    check(
        &format!(
            "({item}) => {{ $(#[$about])* #[derive(Debug)] $v struct $n \
             {{ $($(#[$doc])* $x: $t),* }} const N: &str = stringify!($n $($x)*); }};"
        ),
        true,
    );
    check("($($t:tt)*) => { $($t)* }", true);
    check("($i:item) => { #[allow(dead_code)] $i }", true);
    check("($(#[$($m:tt)*])* struct $($t:tt)*) => { $(#[$($m)*])* struct $($t)* }", true);
    check("(@end) => {}; (enum $n:ident) => {}; ($(#[$m:meta])* struct $($t:tt)*) => {}", true);
}

#[test]
fn macros_that_match_count_or_print_docs_keep_them() {
    check("($(#[doc = $text:literal])* struct $($t:tt)*) => { $($t)* }", false);
    check("($(#[$name:ident = $text:literal])* struct $($t:tt)*) => { $($t)* }", false);
    check("($(#[$m:meta])* struct $($t:tt)*) => { print!($(stringify!($m)),*); }", false);
    check("($(#[$m:meta])* struct $($t:tt)*) => { $(#[$m] const _: () = ();)* }", false);
    check("($i:item) => { stringify!($i) }", false);
    check("($($t:tt)*) => { 0 $(+ one!($t))* }", false);
    check("($first:tt $($t:tt)*) => { m!($($t)*) }", false);
    check("($($t:tt)*) => { unknown! { $($t)* } }", false);
    check("($($t:tt)*) => { #[derive(Parser)] $($t)* }", false);
    check("($($t:tt)*) => { macro_rules! late { () => { stringify!($($t)*) } } }", false);
    // Without docs, the call would match the first rule.
    check("(struct $($t:tt)*) => {}; ($(#[$m:meta])* struct $($t:tt)*) => {}", false);
    check("($n:ident $($t:tt)*) => {}; ($($t:tt)*) => { $($t)* }", false);
}

#[test]
fn docs_of_generated_items_go_unless_a_macro_may_see_them() {
    assert_eq!(left("macro_rules! m { () => {\n/// Text.\nstruct S; } }"), 0);
    assert_eq!(left("fn f() { println!(\"{}\", {\n/// Text.\nstruct S;\n1 }) }"), 0);
    assert_eq!(left("macro_rules! m { ($c:ident) => { $c! {\n/// Text.\nstruct S; } } }"), 1);
    assert_eq!(left("macro_rules! m { (\n/// Text.\n$x:ident) => {} }"), 1);
    assert_eq!(
        left("macro_rules! m { ($n:ident) => { macro_rules! $n { (\n/// Text.\n) => {} } } }"),
        1
    );
}

#[test]
fn docs_that_stay_are_spelled_as_the_compiler_spells_them() {
    let spelled = |call: &str| {
        let mut files: [File; 1] = [parse_file(call).unwrap()];
        remove(&mut files);
        let tokens: TokenStream = files[0].to_token_stream();
        tokens.to_string()
    };
    let check = |call: &str, expected: &str| {
        let text = spelled(call);
        assert!(text.contains(expected), "{text}");
    };
    check("m! {\n/// a \"quoted\" b\nx }", "doc = r#\" a \"quoted\" b\"#");
    check("m! { /** a\n * \\ b */ x }", "doc = r\" a\n * \\ b \"");
    check("m! { #[doc = \" a\"] x }", "doc = \" a\"");
}
