//! Rebuilds the crate when a file of the embedded page is added or changed.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
