//! Guess of what else goes with unused items, from the words of the text: impls of unused types,
//! members of impls for unused members of traits, imports of names that are gone, and what is empty
//! then.
//!
//! The compiler would report the references to unused items in one more round, and what those leave
//! unused in another one. A guess saves both rounds if the rest compiles. Whether the rest is the
//! same program is decided as without a guess.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    ops::Range,
};

use syn::Visibility;

use crate::token_trees::words;

use super::{
    Draft,
    cut::Cut,
    outline::{Kind, Outline, contains},
};

/// Returns the draft without the cuts and everything that goes with them, except for what is in
/// `kept`. `None` without cuts, and if the words do not tell: the judge's flags decide about parts
/// of the code, or the rest still contains the name of a type whose impls are gone, so that they
/// may be those of another type.
pub(super) fn without(draft: &Draft, cuts: &[Cut], kept: &BTreeSet<String>) -> Option<Draft> {
    let (text, outline) = (&draft.cutout.text, &draft.outline);
    if cuts.is_empty() || outline.is_conditional() {
        return None;
    }
    let parts = cuts.iter().filter(|cut| matches!(cut, Cut::Part(_)));
    let gone: HashSet<&str> = parts.map(|cut| outline.name(cut)).collect();
    let impls = Impls::of(text, outline, cuts);
    let members = outline.members_for(cuts);
    let all: Vec<Cut> = cuts.iter().chain(&impls.cuts).chain(&members).cloned().collect();
    let mut left = draft.without(&all);
    loop {
        let mut cuts = left.outline.empty();
        cuts.extend(unnamed_imports(text, &gone, &left));
        cuts.retain(|cut| !kept.contains(left.outline.key(cut)));
        if cuts.is_empty() {
            break;
        }
        left = left.without(&cuts);
    }
    let is_clear = words(&left.cutout.text).all(|word| !impls.names.contains(word));
    is_clear.then_some(left)
}

/// Impls with unused types or traits in their heads.
#[derive(Default)]
struct Impls<'a> {
    cuts: Vec<Cut>,
    /// Names by which heads refer to types or traits of other modules.
    names: HashSet<&'a str>,
}

impl<'a> Impls<'a> {
    fn of(text: &str, outline: &'a Outline, cuts: &[Cut]) -> Self {
        let mut types: HashMap<&str, Vec<usize>> = HashMap::new();
        for cut in cuts {
            if let Cut::Part(part) = *cut
                && outline.parts[part].kind == Kind::Type
            {
                types.entry(outline.name(cut)).or_default().push(part);
            }
        }
        let mut impls = Self::default();
        for (index, part) in outline.parts.iter().enumerate() {
            let Kind::Impl(heads) = &part.kind else { continue };
            for head in heads.iter().map(|head| &text[head.clone()]) {
                for (name, unused) in words(head).filter_map(|word| types.get_key_value(word)) {
                    let is_path = head.contains(&format!(":{name}"));
                    match outline.type_beside(name, &part.whole).filter(|_| !is_path) {
                        Some(own) if !unused.contains(&own) => continue,
                        Some(_) => {}
                        None => {
                            impls.names.insert(name);
                        }
                    }
                    impls.cuts.push(Cut::Part(index));
                }
            }
        }
        impls
    }
}

/// Returns the imports of names that their modules, or for a public import the whole text, no
/// longer contain. `before` is the text before the cuts.
fn unnamed_imports(before: &str, gone: &HashSet<&str>, draft: &Draft) -> Vec<Cut> {
    let (text, outline) = (&draft.cutout.text, &draft.outline);
    let lost = lost_words(before, text);
    let mut named = HashMap::new();
    let cuts = outline.leaves().map(|(import, leaf)| Cut::Leaf { import, leaf });
    cuts.filter(|cut| {
        let Cut::Leaf { import, leaf } = *cut else { return false };
        let (import, name) = (&outline.imports[import], outline.name(cut));
        let is_private = matches!(import.item.vis, Visibility::Inherited);
        let is_foreign = !import.leaves[leaf].is_of_bundle(text);
        // Nothing tells if the code calls the members of a foreign trait.
        let is_known = is_private && !(is_foreign && name.starts_with(char::is_uppercase));
        if name == "_" || !lost.contains(name) || !(is_known || gone.contains(name)) {
            return false;
        }
        let module = outline.module_around(&import.whole).filter(|_| is_private);
        let range = module.cloned().unwrap_or(0..text.len());
        let named = named
            .entry(range.clone())
            .or_insert_with(|| words_without_imports(text, outline, &range));
        // Code can call the members of a trait without naming it.
        !named.contains(name) && !outline.members_of(name).any(|member| named.contains(member))
    })
    .collect()
}

/// Returns the words in a range of the text, except for those of imports.
fn words_without_imports<'a>(
    text: &'a str,
    outline: &Outline,
    range: &Range<usize>,
) -> HashSet<&'a str> {
    let mut found = HashSet::new();
    let mut at = range.start;
    let imports = outline.imports.iter().map(|import| &import.whole);
    for import in imports.filter(|import| contains(range, import)) {
        found.extend(words(&text[at..import.start.max(at)]));
        at = at.max(import.end);
    }
    found.extend(words(&text[at..range.end]));
    found
}

/// Returns the words that a text contains less often than the one before it.
fn lost_words<'a>(before: &'a str, text: &'a str) -> HashSet<&'a str> {
    let mut numbers: HashMap<&str, isize> = HashMap::new();
    words(before).for_each(|word| *numbers.entry(word).or_default() += 1);
    words(text).for_each(|word| *numbers.entry(word).or_default() -= 1);
    numbers.into_iter().filter(|(_, number)| *number > 0).map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::super::cut::Cutout;
    use super::*;

    /// Returns the text without the parts of these keys and what goes with them.
    fn left(text: &str, keys: &[&str]) -> Option<String> {
        let draft = Draft::of(Cutout::new(text.to_owned()));
        let parts = (0..draft.outline.parts.len()).map(Cut::Part);
        let is_cut = |cut: &Cut| keys.contains(&draft.outline.key(cut));
        let cuts: Vec<Cut> = parts.filter(is_cut).collect();
        assert_eq!(cuts.len(), keys.len(), "{keys:?}");
        let left = without(&draft, &cuts, &BTreeSet::from(["kept".to_owned()]))?;
        Some(left.cutout.without_empty_lines().text)
    }

    #[test]
    fn impls_imports_and_what_is_empty_then_go_with_a_type() {
        let text = "\
mod kit {
pub struct Gone;
impl Gone {
fn gone() {}
}
impl Clone for Gone {
fn clone(&self) -> Self { Self }
}
}
pub use kit::Gone;
mod user {
use crate::Gone;
use crate::kit::*;
fn from(gone: Gone) {}
}
mod kept {}
fn main() {}
";
        let expected = "mod user {\nuse crate::kit::*;\n}\nmod kept {}\nfn main() {}\n";
        assert_eq!(left(text, &["kit::Gone", "user::from"]).unwrap(), expected);
    }

    #[test]
    fn types_that_share_their_names_are_told_apart_by_their_modules_or_not_at_all() {
        let squares = "\
mod a {
pub struct Square;
impl Drop for Square { fn drop(&mut self) {} }
}
mod b {
pub struct Square;
impl Drop for Square { fn drop(&mut self) {} }
}
";
        let main = "fn main() { b::Square; }\n";
        let expected = squares.split_once("mod b").unwrap().1;
        let text = format!("{squares}{main}");
        assert_eq!(left(&text, &["a::Square"]).unwrap(), format!("mod b{expected}{main}"));
        let elsewhere = "mod c {\nuse crate::b::Square;\nimpl Clone for Square {}\n}\n";
        assert_eq!(left(&format!("{text}{elsewhere}"), &["a::Square"]), None);
    }

    #[test]
    fn members_of_impls_go_with_the_unused_members_of_their_trait() {
        let text = "\
trait Part { const SIZE: u8; fn size(&self) {} }
trait Other { fn show(&self) {} }
trait Shown { fn show(&self) {} }
impl crate::Part for u8 { const SIZE: u8 = 1; fn size(&self) {} }
impl Shown for u8 { fn show(&self) {} }
";
        let expected = text.replace("const SIZE: u8;", "").replace("const SIZE: u8 = 1;", "");
        assert_eq!(left(text, &["Part::SIZE"]).unwrap(), expected);
        let twice =
            text.replace("trait Other", "mod m { trait Shown { fn show() {} } } trait Other");
        let expected = twice.replace("trait Shown { fn show(&self) {} }", "trait Shown {  }");
        assert_eq!(left(&twice, &["Shown::show"]).unwrap(), expected);
    }

    #[test]
    fn imports_stay_where_the_words_do_not_tell() {
        let text = "\
mod kit {
pub trait Shown { fn show(&self) {} }
pub trait Hidden { fn hide(&self) {} }
}
mod user {
use std::fmt::{self, Write};
use std::mem;
use crate::kit::{Hidden, Shown};
pub use crate::kit::Shown as Public;
fn gone<T: Shown + Hidden + Write + Public>(t: T) -> fmt::Result { mem::take(t) }
fn stays() { 1.show() }
}
";
        let expected = text.replace("use std::mem;\n", "").replace("{Hidden, Shown}", "Shown");
        let gone = expected.lines().find(|line| line.contains("gone")).unwrap();
        let expected = expected.replace(&format!("{gone}\n"), "");
        assert_eq!(left(text, &["user::gone"]).unwrap(), expected);
    }

    #[test]
    fn code_for_other_flags_allows_no_guess() {
        let text = "fn gone() {}\n#[cfg(debug_assertions)]\nfn other() {}\nfn main() {}\n";
        assert_eq!(left(text, &["gone"]), None);
    }
}
