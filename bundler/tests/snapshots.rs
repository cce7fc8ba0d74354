//! Snapshot tests of the whole text of some bundles.
//!
//! `INSTA_UPDATE=always cargo test -p judge-bundler snapshots` updates them; read the difference.

use bundler::{Bundle, Entry, Request, bundle};

use crate::support::{bundle_of, pruned, request};

fn corpus(workspace: &str) -> Bundle {
    let request = request(&format!("corpus/{workspace}"));
    let entry = Entry::Bin(Some("bot".to_owned()));
    let request = Request { package: Some("bot".to_owned()), entry, ..request };
    bundle(&request).unwrap()
}

#[test]
fn crates_become_modules_and_paths_lead_through_them() {
    insta::assert_snapshot!(bundle_of("crates").source);
}

#[test]
fn macros_are_handed_up_to_the_module_of_their_crate() {
    insta::assert_snapshot!(bundle_of("macros").source);
    insta::assert_snapshot!("macros_by_any_route", corpus("macros-exported").source);
}

#[test]
fn what_is_unused_leaves_no_trace() {
    insta::assert_snapshot!(pruned("unused").source);
    insta::assert_snapshot!("idle_implementations", pruned("idle").source);
}

#[test]
fn files_become_literals_or_letters_of_fifteen_bits() {
    insta::assert_snapshot!(corpus("embedded").source);
}

#[test]
fn conditions_leave_what_the_judges_flags_decide() {
    insta::assert_snapshot!(corpus("cfg").source);
}

#[test]
fn older_editions_are_written_as_newer_ones_and_newer_ones_as_older() {
    insta::assert_snapshot!(corpus("editions").source);
}
