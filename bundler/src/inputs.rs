//! Input files that lie beside a program, by the conventions of contest workspaces.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::TokenStream;

use crate::token_trees::collect_words;

/// Folders of a package that hold inputs; `test` is that of online-judge-tools.
const FOLDERS: [&str; 4] = ["tests", "test", "examples", "samples"];
/// Largest number of files.
const MOST_FILES: usize = 8;
/// Largest size of a file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Returns true if a program, in a text of Rust, reads standard input.
pub(crate) fn reads_standard_input(source: &str) -> bool {
    let mut words = BTreeSet::new();
    let tokens: Option<TokenStream> = source.parse().ok();
    tokens.into_iter().for_each(|tokens| collect_words(tokens, &mut words));
    words.contains("stdin") || source.contains("/dev/stdin")
}

/// Returns the inputs of a program in the folder of its package: `tests/NAME/*.in` and
/// `tests/NAME/*.txt`, or else `tests/*.in`; likewise in the other folders.
pub(crate) fn inputs_beside(package: &Path, name: &str) -> Vec<PathBuf> {
    let folders = FOLDERS.map(|folder| package.join(folder));
    let own = folders.iter().flat_map(|folder| files_in(&folder.join(name), &["in", "txt"]));
    let mut inputs: Vec<PathBuf> = own.collect();
    if inputs.is_empty() {
        inputs = folders.iter().flat_map(|folder| files_in(folder, &["in"])).collect();
    }
    inputs.truncate(MOST_FILES);
    inputs
}

/// Returns the files of a folder with one of these extensions that are not too large, by name.
fn files_in(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
            && file.metadata().is_ok_and(|file| file.is_file() && file.len() <= MOST_BYTES)
    });
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_the_program_itself_precede_those_of_the_package() {
        let folder = tempfile::tempdir().unwrap();
        let check = |written: &[&str], expected: &[&str]| {
            for name in written {
                let file = folder.path().join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "1\n").unwrap();
            }
            let expected: Vec<PathBuf> = expected.iter().map(|it| folder.path().join(it)).collect();
            assert_eq!(inputs_beside(folder.path(), "bot"), expected);
        };
        check(&["src/1.in", "tests/all.rs", "tests/1.txt", "tests/other/1.in"], &[]);
        check(&["test/b.in", "test/a.in", "test/a.out"], &["test/a.in", "test/b.in"]);
        check(
            &["samples/bot/2.txt", "samples/bot/1.in"],
            &["samples/bot/1.in", "samples/bot/2.txt"],
        );
        let large = fs::File::create(folder.path().join("samples/bot/0.in")).unwrap();
        large.set_len(MOST_BYTES + 1).unwrap();
        check(&[], &["samples/bot/1.in", "samples/bot/2.txt"]);
        let many: Vec<String> =
            (0..2 * MOST_FILES).map(|at| format!("tests/bot/{at:02}.in")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        check(&many, &many[..MOST_FILES]);
    }

    #[test]
    fn a_program_reads_standard_input_if_a_word_of_it_says_so() {
        assert!(reads_standard_input("fn main() { std::io::stdin().lines(); }"));
        assert!(reads_standard_input("fn main() { std::fs::read(\"/dev/stdin\"); }"));
        assert!(!reads_standard_input("fn main() { println!(\"no stdin\"); } // stdin"));
    }
}
