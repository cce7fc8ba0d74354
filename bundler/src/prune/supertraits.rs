//! Supertraits of the standard library's traits that programs derive or implement most often.

/// Traits, each with all traits that it needs.
const SUPERTRAITS: [(&str, &[&str]); 5] = [
    ("Copy", &["Clone"]),
    ("Eq", &["PartialEq"]),
    ("Error", &["Debug", "Display"]),
    ("Ord", &["Eq", "PartialEq", "PartialOrd"]),
    ("PartialOrd", &["PartialEq"]),
];

/// Returns true if an implementation of a trait needs one of another trait for the same type.
pub(super) fn needs(name: &str, other: &str) -> bool {
    SUPERTRAITS.iter().any(|(it, needed)| *it == name && needed.contains(&other))
}
