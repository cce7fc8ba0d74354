//! Rebuilds the crate when a file of the embedded page or site is added or changed.

fn main() {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=site");
}
