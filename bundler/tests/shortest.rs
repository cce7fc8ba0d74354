//! Tests of the last level of minification: it leaves out more than names, and the program stays
//! the same.

use bundler::{Bundle, Edition, Judge, Level, Minify, Optimisation, Request, bundle};

use crate::support::{build_and_run, check_silent, compiler, write_files};

const MANIFEST: &str = "[package]\nname = \"bot\"\nedition = \"2021\"\n";

/// Returns the output of a program, and its text at the last level, which has to print the same.
#[track_caller]
fn shortest(main: &str, optimisation: Optimisation) -> (String, String) {
    let bundle = at_the_last_level(main);
    assert_eq!(bundle.level, Level::Module);
    let (output, _) = build_and_run(main, optimisation, Edition::E2021);
    let (found, warnings) = build_and_run(&bundle.source, optimisation, Edition::E2021);
    assert_eq!(found, output, "{}", bundle.source);
    assert_eq!(warnings, [], "{}", bundle.source);
    check_silent(compiler(), &bundle, Edition::E2024, &Judge::codingame());
    if optimisation == Optimisation::Full {
        // The build has no warnings then.
        check_silent(compiler(), &bundle, Edition::E2021, &Judge::codingame());
    }
    (output, bundle.source)
}

/// Bundles a program at the last level.
#[track_caller]
fn at_the_last_level(main: &str) -> Bundle {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), &[("Cargo.toml", MANIFEST), ("src/main.rs", main)]);
    let minify = Minify::Exactly(Level::Module);
    bundle(&Request { minify, ..Request::new(folder.path().join("Cargo.toml")) }).unwrap()
}

#[track_caller]
fn check(main: &str, output: &str, present: &[&str], absent: &[&str]) {
    check_at(Optimisation::None, main, output, present, absent);
}

#[track_caller]
fn check_at(
    optimisation: Optimisation,
    main: &str,
    output: &str,
    present: &[&str],
    absent: &[&str],
) {
    let (found, text) = shortest(main, optimisation);
    assert_eq!(found, output);
    present.iter().for_each(|part| assert!(text.contains(part), "no {part} in {text}"));
    absent.iter().for_each(|part| assert!(!text.contains(part), "{part} is in {text}"));
}

#[test]
fn derives_and_bounds_that_the_program_does_not_need_are_removed() {
    check(
        "use std::fmt::Debug;
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Default)] struct Board { cells: [u8; 2] }
        trait Position: Clone + Debug { fn value(&self) -> u8; }
        impl Position for Board { fn value(&self) -> u8 { self.cells[1] } }
        fn next<P: Position + Debug>(position: &P) -> u8 { position.clone().value() }
        fn main() { println!(\"{}\", next(&Board { cells: [3, 4] })); }",
        "4\n",
        &["#[derive(Clone)]struct", ":Clone{"],
        &["Debug", "PartialEq", "Eq", "Hash", "Default", "cells", "Board"],
    );
}

#[test]
fn derives_that_the_program_needs_stay() {
    check(
        "use std::collections::HashMap;
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        enum Rank { Low, High }
        #[derive(Default)] struct Count(u8);
        fn main() {
            let ranks = HashMap::from([(Rank::Low, 1), (Rank::High, 2)]);
            let copied = Rank::High;
            println!(\"{} {} {:?} {}\", ranks[&copied], copied.max(Rank::Low) as u8, copied,
                Count::default().0);
        }",
        "2 1 High 0\n",
        &["Copy", "Debug", "Hash", "Ord", "Default"],
        &[],
    );
}

#[test]
fn a_derive_without_which_a_call_clones_a_reference_stays() {
    check(
        "#[derive(Clone, Debug)] struct Piece(u8);
        trait Size { fn size(self) -> u8; }
        impl Size for Piece { fn size(self) -> u8 { self.0 } }
        impl Size for &Piece { fn size(self) -> u8 { self.0 + 1 } }
        fn main() {
            let piece = &Piece(7);
            println!(\"{} {}\", piece.clone().size(), piece.size());
        }",
        "7 8\n",
        &["#[derive(Clone)]"],
        &["Debug"],
    );
}

#[test]
fn a_derive_for_which_another_method_would_be_called_stays() {
    check(
        "#[derive(PartialEq)] struct Piece(u8);
        trait Same { fn eq(&self, other: &Piece) -> bool; }
        impl Same for &Piece { fn eq(&self, _: &Piece) -> bool { false } }
        fn main() { let piece = Piece(7); println!(\"{}\", piece.eq(&Piece(7))); }",
        "true\n",
        &["#[derive(PartialEq)]"],
        &[],
    );
}

#[test]
fn code_for_other_flags_keeps_derives_and_modules() {
    check_at(
        Optimisation::Full,
        "mod inner { #[derive(Debug)] pub struct Piece(pub u8); }
        fn main() {
            let piece = inner::Piece(7);
            #[cfg(not(debug_assertions))] println!(\"{piece:?}\");
            println!(\"{}\", piece.0);
        }",
        "Piece(7)\n7\n",
        &["mod ", "derive(Debug)"],
        &[],
    );
}

#[test]
fn modules_and_visibilities_disappear() {
    check(
        "mod board {
            use std::{fmt::{self, Display}, io::Result as Done};
            pub(crate) const SIZE: usize = 3;
            pub struct Board<const N: usize> { pub cells: [u8; N] }
            pub type Small = Board<SIZE>;
            impl Display for Board<SIZE> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, \"{}\", value(self.cells.len()))
                }
            }
            fn value(of: usize) -> usize { of * 2 }
            pub fn done() -> Done<()> { Ok(()) }
            pub mod piece {
                pub enum Piece { Rook, Horse(u8) }
                pub use Piece::Horse as Knight;
                pub(super) fn deep() -> u8 { super::SIZE as u8 }
                pub fn value() -> u8 { deep() + 1 }
            }
        }
        mod play {
            pub trait Value { const BASE: u8 = 1; fn worth(&self) -> u8; }
            impl Value for super::board::piece::Piece {
                fn worth(&self) -> u8 {
                    use crate::board::piece::{Knight, Piece};
                    match self { Piece::Rook => 5, Knight(extra) => 3 + extra + Self::BASE }
                }
            }
        }
        use board::{piece::{self, *}, Small};
        use play::Value as _;
        fn result() -> Result<u8, u8> { Err(9) }
        fn main() {
            let value = crate::board::piece::value();
            let small = Small { cells: [0; board::SIZE] };
            let is_done = matches!(piece::Piece::Rook, Piece::Rook) && board::done().is_ok();
            assert!(is_done);
            let (knight, rook) = (Knight(1).worth(), Piece::Rook.worth());
            println!(\"{value} {small} {knight} {rook} {:?}\", result());
        }",
        "4 6 5 5 Err(9)\n",
        &[],
        &["mod ", "pub", "super"],
    );
}

#[test]
fn variables_do_not_hide_functions_of_other_modules() {
    check(
        "mod board { pub fn size(of: u8) -> u8 { of + 1 } }
        mod pieces { pub fn size(of: u8) -> u8 { of + 2 } }
        fn main() {
            let size = board::size(1);
            println!(\"{} {size}\", pieces::size(board::size(size)));
        }",
        "5 2\n",
        &[],
        &["mod "],
    );
}

#[test]
fn modules_stay_if_a_trait_in_scope_would_change_a_call() {
    check(
        "mod piece {
            pub struct Piece;
            impl Piece { fn name(&self) -> u8 { 1 } }
            pub fn show(piece: Piece) -> u8 { piece.name() }
        }
        mod named {
            pub trait Named { fn name(self) -> u8; }
            impl Named for super::piece::Piece { fn name(self) -> u8 { 2 } }
            pub fn show(piece: super::piece::Piece) -> u8 { Named::name(piece) }
        }
        use piece::Piece;
        fn main() { println!(\"{} {}\", piece::show(Piece), named::show(Piece)); }",
        "1 2\n",
        &["mod "],
        &["pub mod"],
    );
}

#[test]
fn traits_of_other_crates_with_the_same_method_do_not_meet() {
    check(
        "mod shown {
            use std::fmt;
            #[derive(Debug)] pub struct Inner(pub u8);
            impl fmt::Display for Inner {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, \"{}\", self.0)
                }
            }
            pub struct Outer(pub Inner);
            impl fmt::Display for Outer {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.0.fmt(f) }
            }
        }
        mod bounds {
            use std::fmt::Debug;
            pub fn show<T: Debug>(value: &T) { println!(\"{value:?}\"); }
        }
        fn main() {
            let outer = shown::Outer(shown::Inner(3));
            println!(\"{outer}\");
            bounds::show(&outer.0);
        }",
        "3\nInner(3)\n",
        &[],
        &["mod "],
    );
}

#[test]
fn names_that_a_program_prints_stay() {
    let piece = |module: &str| {
        format!(
            "mod {module} {{ #[derive(Debug)] pub struct Piece(pub u8);
            pub fn show() {{ println!(\"{{:?}}\", Piece(1)); }} }} "
        )
    };
    let main = "fn main() { one::show(); two::show(); }";
    let two = piece("one") + &piece("two") + main;
    check(&two, "Piece(1)\nPiece(1)\n", &["mod "], &[]);
    let other = "mod two { pub trait Piece { fn worth(&self) -> u8 { 5 } } impl Piece for u8 {}
        pub fn show() { println!(\"{}\", 1u8.worth()); } } ";
    let one = piece("one") + other + main;
    check(&one, "Piece(1)\n5\n", &[], &["mod "]);
}

#[test]
fn modules_stay_if_the_program_asks_for_the_names_of_types() {
    let bundle = at_the_last_level(
        "mod inner { pub struct Piece; }
        fn main() { println!(\"{}\", std::any::type_name::<inner::Piece>()); }",
    );
    assert!(bundle.source.contains("mod "), "{}", bundle.source);
    check_silent(compiler(), &bundle, Edition::E2021, &Judge::codingame());
    check(
        "mod inner { pub fn path() -> &'static str { module_path!() } }
        fn main() { println!(\"{}\", inner::path()); }",
        "bot::inner\n",
        &[],
        &["mod "],
    );
}

#[test]
fn names_that_macros_declare_or_spell_keep_their_meaning() {
    check(
        "macro_rules! piece { ($name:ident, $value:literal) => {
            pub struct $name; impl $name { pub fn value() -> u8 { $value } } } }
        mod one { piece!(Piece, 1); }
        mod two { piece!(Piece, 2); }
        fn main() { println!(\"{} {}\", one::Piece::value(), two::Piece::value()); }",
        "1 2\n",
        &["mod "],
        &[],
    );
    check(
        "mod one {
            pub fn value() -> u8 { 1 }
            pub fn show() -> String { format!(\"{}={}\", stringify!(value), value()) }
        }
        mod two { pub fn value() -> u8 { 2 } }
        fn main() { println!(\"{} {}\", one::show(), two::value()); }",
        "value=1 2\n",
        &[],
        &[],
    );
    check(
        "mod tables {
            macro_rules! table {
                ($($name:ident)*) => { $(pub const $name: u8 = $crate::next(4);)* }
            }
            table! { FIRST SECOND }
            pub(crate) use table;
        }
        mod others { crate::tables::table! { THIRD } }
        const fn next(value: u8) -> u8 { value + 1 }
        fn main() { println!(\"{}\", tables::FIRST + tables::SECOND + others::THIRD); }",
        "15\n",
        &[],
        &["mod "],
    );
}
