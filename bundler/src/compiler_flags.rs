//! Flags of rustc, and which of them do not change the meaning of a program.

use std::fmt;

use crate::cfg::{Cfgs, read_cfg};

/// Letters of the short options that take a value.
const WITH_VALUE: &str = "ACDFLWZlo";

/// Long options that have a short one.
const SHORT: [(&str, &str); 5] = [
    ("--allow", "-A"),
    ("--codegen", "-C"),
    ("--deny", "-D"),
    ("--forbid", "-F"),
    ("--warn", "-W"),
];

/// Options that change neither a program nor its meaning, or that the bundle has taken over.
const HARMLESS: [&str; 15] = [
    "--cap-lints",
    "--cfg",
    "--check-cfg",
    "--color",
    "--diagnostic-width",
    "--force-warn",
    "--remap-path-prefix",
    "-A",
    "-D",
    "-F",
    "-L",
    "-O",
    "-W",
    "-g",
    "-v",
];

/// Options for code generation (`-C`) that change speed, size, symbols or linking alone.
const HARMLESS_CODEGEN: [&str; 42] = [
    "ar",
    "code-model",
    "codegen-units",
    "collapse-macro-debuginfo",
    "control-flow-guard",
    "debuginfo",
    "default-linker-libraries",
    "dlltool",
    "dwarf-version",
    "embed-bitcode",
    "extra-filename",
    "force-frame-pointers",
    "force-unwind-tables",
    "incremental",
    "inline-threshold",
    "instrument-coverage",
    "jump-tables",
    "link-arg",
    "link-args",
    "link-dead-code",
    "link-self-contained",
    "linker",
    "linker-features",
    "linker-flavor",
    "linker-plugin-lto",
    "lto",
    "metadata",
    "no-stack-check",
    "no-vectorize-loops",
    "no-vectorize-slp",
    "opt-level",
    "prefer-dynamic",
    "profile-generate",
    "profile-use",
    "relocation-model",
    "relro-level",
    "remark",
    "rpath",
    "save-temps",
    "split-debuginfo",
    "strip",
    "symbol-mangling-version",
];

/// One flag: an option with its value, in its shortest form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flag {
    /// Option with its dashes.
    pub(crate) option: String,
    /// Value of the option.
    pub(crate) value: Option<String>,
}

impl Flag {
    /// Reads the arguments of a compiler.
    pub(crate) fn read_all(arguments: &[String]) -> Vec<Self> {
        let mut flags = Vec::new();
        let mut rest = arguments.iter().map(String::as_str).peekable();
        while let Some(argument) = rest.next() {
            let (option, mut value) = split(argument);
            if value.is_none() && takes_value(option) {
                value = rest.next_if(|next| !next.starts_with('-'));
            }
            let short = SHORT.iter().find(|(long, _)| *long == option);
            let option = short.map_or(option, |(_, short)| short).to_owned();
            flags.push(Self { option, value: value.map(str::to_owned) });
        }
        flags
    }

    /// Returns the name and the value of an option for code generation.
    pub(crate) fn codegen(&self) -> Option<(String, Option<&str>)> {
        let text = self.value.as_deref().filter(|_| self.option == "-C")?;
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        // The compiler takes both spellings.
        Some((name.replace('_', "-"), value))
    }

    /// Returns true if a program means the same without the flag.
    pub(crate) fn is_harmless(&self) -> bool {
        match self.codegen() {
            Some((name, _)) => HARMLESS_CODEGEN.contains(&name.as_str()),
            None => HARMLESS.contains(&self.option.as_str()),
        }
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.option)?;
        match &self.value {
            Some(value) => write!(f, " {value}"),
            None => Ok(()),
        }
    }
}

/// Returns the `cfg`s that flags set.
pub(crate) fn cfgs(flags: &[Flag]) -> Cfgs {
    let set = flags.iter().filter(|flag| flag.option == "--cfg");
    set.filter_map(|flag| flag.value.as_deref()).map(read_cfg).collect()
}

/// Splits `--option=value` and `-Ovalue`.
fn split(argument: &str) -> (&str, Option<&str>) {
    if argument.starts_with("--") {
        return match argument.split_once('=') {
            Some((option, value)) => (option, Some(value)),
            None => (argument, None),
        };
    }
    match argument.char_indices().nth(2) {
        Some((end, _)) if takes_value(&argument[..end]) => {
            (&argument[..end], Some(&argument[end..]))
        }
        _ => (argument, None),
    }
}

fn takes_value(option: &str) -> bool {
    option.starts_with("--")
        || option.strip_prefix('-').is_some_and(|letter| {
            letter.chars().count() == 1 && letter.chars().all(|letter| WITH_VALUE.contains(letter))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &str) -> Vec<Flag> {
        Flag::read_all(&arguments.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn every_spelling_of_a_flag_is_the_same() {
        let check = |arguments: &str, expected: &[&str]| {
            let found: Vec<String> = read(arguments).iter().map(Flag::to_string).collect();
            assert_eq!(found, expected, "{arguments}");
        };
        for spelling in ["-C a=b", "-Ca=b", "--codegen a=b", "--codegen=a=b"] {
            check(spelling, &["-C a=b"]);
        }
        check(
            "--cfg fast --cfg=slow -g -Dwarnings",
            &["--cfg fast", "--cfg slow", "-g", "-D warnings"],
        );
        check("--test -O", &["--test", "-O"]);
    }

    #[test]
    fn flags_that_change_a_meaning_are_distinguished_from_the_rest() {
        let check = |arguments: &str, expected: bool| {
            assert!(
                read(arguments).iter().all(|flag| flag.is_harmless() == expected),
                "{arguments}"
            );
        };
        check("-D warnings -A dead_code --cap-lints=warn -g -O --cfg fast", true);
        check("-C link-arg=-fuse-ld=lld -Clinker=clang -C debuginfo=1 -C codegen_units=1", true);
        check("-C target-cpu=native -Ctarget_feature=+avx2 -C overflow-checks=on", false);
        check("-C debug-assertions -C panic=abort -Z sanitizer=address -l m", false);
    }

    #[test]
    fn cfgs_are_names_with_and_without_values() {
        let found = cfgs(&read("--cfg fast --cfg=width=\"64\" -C opt-level=3"));
        let expected = [("fast", None), ("width", Some("64"))];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.map(str::to_owned)));
        assert_eq!(found, Cfgs::from(expected));
    }
}
