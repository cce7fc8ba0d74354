//! Tests of bundles that differ from the workspace's build, and say so.

use bundler::{Bundle, Provided, Remark, Request, Unused, bundle};

use crate::support::{request, write_files};

/// Bundles a program with `fastrand = "2.1"`, of which the lock file has 2.5.0, for a judge with
/// another version.
fn bundle_with(version: &str) -> Bundle {
    let mut request = request("requirements");
    request.judge.provided = vec![Provided::new("fastrand", version)];
    bundle(&request).unwrap_or_else(|error| panic!("{version}: {error}"))
}

fn is_inlined(bundle: &Bundle) -> bool {
    bundle.inlined.iter().any(|krate| krate.name == "fastrand")
}

#[test]
fn a_crate_of_the_judge_is_taken_by_requirement_and_otherwise_carried_in() {
    let locked = || "2.5.0".to_owned();
    let dependant = || "requirements-bot".to_owned();

    let bundle = bundle_with("2.5.0");
    assert_eq!((is_inlined(&bundle), bundle.remarks), (false, Vec::new()));

    let bundle = bundle_with("2.3.0");
    let provided = Provided::new("fastrand", "2.3.0");
    assert_eq!((is_inlined(&bundle), &bundle.provided[..]), (false, &[provided.clone()][..]));
    let remark = Remark::JudgesVersion { provided, locked: locked(), dependant: dependant() };
    assert_eq!(bundle.remarks, [remark]);

    for excluded in ["2.0.2", "1.9.0"] {
        let bundle = bundle_with(excluded);
        assert_eq!((is_inlined(&bundle), &bundle.provided[..]), (true, &[][..]), "{excluded}");
        let provided = Provided::new("fastrand", excluded);
        let remark = Remark::CarriedIn { provided, locked: locked(), dependant: dependant() };
        assert_eq!(bundle.remarks, [remark]);
    }
}

#[test]
fn packages_whose_build_scripts_ran_are_named() {
    let mut request = request("corpus/build-scripts");
    request.package = Some("bot".to_owned());
    request.unused = Unused::Kept;
    let bundle = bundle(&request).unwrap();
    let packages = ["bot", "prober"].map(str::to_owned).to_vec();
    assert_eq!(bundle.remarks, [Remark::BuildScripts { packages }]);
    assert_eq!(
        bundle.remarks[0].to_string(),
        "the bundle has what build scripts decided on this machine: bot, prober"
    );
}

#[test]
fn places_whose_meaning_depends_on_the_judges_edition_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let main = "struct D(u8);\nimpl Drop for D {\n\
                fn drop(&mut self) { print!(\"{}\", self.0); }\n}\n\
                fn f() -> usize {\n    let _x = D(1);\n    std::mem::size_of_val(&D(2))\n}\n\
                fn main() {\n    f();\n    BOXES\n}\n";
    let remarks = |boxes: &str| {
        let main = main.replace("BOXES", boxes);
        let manifest = "[package]\nname = \"bot\"\nedition = \"2021\"\n";
        write_files(folder.path(), &[("Cargo.toml", manifest), ("src/main.rs", &main)]);
        bundle(&Request::new(folder.path().join("Cargo.toml"))).unwrap().remarks
    };
    let at = |places: &[&str]| {
        let places = places.iter().map(|&place| place.to_owned()).collect();
        vec![Remark::DependsOnEdition { places }]
    };
    assert_eq!(remarks(""), at(&["src/main.rs:7:28"]));
    let boxes = "let all: Box<[u8]> = Box::new([1]); for _ in all.into_iter() {}";
    assert_eq!(remarks(boxes), at(&["src/main.rs:7:28", "src/main.rs:11:54"]));
}
