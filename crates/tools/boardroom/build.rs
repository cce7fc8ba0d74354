//! The page is embedded in the program: a file that is added to it means building again.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
